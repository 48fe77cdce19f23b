// What became of each card.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./play.source.mjs";

const { compare, orderOf } = await source("table/transition.ts");

const pilesIn = (cards) => Object.entries(cards).map(([id, text]) => ({ seat: { id }, cards: text.match(/../g) ?? [] }));
const short = ({ pile, index }) => `${pile}:${index}`;
const follow = (before, after) => {
  const { arrivals, turned, departures } = compare(pilesIn(before), pilesIn(after));
  return {
    arrivals: arrivals.map(({ at, from }) => `${from === undefined ? "-" : short(from)} ${short(at)}`),
    turned: turned.map(short),
    departures: departures.map(short),
  };
};

test("cards are followed from pile to pile, and a card that is turned up stays where it was", () => {
  assert.deepEqual(follow({ t1: "????9h8c", t2: "Ts" }, { t1: "??4d", t2: "Ts9h8c" }), {
    arrivals: ["t1:2 t2:1", "t1:3 t2:2"],
    turned: ["t1:1"],
    departures: [],
  });
});

test("drawn cards come from the top of the stock, the first one first; a redeal and taking it back go the other way", () => {
  const before = { s: "??????", w: "2h" };
  const after = { s: "??", w: "2h5c9d" };
  assert.deepEqual(follow(before, after).arrivals, ["s:2 w:1", "s:1 w:2"]);
  assert.deepEqual(follow(after, before).arrivals, ["w:2 s:1", "w:1 s:2"]);
  assert.deepEqual(follow({ s: "", w: "2h5c" }, { s: "????", w: "" }).arrivals, ["w:1 s:0", "w:0 s:1"]);
});

test("a finished run leaves the table, its King to the finished ones; what is taken back appears again", () => {
  const run = "KsQsJsTs9s8s7s6s5s4s3s2s";
  const there = follow({ t1: `??${run}`, t2: "As", f: "" }, { t1: "4d", t2: "", f: "Ks" });
  assert.deepEqual(there.arrivals, ["t1:1 f:0"]);
  assert.deepEqual(there.turned, ["t1:0"]);
  assert.equal(there.departures.length, 12);
  const back = follow({ p1: "", w: "2h" }, { p1: "Js", w: "2h" });
  assert.deepEqual(back.arrivals, ["- p1:0"]);
});

test("of equal cards, those of one run are followed together", () => {
  assert.deepEqual(follow({ t1: "3s9s8s", t2: "8s", t3: "Ts" }, { t1: "3s", t2: "8s", t3: "Ts9s8s" }).arrivals, ["t1:1 t3:1", "t1:2 t3:2"]);
});

test("cards arrive in the order of events", () => {
  const events = [
    { kind: "CARDS_MOVED", from: "t1", to: "fh", cards: "Ah" },
    { kind: "CARD_TURNED_UP", from: "t1", cards: "2h" },
    { kind: "CARDS_MOVED", from: "t1", to: "fh", cards: "2h" },
    { kind: "CARD_DRAWN", cards: "9c" },
  ];
  assert.deepEqual([...orderOf(events, pilesIn({ t1: "??Ah", fh: "", s: "??", w: "5d" }))], [["fh:0", 0], ["fh:1", 1], ["w:1", 2]]);
});
