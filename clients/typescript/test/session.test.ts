import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, GameSession, RefusedError } from "@talon-solitaire/client";
import { connect, url } from "./server.js";

// Two games of Klondike near their ends: the first one can be finished at once.
const finishable = "klondike/1 m=89 t3:Ks t4:Qd t5:Kd fc:K fd:J fh:K fs:Q";
const late = "klondike/1 m=88 t2:Jd t3:Ks t4:Qd t5:Kd fc:K fd:T fh:K fs:Q";

// counting makes a client that counts its requests.
function counting(): { client: Client; count: () => number } {
  let count = 0;
  const client = new Client({
    baseUrl: url,
    fetch: (input, init) => {
      count++;
      return fetch(input, init);
    },
  });
  return { client, count: () => count };
}

// gated makes a client whose requests wait until they are let through, in order.
function gated(): { client: Client; waiting: () => number; letThrough: () => void } {
  const gates: (() => void)[] = [];
  let open = true;
  const client = new Client({
    baseUrl: url,
    fetch: async (input, init) => {
      if (!open) {
        await new Promise<void>((resolve, reject) => {
          gates.push(resolve);
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        });
      }
      return fetch(input, init);
    },
  });
  return {
    client,
    waiting: () => {
      open = false;
      return gates.length;
    },
    letThrough: () => gates.shift()?.(),
  };
}

test("a game is dealt and played", async () => {
  const session = await GameSession.deal(connect(), { variant: "golf", number: 7 });
  assert.equal(session.deal?.number, 7);
  assert.equal(session.proof, undefined);
  assert.equal(session.game, session.start);
  assert.deepEqual([session.moves, session.canUndo, session.canRedo], [[], false, false]);
  const [move] = session.game.moves ?? [];
  assert.ok(move);
  const step = await session.play(move);
  assert.deepEqual(step.moves, [move.move]);
  assert.equal(step.events[0]?.kind, "CARDS_MOVED");
  assert.equal(step.game, session.game);
  assert.equal(session.game.moveCount, 1);
  assert.ok(session.game.moves, "the view of a session holds the moves");
  assert.deepEqual([session.moves, session.canUndo, session.canRedo], [[move.move], true, false]);
});

test("a session has the view that it was asked for", async () => {
  const client = connect();
  const table = await GameSession.deal(client, { variant: "golf", number: 7, view: "TABLE" });
  assert.equal((await table.play("d")).game.moves, undefined);
  assert.ok(table.game.table);
  const state = await GameSession.open(client, finishable, { view: "STATE" });
  assert.equal(state.game.table, undefined);
  assert.equal((await state.finish()).game.table, undefined);
});

test("a deal that is asked to be winnable comes with its proof", async () => {
  const session = await GameSession.deal(connect(), { variant: "golf", winnable: true });
  assert.equal(session.proof?.verdict, "WINNABLE");
});

test("a refused move changes nothing", async () => {
  const session = await GameSession.open(connect(), late);
  await session.play("t4t3");
  session.undo();
  const { game, moves } = session;
  await assert.rejects(session.play("t2t3"), (error) => {
    assert.ok(error instanceof RefusedError);
    assert.equal(error.refusal.reason, "WRONG_RANK");
    return true;
  });
  assert.equal(session.game, game);
  assert.deepEqual(session.moves, moves);
  assert.equal(session.canRedo, true);
  const fresh = await GameSession.deal(connect(), { variant: "freecell", number: 1 });
  await assert.rejects(fresh.finish(), { name: "RefusedError", reason: "FINISH_NOT_AVAILABLE" });
  assert.equal(fresh.game, fresh.start);
});

test("going back and forth makes no call", async () => {
  const { client, count } = counting();
  const session = await GameSession.open(client, late);
  const games = [session.game];
  const steps = [];
  for (const move of ["t2fd", "t4fd", "t3fs", "t5fd"]) {
    steps.push(await session.play(move));
    games.push(session.game);
  }
  assert.equal(session.game.status, "WON");
  const calls = count();
  assert.equal(session.undo(), steps[3]);
  assert.equal(session.game, games[3]);
  assert.equal(session.backTo(1), games[1]);
  assert.deepEqual(session.moves, ["t2fd"]);
  assert.equal(session.redo(), steps[1]);
  assert.equal(session.game, games[2]);
  assert.equal(session.restart(), games[0]);
  assert.deepEqual([session.canUndo, session.canRedo], [false, true]);
  assert.equal(session.undo(), undefined);
  assert.equal(session.game, games[0]);
  for (const step of steps) {
    assert.equal(session.redo(), step);
  }
  assert.equal(session.redo(), undefined);
  assert.equal(session.game, games[4]);
  assert.equal(count(), calls);
});

