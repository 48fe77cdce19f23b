// Where piles and cards lie, at every size and in every game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./play.source.mjs";

const { layOut } = await source("table/layout.ts");
const { spread, zoneOf } = await source("table/spread.ts");

const kinds = { t: "COLUMN", p: "PLACE", c: "CELL", f: "FOUNDATION" };
const spec = (id, kind) => ({ id, kind: kind ?? kinds[id[0]] });
const many = (letter, count) => Array.from({ length: count }, (_, i) => spec(`${letter}${i + 1}`));
const stock = spec("s", "STOCK");
const waste = spec("w", "WASTE");
const foundations = ["fc", "fd", "fh", "fs"].map((id) => spec(id));

const games = {
  klondike: [...many("t", 7), ...foundations, stock, waste],
  spider: [...many("t", 10), spec("f", "FINISHED"), stock],
  freecell: [...many("t", 8), ...many("c", 4), ...foundations],
  pyramid: [...many("p", 28), stock, waste],
  tripeaks: [...many("p", 28), stock, waste],
  golf: [...many("t", 7), stock, waste],
  yukon: [...many("t", 7), ...foundations],
};

// What the table has of the page at the sizes of the tests, and narrower.
const spaces = { narrow: [320, 520], phone: [390, 710], landscape: [844, 330], tablet: [820, 1110], desktop: [1280, 740], wide: [2560, 1340] };

function lay(variant, [width, height], wishes = {}) {
  return layOut({ variant, piles: games[variant], wasteShown: 3, width, height, large: false, leftHanded: false, ...wishes });
}

const hidden = (count) => Array(count).fill("??");
const open = (count) => Array(count).fill("5h");

for (const [variant, piles] of Object.entries(games)) {
  for (const [name, space] of Object.entries(spaces)) {
    for (const leftHanded of [false, true]) {
      test(`${variant}, ${name}${leftHanded ? ", left-handed" : ""}: every pile is on the table, and none lies on another`, () => {
        const { seats, cardWidth, cardHeight } = lay(variant, space, { leftHanded });
        assert.equal(seats.size, piles.length);
        const boxes = [...seats.values()].map((seat) => ({ ...seat, right: seat.x + cardWidth, bottom: seat.y + cardHeight }));
        for (const box of boxes) {
          assert.ok(box.x >= 0 && box.y >= 0 && box.right <= space[0] && box.bottom <= space[1], `${box.id} at ${box.x} ${box.y}`);
        }
        for (const [i, one] of boxes.entries()) {
          for (const other of boxes.slice(i + 1)) {
            if (one.kind === "PLACE" && other.kind === "PLACE") continue;
            const apart = one.right <= other.x + 1 || other.right <= one.x + 1 || one.bottom <= other.y + 1 || other.bottom <= one.y + 1;
            assert.ok(apart, `${one.id} and ${other.id}`);
          }
        }
      });
    }
  }
}

test("ten columns of Spider fit on a phone, and their signs can be read", () => {
  const { cardWidth, large } = lay("spider", spaces.phone);
  assert.ok(cardWidth >= 35, `${cardWidth}`);
  assert.ok(large);
});

test("columns keep their order for the left hand, and stock and foundations change sides", () => {
  for (const space of [spaces.phone, spaces.landscape, spaces.desktop]) {
    const right = lay("klondike", space).seats;
    const left = lay("klondike", space, { leftHanded: true }).seats;
    assert.ok(right.get("s").x < right.get("fs").x);
    assert.ok(left.get("s").x > left.get("fs").x);
    assert.ok(left.get("t1").x < left.get("t2").x);
  }
});

test("the waste spreads away from the stock, its top card in full view", () => {
  for (const leftHanded of [false, true]) {
    const { seats } = lay("klondike", spaces.desktop, { leftHanded });
    const points = spread(seats.get("w"), open(5));
    const away = leftHanded ? -1 : 1;
    assert.deepEqual(points.slice(0, 3), Array(3).fill(points[0]), "the oldest lie under each other");
    assert.ok(Math.abs(points[4].x - points[2].x) > 20);
    assert.ok(away * (seats.get("w").x - seats.get("s").x) > 0);
    assert.ok(points[4].x > points[3].x && points[3].x > points[2].x, "later cards cover the right of earlier ones, not their corners");
  }
});

test("the peaks and the pyramid keep their shape", () => {
  for (const space of Object.values(spaces)) {
    const { seats: pyramid, cardWidth } = lay("pyramid", space);
    assert.ok(Math.abs(pyramid.get("p1").x - (pyramid.get("p22").x + pyramid.get("p28").x) / 2) <= 1, "the tip lies over the middle");
    for (let row = 1, first = 1; row < 7; first += row, row++) {
      const down = pyramid.get(`p${first + row}`).y - pyramid.get(`p${first}`).y;
      assert.ok(down > 0, `row ${row}`);
    }
    const { seats: peaks } = lay("tripeaks", space);
    assert.ok(Math.abs(peaks.get("p1").x - (peaks.get("p4").x + peaks.get("p5").x) / 2) <= 1);
    assert.equal(peaks.get("p19").y, peaks.get("p28").y);
    assert.ok(cardWidth > 0);
  }
});

test("a column that is too long is pressed together until it fits", () => {
  for (const [name, space] of Object.entries(spaces)) {
    for (const [variant, cards] of [["klondike", [...hidden(6), ...open(13)]], ["spider", [...hidden(5), ...open(30)]], ["freecell", open(19)]]) {
      const layout = lay(variant, space);
      const seat = layout.seats.get("t1");
      const points = spread(seat, cards);
      assert.equal(points.length, cards.length);
      const zone = zoneOf(layout, seat, cards);
      assert.ok(zone.y + zone.height <= space[1], `${variant}, ${name}: ends at ${zone.y + zone.height}`);
      points.slice(1).forEach((point, i) => assert.ok(point.y > points[i].y, `${variant}, ${name}: card ${i + 1} hides card ${i}`));
    }
  }
});

test("face-down cards are pressed together before the corners of face-up ones are", () => {
  const layout = lay("klondike", spaces.desktop);
  const seat = layout.seats.get("t7");
  const short = spread(seat, [...hidden(6), ...open(3)]);
  const long = spread(seat, [...hidden(6), ...open(7)]);
  assert.ok(long[1].y - long[0].y < short[1].y - short[0].y);
  assert.ok(Math.abs(long[8].y - long[7].y - (short[8].y - short[7].y)) <= 1);
});

test("an empty pile can be dropped on, and a pile without cards has no points", () => {
  const layout = lay("klondike", spaces.phone);
  assert.deepEqual(spread(layout.seats.get("t1"), []), []);
  assert.equal(zoneOf(layout, layout.seats.get("t1"), []).width, layout.cardWidth);
});
