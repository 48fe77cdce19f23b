import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Client, type ClientOptions, RefusedError, TalonError } from "@talon-solitaire/client";
import { answer, fakeServer, type Handler, page, pieces } from "./fake.js";

const move = { state: "golf/1 …", move: "d" };

function client(handler: Handler, options: ClientOptions = {}): Client {
  return new Client({ ...fakeServer(handler), retry: false, ...options });
}

test("a page is no answer", async () => {
  for (const [status, code] of [
    [200, "UNKNOWN"],
    [400, "UNKNOWN"],
    [401, "UNAUTHENTICATED"],
    [403, "PERMISSION_DENIED"],
    [404, "NOT_FOUND"],
    [429, "RESOURCE_EXHAUSTED"],
    [500, "UNKNOWN"],
    [502, "UNAVAILABLE"],
    [503, "UNAVAILABLE"],
    [504, "UNAVAILABLE"],
  ] as const) {
    await assert.rejects(client(page(status, { "Retry-After": "3", "X-Request-Id": "ab" })).validateMove(move), {
      name: "TalonError",
      code,
      status,
      reason: undefined,
      retryAfter: 3,
      requestId: "ab",
      message: `ValidateMove: the answer is not one of the service: HTTP ${status}, text/html, expected JSON of its kind`,
    });
  }
});

test("JSON of another kind is no answer", async () => {
  for (const text of ["", '{"legal":tr', "null", "[]", "7", '"x"']) {
    await assert.rejects(client(pieces(text)).validateMove(move), { name: "TalonError", code: "UNKNOWN" }, text);
  }
  for (const json of [{}, { game: null, deal: {} }, { game: {}, deal: [] }, { deal: {} }]) {
    await assert.rejects(client(answer(json)).dealGame({ variant: "golf" }), { name: "TalonError", code: "UNKNOWN" });
  }
});

test("an error of another kind is no error of the service", async () => {
  for (const json of [{ error: "x" }, { code: "3", message: "x" }, { code: 99, message: "x" }, { code: 3 }, [], null]) {
    await assert.rejects(client(answer(json, { status: 400 })).validateMove(move), {
      name: "TalonError",
      code: "UNKNOWN",
      message: /^ValidateMove: the answer is not one of the service: HTTP 400/,
    });
  }
});

test("details that are not what they should be are left out", async () => {
  const type = "type.googleapis.com/";
  const details = [
    null,
    7,
    {
      "@type": `${type}google.rpc.ErrorInfo`,
      reason: "ILLEGAL_MOVE",
      domain: "solitaire.v1",
      metadata: { a: 1, b: "c" },
    },
    { "@type": `${type}google.rpc.ErrorInfo`, reason: "QUOTA", domain: "elsewhere.example" },
    { "@type": `${type}google.rpc.RetryInfo`, retryDelay: "soon" },
    { "@type": `${type}google.rpc.BadRequest`, fieldViolations: [null, { field: 1, description: "wrong" }] },
    { "@type": `${type}solitaire.v1.Refusal`, reason: "COVERED", piles: "p1", limit: "many" },
  ];
  const handler = answer({ code: 9, message: "No.", details }, { status: 400 });
  await assert.rejects(client(handler).validateMove(move), (error) => {
    assert.ok(error instanceof RefusedError);
    assert.equal(error.reason, "ILLEGAL_MOVE");
    assert.deepEqual(error.metadata, { b: "c" });
    assert.equal(error.retryAfter, undefined);
    assert.deepEqual(error.violations, [
      { field: "", description: "", reason: "" },
      { field: "", description: "wrong", reason: "" },
    ]);
    assert.deepEqual(error.refusal, {
      reason: "COVERED",
      piles: [],
      cards: "",
      limit: 0,
      asked: 0,
      rule: "",
      message: "",
    });
    return true;
  });
  await assert.rejects(
    client(answer({ code: 3, message: "No.", details: "none" }, { status: 400 })).validateMove(move),
    {
      name: "TalonError",
      code: "INVALID_ARGUMENT",
      message: "No.",
    },
  );
});

