import { members, read, text, word, words, write } from "./storage.ts";

/** The ways to choose a deal that the page offers. */
export const ways = ["random", "winnable", "difficulty", "daily", "number"] as const;

export type Way = (typeof ways)[number];

export const difficulties = ["EASY", "MEDIUM", "HARD"] as const;

export type Difficulty = (typeof difficulties)[number];

/** How somebody likes to begin a game. */
export interface Choice {
  /** The options that were chosen; others have their default. */
  readonly options: Readonly<Record<string, string>>;
  readonly way: Way;
  readonly difficulty: Difficulty;
  /** Whether the hidden cards stay with the server. */
  readonly sealed: boolean;
}

/** The choices: the game that was begun last, and one for each game that was begun before. */
export interface Choices {
  readonly latest: string | undefined;
  readonly games: Readonly<Record<string, Choice>>;
}

const name = "choices";

function parseChoice(stored: unknown): Choice {
  const from = members(stored);
  return {
    options: words(from.options, 32),
    way: word(from.way, ways),
    difficulty: word(from.difficulty, difficulties),
    sealed: from.sealed === true,
  };
}

function parse(stored: unknown): Choices {
  const from = members(stored);
  const games = Object.entries(members(from.games)).map(([variant, choice]) => [variant, parseChoice(choice)] as const);
  return { latest: text(from.latest, 64, undefined), games: Object.fromEntries(games.slice(0, 64)) };
}

/** Gives the choices up to now. */
export function choices(): Choices {
  return read(name, parse);
}

/** Gives how a game was begun last. */
export function choiceFor(variant: string): Choice {
  return choices().games[variant] ?? parseChoice(undefined);
}

/** Remembers how a game was begun. */
export function choose(variant: string, choice: Choice): void {
  write(name, { latest: variant, games: { ...choices().games, [variant]: choice } });
}
