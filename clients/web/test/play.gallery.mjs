// Takes the pictures of the documentation: every game in the middle, on a phone and on a desktop, light and
// dark.
//
//   node test/play.gallery.mjs DIR
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { call, games, visit } from "./harness.mjs";
import { deals, reached } from "./play.driver.mjs";

const folder = process.argv[2];
if (folder === undefined) throw new Error("node test/play.gallery.mjs DIR: in which folder the pictures go is missing");
mkdirSync(folder, { recursive: true });

// How much of the winning line is played, where the table shows most of what it can.
const part = { klondike: 0.5, spider: 0.35, freecell: 0.4, pyramid: 0.45, tripeaks: 0.5, golf: 0.4, yukon: 0.4 };
const options = { spider: { suits: "2" } };

for (const variant of games) {
  test(variant, async (t) => {
    const deal = { variant, options: options[variant] ?? {}, ...deals[variant] };
    const { game } = await call("/v1/games:deal", deal);
    const { moves } = await call("/v1/games:solve", { state: game.state });
    const played = moves.slice(0, Math.round(moves.length * part[variant]));
    const kept = { game: { game: { deal, moves: played, seconds: 154 }, counted: false } };
    for (const size of ["phone", "desktop"]) {
      for (const theme of ["light", "dark"]) {
        const page = await visit(t, { size, theme, stored: kept });
        await reached(page, played.length);
        await page.screenshot({ path: join(folder, `${variant}-${size}-${theme}.png`) });
      }
    }
  });
}
