// Every game, played from its deal to the win with keys alone.
import { test } from "node:test";
import { games, visit } from "./harness.mjs";
import { deals, playByKeys, reached, win, winningLine } from "./play.driver.mjs";

for (const game of games) {
  test(`${game} is won by keys on a tablet`, async (t) => {
    const line = await winningLine(game);
    const page = await visit(t, { path: `/#${game}?number=${deals[game].number}`, size: "tablet" });
    await reached(page, 0);
    await win(page, line, playByKeys, () => page.keyboard.press("f"));
  });
}
