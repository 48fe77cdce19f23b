import assert from "node:assert/strict";
import { test } from "node:test";
import { type DealGameRequest, GameSession, RefusedError } from "@talon-solitaire/client";
import { connect } from "./server.js";

const deck = "7h5dQcTcTh8hAh3sJs2c4c9d3dKh5s3h7cJd6hTs2d4hAs6d9s8d4d5cKc5h3cJh6sKdKsTdAcJcAdQd8c7d2h4s8s2s9c6cQhQs7s9h";

for (const request of [
  { variant: "klondike", options: { draw: "1", scoring: "standard" }, number: 12345 },
  { variant: "golf", seed: "birdie" },
  { variant: "golf", deck },
  { variant: "pyramid" },
] satisfies DealGameRequest[]) {
  test(`a record holds a game of ${JSON.stringify(request).slice(0, 60)}`, async () => {
    const client = connect();
    const session = await GameSession.deal(client, request);
    for (let i = 0; i < 8; i++) {
      const moves = session.game.moves ?? [];
      await session.play(moves[i % moves.length] as (typeof moves)[0]);
    }
    session.undo();
    const record = session.record({ player: "Zoë", elapsedSeconds: 61.5 });
    assert.deepEqual(record.moves, session.moves);
    assert.equal(record.moveCount, session.game.moveCount);
    assert.equal(record.rulesVersion, 1);
    assert.equal(record.player, "Zoë");

    // The service reads it, in both forms.
    const text = JSON.stringify(record);
    const read = await client.convertPosition({ from: "RECORD_JSON", to: "RECORD_TEXT", text });
    assert.match(read.text, /^\[Player "Zoë"\]$/m);
    assert.match(read.text, /^\[ElapsedSeconds "61.5"\]$/m);

    for (const form of [record, text, read.text]) {
      const replayed = await GameSession.replay(client, form);
      assert.deepEqual(replayed.game, session.game);
      assert.deepEqual(replayed.deal, session.deal);
      assert.deepEqual(replayed.moves, session.moves);
      assert.deepEqual(replayed.differences, []);
      assert.deepEqual(replayed.record({ player: "Zoë", elapsedSeconds: 61.5 }), record);
      // It knows the way.
      while (session.canUndo) {
        assert.deepEqual(replayed.undo(), session.undo());
        assert.deepEqual(replayed.game, session.game);
      }
      assert.equal(replayed.canUndo, false);
      while (session.moves.length < (record.moves?.length ?? 0)) {
        session.redo();
      }
    }
  });
}

test("a game that began with a state is recorded with it", async () => {
  const client = connect();
  const state = "klondike/1;draw=1 m=89 t3:Ks t4:Qd t5:Kd fc:K fd:J fh:K fs:Q";
  const session = await GameSession.open(client, state);
  await session.finish();
  const record = session.record();
  assert.deepEqual(record, {
    variant: "klondike",
    rulesVersion: 1,
    options: session.start.options,
    state,
    moves: ["t4fd", "t5fd", "t3fs"],
    status: "WON",
    score: 0,
    moveCount: 92,
  });
  const replayed = await GameSession.replay(client, record);
  assert.equal(replayed.deal, undefined);
  assert.equal(replayed.start.state, state);
  assert.equal(replayed.game.status, "WON");
});

test("moves that a log takes back are left out", async () => {
  const record = {
    deal: { number: 1 },
    variant: "klondike",
    options: { draw: "1" },
    moves: ["d", "d", "u", "d", "u", "u", "d"],
  };
  const session = await GameSession.replay(connect(), record);
  assert.deepEqual(session.moves, ["d"]);
  assert.equal(session.game.moveCount, 1);
});

test("an empty record is a fresh game", async () => {
  const session = await GameSession.replay(connect(), { deal: { seed: "tee" }, variant: "golf", moves: [] });
  assert.equal(session.game, session.start);
  assert.equal(session.deal?.seed, "tee");
});

test("claims that are wrong are told", async () => {
  const record = {
    deal: { number: 1 },
    variant: "klondike",
    moves: ["d"],
    status: "WON",
    score: 0,
    moveCount: 2,
  } as const;
  const { differences } = await GameSession.replay(connect(), { ...record, moves: [...record.moves] });
  assert.deepEqual(differences, [
    { field: "status", want: "WON", got: "IN_PROGRESS" },
    { field: "moveCount", want: "2", got: "1" },
  ]);
});

test("a record with a move that breaks a rule is refused", async () => {
  const record = { deal: { number: 1 }, variant: "klondike", moves: ["d", "t1t1"] };
  await assert.rejects(GameSession.replay(connect(), record), (error) => {
    assert.ok(error instanceof RefusedError);
    assert.equal(error.refusal.reason, "SAME_PILE");
    assert.equal(error.metadata.move_index, "1");
    return true;
  });
});

test("a record that cannot be read is refused with the place", async () => {
  await assert.rejects(GameSession.replay(connect(), '{"variant":"golf","number":1}'), {
    name: "TalonError",
    reason: "MALFORMED_RECORD",
  });
  await assert.rejects(GameSession.replay(connect(), "no record at all"), { reason: "MALFORMED_RECORD" });
});

test("a long record is replayed in parts", async () => {
  // A waste that is turned over again and again.
  const moves = Array.from({ length: 501 }, (_, i) => (i % 25 === 24 ? "r" : "d"));
  const record = { deal: { number: 1 }, variant: "klondike", options: { draw: "1" }, moves, moveCount: 500 };
  const session = await GameSession.replay(connect(), record, { view: "STATE" });
  assert.equal(session.game.moveCount, 501);
  assert.deepEqual(session.moves, moves);
  assert.deepEqual(session.differences, [{ field: "moveCount", want: "500", got: "501" }]);
  assert.equal(session.backTo(300).moveCount, 300);
});

test("of a record, the last moves alone can be remembered", async () => {
  const moves = Array.from({ length: 20 }, () => "d");
  const record = { deal: { number: 1 }, variant: "klondike", options: { draw: "1" }, moves };
  const whole = await GameSession.replay(connect(), record);
  for (const [remember, positions] of [
    [3, [20, 19, 18, 17, 0]],
    [0, [20, 0]],
    [20, Array.from({ length: 21 }, (_, i) => 20 - i)],
  ] as const) {
    let calls = 0;
    const counted: typeof fetch = (input, init) => {
      calls++;
      return fetch(input, init);
    };
    const session = await GameSession.replay(connect({ fetch: counted }), record, { remember });
    // The record, its line, its beginning, and a call for each step.
    assert.equal(calls, 3 + positions.length - 1);
    const reached = [session.game];
    while (session.undo() !== undefined) {
      reached.push(session.game);
    }
    assert.deepEqual(
      reached.map(({ moveCount }) => moveCount),
      positions,
    );
    while (session.redo() !== undefined) {}
    assert.deepEqual(session.moves, moves);
    assert.deepEqual(session.game, whole.game);
    assert.equal(session.backTo(2).moveCount, remember === 20 ? 2 : 0);
  }
});
