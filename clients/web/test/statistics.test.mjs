import assert from "node:assert/strict";
import { test } from "node:test";
import { almostWon, counted, kept } from "./games.mjs";
import { visit } from "./harness.mjs";

const freecell = { variant: "freecell", options: {}, number: 1 };

async function openStatistics(page) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Statistics" }).click();
  return page.getByRole("dialog", { name: "Statistics" });
}

test("a win is shown, counted once, and still there when the page is loaded again", async (t) => {
  const page = await visit(t, { stored: { game: await almostWon(freecell) } });
  await page.getByRole("button", { name: "Finish" }).click();
  const won = page.getByRole("dialog", { name: "Won!" });
  await won.getByText("You have won this game of FreeCell.").waitFor();
  await page.keyboard.press("Escape");
  const { freecell: tally } = await counted(page);
  assert.equal(tally.played, 1);
  assert.equal(tally.won, 1);
  assert.ok(tally.bestSeconds >= 100 && tally.bestSeconds < 200);

  // Taking the win back and winning again is the same game.
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("button", { name: "Finish" }).click();
  await won.getByText("It does not count").waitFor();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByText("Won", { exact: true }).waitFor();
  const dialog = await openStatistics(page);
  const figures = await dialog.getByRole("region", { name: "FreeCell" }).innerText();
  assert.match(figures.replaceAll("\n", " "), /Games 1 Won 1 Rate 100% Best time 1:\d\d Fewest moves \d+ Streak 1 Longest streak 1/);
});

test("the win leads to the next deal, and to sharing", async (t) => {
  const page = await visit(t, { stored: { game: await almostWon(freecell) } });
  await page.getByRole("button", { name: "Finish" }).click();
  const won = page.getByRole("dialog", { name: "Won!" });
  await won.getByRole("button", { name: "Share this deal" }).click();
  await page.getByRole("dialog", { name: "Share this deal" }).getByLabel("Link").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("button", { name: "Finish" }).click();
  await won.getByRole("button", { name: "Next deal" }).click();
  await won.waitFor({ state: "detached" });
  const { deal } = (await kept(page)).game;
  assert.equal(deal.variant, "freecell");
  assert.notEqual(deal.number, 1);
});

test("a game that is left counts as lost, one that nobody touched does not, and a known deal not again", async (t) => {
  const page = await visit(t, { path: "/#golf?number=7" });
  const go = async (hash, text) => {
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
    await page.getByText(text).waitFor();
  };
  await page.getByText("No. 7").waitFor();
  await go("#golf?number=8", "No. 8");
  assert.deepEqual(await counted(page), {});

  await page.keyboard.press("d");
  await page.getByText("1 move", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("1 move", { exact: true }).waitFor();
  assert.deepEqual(await counted(page), {});

  // The link would leave a game that has begun: it asks.
  await go("#golf?number=9", "The present game will count as lost.");
  await page.getByRole("button", { name: "Stay here" }).click();
  await page.getByText("No. 8").waitFor();
  await go("#golf?number=9", "The present game will count as lost.");
  await page.getByRole("button", { name: "Deal it" }).click();
  await page.getByText("No. 9").waitFor();
  assert.deepEqual(await counted(page), { golf: { played: 1, won: 0, streak: 0, longestStreak: 0 } });

  await go("#golf?number=8", "No. 8");
  await page.keyboard.press("d");
  await page.getByText("1 move", { exact: true }).waitFor();
  await go("#golf?number=10", "No. 10");
  assert.equal((await counted(page)).golf.played, 1);
});

test("restarting a deal is no other game", async (t) => {
  const page = await visit(t, { path: "/#golf?number=7" });
  await page.getByText("No. 7").waitFor();
  await page.keyboard.press("d");
  await page.getByText("1 move", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Restart" }).click();
  await page.getByText("0 moves").waitFor();
  assert.deepEqual(await counted(page), {});
});

test("statistics are forgotten when that is confirmed", async (t) => {
  const golf = { played: 12, won: 3, bestSeconds: 61, fewestMoves: 40, streak: 1, longestStreak: 2 };
  const page = await visit(t, { stored: { statistics: { version: 1, games: { golf } } } });
  const dialog = await openStatistics(page);
  await dialog.getByText("25%").waitFor();
  await dialog.getByRole("button", { name: "Reset" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByText("25%").waitFor();
  await dialog.getByRole("button", { name: "Reset" }).click();
  await dialog.getByRole("button", { name: "Forget them" }).click();
  await dialog.getByText("Nothing has been counted yet.").waitFor();
  assert.deepEqual(await counted(page), {});
});

test("what another tab counts is seen", async (t) => {
  const page = await visit(t);
  const dialog = await openStatistics(page);
  await dialog.getByText("Nothing has been counted yet.").waitFor();
  const second = await page.context().newPage();
  await second.goto("/");
  await second.evaluate(() => {
    localStorage.setItem("talon.statistics", JSON.stringify({ version: 1, games: { yukon: { played: 4, won: 2 } } }));
  });
  await dialog.getByText("50%").waitFor();
});
