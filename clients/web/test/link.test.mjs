import assert from "node:assert/strict";
import { test } from "node:test";
import { kept } from "./games.mjs";
import { answered, call, holdBack, visit } from "./harness.mjs";

async function linkOf(page) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Share this deal" }).click();
  const dialog = page.getByRole("dialog", { name: "Share this deal" });
  const link = await dialog.getByLabel("Link").inputValue();
  await dialog.getByRole("button", { name: "Copy" }).click();
  await dialog.getByText("Copied").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
  await page.keyboard.press("Escape");
  return link;
}

const deals = [
  { variant: "klondike", options: { draw: "1", redeals: "3", scoring: "vegas" }, number: 4294967295 },
  { variant: "golf", options: {}, seed: "Grüße, Talon; #1 = 50 % & mehr?" },
  { variant: "spider", options: { suits: "2" }, number: 5 },
];

for (const deal of deals) {
  test(`the link of a shared deal deals the same cards: ${deal.variant} ${deal.number ?? deal.seed}`, async (t) => {
    const first = await visit(t, { stored: { game: { game: { deal, moves: [], seconds: 0 }, counted: false } } });
    await first.getByRole("heading", { level: 1 }).waitFor();
    const link = await linkOf(first);
    const second = await visit(t, { path: new URL(link).pathname + new URL(link).hash });
    const { deal: opened } = (await kept(second)).game;
    const [wanted, got] = await Promise.all([call("/v1/games:deal", deal), call("/v1/games:deal", opened)]);
    assert.equal(got.game.state, wanted.game.state);
    // The link is used up: loading the page again goes on with the game.
    assert.equal(new URL(second.url()).hash, "");
  });
}

test("a link may name a day, a deck, a whole position, or a game alone", async (t) => {
  const deck = (await call("/v1/games:deal", { variant: "golf", number: 3 })).game.state;
  const position = "klondike/1;draw=1 m=88 t2:Jd t3:Ks t4:Qd t5:Kd fc:K fd:T fh:K fs:Q";
  const order = "Ac2c3c4c5c6c7c8c9cTcJcQcKcAd2d3d4d5d6d7d8d9dTdJdQdKdAh2h3h4h5h6h7h8h9hThJhQhKhAs2s3s4s5s6s7s8s9sTsJsQsKs";
  for (const [hash, state] of [
    ["#pyramid?daily=2026-12-01", (await call("/v1/games:deal", { variant: "pyramid", daily: "2026-12-01" })).game.state],
    [`#yukon?deck=${order}`, (await call("/v1/games:deal", { variant: "yukon", deck: order })).game.state],
    [`#klondike?state=${encodeURIComponent(position)}`, position],
    [`#golf?state=${encodeURIComponent(deck)}`, deck],
  ]) {
    const page = await visit(t, { path: `/${hash}` });
    const { deal, state: from } = (await kept(page)).game;
    assert.equal(from ?? (await call("/v1/games:deal", deal)).game.state, state, hash);
    const again = new URL(await linkOf(page)).hash;
    assert.match(again, deal === undefined ? /\?state=/ : /\?(number|deck)=/);
  }
  const page = await visit(t, { path: "/#spider" });
  await page.getByRole("heading", { level: 1, name: "Spider" }).waitFor();
});

test("a link that is none, or that the service refuses, is said, and a game is dealt", async (t) => {
  for (const [hash, said] of [
    ["#golf?number=x", "The link cannot be read."],
    ["#golf?number=1&seed=2", "The link cannot be read."],
    ["#%E0%A4%A", "The link cannot be read."],
    [`#${"x".repeat(9000)}`, "The link cannot be read."],
    ["#golf?number=0", "deal number in the link"],
    ["#golf?number=9999999999", "^The deal number in the link is none: it would be a whole number from 1 to 4,294,967,295."],
    [`#golf?seed=${"x".repeat(129)}`, "^The seed in the link is longer than 128 bytes."],
    ["#golf?state=nonsense", "^The link cannot be read."],
    ["#hearts?number=1", "hearts"],
    ["#golf;draw=1?number=1", "^[^\\[]*draw"],
    ["#klondike;draw=77?number=1", "^The option draw"],
    ["#golf?state=golf%2F1%20m%3D0%20t1%3A2s", "^The position is impossible"],
  ]) {
    const page = await visit(t, { path: `/${hash}`, failures: [400] });
    assert.match(await page.locator(".toast").innerText(), new RegExp(said, "i"), hash);
  }
});

