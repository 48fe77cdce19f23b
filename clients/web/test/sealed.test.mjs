// Sealed games: their hidden cards stay with the server, from the deal to the proof after the win.
import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, kept } from "./games.mjs";
import { answered, assertAccessible, call, origin, serveSealed, visit } from "./harness.mjs";

// Servers with the same keys: one with both forms, one with sealed states only, one that tells everything.
const both = await serveSealed("-states", "both");
const sealedOnly = await serveSealed("-states", "sealed");
const telling = await serveSealed("-hints", "full");

const klondike = { variant: "klondike", options: { draw: "1" } };

async function openNew(page) {
  await page.getByRole("button", { name: "New game", exact: true }).click();
  return page.getByRole("dialog", { name: "New game" });
}

async function openMenu(page, name) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name, exact: true }).click();
  return page.getByRole("dialog", { name });
}

async function closeDialog(page) {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** What the page shows of the cards, pile by pile. */
function table(page) {
  return page.locator(".felt [data-pile][data-index]").evaluateAll((cards) =>
    cards.map((card) => {
      const signs = [...card.querySelectorAll(".index use")].slice(0, 2).map((sign) => sign.getAttribute("href"));
      return `${card.dataset.pile} ${card.classList.contains("down") ? "down" : signs.join(" ")}`;
    }),
  );
}

/** A secret game as the page keeps it, played to where it can be finished. */
async function almostWon(server = both) {
  const { game } = await call("/v1/games:deal", { ...klondike, winnable: true, sealed: true }, server);
  const { moves } = await call("/v1/games:solve", { state: game.state }, telling);
  let played = 0;
  let { state, finishAvailable } = game;
  while (!finishAvailable) {
    ({
      game: { state, finishAvailable },
    } = await call("/v1/games:applyMoves", { state, moves: [moves[played++]], view: "STATE" }, server));
  }
  const { state: from, seal } = game;
  return { game: { state: from, commitment: seal.commitment, moves: moves.slice(0, played), seconds: 40 }, counted: false };
}

async function finish(page) {
  await page.getByRole("button", { name: "Finish" }).click();
  const dialog = page.getByRole("dialog", { name: "Won!" });
  await dialog.waitFor();
  return dialog;
}

test("a game is dealt with its hidden cards left at the server, played, and gone on with", async (t) => {
  const page = await visit(t, { server: both });
  const dialog = await openNew(page);
  await dialog.getByRole("radiogroup", { name: "Hidden cards" }).getByRole("radio", { name: "With the server" }).check();
  await dialog.getByText("after a win that can be checked").waitFor();
  await assertAccessible(page, "the choice of sealed cards");
  await dialog.getByRole("button", { name: "Deal", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Sealed", { exact: true }).waitFor();

  const { game } = await kept(page);
  assert.match(game.state, /^talon1\.klondike-1\./);
  assert.match(game.commitment, /^[0-9a-f]{64}$/);
  assert.equal(game.deal, undefined);

  const { moves } = await call("/v1/games:enumerateMoves", { state: game.state }, both);
  assert.ok(moves.some(({ move }) => move === "d"));
  await page.keyboard.press("d");
  await page.getByText("1 move", { exact: true }).waitFor();
  const after = await table(page);
  assert.equal(after.filter((card) => card.endsWith("down")).length, 21 + 1, "the columns, and the stock as one card");
  await page.keyboard.press("u");
  await page.getByText("0 moves").waitFor();
  await page.keyboard.press("r");
  await page.getByText("1 move", { exact: true }).waitFor();
  assert.deepEqual(await table(page), after);
  const hinted = page.waitForResponse("**/v1/games:suggestMove");
  await page.keyboard.press("h");
  assert.equal((await hinted).status(), 200);

  // Nothing that the browser keeps names a position.
  assert.doesNotMatch(await page.evaluate(() => JSON.stringify({ ...localStorage })), /klondike\/1/);
  await page.reload();
  await page.getByText("1 move", { exact: true }).waitFor();
  assert.match((await kept(page)).game.state, /^talon1\./);
  assert.equal((await kept(page)).game.commitment, game.commitment);

  // The next game is dealt as this one was.
  const next = await openNew(page);
  assert.ok(await next.getByRole("radio", { name: "With the server" }).isChecked());
});

test("what rests on the hidden cards is not asked for, and said why", async (t) => {
  const page = await visit(t, { server: both, stored: { game: await almostWon() } });
  await page.getByRole("button", { name: "Finish" }).waitFor();
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(":findLastWinnable")) asked++;
  });
  const dialog = await openMenu(page, "Can it still be won?");
  await dialog.getByText("the hidden cards of this game stay with the server").waitFor();
  await assertAccessible(page, "why nobody can tell");
  assert.equal(asked, 0);
});

