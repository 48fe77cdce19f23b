// How the table feels: refusals, highlights, keys, voice, sizes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, games, sizes, visit } from "./harness.mjs";
import { cardOf, drag, focused, gripOf, holdAnswers, reached, tap, topOf } from "./play.driver.mjs";

// Klondike number 1: the top cards are 8c 9s 7s 4h 5s Jh Tc; legal are t4t5, t7t6 and d.
const klondike = "/#klondike?number=1";

const spoken = (page) => page.locator(".felt ~ [role=status]");
const boxOf = (locator) => locator.boundingBox();

test("an illegal drop goes back to where it came from, and the rule that refused it is told", async (t) => {
  const page = await visit(t, { path: klondike });
  await reached(page, 0);
  const card = topOf(page, "t1");
  const before = await boxOf(card);
  await drag(page, card, topOf(page, "t3"));
  await page.getByText("8♣ does not go on 7♠: a column is built down by one rank.").waitFor();
  await reached(page, 0);
  assert.deepEqual(await boxOf(topOf(page, "t1")), before);
});

test("the reason is told in the language of the browser, also for a click", async (t) => {
  const page = await visit(t, { path: klondike, locale: "de-DE", size: "phone", touch: true });
  await reached(page, 0);
  await tap(page, topOf(page, "t1"), true);
  await tap(page, topOf(page, "fc"), true);
  await page.getByText("8♣ passt noch nicht auf den Zielstapel Kreuz: Dort fehlt als Nächstes das Ass.").waitFor();
  await reached(page, 0);
});

test("while cards are dragged, the piles that take them are shown, and only those", async (t) => {
  const page = await visit(t, { path: klondike });
  await reached(page, 0);
  const { x, y } = await gripOf(topOf(page, "t4"));
  const target = await boxOf(topOf(page, "t5"));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 12);
  assert.equal(await page.locator(".pile.target").count(), 1);
  assert.equal((await page.locator(".pile.target [data-pile=t5]").count()) > 0, true);
  assert.equal(await page.locator(".pile.over").count(), 0);
  await page.mouse.move(target.x + 20, target.y + 20);
  assert.equal((await page.locator(".pile.over [data-pile=t5]").count()) > 0, true);
  await page.mouse.up();
  await reached(page, 1);
  assert.equal(await page.locator(".pile.target").count(), 0);
});

test("cards that are dropped far away from the table go back without a word", async (t) => {
  const page = await visit(t, { path: "/#klondike?number=7" });
  await reached(page, 0);
  const card = topOf(page, "t6");
  const before = await boxOf(card);
  let asked = 0;
  await page.route("**/v1/games:*", (route) => {
    asked++;
    return route.continue();
  });
  const { x, y } = await gripOf(card);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const [atX, atY] of [
    [x - 100, y - 40],
    [40, 20],
    [-200, -100],
  ]) {
    await page.mouse.move(atX, atY);
  }
  assert.equal(await page.locator(".card.held").count(), 1);
  await page.mouse.up();
  assert.equal(await page.locator(".card.held").count(), 0);
  assert.deepEqual(await boxOf(card), before);
  await page.keyboard.press("d");
  await reached(page, 1);
  assert.equal(asked, 1, "nothing but the move was asked for");
});

test("a drag that the system takes over leaves the game as it is", async (t) => {
  const page = await visit(t, { path: klondike });
  await reached(page, 0);
  const { x, y } = await gripOf(topOf(page, "t4"));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 40);
  await page.locator(".felt").dispatchEvent("pointercancel", { pointerId: 1 });
  assert.equal(await page.locator(".card.held").count(), 0);
  await page.mouse.up();
  await reached(page, 0);
});

