// Where the cards of a pile lie.

import { hidden } from "./cards.ts";
import type { Layout, Seat } from "./layout.ts";

/** A point in pixels from the upper left corner of the table. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle in pixels. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** The distance between face-down cards as a part of that between face-up ones. */
const tight = 0.42;

/** The upper left corner of each card of a pile, the bottom card first. */
export function spread(seat: Seat, cards: readonly string[]): readonly Point[] {
  if (seat.fan === "none" || cards.length < 2) return cards.map(() => ({ x: seat.x, y: seat.y }));
  const steps = stepsOf(seat, cards);
  let at = 0;
  const along = steps.map((step) => (at += step));
  const end = along.at(-1) ?? 0;
  return along.map((distance) => {
    if (seat.fan === "down") return { x: seat.x, y: Math.round(seat.y + distance) };
    return { x: Math.round(seat.fan === "right" ? seat.x + distance : seat.x - end + distance), y: seat.y };
  });
}

// The distance of each card from the one below it. In a pile that is too long, face-down cards move
// together first, for there is nothing to be read on them.
function stepsOf(seat: Seat, cards: readonly string[]): readonly number[] {
  const lowest = Math.max(1, cards.length - seat.spread + 1);
  const usual = cards.map((_, i) => {
    if (i < lowest) return 0;
    return seat.fan === "down" && cards[i - 1] === hidden ? seat.step * tight : seat.step;
  });
  const down = usual.reduce((sum, step, i) => sum + (cards[i - 1] === hidden ? step : 0), 0);
  const up = usual.reduce((sum, step) => sum + step, 0) - down;
  if (down + up <= seat.room) return usual;
  const downScale = down === 0 ? 1 : Math.min(1, Math.max((seat.room - up) / down, 0.35));
  const upScale = up === 0 ? 1 : Math.min(1, Math.max((seat.room - down * downScale) / up, 0));
  return usual.map((step, i) => step * (cards[i - 1] === hidden ? downScale : upScale));
}

/** The space in which a card can be dropped on a pile: all its cards, or its empty seat. */
export function zoneOf(layout: Layout, seat: Seat, cards: readonly string[]): Box {
  const points = spread(seat, cards);
  const first = points[0] ?? seat;
  const last = points.at(-1) ?? seat;
  return {
    x: first.x,
    y: first.y,
    width: last.x - first.x + layout.cardWidth,
    height: last.y - first.y + layout.cardHeight,
  };
}

/** How much two rectangles overlap, in square pixels. */
export function overlap(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}
