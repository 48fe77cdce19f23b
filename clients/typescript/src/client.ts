import { readLines, readText, TooLongError } from "./body.js";
import type { CallOptions } from "./call-options.js";
import { type Clock, clock } from "./clock.js";
import { AbortedError, type Code, ConnectionError, TalonError } from "./error.js";
import { Calls, type Route } from "./generated/calls.js";
import { Lifetime } from "./lifetime.js";
import { expectNumber } from "./number.js";
import { delayBefore, policyOf, type RetryPolicy } from "./retry.js";
import { mayTakeLong } from "./search.js";
import { isObject } from "./shape.js";
import { type Origin, readRetryAfter, readStatus } from "./status.js";

/** How a client reaches the service. */
export interface ClientOptions {
  /**
   * The address of the service: "https://talon.example". Left out or "", it is the
   * server of the page.
   */
  baseUrl?: string | undefined;
  /** The language of titles, refusals and messages: "de", "en", or a whole `Accept-Language`. */
  language?: string | undefined;
  /** What makes the requests, in place of the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** When calls are made again; false for never. */
  retry?: Partial<RetryPolicy> | false | undefined;
  /** Headers that every request carries. */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The bearer token that every request carries, or what gives it: it is asked for each
   * attempt, and keeps a token as long as that is good. "" is no token.
   */
  token?: string | (() => string | Promise<string>) | undefined;
  /**
   * Seconds after which a call is given up, repeats included; 0 or Infinity for no end.
   * 30 when left out, 60 for what searches.
   */
  timeout?: number | undefined;
  /**
   * Seconds after which a call that does not search is made again, since whoever has it
   * is silent: of the first attempt, and twice as many with each further one. The last
   * one has all that is left. 0 or Infinity for none, 2 when left out.
   */
  attemptTimeout?: number | undefined;
  /** The longest answer that is read, of a stream the longest message, in bytes. 32 MiB when left out. */
  longestAnswer?: number | undefined;
  /** The clock of timeouts and repeats; for tests. */
  clock?: Clock | undefined;
}

/**
 * Talks to the service: one method for each call, all free of side effects. They
 * throw a TalonError, or one of its kinds: RefusedError where a rule forbids a move,
 * ConnectionError where no answer came, AbortedError where the call was given up.
 *
 * ```ts
 * import { Client } from "@talon-solitaire/client";
 *
 * const client = new Client({ baseUrl: "http://127.0.0.1:8080", language: "de" });
 * const { game } = await client.dealGame({ variant: "freecell", number: 1, view: "STATE" });
 * const { legal, refusal } = await client.validateMove({ state: game.state, move: "t1t2" });
 * console.log(legal, refusal?.reason, refusal?.message);
 * // false WRONG_RANK 6s passt nicht auf 9c: …
 * ```
 */
export class Client extends Calls {
  readonly #baseUrl: string;
  readonly #language: string;
  readonly #fetch: typeof fetch;
  readonly #retry: RetryPolicy;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #token: string | (() => string | Promise<string>);
  readonly #timeout: number | undefined;
  readonly #attemptTimeout: number;
  readonly #longestAnswer: number;
  readonly #clock: Clock;

  constructor(options: ClientOptions = {}) {
    super();
    this.#baseUrl = (options.baseUrl ?? "").replace(/\/+$/, "");
    if (options.fetch === undefined && !/^https?:\/\//.test(this.#baseUrl) && typeof location === "undefined") {
      throw new TypeError(
        `baseUrl: "${this.#baseUrl}" leads nowhere outside of a page; expected an address such as http://127.0.0.1:8080`,
      );
    }
    this.#language = options.language ?? "";
    // Browsers want their fetch called as no object's method.
    const own = options.fetch;
    this.#fetch = own === undefined ? (input, init) => fetch(input, init) : (input, init) => own(input, init);
    this.#retry = policyOf(options.retry);
    this.#headers = options.headers ?? {};
    this.#token = options.token ?? "";
    this.#timeout = options.timeout;
    expectNumber("timeout", this.#timeout ?? 0);
    this.#attemptTimeout = options.attemptTimeout ?? 2;
    expectNumber("attemptTimeout", this.#attemptTimeout);
    this.#longestAnswer = options.longestAnswer ?? 32 << 20;
    expectNumber("longestAnswer", this.#longestAnswer);
    this.#clock = options.clock ?? clock;
  }

  protected override async ask<Answer>(route: Route, request: object, options: CallOptions = {}): Promise<Answer> {
    const lifetime = this.#begin(route, request, options);
    const attemptTimeout = mayTakeLong(route, request) ? 0 : this.#attemptTimeout;
    try {
      const prepared = this.#prepare(route, request, options);
      return await this.#repeat(lifetime, (failures) =>
        this.#within(attemptTimeout, failures, route, lifetime, async (attempt) => {
          const { response, origin } = await this.#send(prepared, attempt);
          const text = await this.#receive(attempt, origin, () => readText(response, this.#longestAnswer));
          return parse(text, route, response, origin) as Answer;
        }),
      );
    } finally {
      lifetime.end();
    }
  }

