// Records as text. The service reads and writes them; the page takes one apart only as far as it has to,
// so that a record with a move that is refused can still be replayed up to that move.

import type { Client, DealInput, GameRecord } from "@talon-solitaire/client";

/** How a record begins and goes on. */
export interface Log {
  readonly from: { readonly deal: DealInput } | { readonly state: string };
  readonly moves: readonly string[];
  readonly claims: Pick<GameRecord, "status" | "score" | "moveCount" | "stateSha256">;
}

/** A log as a record, with some of its moves. */
export function recordOf({ from }: Log, moves: readonly string[]): GameRecord {
  if ("state" in from) return { state: from.state, moves: [...moves] };
  const { variant, options, ...deal } = from.deal;
  return { variant, ...(options === undefined ? {} : { options }), deal, moves: [...moves] } as GameRecord;
}

/** The form of a record's text. */
export function formOf(text: string): "RECORD_JSON" | "RECORD_TEXT" {
  return /^[\s\uFEFF]*\{/.test(text) ? "RECORD_JSON" : "RECORD_TEXT";
}

/** Reads the first record of a text. Where it cannot, the service says why not. */
export async function readLog(client: Client, text: string): Promise<Log> {
  const form = formOf(text);
  const record = form === "RECORD_JSON" ? fromJSON(text) : fromText(text);
  if (record !== undefined) return record;
  const read = await client.convertPosition({ from: form, to: "RECORD_JSON", text });
  const claims: GameRecord = JSON.parse(read.text);
  return { from: { state: read.state }, moves: read.moves, claims };
}

/**
 * Writes a record in one of its forms. A server without open states converts none that begins with a deal:
 * there is nothing to convert to JSON, and the text begins with the sealed state in the deal's place.
 */
export async function writeRecord(
  client: Client,
  record: GameRecord,
  to: "RECORD_JSON" | "RECORD_TEXT",
  sealed: string | undefined,
): Promise<string> {
  const { deal, ...rest } = record;
  const closed = deal !== undefined && sealed !== undefined;
  if (closed && to === "RECORD_JSON") return JSON.stringify(record);
  const kept = closed ? { ...rest, state: sealed } : record;
  return (await client.convertPosition({ from: "RECORD_JSON", to, text: JSON.stringify(kept) })).text;
}

const fields = [
  "variant",
  "rulesVersion",
  "options",
  "deal",
  "state",
  "moves",
  "status",
  "score",
  "moveCount",
  "stateSha256",
  "date",
  "player",
  "elapsedSeconds",
];

function fromJSON(text: string): Log | undefined {
  const line = text.replace(/^[\s\uFEFF]*/, "").split("\n", 1)[0] ?? "";
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof record !== "object" || record === null || Object.keys(record).some((name) => !fields.includes(name))) return undefined;
  return logOf(record);
}

const tag = /^\[([A-Z][A-Za-z0-9]*) ("(?:[^"\\]|\\.)*")\]$/;

function fromText(text: string): Log | undefined {
  const [head = "", moves = ""] = text
    .replace(/^\s*\uFEFF?\s*/, "")
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n\s*/);
  const tags = new Map<string, string>();
  for (const line of head.split("\n")) {
    const [, name, value] = tag.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    const field = name.charAt(0).toLowerCase() + name.slice(1);
    if (!fields.includes(field) || tags.has(field)) return undefined;
    try {
      tags.set(field, JSON.parse(value));
    } catch {
      return undefined;
    }
  }
  const number = (field: string) => (tags.has(field) ? Number(tags.get(field)) : undefined);
  const options = Object.fromEntries((tags.get("options") ?? "").split(";").filter(Boolean).map(halves));
  const [way, value] = halves(tags.get("deal") ?? "");
  return logOf({
    variant: tags.get("variant"),
    options,
    rulesVersion: number("rulesVersion"),
    deal: way === "" ? undefined : { [way]: way === "number" ? Number(value) : value },
    state: tags.get("state"),
    moves: moves.split(/\s+/).filter(Boolean),
    status: tags.get("status"),
    score: number("score"),
    moveCount: number("moveCount"),
    stateSha256: tags.get("stateSha256"),
  });
}

function halves(text: string): [string, string] {
  const at = text.indexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** Makes a log of what may be a record; the service judges what the values are worth. */
function logOf(record: GameRecord | Readonly<Record<string, unknown>>): Log | undefined {
  const { variant, options, deal, state, moves = [], status, score, moveCount, stateSha256, rulesVersion = 1 } = record as GameRecord;
  // Other rules than the first are the service's to find.
  if (rulesVersion !== 1 || !Array.isArray(moves) || (deal === undefined) === (state === undefined)) return undefined;
  const claims = { status, score, moveCount, stateSha256 };
  if (state !== undefined) return { from: { state }, moves, claims };
  if (typeof deal !== "object" || deal === null) return undefined;
  return {
    from: { deal: { ...(variant === undefined ? {} : { variant }), ...(options === undefined ? {} : { options }), ...deal } as DealInput },
    moves,
    claims,
  };
}
