// Every game, played from its deal to the win with the mouse.
import { test } from "node:test";
import { games, visit } from "./harness.mjs";
import { deals, playByMouse, reached, win, winningLine } from "./play.driver.mjs";

for (const game of games) {
  test(`${game} is won by dragging`, async (t) => {
    const line = await winningLine(game);
    const page = await visit(t, { path: `/#${game}?number=${deals[game].number}` });
    await reached(page, 0);
    await win(page, line, playByMouse, () => page.getByRole("button", { name: "Finish" }).click());
  });
}
