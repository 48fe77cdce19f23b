import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, GameSession, type Move, TalonError } from "@talon-solitaire/client";
import { answer, fakeServer, type Handler } from "./fake.js";

const game = {
  state: "golf/1 m=0 w:Ah",
  variant: "golf",
  options: { wrap: "off" },
  status: "IN_PROGRESS",
  moveCount: 0,
  score: 0,
  finishAvailable: false,
  moves: [{ move: "d", kind: "DRAW", turnsUp: [] }],
};
const deal = { variant: "golf", options: game.options, number: 1 };
const read = { text: '{"deal":{"number":1}}', state: game.state, variant: "golf", options: game.options, moves: ["d"] };
const played = { game, events: [] };
const replayed = { game, snapshots: [{ applied: 1, state: game.state }], differences: [] };
const noList = [undefined, null, {}, "x"];
const noText = [undefined, null, 7, {}];
const noObject = [undefined, null, "x", []];

// A game that is none of the service, as its answers may hold one.
const foreignGames = [
  ...noText.map((state) => ({ ...game, state })),
  { ...game, state: "nothing" },
  ...noText.map((variant) => ({ ...game, variant })),
  ...noObject.map((options) => ({ ...game, options })),
  ...noText.map((status) => ({ ...game, status })),
  ...[undefined, null, "1"].map((moveCount) => ({ ...game, moveCount })),
  ...[undefined, null, "1"].map((score) => ({ ...game, score })),
  ...[null, {}, [null], [{}], [{ move: 7 }]].map((moves) => ({ ...game, moves })),
];

function client(...handlers: Handler[]): Client {
  return new Client({ ...fakeServer(...handlers), retry: false });
}

const foreign = (rpc: string) => (error: unknown) => {
  assert.ok(error instanceof TalonError, String(error));
  assert.equal(error.rpc, rpc);
  assert.equal(error.code, "UNKNOWN");
  assert.match(error.message, /^\w+: the answer is not one of the service: /);
  return true;
};

test("a session does not begin with what is no game", async () => {
  for (const wrong of foreignGames) {
    const told = JSON.stringify(wrong);
    await assert.rejects(
      GameSession.deal(client(answer({ game: wrong, deal })), { variant: "golf" }),
      foreign("DealGame"),
      told,
    );
    await assert.rejects(GameSession.open(client(answer({ game: wrong })), game.state), foreign("InspectGame"), told);
  }
  for (const wrong of [{ options: {} }, { variant: "golf" }, { variant: 1, options: {} }]) {
    const dealt = client(answer({ game, deal: wrong }));
    await assert.rejects(GameSession.deal(dealt, { variant: "golf" }), foreign("DealGame"));
  }
});

test("a session is not changed by what is no step", async () => {
  for (const wrong of [
    ...foreignGames.map((game) => ({ ...played, game })),
    ...noList.map((events) => ({ ...played, events })),
  ]) {
    const session = await GameSession.open(client(answer({ game }), answer(wrong)), game.state);
    await assert.rejects(session.play("d"), foreign("ApplyMoves"), JSON.stringify(wrong));
    assert.equal(session.game, session.start);
    assert.equal(session.canUndo, false);
  }
  for (const moves of [...noList, [null], [{}], [{ move: 7 }]]) {
    const session = await GameSession.open(client(answer({ game }), answer({ ...played, moves })), game.state);
    await assert.rejects(session.finish(), foreign("FinishGame"), JSON.stringify(moves));
    assert.equal(session.game, session.start);
  }
});

test("what is no move is not asked for", async () => {
  for (const wrong of [{}, null, undefined, 7, { move: null }] as unknown as Move[]) {
    const session = await GameSession.open(client(answer({ game }), answer(played)), game.state);
    await assert.rejects(session.play(wrong), { name: "TalonError", code: "INVALID_ARGUMENT", message: /^move: / });
    assert.deepEqual(session.moves, []);
    await session.play("d");
    assert.deepEqual(session.moves, ["d"]);
  }
});

test("a record that is answered with something else is not replayed", async () => {
  const replay = (...json: unknown[]) =>
    GameSession.replay(client(...json.map((json) => answer(json))), { deal: { number: 1 }, moves: ["d"] });
  assert.deepEqual((await replay(read, replayed, { game }, played)).moves, ["d"]);
  for (const wrong of [
    ...[...noText, "", "no JSON", "null", "[]", '{"deal":7}'].map((text) => ({ ...read, text })),
    ...[...noText, "nothing"].map((state) => ({ ...read, state })),
    ...noText.map((variant) => ({ ...read, variant })),
    ...noObject.map((options) => ({ ...read, options })),
    ...[...noList, [null], [7]].map((moves) => ({ ...read, moves })),
  ]) {
    await assert.rejects(replay(wrong, replayed, { game }, played), foreign("ConvertPosition"), JSON.stringify(wrong));
  }
  for (const wrong of [
    ...[...noList, [], [null], [{}], [{ state: 7 }], [...replayed.snapshots, ...replayed.snapshots]].map(
      (snapshots) => ({ ...replayed, snapshots }),
    ),
    ...noList.map((differences) => ({ ...replayed, differences })),
  ]) {
    await assert.rejects(replay(read, wrong, { game }, played), foreign("ReplayGame"), JSON.stringify(wrong));
  }
  for (const wrong of foreignGames) {
    await assert.rejects(replay(read, replayed, { game: wrong }, played), foreign("InspectGame"));
    await assert.rejects(replay(read, replayed, { game }, { ...played, game: wrong }), foreign("ApplyMoves"));
  }
});
