// How a game counts:
// - It counts once, when it is over: as won when it is won, as lost when the player leaves it for
//   another deal after the first move. A deal that nobody touched does not count.
// - Taking moves back and beginning the same deal again are part of the same game; its clock runs on.
// - Played once more after it was won or left, a deal does not count again: its cards are known.
// - Replaying a record, following a link and looking at rules count nothing by themselves.

import { signal } from "@preact/signals";
import { count, members, read, watch, write } from "./storage.ts";

/** What is counted for one game, such as Klondike. */
export interface Tally {
  readonly played: number;
  readonly won: number;
  /** The shortest time of a won game in seconds. */
  readonly bestSeconds?: number;
  readonly fewestMoves?: number;
  /** Won games in a row up to now, and the longest such row. */
  readonly streak: number;
  readonly longestStreak: number;
}

/** How a game ended. */
export interface Ending {
  readonly won: boolean;
  readonly seconds: number;
  readonly moves: number;
}

const nothing: Tally = { played: 0, won: 0, streak: 0, longestStreak: 0 };

function parseTally(stored: unknown): Tally {
  const from = members(stored);
  const played = count(from.played, 0);
  const won = Math.min(count(from.won, 0), played);
  const streak = Math.min(count(from.streak, 0), won);
  return {
    played,
    won,
    bestSeconds: won > 0 ? count(from.bestSeconds, undefined) : undefined,
    fewestMoves: won > 0 ? count(from.fewestMoves, undefined) : undefined,
    streak,
    longestStreak: Math.min(Math.max(count(from.longestStreak, 0), streak), won),
  };
}

function parse(stored: unknown): Readonly<Record<string, Tally>> {
  const from = members(stored);
  const tallies = Object.entries(members(from.games)).map(([variant, tally]) => [variant, parseTally(tally)] as const);
  return Object.fromEntries(tallies.slice(0, 64));
}

const name = "statistics";

/** What is counted, by variant. */
export const statistics = signal(read(name, parse));

watch(name, () => {
  statistics.value = read(name, parse);
});

/** What is counted for a variant. */
export function tallyOf(variant: string): Tally {
  return statistics.value[variant] ?? nothing;
}

/** Counts a game that is over. */
export function tally(variant: string, ending: Ending): void {
  // Another tab may have counted since.
  const games = read(name, parse);
  keep({ ...games, [variant]: counted(games[variant] ?? nothing, ending) });
}

/** Forgets what was counted for a variant, or for all. */
export function forget(variant?: string): void {
  const { [variant ?? ""]: _, ...others } = read(name, parse);
  keep(variant === undefined ? {} : others);
}

function keep(games: Readonly<Record<string, Tally>>): void {
  statistics.value = games;
  write(name, { version: 1, games });
}

/** Gives a tally with one more game in it. */
export function counted(before: Tally, ending: Ending): Tally {
  const played = before.played + 1;
  if (!ending.won) return { ...before, played, streak: 0 };
  const streak = before.streak + 1;
  return {
    played,
    won: before.won + 1,
    bestSeconds: Math.min(before.bestSeconds ?? Infinity, ending.seconds),
    fewestMoves: Math.min(before.fewestMoves ?? Infinity, ending.moves),
    streak,
    longestStreak: Math.max(before.longestStreak, streak),
  };
}
