// What became of each card between two positions. Tables hide cards, so a card is followed by what can be
// seen: one that stays in its place, one whose name turns up elsewhere, and the top of the stock for one
// that had no name before.

import type { Event } from "@talon-solitaire/client";
import { cardsOf, hidden } from "./cards.ts";

/** A pile with its cards, the bottom card first. */
export interface Cards {
  readonly seat: { readonly id: string };
  readonly cards: readonly string[];
}

/** A card's place in a table. */
export interface Place {
  readonly pile: string;
  readonly index: number;
  /** The card as the table shows it there. */
  readonly card: string;
}

/** A card that has come from somewhere. */
export interface Arrival {
  readonly at: Place;
  /** Where it was; absent where it was not on the table. */
  readonly from?: Place;
}

/** The difference between two tables. */
export interface Transition {
  readonly arrivals: readonly Arrival[];
  /** Cards that stayed and lie the other way round now. */
  readonly turned: readonly Place[];
  /** Cards that are no longer on the table. */
  readonly departures: readonly Place[];
}

/** Compares two tables. */
export function compare(before: readonly Cards[], after: readonly Cards[]): Transition {
  const removed: Place[] = [];
  const added: Place[] = [];
  const turned: Place[] = [];
  const old = new Map(before.map(({ seat, cards }) => [seat.id, cards]));
  for (const { seat: { id }, cards: now } of after) {
    const then = old.get(id) ?? [];
    const kept = common(then, now);
    now.forEach((card, index) => {
      if (index >= kept) added.push({ pile: id, index, card });
      else if (card !== then[index]) turned.push({ pile: id, index, card });
    });
    then.slice(kept).forEach((card, i) => removed.push({ pile: id, index: kept + i, card }));
  }
  const arrivals = match(added, removed);
  return { arrivals, turned, departures: removed.filter((place) => !arrivals.some((arrival) => arrival.from === place)) };
}

// How many cards from the bottom up may be the same ones.
function common(then: readonly string[], now: readonly string[]): number {
  const differs = now.findIndex((card, i) => {
    const was = then[i];
    return was === undefined || (card !== was && card !== hidden && was !== hidden);
  });
  return differs < 0 ? now.length : differs;
}

function match(added: readonly Place[], removed: readonly Place[]): readonly Arrival[] {
  const free = new Set(removed);
  let latest: Place | undefined;
  const named = added.map((at): Arrival => {
    if (at.card === hidden) return { at };
    const same = [...free].filter((place) => place.card === at.card);
    // In a deck with equal cards, a run stays together.
    const from = same.find((place) => place.pile === latest?.pile && place.index === latest.index + 1) ?? same[0];
    if (from === undefined) return { at };
    free.delete(from);
    latest = from;
    return { at, from };
  });
  // What came up from the stock, and what went back to it, did so from the top.
  return named.map((arrival) => {
    if (arrival.from !== undefined) return arrival;
    const from = [...free].reverse().find((place) => (place.card === hidden) !== (arrival.at.card === hidden));
    if (from === undefined) return arrival;
    free.delete(from);
    return { ...arrival, from };
  });
}

/** The names of arrivals in the order in which events tell of them: pile and index, as in `t3:4`. */
export function orderOf(events: readonly Event[], before: readonly Cards[]): ReadonlyMap<string, number> {
  const sizes = new Map(before.map(({ seat, cards }) => [seat.id, cards.length]));
  const order = new Map<string, number>();
  let turn = 0;
  for (const event of events) {
    const to = event.kind === "CARD_DRAWN" ? "w" : event.to;
    const cards = cardsOf(event.cards ?? "");
    if (event.kind === "CARDS_MOVED" && event.from !== undefined) {
      sizes.set(event.from, (sizes.get(event.from) ?? 0) - cards.length);
    }
    if (to === undefined) continue;
    const size = sizes.get(to) ?? 0;
    cards.forEach((_, i) => order.set(`${to}:${size + i}`, turn));
    sizes.set(to, size + cards.length);
    turn++;
  }
  return order;
}
