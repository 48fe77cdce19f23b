// What is kept while the page is closed, and who keeps it: a page may be open twice, and be ended at any time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { almostWon, counted, kept } from "./games.mjs";
import { visit } from "./harness.mjs";

const freecell = { variant: "freecell", options: {}, number: 1 };
const golf = { variant: "golf", options: {}, number: 7 };
const drawn = (count) => ({ game: { game: { deal: golf, moves: Array(count).fill("d"), seconds: 9 }, counted: false } });

/** Opens the page once more beside a page. */
async function another(page) {
  const tab = await page.context().newPage();
  await tab.goto("/");
  return tab;
}

async function reached(page, moves) {
  await page.getByText(moves === 1 ? "1 move" : `${moves} moves`, { exact: true }).waitFor();
}

function follow(page, hash) {
  return page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

test("a game that is gone on with counts as it did before the page was closed", async (t) => {
  const page = await visit(t, { stored: { game: await almostWon(freecell) } });
  await page.getByRole("button", { name: "Finish" }).waitFor();
  assert.equal((await kept(page)).counted, false);
  const second = await another(page);
  await second.getByRole("button", { name: "Finish" }).click();
  await second.getByText("Best time so far").waitFor();
  assert.equal((await counted(page)).freecell.won, 1);
});

test("a game that is won in two tabs counts once", async (t) => {
  const page = await visit(t, { stored: { game: await almostWon(freecell) } });
  await page.getByRole("button", { name: "Finish" }).waitFor();
  const second = await another(page);
  await second.getByRole("button", { name: "Finish" }).click();
  await second.getByText("Best time so far").waitFor();
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByText("It does not count").waitFor();
  const { played, won, streak } = (await counted(page)).freecell;
  assert.deepEqual({ played, won, streak }, { played: 1, won: 1, streak: 1 });
});

test("a game that is left in two tabs counts once", async (t) => {
  const page = await visit(t, { stored: drawn(3) });
  await reached(page, 3);
  const second = await another(page);
  await reached(second, 3);
  await follow(second, "#golf?number=8");
  await second.getByRole("button", { name: "Deal it" }).click();
  await second.getByText("No. 8").waitFor();
  // The other tab has heard of it: nothing is left to be lost.
  await follow(page, "#golf?number=9");
  await page.getByText("No. 9").waitFor();
  assert.equal((await counted(page)).golf.played, 1);
});

test("a tab that nobody touched does not lay its game over a newer one", async (t) => {
  const page = await visit(t, { stored: drawn(3) });
  await reached(page, 3);
  const second = await another(page);
  await reached(second, 3);
  await second.keyboard.press("d");
  await reached(second, 4);
  await second.close();
  await page.reload();
  await reached(page, 4);
});

test("taking everything back and loading the page again is no way out of a game", async (t) => {
  const page = await visit(t, { stored: drawn(2) });
  await reached(page, 2);
  await page.getByRole("button", { name: "Restart" }).click();
  await reached(page, 0);
  await page.reload();
  await reached(page, 0);
  await page.keyboard.press("r");
  await reached(page, 1);
  await page.keyboard.press("u");
  await reached(page, 0);
  await follow(page, "#golf?number=8");
  await page.getByText("The present game will count as lost.").waitFor();
  await page.getByRole("button", { name: "Deal it" }).click();
  await page.getByText("No. 8").waitFor();
  assert.equal((await counted(page)).golf.played, 1);
});

test("what was taken back can be made again when the page is loaded again, be it kept often", async (t) => {
  const page = await visit(t, { stored: drawn(12) });
  await reached(page, 12);
  for (const left of [11, 10, 9]) {
    await page.keyboard.press("u");
    await reached(page, left);
  }
  await page.reload();
  await reached(page, 9);
  await page.keyboard.press("r");
  await reached(page, 10);
  await page.reload();
  await reached(page, 10);
  await page.keyboard.press("r");
  await reached(page, 11);
  await page.keyboard.press("r");
  await reached(page, 12);
  assert.ok(await page.getByRole("button", { name: "Redo" }).isDisabled());
});

test("that the browser does not keep the game is said at the table", async (t) => {
  const page = await visit(t, { path: "/#golf?number=7" });
  await page.getByText("No. 7").waitFor();
  assert.equal(await page.locator(".toast").count(), 0);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.keyboard.press("d");
  await page.getByRole("status").getByText("The browser does not keep the game").waitFor();
  await page.getByRole("status").getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("d");
  await reached(page, 2);
  assert.equal(await page.locator(".toast").count(), 0);
});

test("options that the service does not have are left out when the page deals by itself", async (t) => {
  const options = { draw: "77", redeals: "0", colour: "blue" };
  const page = await visit(t, { stored: { choices: { latest: "klondike", games: { klondike: { options } } } } });
  const { draw, redeals } = (await kept(page)).game.deal.options;
  assert.deepEqual({ draw, redeals }, { draw: "3", redeals: "0" });
});

test("what cannot succeed is not offered to be tried again", async (t) => {
  const page = await visit(t, { failures: [400] });
  await page.evaluate(() => localStorage.clear());
  await page.route("**/v1/games:deal", (route) => route.fulfill({ status: 400, json: { code: 3, message: "no", details: [] } }));
  await page.goto("about:blank");
  await page.goto("/");
  await page.locator(".toast-trouble").waitFor();
  assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0);
});
