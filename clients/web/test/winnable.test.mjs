import assert from "node:assert/strict";
import { test } from "node:test";
import { kept } from "./games.mjs";
import { call, visit } from "./harness.mjs";

async function ask(page) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Can it still be won?" }).click();
  return page.getByRole("dialog", { name: "Can it still be won?" });
}

const lost = {
  deal: { variant: "klondike", options: { draw: "1", redeals: "0" }, number: 21 },
  moves: Array(10).fill("d"),
  seconds: 30,
};

test("the move that lost the game is named, and the way back leads before it", async (t) => {
  const page = await visit(t, { stored: { game: { game: lost, counted: false } } });
  await page.getByText("10 moves").waitFor();
  const dialog = await ask(page);
  await dialog.getByText("No. Move 8 lost the game; before it, the game could be won.").waitFor();
  await dialog.getByRole("button", { name: "Back to the position after move 7" }).click();
  await page.getByText("7 moves").waitFor();
  assert.equal((await kept(page)).game.moves.length, 7);
  assert.ok(await page.getByRole("button", { name: "Redo" }).isEnabled());
  await (await ask(page)).getByText("Yes. This position can be won.").waitFor();
});

test("each verdict is said as it is, and no more", async (t) => {
  const page = await visit(t, { stored: { game: { game: lost, counted: false } } });
  await page.getByText("10 moves").waitFor();
  let found;
  await page.route("**/v1/games:findLastWinnable", (route) =>
    route.fulfill({ json: { state: "", nodes: "1", elapsedSeconds: 1, ...found } }),
  );
  for (const [answer, said, back] of [
    [{ lastWinnable: 3, firstLost: 8, proved: false }, "No. The game was lost after move 3 and by move 8 at the latest", 3],
    [{ firstLost: 0, proved: true }, "not even from the beginning"],
    [{ firstLost: 4, proved: false }, "By move 4 at the latest the game was lost."],
    [{ lastWinnable: 2, proved: false }, "That could not be decided. After move 2 the game could be won", 2],
    [{ proved: false }, "Nothing follows from it."],
  ]) {
    found = answer;
    const dialog = await ask(page);
    await dialog.getByText(said).waitFor();
    assert.equal(await dialog.getByRole("button", { name: /^Back to/ }).count(), back === undefined ? 0 : 1, said);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("u");
    await page.getByText("9 moves").waitFor();
    await page.keyboard.press("r");
    await page.getByText("10 moves").waitFor();
  }
});

test("a search that the server has no room for is said, and can be tried again", async (t) => {
  const page = await visit(t, { stored: { game: { game: lost, counted: false } }, failures: [429] });
  await page.getByText("10 moves").waitFor();
  let full = true;
  await page.route("**/v1/games:findLastWinnable", (route) =>
    full
      ? route.fulfill({
          status: 429,
          json: {
            code: 8,
            message: "full",
            details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "OVERLOADED", domain: "solitaire.v1" }],
          },
        })
      : route.continue(),
  );
  const dialog = await ask(page);
  await dialog.getByText("The server has too much to do.").waitFor();
  full = false;
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByText("No. Move 8 lost the game").waitFor();
});

test("a stuck game says so, and offers the ways on", async (t) => {
  const golf = { variant: "golf", number: 5 };
  const draws = Array(16).fill("d");
  const { game } = await call("/v1/games:replay", { deal: golf, moves: draws });
  assert.equal(game.status, "STUCK");
  const page = await visit(t, { stored: { game: { game: { deal: golf, moves: draws.slice(1), seconds: 0 }, counted: false } } });
  await page.getByText("15 moves").waitFor();
  await page.keyboard.press("d");
  const line = page.locator(".toast-stuck");
  await line.waitFor();
  await page.getByText("Stuck", { exact: true }).waitFor();
  await line.getByRole("button", { name: "Can it still be won?" }).click();
  await page.getByRole("dialog", { name: "Can it still be won?" }).getByText("the game is stuck").waitFor();
  await page.keyboard.press("Escape");
  await line.getByRole("button", { name: "Undo" }).click();
  await page.getByText("15 moves").waitFor();
});

test("whoever uses the keyboard is back at the table when the line over it goes", async (t) => {
  const golf = { variant: "golf", number: 5 };
  const page = await visit(t, { stored: { game: { game: { deal: golf, moves: Array(15).fill("d"), seconds: 0 }, counted: false } } });
  await page.getByText("15 moves").waitFor();
  const ways = [
    async () => {
      await page.keyboard.press("d");
      await page.locator(".toast-stuck").getByRole("button", { name: "Undo" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("15 moves").waitFor();
    },
    async () => {
      await page.keyboard.press("h");
      await page.locator(".toast-hint").getByRole("button", { name: "Close" }).focus();
      await page.keyboard.press(" ");
    },
  ];
  for (const leave of ways) {
    await leave();
    await page.locator(".toast").waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement?.matches("#table [data-pile]"));
  }
  // With the mouse nobody is anywhere: the next arrow begins at the table.
  await page.keyboard.press("h");
  await page.locator(".toast-hint").waitFor();
  const before = await page.evaluate(() => document.activeElement?.dataset.pile);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((pile) => ![undefined, pile].includes(document.activeElement?.dataset.pile), before);
});
