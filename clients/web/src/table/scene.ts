// The table as it is drawn: every pile with its seat, its cards and where they lie, and the spots that can
// be visited with the keyboard.

import type { Game } from "@talon-solitaire/client";
import { cardsOf, hidden } from "./cards.ts";
import type { Piles, Spot } from "./gesture.ts";
import { lift } from "./gesture.ts";
import type { Layout, Seat } from "./layout.ts";
import { type Box, type Point, overlap, spread } from "./spread.ts";
import { type Stop, nearest } from "./walk.ts";

/** A pile as it is drawn. */
export interface Placed {
  readonly seat: Seat;
  readonly cards: readonly string[];
  readonly points: readonly Point[];
  /** Whether another pile lies on it. */
  readonly covered: boolean;
}

/** The table as it is drawn. */
export interface Scene {
  readonly layout: Layout;
  readonly piles: readonly Placed[];
  readonly stops: readonly Stop[];
}

/** Sets a game on a table. */
export function sceneOf(game: Game, table: Piles, layout: Layout): Scene {
  const piles: Placed[] = [];
  for (const { id, cards: text } of game.table?.piles ?? []) {
    const seat = layout.seats.get(id);
    if (seat === undefined) continue;
    const cards = cardsOf(text);
    piles.push({ seat, cards, points: spread(seat, cards), covered: false });
  }
  if (piles.some(({ seat }) => seat.kind === "PLACE")) return { layout, piles: cover(piles, layout), stops: piles.flatMap((pile) => stopsOf(pile, table)) };
  return { layout, piles, stops: piles.flatMap((pile) => stopsOf(pile, table)) };
}

// Finds the places on which other cards lie, as the eye finds them.
function cover(piles: readonly Placed[], { cardWidth: width, cardHeight: height }: Layout): readonly Placed[] {
  const boxOf = ({ x, y }: Seat): Box => ({ x, y, width, height });
  return piles.map((pile, i) => {
    const above = piles.slice(i + 1).some(({ seat, cards }) => cards.length > 0 && overlap(boxOf(pile.seat), boxOf(seat)) > 0);
    return { ...pile, covered: above };
  });
}

function stopsOf({ seat, cards, points }: Placed, table: Piles): readonly Stop[] {
  const pile = seat.id;
  const top = cards.length - 1;
  if (seat.kind === "FINISHED" || (seat.kind === "PLACE" && (top < 0 || cards[top] === hidden))) return [];
  const { x, y } = points[top] ?? seat;
  if (seat.kind === "STOCK" || top < 0) return [{ pile, index: top < 0 ? undefined : top, x, y, band: seat.band }];
  return cards.flatMap((card, index) => {
    const point = points[index];
    const reached = card !== hidden && point !== undefined && lift(table, { pile, index })?.count === cards.length - index;
    return reached ? [{ pile, index, ...point, band: seat.band }] : [];
  });
}

/** The stop that a spot means: itself, else the top of its pile, else what is nearest to where it was. */
export function stopAt(scene: Scene, spot: Spot): Stop | undefined {
  const same = scene.stops.filter(({ pile }) => pile === spot.pile);
  const exact = same.find(({ index }) => index === spot.index);
  const seat = scene.layout.seats.get(spot.pile);
  return exact ?? same.at(-1) ?? nearest(scene.stops, seat ?? { x: 0, y: 0 });
}
