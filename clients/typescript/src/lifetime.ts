import type { Clock } from "./clock.js";
import { AbortedError } from "./error.js";
import { expectNumber } from "./number.js";

/**
 * Aborts the controller as soon as one of the signals is aborted, with its reason.
 * The function that it returns lets go of the signals. (AbortSignal.any does not exist
 * in every runtime.)
 */
export function follow(controller: AbortController, signals: readonly (AbortSignal | undefined)[]): () => void {
  const ends = signals.map((signal) => {
    const abort = () => controller.abort(signal?.reason);
    if (signal?.aborted) {
      abort();
    }
    signal?.addEventListener("abort", abort);
    return () => signal?.removeEventListener("abort", abort);
  });
  return () => {
    for (const end of ends) {
      end();
    }
  };
}

/** The time that a call has: until its signal is aborted or its timeout is over. */
export class Lifetime {
  readonly #rpc: string;
  readonly #timeout: number;
  readonly #controller = new AbortController();
  readonly #ended = new AbortController();
  readonly #letGo: () => void;
  #expired = false;

  /** A timeout of so many seconds; 0 and Infinity are none. Another one that is no number from 0 is a RangeError. */
  constructor(rpc: string, signal: AbortSignal | undefined, timeout: number, clock: Clock) {
    expectNumber("timeout", timeout);
    this.#rpc = rpc;
    this.#timeout = timeout;
    this.#letGo = follow(this.#controller, [signal]);
    if (timeout > 0 && timeout < Number.POSITIVE_INFINITY) {
      clock.wait(timeout, this.#ended.signal).then(() => this.#expire());
    }
  }

  /** Aborted when the call is to be given up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Throws an AbortedError when the call is to be given up. */
  check(): void {
    if (this.#expired) {
      throw new AbortedError({
        code: "DEADLINE_EXCEEDED",
        message: `${this.#rpc} took longer than its timeout of ${this.#timeout} s`,
        rpc: this.#rpc,
      });
    }
    if (this.signal.aborted) {
      throw new AbortedError({
        code: "CANCELLED",
        message: `${this.#rpc} was given up by its caller`,
        rpc: this.#rpc,
        cause: this.signal.reason,
      });
    }
  }

  /** Stops the timeout and lets go of the signal. */
  end(): void {
    this.#ended.abort();
    this.#letGo();
  }

  #expire(): void {
    if (!this.#ended.signal.aborted && !this.signal.aborted) {
      this.#expired = true;
      this.#controller.abort();
    }
  }
}
