// Where answers take long: what is done meanwhile means what it would have meant to somebody who waits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./harness.mjs";
import { cardOf, drag, focused, gripOf, holdAnswers, reached, tap, topOf, winningLine } from "./play.driver.mjs";

// Klondike number 1: t4t5 and t7t6 are legal; Golf number 327 begins with t3w t1w t2w.
const klondike = "/#klondike?number=1";
const golf = "/#golf?number=327";

async function slow(t, path, options = {}) {
  const page = await visit(t, { path, ...options });
  await reached(page, 0);
  return { page, ...(await holdAnswers(page)) };
}

test("taps on cards that only the moves under way make legal are played after them", async (t) => {
  const { page, asked, come, answer } = await slow(t, golf);
  for (const column of ["t3", "t1", "t2"]) await tap(page, topOf(page, column));
  await come();
  assert.equal(asked.length, 1, "the second is not decided before the first is answered");
  for (let i = 0; i < 3; i++) await answer();
  await reached(page, 3);
  assert.equal(await page.locator(".toast").count(), 0);
});

test("cards that are dropped while a move is under way are judged when it is done", async (t) => {
  const { page, answer } = await slow(t, golf);
  for (const column of ["t3", "t1", "t2"]) await drag(page, topOf(page, column), topOf(page, "w"));
  for (let i = 0; i < 3; i++) await answer();
  await reached(page, 3);
  assert.equal(await page.locator(".toast").count(), 0);
});

test("a whole game is clicked as quickly as the mouse goes", async (t) => {
  const line = await winningLine("golf", {}, { number: 327 });
  const page = await visit(t, { path: golf });
  await reached(page, 0);
  // Cards are drawn anew all the time, so they are clicked where they lay in the beginning.
  const places = {};
  for (const pile of ["s", "t1", "t2", "t3", "t4", "t5", "t6", "t7"])
    places[pile] = await gripOf(pile === "s" ? topOf(page, pile) : cardOf(page, pile, 0));
  for (const step of line) {
    const { x, y } = places[step.kind === "DRAW" ? "s" : step.from];
    await page.mouse.click(x, y);
  }
  await page.getByRole("dialog").getByText("Won!").waitFor();
});

test("a card that is drawn anew between pressing and letting go is clicked all the same", async (t) => {
  const { page, answer } = await slow(t, klondike);
  await tap(page, topOf(page, "s"));
  const { x, y } = await gripOf(topOf(page, "s"));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await answer();
  await reached(page, 1);
  await page.mouse.up();
  await answer();
  await reached(page, 2);
});

test("who lets go beside the card that was pressed has not clicked it", async (t) => {
  const page = await visit(t, { path: klondike });
  await reached(page, 0);
  const { x, y } = await gripOf(cardOf(page, "t7", 0));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 600);
  await page.mouse.up();
  await tap(page, topOf(page, "s"));
  await reached(page, 1);
  assert.equal(await page.locator(".toast").count(), 0);
});

test("cards that are taken and laid down while a move is under way are played after it", async (t) => {
  const { page, answer } = await slow(t, klondike);
  await drag(page, topOf(page, "t4"), topOf(page, "t5"));
  await tap(page, topOf(page, "t7"));
  await tap(page, topOf(page, "t6"));
  await answer();
  await answer();
  await reached(page, 2);
  assert.equal(await topOf(page, "t6").getAttribute("aria-label"), "Ten of Clubs");
});

test("keys wait for their turn, too, and lead where they lead a player who waits", async (t) => {
  const { page, answer } = await slow(t, klondike);
  for (const key of ["ArrowDown", "d", "ArrowRight", "ArrowRight", "ArrowRight", "Enter", "Tab", "Enter", "u"]) {
    await page.keyboard.press(key);
  }
  assert.equal((await focused(page)).pile, "t1");
  await answer();
  await answer();
  await reached(page, 1);
  await page.keyboard.press("r");
  await reached(page, 2);
  assert.equal(await cardOf(page, "t5", 5).getAttribute("aria-label"), "Four of Hearts");
});

test("what was to follow a move that is not made is given up", async (t) => {
  const { page, asked, come } = await slow(t, golf, { failures: ["offline"] });
  await drag(page, topOf(page, "t3"), topOf(page, "w"));
  const before = await topOf(page, "t1").boundingBox();
  await drag(page, topOf(page, "t1"), topOf(page, "w"));
  await come();
  // The client asks more than once.
  await page.route("**/v1/games:applyMoves", (route) => route.abort());
  await asked.shift().abort();
  await page.getByText("The server does not answer.", { exact: false }).waitFor();
  assert.deepEqual(await topOf(page, "t1").boundingBox(), before);
  assert.equal(asked.length, 0);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await reached(page, 1);
});

test("whether the game can be won is asked when the moves under way are done", async (t) => {
  const { page, answer } = await slow(t, klondike);
  await page.keyboard.press("d");
  await page.keyboard.press("d");
  await page.keyboard.press("m");
  await page.getByRole("button", { name: "Can it still be won?" }).click();
  const dialog = page.getByRole("dialog", { name: "Can it still be won?" });
  await page.route("**/v1/games:findLastWinnable", (route) => {
    assert.equal(route.request().postDataJSON().moves.length, 2);
    return route.fulfill({ json: { state: "", nodes: "1", elapsedSeconds: 1, lastWinnable: 2, proved: true } });
  });
  await answer();
  await answer();
  await dialog.getByText("Yes. This position can be won.").waitFor();
});

test("that an answer takes long is shown after a second", async (t) => {
  const { page, come, answer } = await slow(t, klondike);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press("d");
  await come();
  await page.clock.runFor(900);
  assert.equal(await page.locator(".felt").getAttribute("aria-busy"), "false");
  assert.equal(await page.getByText("Waiting for the server …").count(), 0);
  await page.clock.runFor(200);
  await page.getByText("Waiting for the server …").waitFor();
  assert.equal(await page.locator(".felt").getAttribute("aria-busy"), "true");
  await page.clock.resume();
  await answer();
  await reached(page, 1);
  await page.locator(".felt[aria-busy=false]").waitFor();
  assert.equal(await page.getByText("Waiting for the server …").count(), 0);
});
