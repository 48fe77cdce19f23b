// A long game is taken up with few calls, and its past is there all the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./harness.mjs";
import { reached } from "./play.driver.mjs";

const round = [...Array(24).fill("d"), "r"];
const moves = Array.from({ length: 220 }, (_, i) => round[i % round.length]);
const long = { deal: { variant: "klondike", options: { draw: "1", redeals: "unlimited" }, number: 1 }, moves, seconds: 900 };

async function resume(t) {
  const page = await visit(t, { stored: { game: { game: long, counted: false } } });
  await reached(page, 220);
  return page;
}

async function press(page, key, times = 1) {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

test("220 moves are taken up with a few calls", async (t) => {
  const page = await resume(t);
  const calls = await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/v1/")).length);
  assert.ok(calls <= 16, `${calls} calls`);
});

test("undo leads into the older part move by move, and redo back", async (t) => {
  const page = await resume(t);
  await press(page, "u", 10);
  await reached(page, 210);
  await press(page, "u", 10);
  await reached(page, 200);
  await press(page, "r", 20);
  await reached(page, 220);
  assert.ok(await page.getByRole("button", { name: "Redo" }).isDisabled());
  await press(page, "d");
  await reached(page, 221);
});

test("after a restart the moves are made again one by one", async (t) => {
  const page = await resume(t);
  await page.getByRole("button", { name: "Restart" }).click();
  await reached(page, 0);
  await press(page, "r");
  await reached(page, 1);
  await press(page, "r", 2);
  await reached(page, 3);
  await press(page, "u");
  await reached(page, 2);
  await press(page, "d");
  await reached(page, 3);
  assert.ok(await page.getByRole("button", { name: "Redo" }).isDisabled(), "a move of one's own ends what can be made again");
});

test("back to the last position that could be won leads into the older part, too", async (t) => {
  const page = await resume(t);
  await page.route("**/v1/games:findLastWinnable", (route) =>
    route.fulfill({ json: { state: "", nodes: "1", elapsedSeconds: 1, lastWinnable: 100, firstLost: 101, proved: true } }),
  );
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Can it still be won?" }).click();
  await page.getByRole("button", { name: "Back to the position after move 100" }).click();
  await reached(page, 100);
  await press(page, "u");
  await reached(page, 99);
  await press(page, "r", 3);
  await reached(page, 102);
});
