// Every game, played from its deal to the win: with the mouse, with taps on a phone, and with keys alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { games, visit } from "./harness.mjs";
import { deals, playByKeys, playByMouse, playByTaps, reached, winningLine } from "./play.driver.mjs";

const ways = [
  { name: "by dragging", size: "desktop", play: playByMouse },
  { name: "by tapping on a phone", size: "phone", touch: true, play: (page, step) => playByTaps(page, step, true) },
  { name: "by keys on a tablet", size: "tablet", play: playByKeys },
];

for (const game of games) {
  for (const { name, size, touch, play } of ways) {
    test(`${game} is won ${name}`, async (t) => {
      const line = await winningLine(game);
      const page = await visit(t, { path: `/#${game}?number=${deals[game].number}`, size, touch });
      await reached(page, 0);
      for (const [i, step] of line.entries()) {
        await play(page, step);
        await reached(page, i + 1).catch(() => assert.fail(`move ${i + 1}, ${step.move}, was not played`));
      }
      await page.getByRole("dialog").getByText("Won!").waitFor();
    });
  }
}
