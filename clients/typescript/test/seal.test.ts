import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import {
  Client,
  canDigest,
  commitmentOf,
  GameSession,
  type Seal,
  TalonError,
  verifySeal,
} from "@talon-solitaire/client";
import { answer, fakeServer } from "./fake.js";
import { connect, others } from "./server.js";

const seed = "000102030405060708090a0b0c0d0e0f";
const salt = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";
const secret = { variant: "klondike", options: { draw: "1" }, winnable: true, sealed: true } as const;

// The examples run with WebCrypto wherever it is; Node 18 has it under another name.
const subtle = globalThis.crypto?.subtle ?? (await import("node:crypto")).webcrypto.subtle;

// win wins the game of a session, with moves that a server with the same keys tells.
async function win(session: GameSession): Promise<void> {
  const solved = await connect({ baseUrl: others.telling }).solveGame({ state: session.game.state });
  for (const move of solved.moves) {
    await session.play(move);
  }
  assert.equal(session.game.status, "WON");
}

test("a sealed game is played, undone and redone like any other, and its deal is proved", async () => {
  const session = await GameSession.deal(connect(), secret);
  assert.equal(session.sealed, true);
  assert.equal(session.deal, undefined);
  assert.equal(session.revealed, undefined);
  assert.equal(session.proof?.verdict, "WINNABLE");
  assert.match(session.game.state, /^talon1\.klondike-1\./);
  assert.equal(await session.verifyDeal({}, subtle), "NOT_REVEALED");
  await win(session);
  assert.equal(await session.verifyDeal({}, subtle), "VERIFIED");
  const won = session.game;
  const count = session.moves.length;
  while (session.canUndo) {
    session.undo();
    assert.match(session.game.state, /^talon1\.klondike-1\./);
  }
  assert.equal(session.game, session.start);
  // What was told once is known, whatever is taken back.
  assert.equal(await session.verifyDeal({}, subtle), "VERIFIED");
  while (session.canRedo) {
    session.redo();
  }
  assert.equal(session.game, won);
  assert.equal(session.moves.length, count);
});

test("a secret game is recorded with its sealed state, and with its deal once that is known", async () => {
  const client = connect();
  const session = await GameSession.deal(client, secret);
  await session.play(session.game.moves?.[0] ?? "d");
  const kept = session.record();
  assert.equal(kept.deal, undefined);
  assert.equal(kept.state, session.start.state);
  assert.equal(kept.rulesVersion, 1);

  const again = await GameSession.replay(client, JSON.stringify(kept));
  assert.deepEqual(again.moves, session.moves);
  assert.deepEqual(again.game.table, session.game.table);
  assert.deepEqual(again.differences, []);
  again.restart();
  await win(again);
  const told = again.record();
  assert.equal(told.state, undefined);
  assert.deepEqual(told.deal, { seed: again.revealed?.deal?.seed });
  assert.deepEqual(told.options, again.start.options);

  // Everybody can play it again, open or sealed.
  for (const [form, baseUrl] of [
    ["open", others.open],
    ["sealed", others.sealed],
  ] as const) {
    const opened = await GameSession.replay(connect({ baseUrl }), told);
    assert.equal(opened.game.status, "WON");
    assert.equal(opened.sealed, form === "sealed");
    assert.deepEqual(opened.differences, []);
    assert.deepEqual(opened.deal, again.revealed?.deal);
  }
});

test("a server without open states plays records that begin with a deal", async () => {
  const client = connect({ baseUrl: others.sealed });
  for (const [record, reason] of [
    ['{"variant":"golf","rulesVersion":1,"deal":{"number":7},"moves":["d"],"status":"IN_PROGRESS"}', undefined],
    ['{"variant":"golf","deal":{"seed":"birdie"},"moves":["d","d","u"]}', undefined],
    ['{"variant":"golf","rulesVersion":9,"deal":{"number":7},"moves":["d"]}', "UNKNOWN_RULES_VERSION"],
    ['{"state":"golf/1 m=0","moves":["d"]}', "STATE_FORM_NOT_SERVED"],
    ['{"variant":"golf","deal":{"deck":"Ah"},"moves":["d"]}', "INVALID_DEAL"],
    ['{"variant":"golf","deal":{"number":7},"moves":["t1t2"]}', "ILLEGAL_MOVE"],
    ['{"deal":{"number":7}}', "STATE_FORM_NOT_SERVED"],
    ['{"', "STATE_FORM_NOT_SERVED"],
  ] as const) {
    const replayed = GameSession.replay(client, record);
    if (reason === undefined) {
      const session = await replayed;
      assert.deepEqual(session.moves, ["d"], record);
      assert.equal(session.sealed, true);
      assert.deepEqual(session.differences, []);
    } else {
      await assert.rejects(replayed, (error) => error instanceof TalonError && error.reason === reason, record);
    }
  }
});

test("a sealed game by number is no secret", async () => {
  const session = await GameSession.deal(connect(), { variant: "golf", number: 7, sealed: true });
  assert.equal(session.revealed?.deal?.number, 7);
  await session.play("d");
  assert.equal(await session.verifyDeal({}, subtle), "VERIFIED");
  assert.deepEqual(session.record().deal, { number: 7 });
  const middle = await GameSession.open(connect(), session.game.state);
  await assert.rejects(middle.verifyDeal({}, subtle), TypeError);
  assert.equal(middle.record().state, middle.start.state);
  const open = await GameSession.deal(connect(), { variant: "golf", number: 7 });
  await assert.rejects(open.verifyDeal({}, subtle), TypeError);
});

