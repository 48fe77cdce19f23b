// Games for the tests, as far as the service has to play them first.
import { call } from "./harness.mjs";

/**
 * A game that the automatic finish completes, as the page keeps it.
 *
 * @param deal a deal that can be won, of a game that has a finish.
 */
export async function almostWon(deal) {
  const { game } = await call("/v1/games:deal", deal);
  const { moves } = await call("/v1/games:solve", { state: game.state });
  for (let count = 1; count <= moves.length; count++) {
    const { game: at } = await call("/v1/games:replay", { deal, moves: moves.slice(0, count), view: "STATE" });
    if (at.finishAvailable) return { game: { deal, moves: moves.slice(0, count), seconds: 100 }, counted: false };
  }
  throw new Error("the game never comes to its finish");
}

/** The game that a page keeps. */
export function kept(page) {
  return page.evaluate(() => JSON.parse(localStorage.getItem("talon.game")));
}

/** What a page has counted, by game. */
export function counted(page) {
  return page.evaluate(() => JSON.parse(localStorage.getItem("talon.statistics"))?.games ?? {});
}
