/** What a single call may ask for, beside its request. */
export interface CallOptions {
  /** Gives the call up: it then throws an AbortedError. */
  signal?: AbortSignal | undefined;
  /** Seconds after which the call is given up, repeats included; 0 or Infinity for no end. */
  timeout?: number | undefined;
  /** The language of messages, in place of the client's: "de", "en", or a whole `Accept-Language`. */
  language?: string | undefined;
}