test("cards are dragged with a finger", async (t) => {
  const page = await visit(t, { path: klondike, size: "phone", touch: true });
  await reached(page, 0);
  const start = await gripOf(topOf(page, "t4"));
  const end = await boxOf(topOf(page, "t5"));
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [start]);
  await touch("touchMove", [{ x: start.x + 15, y: start.y + 15 }]);
  await touch("touchMove", [{ x: end.x + end.width / 2, y: end.y + 20 }]);
  await touch("touchEnd", []);
  await reached(page, 1);
  assert.equal(await cardOf(page, "t5", 5).getAttribute("aria-label"), "Four of Hearts");
});

test("a double click sends a card where it fits best", async (t) => {
  const page = await visit(t, { path: klondike });
  await reached(page, 0);
  const { x, y } = await gripOf(topOf(page, "t7"));
  await page.mouse.dblclick(x, y);
  await reached(page, 1);
  assert.equal(await topOf(page, "t6").getAttribute("aria-label"), "Ten of Clubs");
});

test("the stock draws, shows how many cards are left, and turns the waste over as often as the options allow", async (t) => {
  const page = await visit(t, { path: "/#klondike;redeals=1?number=1" });
  await reached(page, 0);
  let moves = 0;
  const draw = async () => {
    await topOf(page, "s").click();
    await reached(page, ++moves);
  };
  assert.equal(await topOf(page, "s").getAttribute("aria-label"), "Draw: stock, 24 cards");
  for (let i = 0; i < 8; i++) await draw();
  assert.equal(await topOf(page, "s").getAttribute("aria-label"), "Turn the waste over, once more: stock, empty");
  for (let i = 0; i < 9; i++) await draw();
  assert.equal(await topOf(page, "s").getAttribute("aria-label"), "Stock, empty, no redeal left");
  await topOf(page, "s").click();
  await page.locator(".toast-refusal").waitFor();
  await reached(page, moves);
});

test("Spider deals rows, and says why a row is not dealt", async (t) => {
  const page = await visit(t, { path: "/#spider?number=1", locale: "de-DE" });
  await reached(page, 0);
  assert.equal(await topOf(page, "s").getAttribute("aria-label"), "Karten austeilen: Talon, noch 5-mal");
  await page.keyboard.press("d");
  await reached(page, 1);
  assert.match(await spoken(page).textContent(), /^Ausgeteilt: (Pik \p{L}+, ){9}Pik \p{L}+\./u);
});

test("FreeCell shows as many cells as the options say", async (t) => {
  const page = await visit(t, { path: "/#freecell;cells=2?number=1" });
  await reached(page, 0);
  assert.equal(await page.getByRole("group", { name: /^Cell/ }).count(), 2);
});

test("with keys cards are picked up, shown their targets, put back and laid down, and the focus is never lost", async (t) => {
  const page = await visit(t, { path: klondike });
  await reached(page, 0);
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("ArrowDown");
  assert.deepEqual(await focused(page), { pile: "t1", index: "0" });
  await press("ArrowRight", "ArrowRight", "ArrowRight", "Enter");
  assert.equal((await spoken(page).textContent()).trim(), "Four of Hearts picked up, 1 target.");
  await press("Escape");
  assert.equal((await spoken(page).textContent()).trim(), "Put back.");
  assert.equal((await focused(page)).pile, "t4");
  await press("Space", "ArrowRight");
  assert.equal((await focused(page)).pile, "t5");
  await press("Space");
  await reached(page, 1);
  await page.waitForFunction(() => document.activeElement?.dataset.pile === "t5" && document.activeElement.dataset.index === "5");
  assert.match(await spoken(page).textContent(), /^Four of Hearts to Column 5\. Turned up: Two of Clubs\./);
  await press("u");
  await reached(page, 0);
  assert.match(await spoken(page).textContent(), /^Taken back: Four of Hearts/);
  await page.waitForFunction(() => document.activeElement?.dataset.pile === "t5");
  await press("d");
  await reached(page, 1);
  assert.match(await spoken(page).textContent(), /^Drawn: /);
});

