import type { Route } from "./generated/calls.js";
import type { DealGameRequest } from "./generated/types.js";

const searches: ReadonlySet<string> = new Set(["SolveGame", "WatchSolve", "SuggestMove", "FindLastWinnable"]);

/** Whether a call may search, and so be silent for long though nothing is wrong. */
export function mayTakeLong({ rpc }: Route, request: object): boolean {
  const { winnable, difficulty } = request as Partial<DealGameRequest>;
  return searches.has(rpc) || (rpc === "DealGame" && (winnable === true || difficulty !== undefined));
}
