// What a player means by touching cards. It goes by what the piles are for and by the legal moves that the
// service lists; what is not among them is asked for all the same, and the service says why not.

import type { Game, Move, VariantPileKind as PileKind } from "@talon-solitaire/client";
import { cardsOf, hidden } from "./cards.ts";

/** A table as far as gestures go: the piles with what they are for, and their cards. */
export interface Piles {
  readonly kinds: ReadonlyMap<string, PileKind>;
  readonly cards: ReadonlyMap<string, readonly string[]>;
  /** Whether cards are taken away two by two. */
  readonly pairs: boolean;
}

/** Cards in the hand: so many from the top of a pile. */
export interface Held {
  readonly pile: string;
  readonly count: number;
}

/** A spot that is touched: a card by its place in its pile, or the pile itself. */
export interface Spot {
  readonly pile: string;
  readonly index?: number | undefined;
}

/** What is to be done. */
export type Deed =
  | { readonly kind: "play"; readonly move: string }
  | { readonly kind: "hold"; readonly held: Held }
  /** Asks for a move that is not legal, to be told why; then holds the cards that were touched. */
  | { readonly kind: "refuse"; readonly move: string; readonly held?: Held | undefined }
  | { readonly kind: "release" }
  | { readonly kind: "nothing" };

/** Takes the table of a game apart. */
export function pilesOf(game: Game, kinds: ReadonlyMap<string, PileKind>, pairs: boolean): Piles {
  return { kinds, pairs, cards: new Map(game.table?.piles.map((pile) => [pile.id, cardsOf(pile.cards)])) };
}

/** The cards that are lifted when a card is touched; undefined if none can be. */
export function lift(piles: Piles, spot: Spot): Held | undefined {
  const cards = piles.cards.get(spot.pile) ?? [];
  const kind = piles.kinds.get(spot.pile);
  const top = cards.length - 1;
  // Of a column everything from the touched card up is meant, of any other pile the top card.
  const index = kind === "COLUMN" && !single(piles) ? (spot.index ?? top) : top;
  if (kind === "FINISHED" || top < 0 || cards[index] === undefined || cards[index] === hidden) return undefined;
  return { pile: spot.pile, count: cards.length - index };
}

/** The legal moves of cards in the hand by the pile to which they lead. */
export function targetsOf(game: Game, held: Held): ReadonlyMap<string, Move> {
  const targets = new Map<string, Move>();
  for (const move of game.moves ?? []) {
    if (move.from === undefined || move.to === undefined) continue;
    if (move.kind === "REMOVE") {
      if (move.from === held.pile) targets.set(move.to, move);
      else if (move.to === held.pile) targets.set(move.from, move);
    } else if (move.from === held.pile && cardsOf(move.cards ?? "").length === held.count) {
      targets.set(move.to, move);
    }
  }
  return targets;
}

/** The move that a player means who does not say where the cards are to go: home before anything else. */
export function best(game: Game, piles: Piles, held: Held): Move | undefined {
  const alone = aloneOf(game, held);
  if (alone !== undefined) return alone;
  const card = bottomOf(piles, held);
  const worth = (move: Move): number => {
    const to = move.to ?? "";
    const kind = piles.kinds.get(to);
    const top = piles.cards.get(to)?.at(-1);
    if (kind === "FOUNDATION" || kind === "FINISHED" || kind === "WASTE") return 4;
    if (kind === "COLUMN" && top !== undefined) return top.charAt(1) === card.charAt(1) ? 3 : 2;
    return kind === "COLUMN" ? 1 : 0;
  };
  const moves = [...targetsOf(game, held).values()];
  return moves.sort((one, other) => worth(other) - worth(one))[0];
}