test("a link to the deal on the table leaves it as it is", async (t) => {
  const page = await visit(t, { path: "/#klondike;draw=1?number=12345" });
  await page.getByText("No. 12345").waitFor();
  await page.keyboard.press("d");
  await page.getByText("1 move", { exact: true }).waitFor();
  const go = (hash) =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);
  const start = (await call("/v1/games:deal", (await kept(page)).game.deal)).game.state;
  for (const same of ["#klondike;draw=1?number=12345", `#klondike?state=${encodeURIComponent(start)}`]) {
    await go(same);
    await page.waitForFunction(() => location.hash === "");
    await page.getByText("1 move", { exact: true }).waitFor();
    assert.equal(await page.getByRole("dialog").count(), 0, same);
  }
  await go("#klondike;draw=3?number=12345");
  await page.getByText("The present game will count as lost.").waitFor();
});

test("a link to the day whose deal is on the table leaves it as it is", async (t) => {
  const page = await visit(t, { path: "/#pyramid?daily=2026-12-01" });
  await page.keyboard.press("d");
  await page.getByText("1 move", { exact: true }).waitFor();
  const go = (day) =>
    answered(page, "/v1/games:deal", () =>
      page.evaluate((to) => {
        location.hash = `#pyramid?daily=${to}`;
      }, day),
    );
  await go("2026-12-01");
  await page.waitForFunction(() => location.hash === "");
  await page.getByText("1 move", { exact: true }).waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
  await go("2026-12-02");
  await page.getByText("The present game will count as lost.").waitFor();
  await page.getByRole("button", { name: "Stay here" }).click();
  await page.getByText("1 move", { exact: true }).waitFor();
});

test("a link to a day is asked about where the service does not say which deal it is", async (t) => {
  const page = await visit(t, { path: "/#pyramid?number=3", failures: ["offline"] });
  await page.getByText("No. 3").waitFor();
  await page.keyboard.press("d");
  await page.getByText("1 move", { exact: true }).waitFor();
  await page.route("**/v1/games:deal", (route) => route.abort());
  await page.evaluate(() => {
    location.hash = "#pyramid?daily=2026-12-01";
  });
  await page.getByText("The present game will count as lost.").waitFor();
});

test("where the browser does not copy, the text is marked to be copied by hand", async (t) => {
  const page = await visit(t, { path: "/#golf?number=7" });
  await page.getByText("No. 7").waitFor();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("not allowed", "NotAllowedError"));
  });
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Share this deal" }).click();
  const dialog = page.getByRole("dialog", { name: "Share this deal" });
  await dialog.getByRole("button", { name: "Copy" }).click();
  await dialog.getByText("The browser did not copy it.").waitFor();
  const marked = await dialog.getByLabel("Link").evaluate((field) => field.selectionEnd - field.selectionStart === field.value.length);
  assert.ok(marked);
});

test("the running game survives when the page is loaded again, with its moves and its time", async (t) => {
  const page = await visit(t, { path: "/#klondike;draw=1?number=12345" });
  await page.getByText("No. 12345").waitFor();
  for (const moves of ["1 move", "2 moves", "3 moves"]) {
    await page.keyboard.press("d");
    await page.getByText(moves, { exact: true }).waitFor();
  }
  await page.reload();
  await page.getByText("3 moves").waitFor();
  await page.keyboard.press("u");
  await page.getByText("2 moves").waitFor();
});

test("a link that is opened while the running game is taken up again waits for it, and asks", async (t) => {
  const game = { deal: { variant: "golf", options: {}, number: 7 }, moves: ["d"], seconds: 5 };
  for (const [held, other] of [
    ["/v1/variants*", "/v1/games:replay"],
    ["/v1/games:replay", "/v1/variants*"],
  ]) {
    const page = await visit(t, { stored: { game: { game, counted: false } } });
    await page.getByText("1 move", { exact: true }).waitFor();
    const release = await holdBack(page, held);
    await answered(page, other, () => page.reload());
    await page.evaluate(() => {
      location.hash = "#golf?number=9";
    });
    await page.waitForFunction(() => location.hash === "");
    release();
    await page.getByText("The present game will count as lost.").waitFor();
    await page.getByText("No. 7").waitFor();
  }
});
