// The way of the keyboard over the table: from each spot to the next one in a direction, as the eye sees it.

import type { Spot } from "./gesture.ts";
import type { Point } from "./spread.ts";

/** A direction of the arrow keys. */
export type Direction = "left" | "right" | "up" | "down";

/** A spot that can be visited, where it is seen, and to which band of piles it belongs. */
export interface Stop extends Spot, Point {
  readonly band: number;
}

// How much worse it is to go astray than to go far.
const astray = 3;
// What lies no further aside than this lies in line.
const inLine = 12;

/** The next spot in a direction; undefined where the table ends. */
export function next(stops: readonly Stop[], from: Stop, direction: Direction): Stop | undefined {
  const sign = direction === "right" || direction === "down" ? 1 : -1;
  if (direction === "left" || direction === "right") {
    const beside = stops.filter((stop) => stop.pile !== from.pile && sign * (stop.x - from.x) > 0);
    // The next pile of the band comes first, however long it is; of its cards, the one on the same height.
    const band = beside.filter((stop) => stop.band === from.band);
    return (
      least(band, (stop) => sign * (stop.x - from.x) * 1000 + Math.abs(stop.y - from.y)) ??
      least(beside, (stop) => sign * (stop.x - from.x) + astray * Math.abs(stop.y - from.y))
    );
  }
  const ahead = stops.filter((stop) => sign * (stop.y - from.y) > 0);
  const within = ahead.filter((stop) => stop.pile === from.pile);
  const beyond = ahead.filter((stop) => stop.band !== from.band || Math.abs(stop.x - from.x) < inLine);
  return (
    least(within, (stop) => sign * (stop.y - from.y)) ??
    least(beyond, (stop) => sign * (stop.y - from.y) + astray * Math.abs(stop.x - from.x))
  );
}

/** The spot nearest to a point. */
export function nearest(stops: readonly Stop[], point: Point): Stop | undefined {
  return least(stops, (stop) => (stop.x - point.x) ** 2 + (stop.y - point.y) ** 2);
}

function least(stops: readonly Stop[], cost: (stop: Stop) => number): Stop | undefined {
  let found: Stop | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const stop of stops) {
    const here = cost(stop);
    if (here < lowest) {
      lowest = here;
      found = stop;
    }
  }
  return found;
}
