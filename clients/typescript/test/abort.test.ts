import assert from "node:assert/strict";
import { test } from "node:test";
import { AbortedError, Client } from "@talon-solitaire/client";
import { answer, FakeClock, failure, fakeServer, type Handler, pieces, silence } from "./fake.js";

const move = { state: "golf/1 …", move: "d" };
const given = { name: "AbortError", code: "CANCELLED", rpc: "ValidateMove" };

// begun makes a handler that never answers, and a promise of its being asked.
function begun(): { handler: Handler; reached: Promise<void> } {
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { handler: silence(reach), reached };
}

test("a call whose signal is aborted already is not made", async () => {
  const server = fakeServer(answer({ legal: true }));
  const reason = new Error("gone");
  const call = new Client({ ...server }).validateMove(move, { signal: AbortSignal.abort(reason) });
  await assert.rejects(call, { ...given, cause: reason });
  assert.equal(server.sent.length, 0);
});

test("a call is given up while it waits for its answer, and not made again", async () => {
  const { handler, reached } = begun();
  const server = fakeServer(handler);
  const controller = new AbortController();
  const call = new Client({ ...server }).validateMove(move, { signal: controller.signal });
  await reached;
  controller.abort();
  await assert.rejects(call, (error) => error instanceof AbortedError && error.name === "AbortError");
  assert.equal(server.sent.length, 1);
});

test("a call is given up between its attempts", async () => {
  const server = fakeServer(failure(503, 14, "DRAINING"));
  const controller = new AbortController();
  const clock = new FakeClock();
  const client = new Client({ ...server, timeout: 0, attemptTimeout: 0, clock });
  // The clock stands still, so that the call waits when its first wait was asked for.
  const wait = clock.wait.bind(clock);
  clock.wait = (seconds, signal) => {
    queueMicrotask(() => controller.abort());
    return wait(seconds, signal);
  };
  await assert.rejects(client.validateMove(move, { signal: controller.signal }), given);
  assert.equal(server.sent.length, 1);
});

test("an answer that comes after the call was given up is dropped", async () => {
  const controller = new AbortController();
  const server = fakeServer((signal) => {
    controller.abort();
    return answer({ legal: true })(signal);
  });
  const call = new Client({ ...server }).validateMove(move, { signal: controller.signal });
  await assert.rejects(call, given);
});

test("a call ends with its timeout", async () => {
  const { handler, reached } = begun();
  const clock = new FakeClock();
  const client = new Client({ ...fakeServer(handler), timeout: 7, attemptTimeout: 0, clock });
  const call = client.validateMove(move);
  await reached;
  assert.deepEqual(clock.waits, [7]);
  clock.pass(7);
  await assert.rejects(call, {
    name: "TimeoutError",
    code: "DEADLINE_EXCEEDED",
    message: "ValidateMove took longer than its timeout of 7 s",
  });
});

test("the timeout of a call goes before that of the client", async () => {
  const clock = new FakeClock();
  const server = fakeServer(answer({ legal: true }), answer({ legal: true }));
  const client = new Client({ ...server, attemptTimeout: 0, clock });
  await client.validateMove(move, { timeout: 2 });
  await client.validateMove(move, { timeout: 0 });
  assert.deepEqual(clock.waits, [2]);
});

test("a signal that outlives its calls keeps nothing of them", async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners++;
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners--;
    removeEventListener.apply(signal, args);
  };
  const client = new Client({ ...fakeServer(answer({ legal: true }), failure(400, 3, "MALFORMED_MOVE")) });
  await client.validateMove(move, { signal });
  await assert.rejects(client.validateMove(move, { signal }));
  assert.equal(listeners, 0);
});

test("a stream that is left is closed", async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('{"progress":{"nodes":"1"}}\n')),
    cancel: () => {
      cancelled = true;
    },
  });
  for await (const message of new Client({ ...fakeServer(() => new Response(body)) }).watchSolve({
    state: "golf/1 …",
  })) {
    assert.equal(message.progress?.nodes, "1");
    break;
  }
  assert.equal(cancelled, true);
});

test("a stream is given up", async () => {
  const controller = new AbortController();
  const handler = pieces('{"progress":{"nodes":"1"}}\n', '{"progress":{"nodes":"2"}}\n');
  const stream = new Client({ ...fakeServer(handler) }).watchSolve(
    { state: "golf/1 …" },
    { signal: controller.signal },
  );
  await stream.next();
  controller.abort();
  await assert.rejects(stream.next(), { name: "AbortError", rpc: "WatchSolve" });
  assert.deepEqual(await stream.next(), { done: true, value: undefined });
});
