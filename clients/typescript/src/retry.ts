import type { TalonError } from "./error.js";
import { expectNumber } from "./number.js";

/**
 * When a call is made again. Only UNAVAILABLE is worth it: a server that is shutting
 * down or silent, a proxy that reaches none (502, 503) or gets no answer (504), a
 * connection that failed. Every call is free of side effects, so that nothing happens twice. RESOURCE_EXHAUSTED is left to
 * the caller, who finds the time to wait in `retryAfter`.
 */
export interface RetryPolicy {
  /** How often a call is made at most, the first time included; 1 for no repeats. */
  attempts: number;
  /** Seconds before the second attempt; before each further one it is three times as long. */
  firstDelay: number;
  /** The longest wait in seconds. A server that asks for a longer one is not asked again. */
  longestDelay: number;
}

/** The policy of a client that is told none: about 0.1, 0.3 and 0.9 seconds. */
export const defaultRetry: Readonly<RetryPolicy> = { attempts: 4, firstDelay: 0.1, longestDelay: 5 };

/** The policy that options ask for. A field that is no finite number is a RangeError. */
export function policyOf(asked: Partial<RetryPolicy> | false = {}): RetryPolicy {
  if (asked === false) {
    return { ...defaultRetry, attempts: 1 };
  }
  const { attempts = defaultRetry.attempts } = asked;
  if (!Number.isInteger(attempts) || attempts < 1) {
    throw new RangeError(`retry.attempts: expected a whole number from 1, but found ${String(attempts)}`);
  }
  const { firstDelay = defaultRetry.firstDelay, longestDelay = defaultRetry.longestDelay } = asked;
  expectNumber("retry.firstDelay", firstDelay, Number.MAX_VALUE);
  expectNumber("retry.longestDelay", longestDelay, Number.MAX_VALUE);
  return { attempts, firstDelay, longestDelay };
}

/**
 * The seconds to wait before a call is made again, undefined when it is not. Up to
 * half of the wait is left to chance, so that many clients do not come back at once;
 * what the server asked for is never undercut.
 */
export function delayBefore(failures: number, error: TalonError, policy: RetryPolicy): number | undefined {
  const asked = error.retryAfter ?? 0;
  if (error.code !== "UNAVAILABLE" || failures >= policy.attempts || asked > policy.longestDelay) {
    return undefined;
  }
  const delay = Math.min(policy.firstDelay * 3 ** (failures - 1), policy.longestDelay);
  return Math.max(asked, delay * (1 - Math.random() / 2));
}
