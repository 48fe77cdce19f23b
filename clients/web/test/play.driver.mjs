// Plays a game on the page the way a person does: moves of a line become drags, taps or keys.
import assert from "node:assert/strict";
import { origin } from "./harness.mjs";

/** Deals that can be won with few moves, one a game. */
export const deals = {
  klondike: { number: 11 },
  spider: { number: 46 },
  freecell: { number: 2 },
  pyramid: { number: 1 },
  tripeaks: { number: 7 },
  golf: { number: 2 },
  yukon: { number: 8 },
};

/** Calls the service. */
export async function ask(path, request) {
  const answer = await fetch((await origin()) + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
  });
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(request).slice(0, 200)}`);
  return answer.json();
}

/**
 * A winning line of a deal: each move as text and in parts, with how many cards the giving pile holds, and
 * whether the automatic finish could be played in its place.
 */
export async function winningLine(variant, options = {}, deal = deals[variant]) {
  const { game } = await ask("/v1/games:deal", { variant, options, ...deal, view: "TABLE_AND_MOVES" });
  const { verdict, moves } = await ask("/v1/games:solve", { state: game.state });
  assert.equal(verdict, "WINNABLE");
  const steps = [];
  let now = game;
  for (const text of moves) {
    const move = now.moves.find((one) => one.move === text);
    const sizes = Object.fromEntries(now.table.piles.map(({ id, cards }) => [id, cards.length / 2]));
    steps.push({ ...move, sizes, finish: now.finishAvailable });
    ({ game: now } = await ask("/v1/games:applyMoves", { state: now.state, moves: [text], view: "TABLE_AND_MOVES" }));
  }
  assert.equal(now.status, "WON");
  return steps;
}

/** Waits until so many moves have been made. */
export async function reached(page, moves) {
  await page.locator(`.felt[data-moves="${moves}"]`).waitFor();
}

/**
 * Holds the answers to moves back. `answer` lets one question through, when it comes; `asked` holds those that
 * wait.
 */
export async function holdAnswers(page) {
  const asked = [];
  let passed;
  let wake = () => {};
  const pass = async (route) => {
    passed = route.request().postData();
    await route.continue();
  };
  await page.route("**/v1/games:applyMoves", async (route) => {
    // What was let through, but too late: the client had given it up and asks the same again.
    if (route.request().postData() === passed) {
      await pass(route);
      return;
    }
    asked.push(route);
    wake();
  });
  page.on("requestfailed", (request) => {
    const place = asked.findIndex((route) => route.request() === request);
    if (place >= 0) asked.splice(place, 1);
  });
  const come = async () => {
    while (asked.length === 0) await new Promise((resolve) => (wake = resolve));
  };
  const answer = async () => {
    await come();
    await pass(asked.shift());
  };
  return { asked, come, answer };
}

/** A pile's empty place or its top card. */
export function topOf(page, pile) {
  return page.locator(`.felt [data-pile="${pile}"]`).last();
}

/** The card of a pile at an index. */
export function cardOf(page, pile, index) {
  return page.locator(`.card[data-pile="${pile}"][data-index="${index}"]`);
}

/** Where a card can be taken: near its upper edge, for others may lie on it. */
export async function gripOf(locator) {
  const box = await locator.boundingBox();
  assert.ok(box !== null, `${locator} is not on the table`);
  return { x: box.x + box.width / 2, y: box.y + Math.min(6, box.height / 2) };
}

async function middleOf(locator) {
  const box = await locator.boundingBox();
  assert.ok(box !== null, `${locator} is not on the table`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags cards with the mouse. */
export async function drag(page, from, to) {
  const start = await gripOf(from);
  const card = await middleOf(from);
  const end = await middleOf(to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  // The middle of the card is to come over the middle of the target.
  const x = start.x + end.x - card.x;
  const y = start.y + end.y - card.y;
  await page.mouse.move((start.x + x) / 2, (start.y + y) / 2);
  await page.mouse.move(x, y);
  await page.mouse.up();
}

/** Clicks or taps where a card can be seen. */
export async function tap(page, locator, touch) {
  const { x, y } = await gripOf(locator);
  if (touch) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/** The lowest of the cards that a move takes. */
function lowest(page, { from, cards, sizes }) {
  return cardOf(page, from, sizes[from] - cards.length / 2);
}

/** Plays a move by dragging what can be dragged. */
export async function playByMouse(page, step) {
  if (step.kind === "DRAW" || step.kind === "REDEAL") return tap(page, topOf(page, "s"));
  if (step.kind === "REMOVE" && step.to === undefined) return tap(page, topOf(page, step.from));
  const from = step.kind === "REMOVE" ? topOf(page, step.from) : lowest(page, step);
  return drag(page, from, topOf(page, step.to));
}

/** Plays a move by tapping the cards, and then where they go. */
export async function playByTaps(page, step, touch) {
  if (step.kind === "DRAW" || step.kind === "REDEAL") return tap(page, topOf(page, "s"), touch);
  if (step.kind === "REMOVE" && step.to === undefined) return tap(page, topOf(page, step.from), touch);
  // The stock draws when it is touched first, so its card is touched last.
  const pair = step.kind === "REMOVE" ? [step.from, step.to].sort((one) => (one === "s" ? 1 : -1)) : undefined;
  await tap(page, pair === undefined ? lowest(page, step) : topOf(page, pair[0]), touch);
  // In Golf and Tri-Peaks the first tap has played the card.
  if (step.to === "w" && pair === undefined) return;
  await tap(page, topOf(page, pair === undefined ? step.to : pair[1]), touch);
}

/** Plays a move with nothing but keys; the arrows find the way. */
export async function playByKeys(page, step) {
  if (step.kind === "DRAW" || step.kind === "REDEAL") return page.keyboard.press("d");
  const alone = step.kind === "REMOVE" && step.to === undefined;
  const pair = step.kind === "REMOVE" && !alone ? [step.from, step.to].sort((one) => (one === "s" ? 1 : -1)) : undefined;
  const first = pair?.[0] ?? step.from;
  const index = step.kind === "MOVE" ? step.sizes[first] - step.cards.length / 2 : step.sizes[first] - 1;
  await walkTo(page, first, index);
  await page.keyboard.press("Enter");
  if (alone || (step.to === "w" && pair === undefined)) return;
  const target = pair?.[1] ?? step.to;
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press("Tab");
    if ((await focused(page)).pile === target) return page.keyboard.press("Enter");
  }
  assert.fail(`${step.move}: Tab does not reach ${target}`);
}

/**
 * Plays a line to its end and sees it won.
 *
 * @param play plays one move.
 * @param finish plays the automatic finish; without it, every move is played.
 */
export async function win(page, line, play, finish) {
  const before = Number(await page.locator(".felt").getAttribute("data-moves"));
  for (const [i, step] of line.entries()) {
    if (finish !== undefined && step.finish) {
      await finish(page);
      break;
    }
    await play(page, step);
    await reached(page, before + i + 1).catch(() => assert.fail(`move ${before + i + 1}, ${step.move}, was not played`));
  }
  await page.getByRole("dialog").getByText("Won!").waitFor();
}

/** The spot that has the focus. */
export function focused(page) {
  return page.evaluate(() => ({ ...document.activeElement?.dataset }));
}

// Walks with the arrows the way the eye goes: along the band of piles, else up or down to it first. Where
// that leads nowhere new, the other direction is tried.
async function walkTo(page, pile, index) {
  const goal = cardOf(page, pile, index);
  const seen = [];
  for (let i = 0; i < 60; i++) {
    // Where the focus is, and the keys that lead nearer; none where the goal is reached.
    const { name, keys } = await goal.evaluate((element) => {
      const from = document.activeElement?.matches("[data-pile]") ? document.activeElement : null;
      if (from === null) return { name: "nowhere", keys: ["ArrowDown"] };
      const name = `${from.dataset.pile}:${from.dataset.index}`;
      const dx = element.offsetLeft - from.offsetLeft;
      const dy = element.offsetTop - from.offsetTop;
      const across = dx > 0 ? "ArrowRight" : "ArrowLeft";
      const along = dy > 0 ? "ArrowDown" : "ArrowUp";
      if (from === element) return { name, keys: [] };
      if (from.dataset.pile === element.dataset.pile) return { name, keys: [along] };
      const columns = from.dataset.pile.startsWith("t") && element.dataset.pile.startsWith("t");
      return { name, keys: columns || Math.abs(dy) < 8 ? [across, along] : [along, across] };
    });
    if (keys.length === 0) return;
    const visits = seen.filter((one) => one === name).length;
    seen.push(name);
    await page.keyboard.press(keys[visits % keys.length]);
  }
  assert.fail(`the arrows do not lead to ${pile}:${index}, but ${seen.join(" ")}`);
}
