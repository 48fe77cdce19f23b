// axe-core on everything that the page can show, in light and in dark.
import assert from "node:assert/strict";
import { test } from "node:test";
import { almostWon } from "./games.mjs";
import { assertAccessible, games, sizes, visit } from "./harness.mjs";
import { tap, topOf } from "./play.driver.mjs";

const themes = ["light", "dark"];
const looks = [
  { theme: "light", size: "phone" },
  { theme: "dark", size: "desktop" },
  { theme: "dark", size: "phone" },
];
const freecell = { variant: "freecell", options: {}, number: 1 };

for (const game of games) {
  test(`${game} can be used by everybody`, async (t) => {
    for (const { theme, size } of looks) {
      const page = await visit(t, { path: `/#${game}?number=1`, theme, size });
      await page.getByText("No. 1").waitFor();
      await assertAccessible(page, `${game}, ${theme}, ${size}`);
    }
  });
}

const pages = {
  Menu: () => Promise.resolve(),
  "New game": async (page) => {
    await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "New game" }).click();
  },
  "Can it still be won?": async (page) => {
    await page.getByRole("button", { name: "Can it still be won?" }).click();
    await page.getByText("Yes. This position can be won.").waitFor();
  },
  "Share this deal": (page) => page.getByRole("button", { name: "Share this deal" }).click(),
  Records: (page) => page.getByRole("button", { name: "Records" }).click(),
  Rules: async (page) => {
    await page.getByRole("button", { name: "Rules" }).click();
    await page.getByRole("table").first().waitFor();
  },
  Statistics: async (page) => {
    await page.getByRole("button", { name: "Statistics" }).click();
    await page.getByRole("button", { name: "Reset" }).click();
  },
  Settings: (page) => page.getByRole("button", { name: "Settings" }).click(),
  Keys: (page) => page.getByRole("button", { name: "Keys" }).click(),
  About: (page) => page.getByRole("button", { name: "About" }).click(),
};

for (const [name, open] of Object.entries(pages)) {
  test(`the page ${name} can be used by everybody`, async (t) => {
    const golf = { played: 12, won: 3, bestSeconds: 61, fewestMoves: 40, streak: 1, longestStreak: 2 };
    for (const { theme, size } of looks) {
      const page = await visit(t, {
        path: "/#klondike;draw=1?number=12345",
        theme,
        size,
        stored: { statistics: { games: { golf } } },
      });
      await page.getByText("No. 12345").waitFor();
      await page.keyboard.press("m");
      await page.getByRole("dialog", { name: "Menu" }).waitFor();
      await open(page);
      await page.getByRole("dialog", { name }).waitFor();
      await assertAccessible(page, `${name}, ${theme}, ${size}`);
    }
  });
}

test("a won game, a refusal, a hint, a stuck game and a replay can be used by everybody", async (t) => {
  for (const theme of themes) {
    const page = await visit(t, { theme, stored: { game: await almostWon(freecell) } });
    await page.getByRole("button", { name: "Finish" }).waitFor();
    await page.keyboard.press("h");
    await page.locator(".toast-hint").waitFor();
    await assertAccessible(page, `hint and finish, ${theme}`);
    const refused = await visit(t, { path: "/#klondike;draw=1?number=12345", theme });
    await tap(refused, topOf(refused, "t7"));
    await tap(refused, topOf(refused, "t6"));
    await refused.locator(".toast-refusal").waitFor();
    await assertAccessible(refused, `refusal, ${theme}`);
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByRole("dialog", { name: "Won!" }).waitFor();
    await assertAccessible(page, `won, ${theme}`);
    await page.getByRole("button", { name: "Records" }).click();
    await page.getByRole("button", { name: "Replay it" }).click();
    await page.getByRole("region", { name: "Replay" }).waitFor();
    await assertAccessible(page, `replay, ${theme}`);

    const stuck = await visit(t, {
      theme,
      stored: {
        game: { game: { deal: { variant: "golf", options: {}, number: 5 }, moves: Array(15).fill("d"), seconds: 0 }, counted: false },
      },
    });
    await stuck.getByText("15 moves").waitFor();
    await stuck.keyboard.press("d");
    await stuck.locator(".toast-stuck").waitFor();
    await assertAccessible(stuck, `stuck, ${theme}`);
  }
});

test("nothing is cut off on the smallest phone, or with letters twice as large", async (t) => {
  for (const language of ["en-GB", "de-DE"]) {
    for (const key of ["m", "n", "?"]) {
      const page = await visit(t, { size: "narrow", locale: language });
      await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor();
      const wide = await page.locator(".page").evaluate((element) => element.scrollWidth - element.clientWidth);
      assert.ok(wide <= 0, `${key}, ${language}: ${wide} pixels too wide`);
    }
    const page = await visit(t, { size: "desktop", locale: language });
    // Zoom makes the page's own pixels larger, so that fewer of them fit.
    await page.setViewportSize({ width: sizes.desktop.width / 2, height: sizes.desktop.height / 2 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${over} pixels too wide at 200 %`);
    for (const name of ["Menu", "Menü"]) {
      const button = page.getByRole("button", { name });
      if ((await button.count()) > 0) assert.ok(await button.isVisible());
    }
  }
});

test("what is touched on a phone is as large as a thumb", async (t) => {
  const page = await visit(t, { size: "phone", touch: true });
  const small = await page.evaluate(() =>
    [...document.querySelectorAll(".actions button")]
      .map((button) => [button.textContent, button.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && (box.width < 44 || box.height < 44))
      .map(([text]) => text),
  );
  assert.deepEqual(small, []);
});