test("a server that tells everything is asked", async (t) => {
  const page = await visit(t, { server: telling, stored: { game: await almostWon() } });
  await page.getByRole("button", { name: "Finish" }).waitFor();
  await (await openMenu(page, "Can it still be won?")).getByText("Yes. This position can be won.").waitFor();
});

test("after a win the deal is proved, counted once, and replayed by anybody", async (t) => {
  const stored = await almostWon();
  const page = await visit(t, { server: both, stored: { game: stored } });
  await page.getByRole("button", { name: "Finish" }).waitFor();
  const promised = await openMenu(page, "Sealed cards");
  await promised.getByText("The cards are fixed.").waitFor();
  assert.equal(await promised.getByLabel("Promised before the first move").inputValue(), stored.game.commitment);
  await closeDialog(page);

  const won = await finish(page);
  await won.getByText("Verified: the cards were fixed before the first move.").waitFor();
  await won.getByText("Best time so far").waitFor();
  assert.equal((await counted(page)).klondike.won, 1);
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: scheme });
    await assertAccessible(page, `a win, ${scheme}`);
  }
  await won.getByRole("button", { name: "How it was checked" }).click();
  const sealed = page.getByRole("dialog", { name: "Sealed cards" });
  const seed = await sealed.getByLabel("Seed").inputValue();
  assert.match(seed, /^[0-9a-f]{32}$/);
  assert.match(await sealed.getByLabel("Salt").inputValue(), /^[0-9a-f]{32}$/);
  await assertAccessible(page, "the proof of a sealed deal");
  await closeDialog(page);

  // What was told is known, whatever is taken back and when the page is opened again.
  await page.keyboard.press("u");
  await page.getByRole("button", { name: "Finish" }).waitFor();
  await (await openMenu(page, "Sealed cards")).getByText("Verified").waitFor();
  await closeDialog(page);
  const again = await finish(page);
  await again.getByText("It does not count").waitFor();
  await page.reload();
  await page.getByText("Won", { exact: true }).waitFor();
  await (await openMenu(page, "Sealed cards")).getByText("Verified").waitFor();
  await closeDialog(page);

  // The record begins with the deal now, and a server without any key replays it.
  const records = await openMenu(page, "Records");
  const field = records.getByRole("region", { name: "This game" }).getByRole("textbox", { name: "Record" });
  await page.waitForFunction((text) => [...document.querySelectorAll("textarea")].some((one) => one.value.includes(text)), seed);
  const record = JSON.parse(await field.inputValue());
  assert.deepEqual(record.deal, { seed });
  assert.equal(record.status, "WON");
  const { state: _, deal, ...rest } = record;
  const { game, complete } = await call("/v1/games:replay", {
    deal: { variant: rest.variant, options: rest.options, ...deal },
    moves: rest.moves,
  });
  assert.ok(complete);
  assert.equal(game.status, "WON");
});

test("a game that is not the promised one is told so", async (t) => {
  const stored = await almostWon();
  stored.game.commitment = "0".repeat(64);
  const page = await visit(t, { server: both, stored: { game: stored } });
  await (await finish(page)).getByText("This is not the deal that was promised").waitFor();
  await assertAccessible(page, "a broken promise");
});

