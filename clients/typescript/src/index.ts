export type { CallOptions } from "./call-options.js";
export { Client, type ClientOptions } from "./client.js";
export type { Clock } from "./clock.js";
export {
  AbortedError,
  type Code,
  ConnectionError,
  codeNumber,
  type ErrorFacts,
  type FieldViolation,
  RefusedError,
  TalonError,
} from "./error.js";
export { type Calls, type Route, routes } from "./generated/calls.js";
export type * from "./generated/types.js";
export type { GameRecord } from "./record.js";
export type { RetryPolicy } from "./retry.js";
export { canDigest, commitmentOf, type DealCheck, type Digester, verifySeal } from "./seal.js";
export { GameSession, type ReplayOptions, type SessionOptions, type Step } from "./session.js";
