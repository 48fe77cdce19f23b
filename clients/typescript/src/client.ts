import { readLines, readText, TooLongError } from "./body.js";
import type { CallOptions } from "./call-options.js";
import { type Clock, clock } from "./clock.js";
import { type Code, ConnectionError, TalonError } from "./error.js";
import { Calls, type Route } from "./generated/calls.js";
import { Lifetime } from "./lifetime.js";
import { expectNumber } from "./number.js";
import { delayBefore, policyOf, type RetryPolicy } from "./retry.js";
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
  /** Seconds after which a call is given up, repeats included; 0 or Infinity for no end. 30 when left out. */
  timeout?: number | undefined;
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
  readonly #timeout: number;
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
    this.#timeout = options.timeout ?? 30;
    expectNumber("timeout", this.#timeout);
    this.#longestAnswer = options.longestAnswer ?? 32 << 20;
    expectNumber("longestAnswer", this.#longestAnswer);
    this.#clock = options.clock ?? clock;
  }

  protected override async ask<Answer>(route: Route, request: object, options: CallOptions = {}): Promise<Answer> {
    const lifetime = this.#begin(route, options);
    try {
      const prepared = this.#prepare(route, request, options);
      return await this.#repeat(lifetime, async () => {
        const { response, origin } = await this.#send(prepared, lifetime);
        const text = await this.#receive(lifetime, origin, () => readText(response, this.#longestAnswer));
        return parse(text, route, response, origin) as Answer;
      });
    } finally {
      lifetime.end();
    }
  }

  protected override async *watch<Answer>(
    route: Route,
    request: object,
    options: CallOptions = {},
  ): AsyncGenerator<Answer, void, undefined> {
    const lifetime = this.#begin(route, options);
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

  #begin(route: Route, options: CallOptions): Lifetime {
    return new Lifetime(route.rpc, options.signal, options.timeout ?? this.#timeout, this.#clock);
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
  async #repeat<Result>(lifetime: Lifetime, attempt: () => Promise<Result>): Promise<Result> {
    for (let failures = 1; ; failures++) {
      try {
        return await attempt();
      } catch (error) {
        const delay = error instanceof TalonError ? delayBefore(failures, error, this.#retry) : undefined;
        if (delay === undefined) {
          throw error;
        }
        await this.#clock.wait(delay, lifetime.signal);
      }
    }
  }

  // send makes a request and answers with what comes back, unless it is an error.
  async #send({ rpc, url, init }: Prepared, lifetime: Lifetime): Promise<{ response: Response; origin: Origin }> {
    lifetime.check();
    const response = await this.#receive(lifetime, { rpc }, () =>
      this.#fetch(url, { ...init, signal: lifetime.signal }),
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
      return "UNAVAILABLE";
    case 504:
      return "DEADLINE_EXCEEDED";
    default:
      return "UNKNOWN";
  }
}
