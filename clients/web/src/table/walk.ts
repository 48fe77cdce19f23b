// The way of the keyboard over the table: from each spot to the next one in a direction, as the eye sees it.

import type { Spot } from "./gesture.ts";
import type { Point } from "./spread.ts";

/** A direction of the arrow keys. */
export type Direction = "left" | "right" | "up" | "down";

/** A spot that can be visited, and where it is seen. */
export interface Stop extends Spot, Point {}

// How much worse it is to go astray than to go far.
const astray = 3;

/** The next spot in a direction; undefined where the table ends. */
export function next(stops: readonly Stop[], from: Stop, direction: Direction): Stop | undefined {
  const level = direction === "left" || direction === "right";
  const sign = direction === "right" || direction === "down" ? 1 : -1;
  let found: Stop | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const stop of stops) {
    const dx = stop.x - from.x;
    const dy = stop.y - from.y;
    const ahead = sign * (level ? dx : dy);
    const aside = Math.abs(level ? dy : dx);
    // Within a pile, up and down go card by card; sideways leads out of it.
    if (ahead <= 0 || (level && stop.pile === from.pile)) continue;
    const cost = stop.pile === from.pile ? ahead / 100 : ahead + astray * aside;
    if (cost < least) {
      least = cost;
      found = stop;
    }
  }
  return found;
}

/** The spot nearest to a point. */
export function nearest(stops: readonly Stop[], point: Point): Stop | undefined {
  let found: Stop | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const stop of stops) {
    const distance = (stop.x - point.x) ** 2 + (stop.y - point.y) ** 2;
    if (distance < least) {
      least = distance;
      found = stop;
    }
  }
  return found;
}
