import type { Deal, GameStatus } from "./generated/types.js";

/**
 * A game to keep: how it began, its moves, and what is claimed about its end. As JSON
 * on one line it is the record form that the service and its tools read.
 */
export interface GameRecord {
  /** The variant: "klondike". */
  variant?: string;
  /** The rules version. */
  rulesVersion?: number;
  /** The options by name. */
  options?: { [name: string]: string };
  /** The beginning as a deal: one of number, seed and deck. */
  deal?: Pick<Deal, "number" | "seed" | "deck">;
  /** The beginning as a state, in place of `deal`. */
  state?: string;
  /** The moves; "u" takes the latest one back. */
  moves?: string[];
  /** Claimed: the status after the moves. */
  status?: GameStatus;
  /** Claimed: the score, 0 without a scheme. */
  score?: number;
  /** Claimed: the move counter. */
  moveCount?: number;
  /** Claimed: the SHA-256 of the open state text, in lower-case hexadecimal. */
  stateSha256?: string;
  /** When it was played; kept, not checked. */
  date?: string;
  /** Who played it; kept, not checked. */
  player?: string;
  /** How long it took in seconds; kept, not checked. */
  elapsedSeconds?: number;
}

/** Leaves out of a log the moves that were taken back, and the "u" that took them. */
export function lineOf(log: readonly string[]): string[] {
  const line: string[] = [];
  for (const entry of log) {
    if (entry === "u") {
      line.pop();
    } else {
      line.push(entry);
    }
  }
  return line;
}

/** Reads the rules version off a state, open ("golf/1 …") or sealed ("talon1.golf-1.…"). */
export function rulesVersionOf(state: string): number {
  const version = /^(?:[a-z]+\/|talon1\.[a-z]+-)(\d+)/.exec(state)?.[1];
  if (version === undefined) {
    throw new TypeError(`state: expected one that the service gave, but found "${state.slice(0, 20)}"`);
  }
  return Number(version);
}