test("what is said and shown is the same in German", async (t) => {
  const page = await visit(t, { path: klondike, locale: "de-DE" });
  await reached(page, 0);
  await page.getByRole("group", { name: "Reihe 4, 4 Karten, 3 verdeckt" }).getByRole("button", { name: "Herz Vier" }).press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await reached(page, 1);
  assert.match(await spoken(page).textContent(), /^Herz Vier auf Reihe 5\. Aufgedeckt: Kreuz Zwei\./);
});

test("a table in the middle of a game can be used by everybody", async (t) => {
  for (const game of games) {
    const page = await visit(t, { path: `/#${game}?number=2` });
    await reached(page, 0);
    await page.keyboard.press("d");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await assertAccessible(page, game);
  }
});

test("everything is in view without scrolling, in every game at every size", async (t) => {
  for (const game of games) {
    for (const [size, { width, height }] of [...Object.entries(sizes), ["landscape", { width: 844, height: 390 }]]) {
      const page = await visit(t, { path: `/#${game}?number=2`, size: size in sizes ? size : "phone" });
      await page.setViewportSize({ width, height });
      await reached(page, 0);
      const { scroll, outside } = await page.evaluate(() => {
        const felt = document.querySelector(".felt").getBoundingClientRect();
        const cards = [...document.querySelectorAll(".felt .card, .felt .seat")];
        return {
          scroll: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
          outside: cards.filter((card) => {
            const box = card.getBoundingClientRect();
            return box.left < felt.left - 1 || box.top < felt.top - 1 || box.right > felt.right + 1 || box.bottom > felt.bottom + 1;
          }).length,
        };
      });
      assert.deepEqual({ scroll, outside }, { scroll: false, outside: 0 }, `${game}, ${size}`);
      await page.close();
    }
  }
});

test("with the page enlarged four times on a small screen, everything can be scrolled to", async (t) => {
  for (const game of games) {
    const page = await visit(t, { path: `/#${game}?number=2` });
    await page.setViewportSize({ width: 320, height: 256 });
    await reached(page, 0);
    const outside = await page.evaluate(async () => {
      // The table is laid out anew for its size.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const table = document.querySelector(".table");
      const from = table.getBoundingClientRect();
      return [...document.querySelectorAll(".felt .card, .felt .seat")].filter((card) => {
        const box = card.getBoundingClientRect();
        const [left, top] = [box.left - from.left + table.scrollLeft, box.top - from.top + table.scrollTop];
        return left < -1 || top < -1 || left + box.width > table.scrollWidth + 1 || top + box.height > table.scrollHeight + 1;
      }).length;
    });
    assert.equal(outside, 0, game);
    await page.locator(".felt button").last().click({ trial: true });
    await page.keyboard.press("ArrowDown");
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press("ArrowDown");
      const seen = await page.evaluate(() => {
        const box = document.activeElement.getBoundingClientRect();
        const table = document.querySelector(".table").getBoundingClientRect();
        return box.top >= table.top - 1 && box.top + Math.min(box.height, 20) <= table.bottom + 1;
      });
      assert.ok(seen, `${game}: the focus is out of view`);
    }
    await page.close();
  }
});

test("what was said is not left behind in another language", async (t) => {
  const page = await visit(t, { path: klondike });
  await reached(page, 0);
  await page.keyboard.press("d");
  await reached(page, 1);
  assert.match(await spoken(page).textContent(), /^Drawn: /);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("radio", { name: "Deutsch" }).check();
  await page.getByRole("dialog", { name: "Einstellungen" }).waitFor();
  assert.equal((await spoken(page).textContent()).trim(), "");
});

test("a move that is made while the answer to another is on its way comes after it", async (t) => {
  const page = await visit(t, { path: klondike });
  await reached(page, 0);
  await page.keyboard.press("d");
  await page.keyboard.press("d");
  await page.keyboard.press("d");
  await reached(page, 3);
});

