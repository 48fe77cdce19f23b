import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "@talon-solitaire/client";
import { answer, FakeClock, failure, fakeServer } from "./fake.js";

test("a request carries the token of the client, asked for anew for each attempt", async () => {
  let asked = 0;
  for (const [token, want] of [
    ["fixed", ["Bearer fixed", "Bearer fixed"]],
    ["", [null, null]],
    [async () => `token-${++asked}`, ["Bearer token-1", "Bearer token-2"]],
  ] as const) {
    const server = fakeServer(failure(503, 14, "DRAINING"), answer({ legal: true }));
    const client = new Client({ ...server, token, clock: new FakeClock(() => true), timeout: 0, attemptTimeout: 0 });
    await client.validateMove({ state: "golf/1 …", move: "d" });
    assert.deepEqual(
      server.sent.map(({ headers }) => headers.get("Authorization")),
      want,
    );
  }
});

test("a call whose token cannot be had fails, and one whose token does not come is given up", async () => {
  const server = fakeServer();
  const gone = () => Promise.reject(new Error("the issuer is gone"));
  const failing = new Client({ ...server, token: gone, timeout: 0 });
  await assert.rejects(failing.getVersion(), { code: "UNAUTHENTICATED", message: /the issuer is gone/ });
  const waiting = new Client({
    ...server,
    token: () => new Promise<string>(() => {}),
    clock: new FakeClock(() => true),
  });
  await assert.rejects(waiting.getVersion(), { name: "TimeoutError", code: "DEADLINE_EXCEEDED" });
  assert.equal(server.sent.length, 0);
});
