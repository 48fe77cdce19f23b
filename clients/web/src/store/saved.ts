import type { Deal } from "@talon-solitaire/client";
import type { Kept } from "../play/play.ts";
import { count, members, read, text, words, write } from "./storage.ts";

/** The running game as it is kept while the page is closed. */
export interface Saved {
  readonly game: Kept;
  /** Whether it is in the statistics already. */
  readonly counted: boolean;
}

// What the service takes at most; the rest of what is wrong with a game, it says.
const mostMoves = 20_000;
const longestMove = 16;
const longestState = 4096;
const longestSeed = 128;

const name = "game";

function parseDeal(stored: unknown): Deal | undefined {
  const from = members(stored);
  const variant = text(from.variant, 64, undefined);
  const number = count(from.number, undefined);
  const seed = text(from.seed, longestSeed, undefined);
  const deck = text(from.deck, 2 * 104, undefined);
  if (variant === undefined || [number, seed, deck].filter((one) => one !== undefined).length !== 1) return undefined;
  return {
    variant,
    options: words(from.options, 32),
    ...(number === undefined ? {} : { number }),
    ...(seed === undefined ? {} : { seed }),
    ...(deck === undefined ? {} : { deck }),
  };
}

function parse(stored: unknown): Saved | undefined {
  const from = members(stored);
  const game = members(from.game);
  const deal = parseDeal(game.deal);
  const state = text(game.state, longestState, undefined);
  if (deal === undefined && state === undefined) return undefined;
  const moves = Array.isArray(game.moves) ? game.moves.slice(0, mostMoves) : [];
  if (!moves.every((move): move is string => text(move, longestMove, undefined) !== undefined)) return undefined;
  const beginning = deal === undefined ? { state: state ?? "" } : { deal };
  return { game: { ...beginning, moves, seconds: count(game.seconds, 0) }, counted: from.counted === true };
}

/** Gives the game that was kept, if there is one that can be read. */
export function saved(): Saved | undefined {
  return read(name, parse);
}

/** Keeps a game in the place of the one before. Tells whether it is kept. */
export function save(game: Saved): boolean {
  return write(name, { version: 1, ...game });
}