/** What a click, a tap or Enter on a spot means while some cards are in the hand, or none. */
export function tap(game: Game, piles: Piles, held: Held | undefined, spot: Spot): Deed {
  if (piles.kinds.get(spot.pile) === "STOCK") return tapStock(game, piles, held);
  const lifted = lift(piles, spot);
  if (held === undefined) return lifted === undefined ? { kind: "nothing" } : touch(game, piles, lifted);
  if (held.pile === spot.pile) {
    if (lifted === undefined) return { kind: "release" };
    if (lifted.count !== held.count) return { kind: "hold", held: lifted };
    const move = best(game, piles, held);
    return move === undefined ? { kind: "release" } : { kind: "play", move: move.move };
  }
  const move = targetsOf(game, held).get(spot.pile);
  if (move !== undefined) return { kind: "play", move: move.move };
  if (lifted !== undefined) {
    const deed = touch(game, piles, lifted);
    if (deed.kind === "play") return deed;
  }
  const asked = ask(piles, held, spot.pile);
  if (asked !== undefined) return { kind: "refuse", move: asked, held: lifted };
  return lifted === undefined ? { kind: "release" } : { kind: "hold", held: lifted };
}

/** What it means to let go of cards over a pile. */
export function drop(game: Game, piles: Piles, held: Held, pile: string): Deed {
  const move = targetsOf(game, held).get(pile);
  if (move !== undefined) return { kind: "play", move: move.move };
  if (pile === held.pile) return { kind: "nothing" };
  if (piles.kinds.get(held.pile) === "STOCK" && piles.kinds.get(pile) === "WASTE") return drawOf(game);
  const asked = ask(piles, held, pile);
  return asked === undefined ? { kind: "nothing" } : { kind: "refuse", move: asked };
}

// Where cards have one way to go, touching one plays it.
function touch(game: Game, piles: Piles, lifted: Held): Deed {
  const alone = aloneOf(game, lifted);
  if (alone !== undefined) return { kind: "play", move: alone.move };
  if (!single(piles) || piles.pairs || piles.kinds.get(lifted.pile) === "WASTE") return { kind: "hold", held: lifted };
  const move = targetsOf(game, lifted).get("w");
  return move === undefined ? { kind: "refuse", move: `${lifted.pile}w` } : { kind: "play", move: move.move };
}

function tapStock(game: Game, piles: Piles, held: Held | undefined): Deed {
  if (held !== undefined) {
    const pair = targetsOf(game, held).get("s");
    if (pair !== undefined) return { kind: "play", move: pair.move };
  }
  const alone = aloneOf(game, { pile: "s", count: 1 });
  if (alone !== undefined) return { kind: "play", move: alone.move };
  const draw = drawOf(game);
  if (draw.kind === "play") return draw;
  return { kind: "refuse", move: (piles.cards.get("s")?.length ?? 0) > 0 || !piles.kinds.has("w") ? "d" : "r" };
}

/** What drawing means now: cards from the stock, or the waste turned over. */
export function drawOf(game: Game): Deed {
  const move = game.moves?.find(({ kind }) => kind === "DRAW" || kind === "REDEAL");
  return move === undefined ? { kind: "refuse", move: "d" } : { kind: "play", move: move.move };
}

// The move that takes a card away by itself.
function aloneOf(game: Game, held: Held): Move | undefined {
  return game.moves?.find((move) => move.kind === "REMOVE" && move.from === held.pile && move.to === undefined);
}

/** Whether only single cards move: there is nowhere to build. */
function single(piles: Piles): boolean {
  return ![...piles.kinds.values()].some((kind) => kind === "FOUNDATION" || kind === "FINISHED");
}

function bottomOf(piles: Piles, held: Held): string {
  return piles.cards.get(held.pile)?.at(-held.count) ?? hidden;
}

/** The text of a move that is asked for although it is not legal; undefined where there is no such text. */
export function ask(piles: Piles, held: Held, to: string): string | undefined {
  const from = held.pile;
  if (piles.pairs) return [from, to].sort((one, other) => pairRank(one) - pairRank(other)).join("");
  const target = piles.kinds.get(to);
  const gives = piles.kinds.get(from);
  const takes = target === "COLUMN" || target === "CELL" || target === "FOUNDATION" || target === "WASTE";
  if (!takes || gives === "STOCK" || gives === "FINISHED" || (gives === "WASTE" && target === "WASTE")) return undefined;
  if (gives === "PLACE" && target !== "WASTE") return undefined;
  return `${from}${to}${held.count > 1 ? `x${held.count}` : ""}`;
}

// A pair is written in one order: waste, stock, places by number.
function pairRank(pile: string): number {
  return pile === "w" ? -2 : pile === "s" ? -1 : Number(pile.slice(1));
}