test("where the browser cannot check, that is said", async (t) => {
  const page = await visit(t, { server: both, stored: { game: await almostWon() } });
  await page.addInitScript(() => Object.defineProperty(globalThis.crypto, "subtle", { value: undefined }));
  await page.reload();
  await (await finish(page)).getByText("This browser cannot check it here").waitFor();
});

test("a link gives somebody else the same sealed game, and finds its own again", async (t) => {
  const page = await visit(t, { server: both, path: "/#golf?number=7" });
  await page.getByText("No. 7").waitFor();
  const dialog = await openNew(page);
  await dialog.getByRole("radio", { name: "With the server" }).check();
  await dialog.getByRole("button", { name: "Deal", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Sealed", { exact: true }).waitFor();
  const share = await openMenu(page, "Share this deal");
  await share.getByText("knows no more of the hidden ones").waitFor();
  const link = await share.getByLabel("Link").inputValue();
  await closeDialog(page);
  const shown = await table(page);

  const other = await visit(t, { server: both, path: link.slice(link.indexOf("/#")) });
  await other.getByText("Sealed", { exact: true }).waitFor();
  assert.deepEqual(await table(other), shown);
  assert.equal((await kept(other)).game.commitment, (await kept(page)).game.commitment);

  await page.keyboard.press("d");
  await page.getByText("1 move", { exact: true }).waitFor();
  // Resumed, its state is another text.
  await page.reload();
  await page.getByText("1 move", { exact: true }).waitFor();
  await answered(page, "/v1/games:inspect", () =>
    page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      link.slice(link.indexOf("#")),
    ),
  );
  await page.waitForFunction(() => location.hash === "");
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.getByText("1 move", { exact: true }).waitFor();
});

test("a server with sealed games only deals nothing else, and says so", async (t) => {
  const page = await visit(t, { server: sealedOnly });
  await page.getByText("Sealed", { exact: true }).waitFor();
  assert.match((await kept(page)).game.state, /^talon1\./);
  const dialog = await openNew(page);
  await dialog.getByText("Hidden cards stay with the server.").waitFor();
  assert.equal(await dialog.getByRole("radiogroup", { name: "Hidden cards" }).count(), 0);
  await dialog.getByRole("radio", { name: "By number" }).check();
  await dialog.getByText("can look the deal up").waitFor();
  await dialog.getByLabel("Deal number").fill("7");
  await dialog.getByRole("button", { name: "Deal", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("No. 7").waitFor();
  await page.keyboard.press("d");
  await page.getByText("1 move", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("1 move", { exact: true }).waitFor();
  await page.getByText("No. 7").waitFor();
  const records = await openMenu(page, "Records");
  await page.waitForFunction(() => [...document.querySelectorAll("textarea")].some((one) => one.value.includes('"moves":["d"]')));
  await records.getByRole("radio", { name: "Text" }).check();
  await page.waitForFunction(() => [...document.querySelectorAll("textarea")].some((one) => one.value.includes('[State "talon1.')));
  await records.getByRole("button", { name: "Replay it" }).click();
  await page.getByText("Move 0 of 1").waitFor();
});

test("a win on a server with sealed games only is proved, too", async (t) => {
  const page = await visit(t, { server: sealedOnly, stored: { game: await almostWon(sealedOnly) }, size: "phone", locale: "de-DE" });
  await page.getByRole("button", { name: "Alles ablegen" }).click();
  await page.getByText("Geprüft: Die Karten standen vor dem ersten Zug fest.").waitFor();
});

test("a server without keys offers nothing of it, and a choice made elsewhere does no harm", async (t) => {
  const choices = { latest: "golf", games: { golf: { options: {}, way: "random", difficulty: "EASY", sealed: true } } };
  const page = await visit(t, { server: await origin(), stored: { choices }, failures: [400] });
  await page.getByRole("heading", { level: 1, name: "Golf" }).waitFor();
  assert.equal((await kept(page)).game.deal.variant, "golf");
  const dialog = await openNew(page);
  await dialog.getByRole("radio", { name: "Random" }).waitFor();
  assert.equal(await dialog.getByText("Hidden cards").count(), 0);
  await dialog.getByRole("button", { name: "Deal", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
});
