import type { ErrorReasonCode, Refusal } from "./generated/types.js";

// The codes of gRPC, each at the place of its number.
const codes = [
  "OK",
  "CANCELLED",
  "UNKNOWN",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "OUT_OF_RANGE",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "DATA_LOSS",
  "UNAUTHENTICATED",
] as const;

/** The name of a gRPC code, which every error has. */
export type Code = Exclude<(typeof codes)[number], "OK">;

/** The number of a code in gRPC: 3 for INVALID_ARGUMENT. */
export function codeNumber(code: Code): number {
  return codes.indexOf(code);
}

/** The code with a number, undefined for what is the number of no error. */
export function codeOf(number: unknown): Code | undefined {
  return typeof number === "number" && number > 0 ? (codes[number] as Code | undefined) : undefined;
}

/** One thing that is wrong with a field of a request. */
export interface FieldViolation {
  /** The path of the field: "state", "moves[3]", "options[draw]". */
  field: string;
  /** What is wrong, for people. */
  description: string;
  /** The same for programs: "CARD_SURPLUS"; "" where there is no word for it. */
  reason: string;
}

/** All that is known of an error. */
export interface ErrorFacts {
  code: Code;
  message: string;
  /** The name of the call: "ApplyMoves". */
  rpc: string;
  status?: number | undefined;
  reason?: ErrorReasonCode | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
  violations?: readonly FieldViolation[] | undefined;
  localizedMessage?: string | undefined;
  retryAfter?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

/**
 * A call that failed. Programs go by `code` and `reason`; `message` is English and
 * for developers, `localizedMessage` is for players.
 */
export class TalonError extends Error {
  override name = "TalonError";
  /** The code of gRPC, by name. */
  readonly code: Code;
  /** The name of the call: "ApplyMoves". */
  readonly rpc: string;
  /** The HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** The reason that the service gives; undefined where the error is not the service's own. */
  readonly reason: ErrorReasonCode | undefined;
  /** What the message names, by the keys documented at each reason. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The fields of the request that are wrong. */
  readonly violations: readonly FieldViolation[];
  /** The message in the language of the call, German or English. */
  readonly localizedMessage: string | undefined;
  /** How many seconds the service asks to wait before the call is made again. */
  readonly retryAfter: number | undefined;
  /** The name of the call in the logs of the server. */
  readonly requestId: string | undefined;

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.rpc = facts.rpc;
    this.status = facts.status;
    this.reason = facts.reason;
    this.metadata = facts.metadata ?? {};
    this.violations = facts.violations ?? [];
    this.localizedMessage = facts.localizedMessage;
    this.retryAfter = facts.retryAfter;
    this.requestId = facts.requestId;
  }
}

/** A move that a rule forbids, or a finish that is not available. Nothing was played. */
export class RefusedError extends TalonError {
  override name = "RefusedError";
  /** Which rule forbids it, as data. */
  readonly refusal: Refusal;

  constructor(facts: ErrorFacts, refusal: Refusal) {
    super(facts);
    this.refusal = refusal;
  }
}

/** No server was reached, or its answer broke off. The code is UNAVAILABLE. */
export class ConnectionError extends TalonError {
  override name = "ConnectionError";
}

/**
 * A call that was given up: by its signal, then the code is CANCELLED and `cause` the
 * signal's reason, or by its timeout, then the code is DEADLINE_EXCEEDED. The name is
 * that of the platform's own errors, so that libraries know what to do with it.
 */
export class AbortedError extends TalonError {
  override name: "AbortError" | "TimeoutError" = this.code === "CANCELLED" ? "AbortError" : "TimeoutError";
}