  protected override async *watch<Answer>(
    route: Route,
    request: object,
    options: CallOptions = {},
  ): AsyncGenerator<Answer, void, undefined> {
    const lifetime = this.#begin(route, request, options);
    try {
      const prepared = this.#prepare(route, request, options);
      // With its first message the answer has begun, and the call is not made again.
      const stream = await this.#repeat(lifetime, async () => {
        const { response, origin } = await this.#send(prepared, lifetime);
        const lines = readLines(response, this.#longestAnswer);
        const next = async () => {
          const line = await this.#receive(lifetime, origin, () => lines.next());
          return line.done ? undefined : parseMessage(line.value, route, response, origin);
        };
        const close = () => lines.return();
        try {
          return { first: await next(), next, close };
        } catch (error) {
          await close();
          throw error;
        }
      });
      try {
        for (let message = stream.first; message !== undefined; message = await stream.next()) {
          yield message as Answer;
        }
      } finally {
        await stream.close();
      }
    } finally {
      lifetime.end();
    }
  }

  #begin(route: Route, request: object, options: CallOptions): Lifetime {
    const timeout = options.timeout ?? this.#timeout ?? (mayTakeLong(route, request) ? 60 : 30);
    return new Lifetime(route.rpc, options.signal, timeout, this.#clock);
  }

  #prepare(route: Route, request: object, options: CallOptions): Prepared {
    const headers: Record<string, string> = { Accept: "application/json", ...this.#headers };
    const language = options.language ?? this.#language;
    if (language !== "") {
      headers["Accept-Language"] = language;
    }
    const path = route.path.replace(/\{(\w+)\}/g, (_, field) =>
      encodeURIComponent(String((request as Record<string, unknown>)[field])),
    );
    // The service redirects nobody. Who follows would ask for up to twenty addresses
    // with each attempt, and a POST would come along as a GET.
    const init: RequestInit = { method: route.verb, headers, redirect: "manual" };
    if (route.verb === "POST") {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(request);
    }
    return { rpc: route.rpc, url: this.#baseUrl + path, init };
  }

  // repeat makes attempts until one succeeds or the policy says that it is enough.
  async #repeat<Result>(lifetime: Lifetime, attempt: (failures: number) => Promise<Result>): Promise<Result> {
    for (let failures = 1; ; failures++) {
      try {
        return await attempt(failures - 1);
      } catch (error) {
        const delay = error instanceof TalonError ? delayBefore(failures, error, this.#retry) : undefined;
        if (delay === undefined) {
          throw error;
        }
        await this.#clock.wait(delay, lifetime.signal);
      }
    }
  }

  // within gives an attempt its own time, unless it is the last one. That it is over says
  // that whoever has the call is silent, and not that there is no time left for it.
  async #within<Result>(
    first: number,
    failures: number,
    { rpc }: Route,
    lifetime: Lifetime,
    attempt: (lifetime: Lifetime) => Promise<Result>,
  ): Promise<Result> {
    if (failures + 1 >= this.#retry.attempts) {
      return attempt(lifetime);
    }
    const own = new Lifetime(rpc, lifetime.signal, first * 2 ** failures, this.#clock);
    try {
      return await attempt(own);
    } catch (cause) {
      lifetime.check();
      if (cause instanceof AbortedError && cause.code === "DEADLINE_EXCEEDED") {
        throw new ConnectionError({ rpc, code: "UNAVAILABLE", message: cause.message, cause });
      }
      throw cause;
    } finally {
      own.end();
    }
  }

  // send makes a request and answers with what comes back, unless it is an error.
  async #send({ rpc, url, init }: Prepared, lifetime: Lifetime): Promise<{ response: Response; origin: Origin }> {
    lifetime.check();
    const headers = await this.#authorize(rpc, init.headers as Record<string, string>, lifetime);
    const response = await this.#receive(lifetime, { rpc }, () =>
      this.#fetch(url, { ...init, headers, signal: lifetime.signal }),
    );
    const origin: Origin = {
      rpc,
      status: response.status,
      requestId: response.headers.get("X-Request-Id") ?? undefined,
      retryAfter: readRetryAfter(response.headers.get("Retry-After")),
    };
    if (!response.ok) {
      const text = await this.#receive(lifetime, origin, () => readText(response, this.#longestAnswer));
      throw readStatus(parseOrNothing(text), origin) ?? foreign(response, origin);
    }
    return { response, origin };
  }

  // authorize adds the token, if there is one, to the headers of a request.
  async #authorize(rpc: string, headers: Record<string, string>, lifetime: Lifetime): Promise<Record<string, string>> {
    let token = this.#token;
    if (typeof token !== "string") {
      try {
        token = await Promise.race([token(), aborted(lifetime.signal)]);
      } catch (cause) {
        lifetime.check();
        throw new TalonError({ rpc, code: "UNAUTHENTICATED", message: `no token for ${rpc}: ${told(cause)}`, cause });
      }
      lifetime.check();
    }
    return token === "" ? headers : { ...headers, Authorization: `Bearer ${token}` };
  }

  // receive waits for something from the network and says what went wrong there.
  async #receive<Result>(lifetime: Lifetime, origin: Origin, read: () => Promise<Result>): Promise<Result> {
    try {
      const result = await read();
      lifetime.check();
      return result;
    } catch (cause) {
      lifetime.check();
      const message = `${origin.rpc}: ${told(cause)}`;
      if (cause instanceof TooLongError) {
        throw new TalonError({ ...origin, code: "RESOURCE_EXHAUSTED", message: `the answer to ${message}` });
      }
      throw new ConnectionError({ ...origin, code: "UNAVAILABLE", message: `no answer to ${message}`, cause });
    }
  }
}

