import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Client } from "@talon-solitaire/client";
import { answer, FakeClock, fakeServer, silence } from "./fake.js";

const move = { state: "golf/1 …", move: "d" };

// The timers that are set, in place of those of the machine.
const { setTimeout, clearTimeout } = globalThis;
let timers: { run: () => void; milliseconds: number }[] = [];

beforeEach(() => {
  timers = [];
  const set = (run: () => void, milliseconds: number) => timers.push({ run, milliseconds });
  globalThis.setTimeout = set as unknown as typeof setTimeout;
  globalThis.clearTimeout = () => {};
});

afterEach(() => {
  Object.assign(globalThis, { setTimeout, clearTimeout });
});

test("a timeout that is longer than timers can be ends when it should", async () => {
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const seconds = 5_000_000;
  const call = new Client({ ...fakeServer(silence(() => reach())), timeout: seconds, attemptTimeout: 0 }).validateMove(
    move,
  );
  await reached;
  const waits: number[] = [];
  for (let timer = timers.pop(); timer !== undefined; timer = timers.pop()) {
    waits.push(timer.milliseconds);
    timer.run();
  }
  await assert.rejects(call, {
    name: "TimeoutError",
    message: "ValidateMove took longer than its timeout of 5000000 s",
  });
  assert.ok(waits.every((wait) => wait < 2 ** 31));
  assert.equal(
    waits.reduce((sum, wait) => sum + wait),
    seconds * 1000,
  );
});

test("a timeout without end is none", async () => {
  for (const timeout of [0, Number.POSITIVE_INFINITY]) {
    const clock = new FakeClock(() => true);
    const options = { timeout, attemptTimeout: timeout, clock };
    assert.deepEqual(await new Client({ ...fakeServer(answer({})), ...options }).validateMove(move), {});
    assert.deepEqual(clock.waits, []);
  }
});

test("what is no length of time or bytes is refused", async () => {
  for (const wrong of [Number.NaN, -1, "5" as unknown as number]) {
    assert.throws(() => new Client({ ...fakeServer(), timeout: wrong }), { name: "RangeError", message: /^timeout: / });
    assert.throws(() => new Client({ ...fakeServer(), longestAnswer: wrong }), /^RangeError: longestAnswer: /);
    const call = new Client(fakeServer(answer({}))).validateMove(move, { timeout: wrong });
    await assert.rejects(call, { name: "RangeError", message: /^timeout: / });
  }
});
