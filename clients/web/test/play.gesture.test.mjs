// From touching cards to moves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./play.source.mjs";

const { ask, best, drop, lift, pilesOf, tap, targetsOf } = await source("table/gesture.ts");

const kindOf = { t: "COLUMN", p: "PLACE", c: "CELL", s: "STOCK", w: "WASTE" };

function table(cards, moves, { pairs = false, finished = false } = {}) {
  const game = { table: { piles: Object.entries(cards).map(([id, text]) => ({ id, cards: text })) }, moves: moves.map(parse) };
  const kinds = new Map(Object.keys(cards).map((id) => [id, kindOf[id[0]] ?? (finished ? "FINISHED" : "FOUNDATION")]));
  return { game, piles: pilesOf(game, kinds, pairs) };
}

// Moves of the tests: "t1t2 9h8c" is a move with its cards, "p24" and "p23p26" take cards away.
function parse(text) {
  const [move, cards] = text.split(" ");
  if (move === "d" || move === "r") return { move, kind: move === "d" ? "DRAW" : "REDEAL", turnsUp: [] };
  const [from, to] = move.match(/t\d+|p\d+|c\d|f[cdhs]?|s|w/g);
  return { move, kind: cards === undefined ? "REMOVE" : "MOVE", from, ...(to === undefined ? {} : { to }), cards, turnsUp: [] };
}

const klondike = table({ t1: "5c", t2: "??7d", t3: "9h8c7d", t4: "6c", t5: "", fc: "", fd: "Ad", fh: "", fs: "", s: "????", w: "2d3h" }, [
  "t3t1x2 8c7d",
  "t4t3 6c",
  "t4t2 6c",
  "t2fd 7d",
  "wt4 3h",
  "d",
]);

test("touching a card of a column lifts it with all cards on it, elsewhere the top card", () => {
  assert.deepEqual(lift(klondike.piles, { pile: "t3", index: 1 }), { pile: "t3", count: 2 });
  assert.deepEqual(lift(klondike.piles, { pile: "w", index: 0 }), { pile: "w", count: 1 });
  assert.deepEqual(lift(klondike.piles, { pile: "fd", index: 0 }), { pile: "fd", count: 1 });
  assert.equal(lift(klondike.piles, { pile: "t2", index: 0 }), undefined, "a face-down card");
  assert.equal(lift(klondike.piles, { pile: "t5" }), undefined, "an empty column");
  assert.equal(lift(klondike.piles, { pile: "s", index: 1 }), undefined, "a face-down stock");
});

test("targets are the legal moves of just these cards", () => {
  assert.deepEqual([...targetsOf(klondike.game, { pile: "t3", count: 2 }).keys()], ["t1"]);
  assert.deepEqual([...targetsOf(klondike.game, { pile: "t3", count: 1 }).keys()], []);
  assert.deepEqual([...targetsOf(klondike.game, { pile: "t4", count: 1 }).keys()], ["t3", "t2"]);
});

test("the first click holds cards, the second plays them, or sends them where they fit best", () => {
  const held = { pile: "t4", count: 1 };
  assert.deepEqual(tap(klondike.game, klondike.piles, undefined, { pile: "t4", index: 0 }), { kind: "hold", held });
  assert.deepEqual(tap(klondike.game, klondike.piles, held, { pile: "t2", index: 1 }), { kind: "play", move: "t4t2" });
  assert.deepEqual(tap(klondike.game, klondike.piles, held, { pile: "t2", index: 0 }), { kind: "play", move: "t4t2" }, "a covered card stands for its pile");
  assert.deepEqual(tap(klondike.game, klondike.piles, held, { pile: "t4", index: 0 }), { kind: "play", move: "t4t3" });
  assert.deepEqual(tap(klondike.game, klondike.piles, { pile: "t2", count: 1 }, { pile: "t2", index: 1 }), { kind: "play", move: "t2fd" });
  assert.deepEqual(tap(klondike.game, klondike.piles, { pile: "t1", count: 1 }, { pile: "t1", index: 0 }), { kind: "release" }, "it fits nowhere");
});

test("a click where cards do not fit asks why, and holds what was clicked", () => {
  const held = { pile: "t3", count: 2 };
  assert.deepEqual(tap(klondike.game, klondike.piles, held, { pile: "t4", index: 0 }), { kind: "refuse", move: "t3t4x2", held: { pile: "t4", count: 1 } });
  assert.deepEqual(tap(klondike.game, klondike.piles, held, { pile: "t5" }), { kind: "refuse", move: "t3t5x2", held: undefined });
  assert.deepEqual(tap(klondike.game, klondike.piles, held, { pile: "t3", index: 2 }), { kind: "hold", held: { pile: "t3", count: 1 } });
  assert.deepEqual(tap(klondike.game, klondike.piles, undefined, { pile: "t5" }), { kind: "nothing" });
});