test("an answer without an end is not read to its end", async () => {
  let sent = 0;
  const endless = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 1000;
          controller.enqueue(new Uint8Array(1000).fill(0x20));
        },
      }),
    );
  const tooLong = { name: "TalonError", code: "RESOURCE_EXHAUSTED", message: /: it is longer than 5000 bytes$/ };
  await assert.rejects(client(endless, { longestAnswer: 5000 }).validateMove(move), tooLong);
  assert.ok(sent <= 8000, `${sent} bytes were taken`);
  sent = 0;
  const stream = client(endless, { longestAnswer: 5000 }).watchSolve({ state: "golf/1 …" });
  await assert.rejects(stream.next(), { ...tooLong, message: /longer than 5000 bytes/ });
  assert.ok(sent <= 8000, `${sent} bytes were taken`);
});

test("an answer that announces too many bytes is not read at all", async () => {
  let read = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull() {
        read = true;
      },
    },
    { highWaterMark: 0 },
  );
  const handler = () => new Response(body, { headers: { "Content-Length": "5001" } });
  await assert.rejects(client(handler, { longestAnswer: 5000 }).validateMove(move), { code: "RESOURCE_EXHAUSTED" });
  assert.equal(read, false);
});

test("a message may come in pieces, and many in one", async () => {
  const messages = [];
  const handler = pieces(
    '{"progress":{"no',
    'des":"1"}}\n{"progress":{"nodes":"2"}}\n\n{"result":{"moves":["',
    '"]}}\n',
  );
  for await (const message of client(handler).watchSolve({ state: "golf/1 …" })) {
    messages.push(message);
  }
  assert.deepEqual(messages, [{ progress: { nodes: "1" } }, { progress: { nodes: "2" } }, { result: { moves: [""] } }]);
});

test("a character that is cut in two is put together", async () => {
  const [first, second] = [
    new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3]),
    new Uint8Array([0xa9, 0x22, 0x7d]),
  ];
  const handler = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(first);
          controller.enqueue(second);
          controller.close();
        },
      }),
    );
  assert.deepEqual(await client(handler).validateMove(move), { a: "é" });
});

test("a stream that does not begin as one is closed", async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("<p>\n")),
    cancel: () => {
      cancelled = true;
    },
  });
  const stream = client(() => new Response(body)).watchSolve({ state: "golf/1 …" });
  await assert.rejects(stream.next(), { name: "TalonError", code: "UNKNOWN" });
  assert.equal(cancelled, true);
});

test("an error ends a stream", async () => {
  const stream = client(
    pieces('{"progress":{"nodes":"1"}}\n', '{"error":{"code":13,"message":"It broke.","details":[]}}\n'),
  ).watchSolve({ state: "golf/1 …" });
  await stream.next();
  await assert.rejects(stream.next(), { name: "TalonError", code: "INTERNAL", message: "It broke." });
});

test("a stream that breaks off within a message is an error", async () => {
  const stream = client(pieces('{"progress":{"nodes":"1"}}\n', '{"result":{')).watchSolve({ state: "golf/1 …" });
  await stream.next();
  await assert.rejects(stream.next(), { name: "ConnectionError", message: /the last line of the answer broke off$/ });
});

test("where answers cannot be streamed they are read whole", async () => {
  const text = '{"progress":{"nodes":"1"}}\n{"result":{"moves":[]}}\n';
  const native = { ok: true, status: 200, headers: new Headers(), text: async () => text } as Response;
  const messages = [];
  for await (const message of client(() => native).watchSolve({ state: "golf/1 …" })) {
    messages.push(message);
  }
  assert.equal(messages.length, 2);
  const long = client(() => native, { longestAnswer: 20 });
  await assert.rejects(long.validateMove(move), { code: "RESOURCE_EXHAUSTED" });
});

test("a connection that breaks says so", async () => {
  const broken: RequestListener = (_, response) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" });
    response.write('{"legal":', () => response.destroy());
  };
  const server = createServer(broken).listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new Client({ baseUrl, retry: false });
  try {
    await assert.rejects(client.validateMove(move), { name: "ConnectionError", code: "UNAVAILABLE", status: 200 });
  } finally {
    server.close();
  }
  await once(server, "close");
  await assert.rejects(client.validateMove(move), (error) => {
    assert.ok(error instanceof TalonError);
    assert.equal(error.name, "ConnectionError");
    assert.equal(error.status, undefined);
    assert.match(error.message, /^no answer to ValidateMove: .*ECONNREFUSED/);
    assert.ok(error.cause instanceof Error);
    return true;
  });
});