// aborted fails when a signal is aborted.
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

interface Prepared {
  rpc: string;
  url: string;
  init: RequestInit;
}

function parse(text: string, { holds, may }: Route, response: Response, origin: Origin): object {
  const json = parseOrNothing(text);
  if (
    !isObject(json) ||
    !holds.every((field) => isObject(json[field])) ||
    !may.every((field) => json[field] === undefined || isObject(json[field]))
  ) {
    throw foreign(response, origin);
  }
  return json;
}

// parseMessage reads a message of a stream; an error that ends the stream is one, too.
function parseMessage(line: string, route: Route, response: Response, origin: Origin): object {
  const message = parse(line, route, response, origin);
  if ("error" in message) {
    throw readStatus(message.error, origin) ?? foreign(response, origin);
  }
  return message;
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// foreign is the error of an answer that the service cannot have given: a proxy's
// page, JSON that is cut, another server.
function foreign(response: Response, origin: Origin): TalonError {
  const type = response.headers.get("Content-Type") ?? "no content type";
  return new TalonError({
    ...origin,
    code: codeOfStatus(response.status),
    message: isRedirect(response)
      ? `${origin.rpc}: the address is redirected, which is not followed; expected a baseUrl that the service answers itself`
      : `${origin.rpc}: the answer is not one of the service: HTTP ${response.status}, ${type}, expected JSON of its kind`,
  });
}

// isRedirect: a browser tells no more of a redirect than that it is one.
function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

// told is what an error says, with what lies behind it: Node tells only there that a
// connection was refused.
function told(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error.cause === undefined ? error.message : `${error.message}: ${told(error.cause)}`;
}

function codeOfStatus(status: number): Code {
  switch (status) {
    case 401:
      return "UNAUTHENTICATED";
    case 403:
      return "PERMISSION_DENIED";
    case 404:
      return "NOT_FOUND";
    case 429:
      return "RESOURCE_EXHAUSTED";
    case 502:
    case 503:
    case 504:
      return "UNAVAILABLE";
    default:
      return "UNKNOWN";
  }
}
