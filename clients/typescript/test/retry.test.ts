import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, type ClientOptions, ConnectionError, type RetryPolicy, TalonError } from "@talon-solitaire/client";
import {
  answer,
  FakeClock,
  failure,
  fakeServer,
  type Handler,
  page,
  pieces,
  retryInfo,
  silence,
  unreachable,
} from "./fake.js";

const ok = answer({ legal: true });
const draining = failure(503, 14, "DRAINING");
const move = { state: "golf/1 …", move: "d" };

// client is one of a fake server, without timeouts, whose waits are over at once.
function client(handlers: Handler[], options: ClientOptions = {}) {
  const clock = new FakeClock(() => true);
  const server = fakeServer(...handlers);
  return {
    client: new Client({ ...server, clock, timeout: 0, attemptTimeout: 0, ...options }),
    clock,
    sent: server.sent,
  };
}

test("a server that is shutting down is asked again, after longer and longer waits", async () => {
  const { client: c, clock, sent } = client([draining, draining, draining, ok]);
  assert.deepEqual(await c.validateMove(move), { legal: true });
  assert.equal(sent.length, 4);
  assert.ok(sent.every(({ body }) => JSON.stringify(body) === JSON.stringify(move)));
  assert.equal(clock.waits.length, 3);
  for (const [i, longest] of [0.1, 0.3, 0.9].entries()) {
    const wait = clock.waits[i] as number;
    assert.ok(wait > longest / 2 && wait <= longest, `wait ${i} is ${wait}`);
  }
});

test("it is not asked for ever", async () => {
  const { client: c, sent } = client([draining, draining, draining, draining, ok]);
  await assert.rejects(c.validateMove(move), { name: "TalonError", code: "UNAVAILABLE", reason: "DRAINING" });
  assert.equal(sent.length, 4);
});

test("waits grow to the longest one", async () => {
  const retry = { attempts: 6, firstDelay: 1, longestDelay: 3 };
  const { client: c, clock } = client([draining, draining, draining, draining, draining, ok], { retry });
  await c.validateMove(move);
  for (const [i, longest] of [1, 3, 3, 3, 3].entries()) {
    const wait = clock.waits[i] as number;
    assert.ok(wait > longest / 2 && wait <= longest, `wait ${i} is ${wait}`);
  }
});

test("the time that a server asks for is kept", async () => {
  const { client: c, clock } = client([
    failure(503, 14, "DRAINING", retryInfo("1.5s")),
    page(503, { "Retry-After": "2" }),
    ok,
  ]);
  await c.validateMove(move);
  assert.deepEqual(clock.waits, [1.5, 2]);
});

test("a server that asks for too long a wait is not asked again", async () => {
  const { client: c, clock } = client([failure(503, 14, "DRAINING", retryInfo("60s"))]);
  await assert.rejects(c.validateMove(move), { code: "UNAVAILABLE", retryAfter: 60 });
  assert.deepEqual(clock.waits, []);
});

test("an overloaded server is not asked again; the error says when to come back", async () => {
  const { client: c, sent } = client([failure(429, 8, "OVERLOADED", retryInfo("0.250s"))]);
  await assert.rejects(c.validateMove(move), { code: "RESOURCE_EXHAUSTED", reason: "OVERLOADED", retryAfter: 0.25 });
  assert.equal(sent.length, 1);
});

test("what no server answers is asked again", async () => {
  const cut = pieces('{"legal":', new TypeError("terminated"));
  const { client: c, sent } = client([unreachable(), page(502), cut, ok]);
  assert.deepEqual(await c.validateMove(move), { legal: true });
  assert.equal(sent.length, 4);
});

test("what a proxy got no answer to is asked again", async () => {
  const { client: c, sent } = client([page(504), ok]);
  assert.deepEqual(await c.validateMove(move), { legal: true });
  assert.equal(sent.length, 2);
});

// stalling is a client of a fake server whose first attempts are silent for so many
// seconds each. Waits between attempts are over at once.
function stalling(silent: number[], options: ClientOptions = {}) {
  const clock = new FakeClock((seconds) => seconds < 1);
  const server = fakeServer(...silent.map((seconds) => silence(() => clock.pass(seconds))), ok);
  return { client: new Client({ ...server, clock, ...options }), clock, sent: server.sent };
}

test("a server that is silent is asked again, with more and more time", async () => {
  const { client: c, clock, sent } = stalling([2, 4, 8]);
  assert.deepEqual(await c.validateMove(move), { legal: true });
  assert.equal(sent.length, 4);
  assert.deepEqual(
    clock.waits.filter((wait) => wait >= 1),
    [30, 2, 4, 8],
  );
});