test("where no answer comes, the cards go back and the player is told", async (t) => {
  const page = await visit(t, { path: klondike, failures: ["offline"] });
  await reached(page, 0);
  const before = await boxOf(topOf(page, "t4"));
  await page.route("**/v1/games:applyMoves", (route) => route.abort());
  await drag(page, topOf(page, "t4"), topOf(page, "t5"));
  await page.getByText("The server does not answer.", { exact: false }).waitFor();
  assert.deepEqual(await boxOf(topOf(page, "t4")), before);
});

test("where answers take long, dropped cards wait where they were dropped while others are dragged", async (t) => {
  const page = await visit(t, { path: klondike });
  await reached(page, 0);
  const { answer } = await holdAnswers(page);
  await drag(page, topOf(page, "t4"), topOf(page, "t5"));
  const waiting = await boxOf(topOf(page, "t4"));
  const { x, y } = await gripOf(topOf(page, "t7"));
  const target = await boxOf(topOf(page, "t6"));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(target.x + target.width / 2, target.y + 20);
  assert.deepEqual(await boxOf(topOf(page, "t4")), waiting);
  await answer();
  await reached(page, 1);
  assert.equal((await page.locator(".pile.over [data-pile=t6]").count()) > 0, true);
  await page.mouse.up();
  await answer();
  await reached(page, 2);
  assert.equal(await topOf(page, "t6").getAttribute("aria-label"), "Ten of Clubs");
});

test("a move is seen in the frame after its answer", async (t) => {
  const page = await visit(t, { path: klondike, motion: true });
  await reached(page, 0);
  await page.evaluate(() => {
    const ask = window.fetch;
    window.seen = [];
    window.fetch = async (...request) => {
      const answer = await ask(...request);
      const text = await answer.text();
      if (String(request[0]).includes("applyMoves")) {
        requestAnimationFrame(() => window.seen.push(document.querySelector(".felt").dataset.moves));
      }
      return new Response(text, { status: answer.status, headers: answer.headers });
    };
  });
  for (let moves = 1; moves <= 8; moves++) {
    await page.keyboard.press("d");
    await reached(page, moves);
    await page.waitForFunction((count) => window.seen.length === count, moves);
  }
  assert.deepEqual(await page.evaluate(() => window.seen), ["1", "2", "3", "4", "5", "6", "7", "8"]);
});

test("as soon as a move is drawn, the focus is where its cards lie", async (t) => {
  const page = await visit(t, { path: klondike });
  await reached(page, 0);
  await page.evaluate(() => {
    const drawn = () => {
      window.seen = { ...document.activeElement.dataset };
    };
    new MutationObserver(drawn).observe(document.querySelector(".felt"), { attributeFilter: ["data-moves"] });
  });
  for (const key of ["ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight", "Enter", "Tab", "Enter"]) await page.keyboard.press(key);
  await reached(page, 1);
  assert.deepEqual(await page.evaluate(() => window.seen), { pile: "t5", index: "5" });
});

test("the accessibility tree tells the table as people tell it", async (t) => {
  const page = await visit(t, { path: klondike, locale: "de-DE" });
  await reached(page, 0);
  const told = await page.getByRole("application", { name: "Spieltisch Klondike" }).ariaSnapshot();
  for (const [group, button] of [
    ["Reihe 1, 1 Karte", "Kreuz Acht"],
    ["Reihe 3, 3 Karten, 2 verdeckt", "Pik Sieben"],
    ["Zielstapel Herz, leer", "Zielstapel Herz, leer"],
    ["Talon, 24 Karten", "Ziehen: Talon, 24 Karten"],
    ["Ablage, leer", "Ablage, leer"],
  ]) {
    // A name with a colon stands in quotes.
    assert.match(told, new RegExp(`- group "${group}":\\n\\s+- '?button "${button}"`));
  }
});

test("in the pyramid it is told which cards lie under others", async (t) => {
  const page = await visit(t, { path: "/#pyramid?number=1" });
  await reached(page, 0);
  await page.getByRole("button", { name: "Queen of Spades, row 7", exact: true }).waitFor();
  await page.getByRole("button", { name: "Jack of Spades, row 1, covered" }).waitFor();
});
