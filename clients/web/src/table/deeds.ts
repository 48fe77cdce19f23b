// Does what a gesture means.

import { play } from "../play/play.ts";
import { say } from "../text/say.ts";
import { type Deed, type Spot, drawOf, tap } from "./gesture.ts";
import { cursor, held, piles, targets } from "./hand.ts";
import { stackName } from "./names.ts";
import { speak } from "./voice.ts";

/** Does it. Tells whether it changed the game. */
export function perform(deed: Deed): Promise<boolean> {
  switch (deed.kind) {
    case "play":
      held.value = undefined;
      return play.play(deed.move);
    case "refuse":
      held.value = deed.held;
      return play.attempt(deed.move);
    case "hold":
      play.clear();
      held.value = deed.held;
      announceHeld();
      return Promise.resolve(false);
    case "release":
      release();
      return Promise.resolve(false);
    case "nothing":
      return Promise.resolve(false);
  }
}

/** What a click on a spot, or Enter, means; and does it. */
export function touch(spot: Spot): void {
  const game = play.game.value;
  const table = piles.value;
  if (game === null || table === null) return;
  cursor.value = spot;
  void perform(tap(game, table, held.value, spot));
}

/** Draws from the stock, deals a row, or turns the waste over. */
export function draw(): void {
  const game = play.game.value;
  if (game !== null) void perform(drawOf(game));
}

/** Puts the cards in the hand back. */
export function release(): void {
  if (held.value === undefined) return;
  held.value = undefined;
  speak(say("tell.released"));
}

function announceHeld(): void {
  const hand = held.value;
  if (hand === undefined) return;
  const cards = piles.value?.cards.get(hand.pile)?.slice(-hand.count) ?? [];
  speak(say("tell.held", { cards: stackName(cards), count: targets.value.size }));
}
