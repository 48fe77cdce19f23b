import type { CallOptions } from "./call-options.js";
import type { Client } from "./client.js";
import { TalonError } from "./error.js";
import type {
  ConvertPositionResponse,
  Deal,
  Expectation,
  Game,
  GameView,
  ReplayGameResponse,
  ReplayGameResponseDifference,
} from "./generated/types.js";
import { type GameRecord, lineOf } from "./record.js";
import type { Step } from "./session.js";
import { isObject, misshapen, shaped } from "./shape.js";

// How many moves are replayed with one call. A server takes so many snapshots at least.
const PART = 500;

// How many calls are made at the same time.
const ABREAST = 6;

/** What a record holds, played by the service. */
export interface Replayed {
  game: Game;
  deal: Deal | undefined;
  steps: Step[];
  differences: ReplayGameResponseDifference[];
}

/**
 * Has a record read and its moves played, and asks for the positions on the way: all
 * of them, or so many of the last. The moves before those are one step.
 */
export async function replayRecord(
  client: Client,
  kept: GameRecord | string,
  view: GameView,
  remember: number,
  options: CallOptions,
): Promise<Replayed> {
  const text = typeof kept === "string" ? kept : JSON.stringify(kept);
  const read = await readRecord(client, text, options);
  const record = parseRecord(read.text);
  const line = lineOf(read.moves);
  const { states, differences } = await replayLine(client, read.state, line, claimsOf(record), options);
  const { game } = shaped("InspectGame", await client.inspectGame({ state: read.state, view }, options));
  const steps = await abreast(stepsOf(line, remember), async ({ at, moves }): Promise<Step> => {
    const played = await client.applyMoves({ state: states[at] as string, moves, view }, options);
    const { game, events } = shaped("ApplyMoves", played);
    return { moves, events, game };
  });
  const dealt = read.deal ?? record.deal;
  const deal = dealt && { ...dealt, variant: read.variant, options: read.options };
  return { game, deal, steps, differences };
}

// readRecord has the service read a record. One without open states does not convert what begins with
// a deal, though it deals it: then the record is read as one that begins with the sealed state.
async function readRecord(
  client: Client,
  text: string,
  options: CallOptions,
): Promise<ConvertPositionResponse & { deal?: GameRecord["deal"] }> {
  const from = /^\s*\{/.test(text) ? "RECORD_JSON" : "RECORD_TEXT";
  try {
    return shaped("ConvertPosition", await client.convertPosition({ from, to: "RECORD_JSON", text }, options));
  } catch (error) {
    const { deal, variant, ...rest } = dealtRecord(text) ?? {};
    if (!(error instanceof TalonError && error.reason === "STATE_FORM_NOT_SERVED") || !deal || !variant) {
      throw error;
    }
    const request = { ...deal, variant, options: rest.options ?? {}, sealed: true, view: "STATE" } as const;
    const { game } = shaped("DealGame", await client.dealGame(request, options));
    const begun = JSON.stringify({ ...rest, variant, state: game.state });
    return { ...(await readRecord(client, begun, options)), deal };
  }
}

// dealtRecord reads a record of the JSON form that begins with a deal.
function dealtRecord(text: string): GameRecord | undefined {
  try {
    const record: unknown = JSON.parse(text);
    return isObject(record) && isObject(record.deal) ? record : undefined;
  } catch {
    return undefined;
  }
}

// parseRecord reads the record that the service wrote.
function parseRecord(text: string): GameRecord {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    throw misshapen("ConvertPosition", "text", "a record as JSON");
  }
  if (!isObject(record) || (record.deal !== undefined && !isObject(record.deal))) {
    throw misshapen("ConvertPosition", "text", "a record");
  }
  return record;
}

// stepsOf cuts a line into steps, each with the number of moves before it.
function stepsOf(line: string[], remember: number): { at: number; moves: string[] }[] {
  const first = Math.max(line.length - remember, 0);
  const steps = line.slice(first).map((move, i) => ({ at: first + i, moves: [move] }));
  return first > 0 ? [{ at: 0, moves: line.slice(0, first) }, ...steps] : steps;
}

// replayLine answers with the state before each move, and with the claims that the
// last one proves wrong.
async function replayLine(
  client: Client,
  start: string,
  line: string[],
  expect: Expectation,
  options: CallOptions,
): Promise<{ states: string[]; differences: ReplayGameResponseDifference[] }> {
  const states = [start];
  for (let played = 0; ; played += PART) {
    const moves = line.slice(played, played + PART);
    const last = played + PART >= line.length;
    const part: ReplayGameResponse = await client.replayGame(
      {
        state: states[played] as string,
        moves,
        snapshotInterval: 1,
        view: "STATE",
        ...(last ? { expect } : {}),
      },
      options,
    );
    shaped("ReplayGame", part);
    if (part.snapshots.length !== moves.length) {
      throw misshapen("ReplayGame", "snapshots", `one for each of ${moves.length} moves`);
    }
    states.push(...part.snapshots.map((snapshot) => snapshot.state));
    if (last) {
      return { states, differences: part.differences };
    }
  }
}

function claimsOf({ status, score, moveCount, stateSha256 }: GameRecord): Expectation {
  return { status, score, moveCount, stateSha256 };
}

// abreast does something with each item of a list, a few at a time, and answers with
// the results in their order.
async function abreast<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) {
  const results = new Array<Result>(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const i = next++;
      results[i] = await work(items[i] as Item);
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, worker));
  return results;
}