test("advice that rests on the hidden cards is refused, and other advice given", async () => {
  const client = connect();
  assert.equal((await client.getVersion({})).sealedAdvice, "VISIBLE");
  const session = await GameSession.deal(client, { variant: "golf", sealed: true });
  // One after the other: a promise that fails while nobody awaits it fails the test.
  for (const ask of [() => session.suggest({ knowledge: "FULL" }), () => session.findLastWinnable()]) {
    await assert.rejects(ask, (error) => error instanceof TalonError && error.reason === "SEALED_GAME");
  }
  assert.ok((await session.suggest()).suggestions.length > 0);
});

test("the commitment is the SHA-256 of the seed and behind it the salt", async () => {
  const expected = createHash("sha256")
    .update(seed + salt)
    .digest("hex");
  assert.equal(expected, "44ddf0990518ee08a29561869f146850becce45f874d9ce883826244dd38e598");
  assert.equal(await commitmentOf(seed, salt, subtle), expected);
  if (canDigest()) {
    assert.equal(await commitmentOf(seed, salt), expected);
  } else {
    await assert.rejects(commitmentOf(seed, salt), TypeError);
  }
  assert.notEqual(await commitmentOf(seed, seed, subtle), expected);
});

test("a promise that is not kept is noticed", async () => {
  const commitment = await commitmentOf(seed, salt, subtle);
  const first: Seal = { secret: true, commitment };
  const deal = { variant: "golf", options: {}, seed };
  const last: Seal = { ...first, deal, salt };
  for (const [one, other, check] of [
    [first, last, "VERIFIED"],
    [first, first, "NOT_REVEALED"],
    [first, { ...first, deal }, "NOT_REVEALED"],
    [first, { ...last, salt: seed }, "BROKEN"],
    [first, { ...last, deal: { ...deal, seed: salt } }, "BROKEN"],
    [first, { ...last, deal: { variant: "golf", options: {}, number: 1 } }, "BROKEN"],
    [first, { ...last, commitment: "0".repeat(64) }, "BROKEN"],
    [{ secret: false, commitment: "" }, last, "BROKEN"],
    [{ secret: true, commitment: "" }, { ...last, commitment: "" }, "BROKEN"],
  ] as const) {
    assert.equal(await verifySeal(one, other, subtle), check, JSON.stringify(other));
  }
});

test("only a secret game comes without its deal", async () => {
  const game = { state: "golf/1 m=0", variant: "golf", options: {}, status: "IN_PROGRESS", moveCount: 0, score: 0 };
  for (const [seal, accepted] of [
    [{ secret: true, commitment: "x" }, true],
    [{ secret: false, commitment: "" }, false],
    [{ commitment: "x" }, false],
    [{ secret: true, commitment: 7 }, false],
    [{ secret: true, commitment: "x", deal: { variant: "golf" } }, false],
    ["x", false],
    [undefined, false],
  ] as const) {
    const client = new Client({ ...fakeServer(answer({ game: { ...game, seal } })), retry: false });
    const dealt = GameSession.deal(client, { variant: "golf", sealed: true });
    if (accepted) {
      assert.equal((await dealt).deal, undefined);
    } else {
      await assert.rejects(dealt, { name: "TalonError", code: "UNKNOWN" }, JSON.stringify(seal));
    }
  }
});

test("a game that does not come from its seed is noticed", async () => {
  const commitment = await commitmentOf(seed, salt, subtle);
  const seal = { secret: true, commitment };
  const told = { ...seal, deal: { variant: "golf", options: {}, seed }, salt };
  const game = (cards: string, more: object) => ({
    state: "talon1.golf-1.x",
    variant: "golf",
    options: {},
    status: "IN_PROGRESS",
    moveCount: 0,
    score: 0,
    table: { piles: [{ id: "t1", cards }] },
    ...more,
  });
  for (const [dealt, end, complete, check] of [
    ["Ah", "2h", true, "VERIFIED"],
    ["As", "2h", true, "BROKEN"],
    ["Ah", "2s", true, "BROKEN"],
    ["Ah", "2h", false, "BROKEN"],
  ] as const) {
    const answers: Record<string, (request: { seed?: string }) => object> = {
      "/v1/games:deal": (request) => ({
        game: game(request.seed === undefined ? "Ah" : dealt, { seal }),
        deal: told.deal,
      }),
      "/v1/games:applyMoves": () => ({ game: game("2h", { seal: told, status: "WON", moveCount: 1 }), events: [] }),
      "/v1/games:replay": () => ({
        game: game(end, { status: "WON", moveCount: 1 }),
        complete,
        snapshots: [],
        differences: [],
      }),
    };
    const client = new Client({
      baseUrl: "http://127.0.0.1",
      fetch: async (input, init) => {
        const told = answers[new URL(String(input)).pathname]?.(JSON.parse(String(init?.body)));
        return new Response(JSON.stringify(told), { headers: { "Content-Type": "application/json" } });
      },
    });
    const session = await GameSession.deal(client, { variant: "golf", sealed: true });
    await session.play("d");
    assert.equal(await session.verifyDeal({}, subtle), check);
  }
});
