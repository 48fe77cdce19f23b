import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { kept } from "./games.mjs";
import { call, visit } from "./harness.mjs";

const deal = { variant: "klondike", options: { draw: "1" }, number: 12345 };

async function openRecords(page) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Records" }).click();
  return page.getByRole("dialog", { name: "Records" });
}

async function replay(page, text) {
  const dialog = await openRecords(page);
  await dialog.getByRole("form", { name: "Open a record" }).getByLabel("Record").fill(text);
  await dialog.getByRole("button", { name: "Replay", exact: true }).click();
  return dialog;
}

test("the game is taken away as a record in both forms, which the service replays", async (t) => {
  const moves = ["t4fs", "d", "d"];
  const page = await visit(t, { stored: { game: { game: { deal, moves, seconds: 5 }, counted: false } } });
  await page.getByText("3 moves").waitFor();
  const dialog = await openRecords(page);
  const field = dialog.getByRole("region", { name: "This game" }).getByLabel("Record", { exact: true });
  for (const [form, from, ending] of [
    ["JSON, one line", "RECORD_JSON", "jsonl"],
    ["Text", "RECORD_TEXT", "txt"],
  ]) {
    await dialog.getByRole("radio", { name: form }).check();
    await page.waitForFunction(
      ([element, start]) => element.value.startsWith(start),
      [await field.elementHandle(), from === "RECORD_JSON" ? "{" : "["],
    );
    const text = await field.inputValue();
    const read = await call("/v1/games:convert", { from, to: "RECORD_JSON", text });
    assert.deepEqual(read.moves, moves);
    assert.deepEqual(JSON.parse(read.text).deal, { number: 12345 });
    const [download] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Download" }).click()]);
    assert.equal(download.suggestedFilename(), `talon-klondike.${ending}`);
    assert.equal(readFileSync(await download.path(), "utf8"), text);
  }
});

test("a record is replayed step by step, and the player's game waits", async (t) => {
  const page = await visit(t, { path: "/#golf?number=7" });
  await page.getByText("No. 7").waitFor();
  await page.keyboard.press("d");
  await page.getByText("1 move", { exact: true }).waitFor();
  const before = await kept(page);
  await replay(
    page,
    JSON.stringify({ variant: "klondike", options: { draw: "1" }, deal: { number: 12345 }, moves: ["t4fs", "d", "u", "d"] }),
  );
  await page.getByRole("heading", { level: 1, name: "Klondike" }).waitFor();
  const bar = page.getByRole("region", { name: "Replay" });
  await bar.getByText("Move 0 of 4").waitFor();
  await bar.getByRole("button", { name: "One move on" }).click();
  await bar.getByText("Move 1 of 4").waitFor();
  await bar.getByText("A♠ from Column 4 to Spades foundation, 8♦ turned up on Column 4").waitFor();
  await bar.getByRole("button", { name: "One move on" }).click();
  await bar.getByText("A♥ drawn").waitFor();
  await bar.getByRole("button", { name: "One move on" }).click();
  await bar.getByText("taken back").waitFor();
  await bar.getByRole("button", { name: "One move back" }).click();
  await bar.getByText("Move 2 of 4").waitFor();
  await bar.getByRole("button", { name: "To the end" }).click();
  await bar.getByText("Move 4 of 4").waitFor();
  await bar.getByRole("slider", { name: "Go to move" }).fill("1");
  await bar.getByText("Move 1 of 4").waitFor();
  // It plays by itself to its end.
  await bar.getByRole("button", { name: "Play", exact: true }).click();
  await bar.getByText("Move 4 of 4").waitFor();
  await bar.getByRole("button", { name: "Back to my game" }).click();
  await page.getByRole("heading", { level: 1, name: "Golf" }).waitFor();
  await page.getByText("1 move", { exact: true }).waitFor();
  assert.deepEqual((await kept(page)).game.moves, before.game.moves);
});

test("a replay stops where a move is refused, and says why", async (t) => {
  const record = { variant: "klondike", options: { draw: "1" }, deal: { number: 12345 }, moves: ["t4fs", "t7t6", "d"], status: "WON" };
  const text = '[Variant "klondike"]\r\n[Options "draw=1"]\r\n[Deal "number=12345"]\r\n[Status "WON"]\r\n\r\nt4fs t7t6\r\nd\r\n';
  for (const given of [JSON.stringify(record), text]) {
    const page = await visit(t);
    await replay(page, given);
    const bar = page.getByRole("region", { name: "Replay" });
    await bar.getByText("Move 0 of 1").waitFor();
    await bar.getByRole("button", { name: "To the end" }).click();
    await bar.getByText("Entry 2, t7t6, is refused: 8♠ does not go on 10♦").waitFor();
    await bar.getByText("The record claims status WON, but it is IN_PROGRESS.").waitFor();
    assert.ok(await bar.getByRole("button", { name: "One move on" }).isDisabled());
  }
});

test("what is no record is refused with the place where it is wrong", async (t) => {
  for (const [given, said] of [
    ["hello", /Line 1, column 1/],
    ['{"variant":"klondike","moves":3}', /Line 1, column 31/],
    ['{"variant":"klondike","deal":{"number":1},"movez":[]}', /Line 1, column 43/],
    ['{"variant":"klondike","deal":{"number":1},"moves":["t99"]}', /t99/],
    ['[Deal "number=1"]\n[Deal "number=2"]\n\nd\n', /Line 2/],
    ["  ", /paste a record/],
  ]) {
    const page = await visit(t, { failures: [400] });
    const dialog = await replay(page, given);
    const alert = dialog.getByRole("form", { name: "Open a record" }).getByRole("alert");
    await alert.getByText(said).waitFor();
  }
});

test("a record is opened from a file, and played on from where it is", async (t) => {
  const page = await visit(t);
  const dialog = await openRecords(page);
  await dialog.getByLabel("Choose a file").setInputFiles({
    name: "game.txt",
    mimeType: "text/plain",
    buffer: Buffer.from('[State "klondike/1;draw=1 m=88 t2:Jd t3:Ks t4:Qd t5:Kd fc:K fd:T fh:K fs:Q"]\n\nt2fd t4fd t3fs\n'),
  });
  await dialog.getByRole("button", { name: "Replay", exact: true }).click();
  const bar = page.getByRole("region", { name: "Replay" });
  await bar.getByRole("button", { name: "One move on" }).click();
  await bar.getByText("Move 1 of 3").waitFor();
  await bar.getByRole("button", { name: "Play on from here" }).click();
  await bar.waitFor({ state: "detached" });
  await page.getByText("89 moves").waitFor();
  assert.deepEqual((await kept(page)).game.moves, ["t2fd"]);
  await page.keyboard.press("u");
  await page.getByText("88 moves").waitFor();
});

test("a file that no record is as large as is not read", async (t) => {
  const page = await visit(t);
  const dialog = await openRecords(page);
  await dialog
    .getByLabel("Choose a file")
    .setInputFiles({ name: "big.txt", mimeType: "text/plain", buffer: Buffer.alloc((4 << 20) + 1, "x") });
  await dialog.getByText("The file is larger than 4 MiB").waitFor();
});