test("cards that are let go are played, refused with a reason, or laid back", () => {
  const held = { pile: "t4", count: 1 };
  assert.deepEqual(drop(klondike.game, klondike.piles, held, "t3"), { kind: "play", move: "t4t3" });
  assert.deepEqual(drop(klondike.game, klondike.piles, held, "fc"), { kind: "refuse", move: "t4fc" });
  assert.deepEqual(drop(klondike.game, klondike.piles, held, "t4"), { kind: "nothing" });
  assert.deepEqual(drop(klondike.game, klondike.piles, held, "s"), { kind: "nothing" }, "there is no text for it");
  assert.deepEqual(drop(klondike.game, klondike.piles, { pile: "w", count: 1 }, "w"), { kind: "nothing" });
});

test("the stock draws, then turns the waste over, then says why not", () => {
  assert.deepEqual(tap(klondike.game, klondike.piles, { pile: "t1", count: 1 }, { pile: "s", index: 1 }), { kind: "play", move: "d" });
  const turned = table({ t1: "5c", fc: "", s: "", w: "2d" }, ["r"]);
  assert.deepEqual(tap(turned.game, turned.piles, undefined, { pile: "s" }), { kind: "play", move: "r" });
  const over = table({ t1: "5c", fc: "", s: "", w: "2d" }, []);
  assert.deepEqual(tap(over.game, over.piles, undefined, { pile: "s" }), { kind: "refuse", move: "r" });
  const spider = table({ t1: "", f: "", s: "????" }, [], { finished: true });
  assert.deepEqual(tap(spider.game, spider.piles, undefined, { pile: "s", index: 1 }), { kind: "refuse", move: "d" });
});

test("the best place is a foundation, then a card of the same suit, then any card, then an empty column, then a cell", () => {
  const cards = { t1: "8h", t2: "9s", t3: "9h", t4: "", c1: "", fh: "7h" };
  const order = ["t1c1 8h", "t1t4 8h", "t1t2 8h", "t1t3 8h", "t1fh 8h"];
  for (let count = order.length; count > 0; count--) {
    const { game, piles } = table(cards, order.slice(0, count));
    assert.equal(best(game, piles, { pile: "t1", count: 1 }).move, order[count - 1].split(" ")[0]);
  }
});

const pyramid = table({ p22: "Qs", p23: "8s", p24: "Kh", p26: "5c", p10: "9d", s: "????6s", w: "7d" }, ["ws", "p24", "p23p26", "d"], { pairs: true });

test("in Pyramid Kings go at once, other cards two by two", () => {
  assert.deepEqual(tap(pyramid.game, pyramid.piles, undefined, { pile: "p24", index: 0 }), { kind: "play", move: "p24" });
  const held = { pile: "p26", count: 1 };
  assert.deepEqual(tap(pyramid.game, pyramid.piles, undefined, { pile: "p26", index: 0 }), { kind: "hold", held });
  assert.deepEqual(tap(pyramid.game, pyramid.piles, held, { pile: "p23", index: 0 }), { kind: "play", move: "p23p26" });
  assert.deepEqual(tap(pyramid.game, pyramid.piles, held, { pile: "p24", index: 0 }), { kind: "play", move: "p24" });
  assert.deepEqual(tap(pyramid.game, pyramid.piles, held, { pile: "p22", index: 0 }), { kind: "refuse", move: "p22p26", held: { pile: "p22", count: 1 } });
});

test("in Pyramid the stock draws when it is touched first, and pairs when it is touched second", () => {
  assert.deepEqual(tap(pyramid.game, pyramid.piles, undefined, { pile: "s", index: 2 }), { kind: "play", move: "d" });
  assert.deepEqual(tap(pyramid.game, pyramid.piles, { pile: "w", count: 1 }, { pile: "s", index: 2 }), { kind: "play", move: "ws" });
  assert.deepEqual(drop(pyramid.game, pyramid.piles, { pile: "s", count: 1 }, "w"), { kind: "play", move: "ws" });
  const without = table({ p22: "Qs", s: "????6s", w: "2d" }, ["d"], { pairs: true });
  assert.deepEqual(drop(without.game, without.piles, { pile: "s", count: 1 }, "w"), { kind: "play", move: "d" }, "a card laid on the waste is drawn");
});

test("a pair that is asked for is written in its one order", () => {
  for (const [from, to, text] of [["p26", "w", "wp26"], ["s", "w", "ws"], ["p5", "s", "sp5"], ["p26", "p3", "p3p26"]]) {
    assert.equal(ask(pyramid.piles, { pile: from, count: 1 }, to), text);
  }
});

test("in Golf one touch anywhere on a column plays its top card, or says why not", () => {
  const golf = table({ t1: "8dKcTd", t2: "Ad", s: "????", w: "2h" }, ["t2w Ad", "d"]);
  assert.deepEqual(tap(golf.game, golf.piles, undefined, { pile: "t2", index: 0 }), { kind: "play", move: "t2w" });
  assert.deepEqual(tap(golf.game, golf.piles, undefined, { pile: "t1", index: 1 }), { kind: "refuse", move: "t1w" });
  assert.deepEqual(lift(golf.piles, { pile: "t1", index: 0 }), { pile: "t1", count: 1 });
});
