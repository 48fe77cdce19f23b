import type { Clock } from "@talon-solitaire/client";

/** A request that a fake server got. */
export interface Sent {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
}

/** Answers a request; it may fail as a connection does, or wait for the signal. */
export type Handler = (signal: AbortSignal) => Response | Promise<Response>;

/** A server that answers with one handler after the other and keeps what it was sent. */
export function fakeServer(...handlers: Handler[]): { fetch: typeof fetch; sent: Sent[] } {
  const sent: Sent[] = [];
  return {
    sent,
    async fetch(input, init) {
      const request = new Request(new URL(String(input), "http://fake.example"), init);
      const body = await request.text();
      sent.push({
        url: String(input),
        method: request.method,
        headers: request.headers,
        body: body === "" ? undefined : JSON.parse(body),
      });
      const handler = handlers[sent.length - 1];
      if (handler === undefined) {
        throw new Error(`there is no answer to request ${sent.length}`);
      }
      return handler(init?.signal as AbortSignal);
    },
  };
}

/** An answer of the service. */
export function answer(json: unknown, init: ResponseInit = {}): Handler {
  return () => new Response(JSON.stringify(json), { headers: { "Content-Type": "application/json" }, ...init });
}

/** An error of the service, with more details than its reason if need be. */
export function failure(status: number, code: number, reason: string, ...more: object[]): Handler {
  const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "solitaire.v1", metadata: {} };
  return answer({ code, message: `It is ${reason}.`, details: [info, ...more] }, { status });
}

/** The detail that says how long to wait: "1.5s". */
export function retryInfo(retryDelay: string): object {
  return { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay };
}

/** A page of something that is not the service. */
export function page(status: number, headers: Record<string, string> = {}): Handler {
  return () => new Response("<html>Sorry</html>", { status, headers: { "Content-Type": "text/html", ...headers } });
}

/** An answer that comes in pieces; one that is an error breaks the connection. */
export function pieces(...parts: (string | Error)[]): Handler {
  return () => {
    const rest = parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part));
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = rest.shift();
        if (part === undefined) {
          controller.close();
        } else if (part instanceof Error) {
          controller.error(part);
        } else {
          controller.enqueue(part);
        }
      },
    });
    return new Response(body);
  };
}

/** No connection. */
export function unreachable(): Handler {
  return () => {
    throw new TypeError("fetch failed");
  };
}

/** No answer, until the call is given up. */
export function silence(reached: () => void): Handler {
  return (signal) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      reached();
    });
}

/** A clock that stands still. It keeps what it is asked to wait for. */
export class FakeClock implements Clock {
  /** The waits so far, in seconds. */
  readonly waits: number[] = [];
  readonly #passes: (seconds: number) => boolean;
  readonly #pending: { seconds: number; resolve: () => void }[] = [];

  /** Waits of which passes says so are over at once. */
  constructor(passes: (seconds: number) => boolean = () => false) {
    this.#passes = passes;
  }

  wait(seconds: number, signal: AbortSignal): Promise<void> {
    this.waits.push(seconds);
    if (this.#passes(seconds) || signal.aborted) {
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#pending.push({ seconds, resolve });
      signal.addEventListener("abort", () => resolve());
    });
  }

  /** Ends the waits of so many seconds. */
  pass(seconds: number): void {
    for (const wait of this.#pending) {
      if (wait.seconds === seconds) {
        wait.resolve();
      }
    }
  }
}
