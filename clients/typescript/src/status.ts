import { codeOf, type ErrorFacts, type FieldViolation, RefusedError, TalonError } from "./error.js";
import type { ErrorReasonCode, Refusal, RefusalReason } from "./generated/types.js";

const DOMAIN = "solitaire.v1";

/** Where an error came from: what is known of it before its text is read. */
export type Origin = Pick<ErrorFacts, "rpc" | "status" | "requestId" | "retryAfter">;

/**
 * Reads a google.rpc.Status, as the service writes it in JSON. It answers undefined
 * for anything else, and leaves out details that are not what they should be: a
 * server that is not ours may answer whatever it likes.
 */
export function readStatus(json: unknown, origin: Origin): TalonError | undefined {
  const status = record(json);
  const code = codeOf(status?.code);
  if (status === undefined || code === undefined || typeof status.message !== "string") {
    return undefined;
  }
  const facts: ErrorFacts = { ...origin, code, message: status.message };
  let refusal: Refusal | undefined;
  for (const detail of list(status.details).map(record)) {
    switch (detail?.["@type"]) {
      case "type.googleapis.com/google.rpc.ErrorInfo":
        if (detail.domain === DOMAIN && typeof detail.reason === "string") {
          facts.reason = detail.reason as ErrorReasonCode;
          facts.metadata = strings(detail.metadata);
          facts.requestId ??= facts.metadata.request_id;
        }
        break;
      case "type.googleapis.com/google.rpc.LocalizedMessage":
        facts.localizedMessage = string(detail.message);
        break;
      case "type.googleapis.com/google.rpc.BadRequest":
        facts.violations = list(detail.fieldViolations).map(readViolation);
        break;
      case "type.googleapis.com/google.rpc.RetryInfo":
        facts.retryAfter = readDuration(detail.retryDelay) ?? facts.retryAfter;
        break;
      case `type.googleapis.com/${DOMAIN}.Refusal`:
        refusal = readRefusal(detail);
        break;
    }
  }
  return refusal === undefined ? new TalonError(facts) : new RefusedError(facts, refusal);
}

/** Reads the number of seconds of a header `Retry-After`. */
export function readRetryAfter(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header.trim()) ? Number(header) : undefined;
}

// readDuration reads a google.protobuf.Duration: "1.5s".
function readDuration(json: unknown): number | undefined {
  return typeof json === "string" && /^\d{1,12}(\.\d{1,9})?s$/.test(json) ? Number(json.slice(0, -1)) : undefined;
}

function readViolation(json: unknown): FieldViolation {
  const violation = record(json) ?? {};
  return {
    field: string(violation.field),
    description: string(violation.description),
    reason: string(violation.reason),
  };
}

function readRefusal(json: Record<string, unknown>): Refusal {
  return {
    reason: string(json.reason) as RefusalReason,
    piles: list(json.piles).map(string),
    cards: string(json.cards),
    limit: number(json.limit),
    asked: number(json.asked),
    rule: string(json.rule),
    message: string(json.message),
  };
}

function record(json: unknown): Record<string, unknown> | undefined {
  return typeof json === "object" && json !== null && !Array.isArray(json)
    ? (json as Record<string, unknown>)
    : undefined;
}

function list(json: unknown): unknown[] {
  return Array.isArray(json) ? json : [];
}

function string(json: unknown): string {
  return typeof json === "string" ? json : "";
}

function number(json: unknown): number {
  return typeof json === "number" ? json : 0;
}

function strings(json: unknown): Record<string, string> {
  const pairs = Object.entries(record(json) ?? {});
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
}