test("a move forgets the moves that were taken back", async () => {
  const session = await GameSession.open(connect(), late);
  await session.play("t2fd");
  await session.play("t4fd");
  session.backTo(0);
  await session.play("t4t3");
  assert.deepEqual([session.moves, session.canRedo], [["t4t3"], false]);
});

test("an index beyond the line is refused", async () => {
  const session = await GameSession.open(connect(), late);
  await session.play("t2fd");
  for (const index of [-1, 2, 0.5, Number.NaN]) {
    assert.throws(() => session.backTo(index), RangeError);
  }
  assert.equal(session.moves.length, 1);
});

test("an automatic finish is one step", async () => {
  const session = await GameSession.open(connect(), late);
  await session.play("t2fd");
  const { game, moves, events } = await session.finish();
  assert.equal(game.status, "WON");
  assert.deepEqual(moves, ["t4fd", "t5fd", "t3fs"]);
  assert.equal(events.at(-1)?.kind, "GAME_WON");
  assert.deepEqual(session.moves, ["t2fd", "t4fd", "t5fd", "t3fs"]);
  assert.equal(session.backTo(4), game);
  assert.equal(session.backTo(3).moveCount, 89);
  assert.equal(session.redo()?.game, game);
  session.undo();
  assert.deepEqual(session.moves, ["t2fd"]);
});

test("moves that are asked for together follow each other", async () => {
  const { client, waiting, letThrough } = gated();
  const session = await GameSession.open(client, late);
  assert.equal(waiting(), 0);
  const plays = ["t2fd", "t2fd", "t4fd"].map((move) =>
    session.play(move).then(
      ({ game }) => game.moveCount,
      (error) => error.refusal.reason,
    ),
  );
  const results: (number | string)[] = [];
  for (const play of plays) {
    assert.equal(session.moves.length, results.filter((result) => typeof result === "number").length);
    await turn(() => waiting() === 1);
    letThrough();
    results.push(await play);
  }
  assert.deepEqual(results, [89, "EMPTY_PILE", 90]);
  assert.deepEqual(session.moves, ["t2fd", "t4fd"]);
});

test("going back gives up the moves that are under way", async () => {
  const { client, waiting, letThrough } = gated();
  const session = await GameSession.open(client, late);
  await session.play("t2fd");
  waiting();
  const running = session.play("t4fd");
  const queued = session.play("t3fs");
  await turn(() => waiting() === 1);
  session.undo();
  const afterwards = session.play("t4t3");
  await assert.rejects(running, { name: "AbortError" });
  await assert.rejects(queued, { name: "AbortError" });
  await turn(() => waiting() === 2);
  letThrough();
  letThrough();
  await afterwards;
  assert.deepEqual(session.moves, ["t4t3"]);
});

test("an answer that came while the session went elsewhere is dropped", async () => {
  const session = await GameSession.open(connect(), late);
  await session.play("t2fd");
  const { client } = session;
  const { applyMoves } = client;
  client.applyMoves = async (request, options) => {
    const answer = await applyMoves.call(client, request, options);
    session.undo();
    return answer;
  };
  await assert.rejects(session.play("t4fd"), { name: "AbortError" });
  assert.deepEqual(session.moves, []);
  assert.equal(session.game, session.start);
});

test("one move can be given up, the next one is played", async () => {
  const session = await GameSession.open(connect(), late);
  const aborted = session.play("t2fd", { signal: AbortSignal.abort() });
  const played = session.play("t4t3");
  await assert.rejects(aborted, { name: "AbortError" });
  await played;
  assert.deepEqual(session.moves, ["t4t3"]);
});

test("advice knows the line, and a lost game the way back", async () => {
  const session = await GameSession.deal(connect(), { variant: "golf", number: 6076 });
  const { moves } = await session.client.solveGame({ state: session.start.state });
  await session.play(moves[0] as string);
  const advice = await session.suggest({ knowledge: "FULL" });
  assert.equal(advice.verdict, "WINNABLE");
  await session.play(advice.suggestions[0]?.move as { move: string } & (typeof advice.suggestions)[0]["move"]);
  // Without a card played the game is lost.
  while (session.game.moves?.some(({ move }) => move === "d")) {
    await session.play("d");
  }
  const found = await session.findLastWinnable();
  assert.equal(found.proved, true);
  const back = session.backTo(found.lastWinnable as number);
  assert.equal(back.state, found.state);
  assert.equal(session.moves.length, found.lastWinnable);
});

// turn waits until something is so, which other promises bring about.
async function turn(until: () => boolean): Promise<void> {
  while (!until()) {
    await new Promise(setImmediate);
  }
}
