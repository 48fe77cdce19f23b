import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import type { WatchSolveResponse } from "@talon-solitaire/client";
import { url } from "./server.js";
import { root } from "./tree.js";

interface Driven {
  /** What it printed, by the ids of the lines. */
  answers: Map<unknown, { answer?: unknown; error?: unknown }>;
  errors: string;
  code: number;
}

// drive gives lines to the driver, and answers with what it prints and its exit code.
async function drive(input: string, ...args: string[]): Promise<Driven> {
  const driver = spawn(process.execPath, [join(root, "build/conformance/driver.js"), ...args]);
  driver.stdin.end(input);
  const [output, errors, [code]] = await Promise.all([text(driver.stdout), text(driver.stderr), once(driver, "close")]);
  const lines = output.split("\n").filter((line) => line !== "");
  return { answers: new Map(lines.map((line) => JSON.parse(line)).map(({ id, ...rest }) => [id, rest])), errors, code };
}

test("the driver answers each line", async () => {
  const state = "klondike/1 m=88 t2:Jd t3:Ks t4:Qd t5:Kd fc:K fd:T fh:K fs:Q";
  const requests = [
    { id: 1, method: "ValidateMove", request: { state, move: "t2fd" } },
    { id: "b", method: "ApplyMoves", request: { state, moves: ["t2t3"] } },
    { id: 3, method: "WatchSolve", request: { state } },
    { id: 4, method: "ReplayGames", request: {} },
  ];
  const { answers, code } = await drive(requests.map((line) => JSON.stringify(line)).join("\n"), "--server", url);
  assert.equal(code, 0);
  assert.deepEqual([...answers.keys()].sort(), requests.map(({ id }) => id).sort());
  assert.deepEqual(answers.get(1), { answer: { legal: true } });
  const message = "Jd does not go on Ks: a column is built down by one rank.";
  const refusal = {
    reason: "WRONG_RANK",
    piles: ["t2", "t3"],
    cards: "JdKs",
    limit: 0,
    asked: 0,
    rule: "klondike.build",
    message,
  };
  assert.deepEqual(answers.get("b"), { error: { code: 9, reason: "ILLEGAL_MOVE", violations: [], refusal, message } });
  const watched = answers.get(3)?.answer as WatchSolveResponse;
  assert.equal(watched.result?.verdict, "WINNABLE");
  assert.deepEqual(answers.get(4), { error: { code: 12, violations: [], message: "the client has no such call" } });
});

test("the driver says how it is used", async () => {
  const { answers, errors, code } = await drive("");
  assert.deepEqual([answers.size, errors, code], [0, "usage: driver --server URL\n", 2]);
});
