import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Client, type ErrorReasonCode, RefusedError, routes, TalonError } from "@talon-solitaire/client";
import { connect, url } from "./server.js";
import { root } from "./tree.js";

// A game of Klondike with two columns left to play to the foundations.
const late = "klondike/1 m=88 t2:Jd t3:Ks t4:Qd t5:Kd fc:K fd:T fh:K fs:Q";

test("every call is answered", async () => {
  const client = connect();
  const { variants } = await client.listVariants();
  assert.deepEqual(
    variants.map(({ variant }) => variant),
    ["klondike", "spider", "freecell", "pyramid", "tripeaks", "golf", "yukon"],
  );
  const { variant } = await client.getVariant({ variant: "golf" });
  assert.match(variant.rules.en ?? "", /^# Golf/);
  const { game, deal } = await client.dealGame({ variant: "freecell", number: 1, view: "TABLE_AND_MOVES" });
  assert.equal(deal?.number, 1);
  assert.equal(game.table?.piles.length, 16);
  const [first] = game.moves ?? [];
  assert.ok(first);
  const inspected = await client.inspectGame({ state: game.state, view: "TABLE_AND_MOVES" });
  assert.deepEqual(inspected.game, game);
  const listed = await client.enumerateMoves({ state: game.state });
  assert.deepEqual(listed.moves, game.moves);
  assert.deepEqual(await client.validateMove({ state: game.state, move: first.move }), { legal: true });
  const applied = await client.applyMoves({ state: game.state, moves: [first.move], view: "STATE" });
  assert.equal(applied.game.moveCount, 1);
  assert.equal(applied.events[0]?.kind, "CARDS_MOVED");
  const replayed = await client.replayGame({ deal: { variant: "freecell", number: 1 }, moves: [first.move] });
  assert.equal(replayed.complete, true);
  assert.equal(replayed.game.state, applied.game.state);
  const finished = await client.finishGame({ state: late });
  assert.equal(finished.game.status, "WON");
  const converted = await client.convertPosition({ from: "MICROSOFT_NUMBER", to: "POSITION", number: 1 });
  assert.equal(converted.state, game.state);
  const version = await client.getVersion();
  assert.equal(version.limits.solverBytes, "268435456");
  const solved = await client.solveGame({ state: late });
  assert.equal(solved.verdict, "WINNABLE");
  const advice = await client.suggestMove({ state: late, knowledge: "FULL" });
  assert.equal(advice.suggestions[0]?.move.move, "t2fd");
  const lost = await client.findLastWinnable({ state: late, moves: ["t2fd"] });
  assert.equal(lost.lastWinnable, 1);
  assert.equal(lost.firstLost, undefined);
});

test("a search is watched until its result", async () => {
  const messages = [];
  for await (const message of connect().watchSolve({ state: late })) {
    messages.push(message);
  }
  assert.equal(messages.at(-1)?.result?.verdict, "WINNABLE");
  assert.ok(messages.slice(0, -1).every(({ progress }) => progress !== undefined));
});

test("the routes are those of the API description", () => {
  const description = JSON.parse(readFileSync(join(root, "../../proto/openapi/solitaire.swagger.json"), "utf8"));
  const described: string[] = [];
  for (const [path, verbs] of Object.entries<Record<string, { operationId: string }>>(description.paths)) {
    for (const [verb, { operationId }] of Object.entries(verbs)) {
      // A number behind the name marks a further route of the same call.
      if (!/\d$/.test(operationId)) {
        described.push(`${operationId.replace(/^.*_/, "")} ${verb.toUpperCase()} ${path}`);
      }
    }
  }
  const known = Object.values(routes).map(({ rpc, verb, path }) => `${rpc} ${verb} ${path}`);
  assert.deepEqual(known.sort(), described.sort());
});

test("a refused move throws its refusal", async () => {
  const refused = connect({ language: "de" }).applyMoves({ state: late, moves: ["t4t3", "t2t3"] });
  await assert.rejects(refused, (error) => {
    assert.ok(error instanceof RefusedError && error instanceof TalonError);
    assert.equal(error.name, "RefusedError");
    assert.equal(error.code, "FAILED_PRECONDITION");
    assert.equal(error.status, 400);
    assert.equal(error.rpc, "ApplyMoves");
    assert.equal(error.reason, "ILLEGAL_MOVE");
    assert.equal(error.metadata.move_index, "1");
    const message = "Jd passt nicht auf Qd: Rot und Schwarz wechseln sich ab.";
    assert.deepEqual(error.refusal, {
      reason: "WRONG_COLOUR",
      piles: ["t2", "t3"],
      cards: "JdQd",
      limit: 0,
      asked: 0,
      rule: "klondike.build",
      message,
    });
    assert.equal(error.localizedMessage, message);
    assert.match(error.message, /^Jd does not go on Qd/);
    assert.match(error.requestId ?? "", /^[0-9a-f]{16}$/);
    return true;
  });
});

test("an error lists the fields that are wrong", async () => {
  const state = "yukon/1 m=63 r=1 t1:Kd|Ks fc:K fd:K fh:K fs:Q";
  await assert.rejects(connect().inspectGame({ state }), (error) => {
    assert.ok(error instanceof TalonError && !(error instanceof RefusedError));
    assert.equal(error.reason, "IMPOSSIBLE_STATE");
    assert.deepEqual(
      error.violations.map(({ field, reason }) => [field, reason]),
      [
        ["state[r]", "COUNTER_UNKNOWN"],
        ["state[t1]", "TOO_MANY_FACE_DOWN"],
        ["state[cards]", "CARD_SURPLUS"],
      ],
    );
    assert.match(error.violations[2]?.description ?? "", /^Kd is there 2 times/);
    return true;
  });
});

test("an error of a stream is thrown by its first step", async () => {
  const stream = connect().watchSolve({ state: "golf/1" });
  await assert.rejects(stream.next(), { name: "TalonError", reason: "MALFORMED_STATE", rpc: "WatchSolve" });
});

test("what a request says is sent as it is", async () => {
  const client = connect();
  const reasonOf = async (call: Promise<unknown>): Promise<ErrorReasonCode | undefined> => {
    const error = await call.then(
      () => undefined,
      (error) => error,
    );
    assert.ok(error instanceof TalonError, String(error));
    return error.reason;
  };
  // A name stays in its part of the path.
  assert.equal(await reasonOf(client.getVariant({ variant: "go lf?x=1#y" })), "UNKNOWN_VARIANT");
  assert.equal(await reasonOf(client.dealGame({ variant: "golf", options: { wrap: "up" } })), "INVALID_OPTION");
  assert.equal(await reasonOf(client.dealGame({ variant: "golf", number: 0 })), "INVALID_DEAL");
  // A field that is undefined is left out.
  const { deal } = await client.dealGame({ variant: "golf", number: undefined, seed: "tee" });
  assert.equal(deal?.seed, "tee");
  assert.equal(deal?.number, undefined);
});

test("the language of a call goes before the language of the client", async () => {
  const client = connect({ language: "de" });
  const move = { state: late, move: "t2t3" };
  assert.match((await client.validateMove(move)).refusal?.message ?? "", /passt nicht/);
  assert.match((await client.validateMove(move, { language: "en" })).refusal?.message ?? "", /does not go/);
});

test("a request carries the headers of the client, and is made as browsers want it", async () => {
  let sent: Headers | undefined;
  const client = connect({
    headers: { Authorization: "Bearer x" },
    fetch(this: unknown, input, init) {
      assert.equal(this, undefined);
      sent = new Headers(init?.headers);
      return fetch(input, init);
    },
  });
  await client.dealGame({ variant: "golf" });
  assert.deepEqual(Object.fromEntries(sent ?? []), {
    accept: "application/json",
    authorization: "Bearer x",
    "content-type": "application/json",
  });
});

test("a base URL may end in slashes and must lead somewhere", async () => {
  const { build } = await new Client({ baseUrl: `${url}//` }).getVersion();
  assert.equal(typeof build, "string");
  assert.throws(() => new Client(), /^TypeError: baseUrl: "" leads nowhere/);
  assert.throws(() => new Client({ baseUrl: "localhost:8080" }), /^TypeError: baseUrl: "localhost:8080"/);
});