test("a call whose time is over is not made again", async () => {
  const { client: c, sent } = stalling([2, 7], { timeout: 7 });
  await assert.rejects(c.validateMove(move), { name: "TimeoutError", code: "DEADLINE_EXCEEDED" });
  assert.equal(sent.length, 2);
});

test("what may search has the time of a search, all in one attempt", async () => {
  for (const call of [
    (c: Client) => c.solveGame({ state: "golf/1 …" }),
    (c: Client) => c.suggestMove({ state: "golf/1 …" }),
    (c: Client) => c.watchSolve({ state: "golf/1 …" }).next(),
    (c: Client) => c.dealGame({ variant: "golf", winnable: true }),
    (c: Client) => c.dealGame({ variant: "golf", difficulty: "EASY" }),
  ]) {
    const { client: c, clock, sent } = stalling([60]);
    await assert.rejects(call(c), { name: "TimeoutError", message: /of 60 s$/ });
    assert.deepEqual(clock.waits, [60]);
    assert.equal(sent.length, 1);
  }
});

test("a client that does not ask again leaves one attempt all the time", async () => {
  const { client: c, clock } = stalling([30], { retry: false });
  await assert.rejects(c.validateMove(move), { name: "TimeoutError" });
  assert.deepEqual(clock.waits, [30]);
});

test("what is wrong is not asked again", async () => {
  for (const handler of [
    failure(400, 3, "MALFORMED_MOVE"),
    failure(500, 13, "INTERNAL"),
    failure(504, 4, "NO_DEAL_FOUND"),
    page(500),
    pieces('{"legal":'),
  ]) {
    const { client: c, sent } = client([handler, ok]);
    await assert.rejects(c.validateMove(move), TalonError);
    assert.equal(sent.length, 1);
  }
});

test("a client can be told not to ask again", async () => {
  const { client: c, sent } = client([unreachable(), ok], { retry: false });
  await assert.rejects(c.validateMove(move), ConnectionError);
  assert.equal(sent.length, 1);
});

test("a stream is asked for again until its first message has come", async () => {
  const progress = '{"progress":{"nodes":"1","elapsedSeconds":0.2}}\n';
  const { client: c, sent } = client([
    draining,
    pieces(new TypeError("terminated")),
    pieces(progress, new TypeError("terminated")),
    ok,
  ]);
  const stream = c.watchSolve({ state: "golf/1 …" });
  assert.deepEqual((await stream.next()).value, { progress: { nodes: "1", elapsedSeconds: 0.2 } });
  await assert.rejects(stream.next(), { name: "ConnectionError", code: "UNAVAILABLE" });
  assert.equal(sent.length, 3);
});

test("what is left undefined is as by default", async () => {
  const retry = { attempts: undefined, firstDelay: undefined, longestDelay: undefined } as unknown as RetryPolicy;
  const { client: c, clock, sent } = client([...Array(9).fill(draining), page(500)], { retry });
  await assert.rejects(c.validateMove(move), { code: "UNAVAILABLE", reason: "DRAINING" });
  assert.equal(sent.length, 4);
  assert.ok(clock.waits.length === 3 && clock.waits.every((wait) => wait > 0.05), String(clock.waits));
});

test("a policy that is none is refused", () => {
  for (const attemptTimeout of [Number.NaN, -1, "2" as unknown as number]) {
    assert.throws(() => client([], { attemptTimeout }), { name: "RangeError", message: /^attemptTimeout: / });
  }
  for (const [retry, field] of [
    [{ attempts: Number.NaN }, "attempts"],
    [{ attempts: Number.POSITIVE_INFINITY }, "attempts"],
    [{ attempts: 0 }, "attempts"],
    [{ attempts: 1.5 }, "attempts"],
    [{ attempts: "4" as unknown as number }, "attempts"],
    [{ attempts: null as unknown as number }, "attempts"],
    [{ firstDelay: Number.NaN }, "firstDelay"],
    [{ firstDelay: -1 }, "firstDelay"],
    [{ longestDelay: Number.POSITIVE_INFINITY }, "longestDelay"],
    [{ longestDelay: Number.NaN }, "longestDelay"],
  ] as const) {
    assert.throws(() => client([], { retry }), { name: "RangeError", message: new RegExp(`^retry\\.${field}: `) });
  }
});
