// Every game, won on a phone by tapping. The deals are played from beginning to end with mouse and keys;
// a finger plays the end, to the last card.
import { test } from "node:test";
import { games, visit } from "./harness.mjs";
import { deals, playByTaps, reached, win, winningLine } from "./play.driver.mjs";

const most = 24;

for (const game of games) {
  test(`${game} is won by tapping on a phone`, async (t) => {
    const line = await winningLine(game);
    const begun = line.slice(0, -most);
    const kept = { deal: { variant: game, ...deals[game] }, moves: begun.map(({ move }) => move), seconds: 60 };
    const page = await visit(t, { size: "phone", touch: true, stored: { game: { game: kept, counted: false } } });
    await reached(page, begun.length);
    await win(page, line.slice(-most), (page, step) => playByTaps(page, step, true));
  });
}
