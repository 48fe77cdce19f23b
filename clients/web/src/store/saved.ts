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
const longestCommitment = 64;

const name = "game";

// The game as it was kept when this page last read or wrote it.
let latest: string | undefined;

const written = (stored: unknown): string | undefined => JSON.stringify(stored);

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
  const moves = parseMoves(game.moves);
  if (moves === undefined) return undefined;
  const commitment = text(game.commitment, longestCommitment, undefined);
  const promised = commitment === undefined ? {} : { commitment };
  const beginning = deal === undefined ? { state: state ?? "", ...promised } : { deal };
  const begun = game.begun === true || moves.length > 0;
  const undone = parseMoves(game.undone) ?? [];
  return { game: { ...beginning, moves, undone, begun, seconds: count(game.seconds, 0) }, counted: from.counted === true };
}

function parseMoves(stored: unknown): string[] | undefined {
  const moves = Array.isArray(stored) ? stored.slice(0, mostMoves) : [];
  return moves.every((move): move is string => text(move, longestMove, undefined) !== undefined) ? moves : undefined;
}

/** Gives the game that was kept, if there is one that can be read. */
export function saved(): Saved | undefined {
  latest = read(name, written);
  return read(name, parse);
}

/** Whether another tab has kept a game since this one last read or kept one. */
export function overtaken(): boolean {
  return read(name, written) !== latest;
}

/** Keeps a game in the place of the one before. Tells whether it is kept. */
export function save(game: Saved): boolean {
  const kept = write(name, game);
  if (kept) latest = written(game);
  return kept;
}
