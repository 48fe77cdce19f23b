// The way of the arrow keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./play.source.mjs";

const { next } = await source("table/walk.ts");

test("the arrows go to the next column however long it is, and from card to card within one", () => {
  const stop = (pile, index, x, y, band) => ({ pile, index, x, y, band });
  const stops = [
    stop("w", 2, 100, 0, 0),
    stop("fc", undefined, 300, 0, 0),
    stop("t1", 0, 0, 100, 1),
    stop("t1", 1, 0, 130, 1),
    stop("t1", 2, 0, 160, 1),
    stop("t2", 0, 100, 100, 1),
    stop("t3", 0, 200, 160, 1),
  ];
  const from = (pile, index, direction) => {
    const to = next(stops, stops.find((one) => one.pile === pile && one.index === index), direction);
    return to && `${to.pile}:${to.index}`;
  };
  assert.equal(from("t1", 2, "right"), "t2:0");
  assert.equal(from("t2", 0, "left"), "t1:0");
  assert.equal(from("t3", 0, "left"), "t2:0");
  assert.equal(from("t1", 2, "up"), "t1:1");
  assert.equal(from("t1", 0, "up"), "w:2");
  assert.equal(from("w", 2, "right"), "fc:undefined");
  assert.equal(from("w", 2, "down"), "t2:0");
  assert.equal(from("t3", 0, "down"), undefined);
  assert.equal(from("fc", undefined, "right"), undefined);
});
