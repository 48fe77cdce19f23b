// What the player holds, and where the keyboard is.

import type { Move } from "@talon-solitaire/client";
import { type ReadonlySignal, computed, signal } from "@preact/signals";
import { type Change, play } from "../play/play.ts";
import { type Held, type Piles, type Spot, pilesOf, targetsOf } from "./gesture.ts";
import { shapeOf } from "./shape.ts";

/** The table of the game as gestures see it; null before the first deal. */
export const piles: ReadonlySignal<Piles | null> = computed(() => {
  const game = play.game.value;
  const variant = play.variant.value;
  if (game === null || variant === null) return null;
  const kinds = new Map(variant.piles.map(({ id, kind }) => [id, kind]));
  const places = variant.piles.some(({ kind }) => kind === "PLACE");
  // Piles that the options leave out are not on the table.
  const present = new Map(game.table?.piles.map(({ id }) => [id, kinds.get(id) ?? "COLUMN"]));
  return pilesOf(game, present, places && shapeOf(game.variant).pairs);
});

/** The cards in the hand. */
export const held = signal<Held | undefined>(undefined);

/** The legal moves of the cards in the hand, by the pile to which they lead. */
export const targets: ReadonlySignal<ReadonlyMap<string, Move>> = computed(() => {
  const game = play.game.value;
  return game === null || held.value === undefined ? new Map() : targetsOf(game, held.value);
});

/** The spot that the keyboard is on. */
export const cursor = signal<Spot>({ pile: "t1" });

/** Where the keyboard goes on after a change: with cards to another column, else where they came from. */
export function follow(change: Change, table: Piles): void {
  const moved = change.kind === "play" ? change.events.find(({ kind }) => kind === "CARDS_MOVED") : undefined;
  if (moved?.to === undefined || moved.from === undefined) return;
  const kind = table.kinds.get(moved.to);
  cursor.value = { pile: kind === "COLUMN" || kind === "CELL" ? moved.to : moved.from };
}
