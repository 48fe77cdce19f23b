import assert from "node:assert/strict";
import { test } from "node:test";
import { visit } from "./harness.mjs";

/** Opens a page from the menu. */
async function openPage(page, item, title = item) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: item }).click();
  return page.getByRole("dialog", { name: title });
}

test("the page speaks the browser's language, and another one when it is chosen", async (t) => {
  const page = await visit(t, { locale: "de-AT" });
  await page.getByRole("button", { name: "Neues Spiel" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  await page.getByRole("button", { name: "Menü" }).click();
  await page.getByRole("button", { name: "Einstellungen" }).click();
  await page.getByRole("radio", { name: "English" }).check();
  await page.getByRole("dialog", { name: "Settings" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await page.keyboard.press("Escape");
  // What the service says follows: the names of the games, too.
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("radio", { name: "Pyramid", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "New game" }).waitFor();
});

test("a page that is opened as soon as another is closed stays open", async (t) => {
  const page = await visit(t);
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "New game" }).waitFor();
  await page.evaluate(async () => {
    document.querySelector("dialog [aria-label=Close]").click();
    // Before the next frame, in which the browser tells of the closing.
    while (document.querySelector("dialog") !== null) await undefined;
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "m", bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  assert.ok(await page.getByRole("dialog", { name: "Menu" }).isVisible());
  const pressed = ["Escape", "n", "Escape", "m", "Escape", "?"].map((key) => page.keyboard.press(key));
  await Promise.all(pressed);
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
});

test("a language that the page does not speak is English", async (t) => {
  const page = await visit(t, { locale: "fr-FR" });
  await page.getByRole("button", { name: "New game" }).waitFor();
});

test("settings take effect at once and are kept", async (t) => {
  const page = await visit(t);
  const root = page.locator("html");
  const dialog = await openPage(page, "Settings");
  await dialog.getByRole("radio", { name: "Dark" }).check();
  await dialog.getByRole("switch", { name: "Large signs" }).check();
  await dialog.getByRole("switch", { name: "Four colours" }).check();
  await dialog.getByRole("switch", { name: "Left-handed" }).check();
  await dialog.getByRole("switch", { name: "Reduced motion" }).check();
  await dialog.getByRole("switch", { name: "Show the time" }).uncheck();
  await page.reload();
  const marks = await root.evaluate((element) => ({ ...element.dataset }));
  assert.deepEqual(marks, { theme: "dark", cards: "large", colours: "four", hand: "left", motion: "reduced" });
  await page.getByText("0 moves").waitFor();
  assert.equal(await page.getByRole("timer").count(), 0);
});

test("a switch is called by its name, and what stands below it is told after it", async (t) => {
  const page = await visit(t);
  const dialog = await openPage(page, "Settings");
  const four = dialog.getByRole("switch", { name: "Four colours", exact: true });
  const described = four.evaluate((input) => document.getElementById(input.getAttribute("aria-describedby"))?.textContent);
  assert.equal(await described, "Diamonds blue, clubs green");
  // The words are part of what can be clicked.
  await dialog.getByText("Diamonds blue, clubs green").click();
  assert.ok(await four.isChecked());
});

test("what the browser kept may be anything, and the page comes up", async (t) => {
  for (const nonsense of [
    null,
    7,
    "x",
    [],
    { language: 3, theme: "pink", games: { klondike: { played: -1, won: "many" } }, game: { deal: { variant: 5 } } },
  ]) {
    const names = ["settings", "statistics", "choices", "game", "counted"];
    const page = await visit(t, { stored: Object.fromEntries(names.map((name) => [name, nonsense])) });
    await page.getByRole("heading", { level: 1, name: "Klondike" }).waitFor();
    const dialog = await openPage(page, "Statistics");
    await dialog.getByText("Nothing has been counted yet.").waitFor();
  }
});

test("without storage the page plays on and says what that means", async (t) => {
  const page = await visit(t);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Klondike" }).waitFor();
  assert.equal(await page.title(), "Klondike – Talon");
  const dialog = await openPage(page, "Settings");
  await dialog.getByText("The browser keeps nothing for this page").waitFor();
});

test("a page keeps the focus, Escape closes it, and the focus returns", async (t) => {
  const page = await visit(t);
  const menu = page.getByRole("button", { name: "Menu" });
  await menu.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Menu" });
  await dialog.waitFor();
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press("Tab");
    // Behind the last element the focus is with the browser itself, and never on the page behind.
    assert.ok(await page.evaluate(() => document.activeElement === document.body || document.activeElement.closest("dialog") !== null));
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.ok(await menu.evaluate((element) => element === document.activeElement));
});

test("a click beside a page closes it", async (t) => {
  const page = await visit(t);
  const dialog = await openPage(page, "About", "About");
  await dialog.getByText("Apache License 2.0").waitFor();
  await page.mouse.click(5, 400);
  await dialog.waitFor({ state: "detached" });
});

test("undo, redo and restart go through the game", async (t) => {
  const page = await visit(t, { path: "/#klondike;draw=1?number=12345" });
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  assert.ok(await undo.isDisabled());
  await page.keyboard.press("d");
  await page.getByText("1 move", { exact: true }).waitFor();
  await page.keyboard.press("d");
  await page.getByText("2 moves").waitFor();
  await undo.click();
  await page.getByText("1 move", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.getByText("2 moves").waitFor();
  await page.keyboard.press("u");
  await page.keyboard.press("Control+Z");
  await page.getByText("0 moves").waitFor();
  await page.keyboard.press("r");
  await page.keyboard.press("Control+Y");
  await page.getByText("2 moves").waitFor();
  await page.getByRole("button", { name: "Restart" }).click();
  await page.getByText("0 moves").waitFor();
  assert.ok(await page.getByRole("button", { name: "Redo" }).isEnabled());
});

test("the focus stays on a button that has nothing left to do", async (t) => {
  const page = await visit(t, { path: "/#golf?number=7" });
  await page.getByText("No. 7").waitFor();
  await page.keyboard.press("d");
  for (const [name, moves] of [
    ["Undo", "0 moves"],
    ["Redo", "1 move"],
    ["Restart", "0 moves"],
  ]) {
    const button = page.getByRole("button", { name, exact: true });
    await page.getByText(moves === "1 move" ? "0 moves" : "1 move", { exact: true }).waitFor();
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByText(moves, { exact: true }).waitFor();
    assert.ok(await button.isDisabled(), name);
    assert.ok(await button.evaluate((element) => element === document.activeElement), name);
    await page.keyboard.press("Enter");
    await page.getByText(moves, { exact: true }).waitFor();
  }
});

test("a hint says what it is for", async (t) => {
  const page = await visit(t, { path: "/#klondike;draw=1?number=12345" });
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByRole("status").getByText("Turns up a card.").waitFor();
});

test("a server that is away is said, nothing is lost, and trying again goes on", async (t) => {
  const page = await visit(t, { path: "/#klondike;draw=1?number=12345", failures: ["offline"] });
  await page.getByText("No. 12345").waitFor();
  await page.context().setOffline(true);
  await page.keyboard.press("d");
  await page.getByText("The server does not answer. Your game is safe.").waitFor();
  await page.getByText("0 moves").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("1 move", { exact: true }).waitFor();
  assert.equal(await page.locator(".toast").count(), 0);
});

test("the clock runs from the first move on, and rests while a page is open", async (t) => {
  const page = await visit(t, { path: "/#golf?number=7" });
  await page.clock.install();
  await page.reload();
  const time = page.getByRole("timer");
  await time.waitFor();
  await page.clock.runFor(5000);
  assert.equal(await time.innerText(), "0:00");
  await page.keyboard.press("d");
  await page.getByText("1 move", { exact: true }).waitFor();
  await page.clock.runFor(65_000);
  assert.equal(await time.innerText(), "1:05");
  await page.keyboard.press("m");
  await page.getByRole("dialog", { name: "Menu" }).waitFor();
  await page.clock.runFor(60_000);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Menu" }).waitFor({ state: "detached" });
  await page.clock.runFor(2000);
  assert.equal(await time.innerText(), "1:07");
});

test("a page that comes up without its server tries again when it is told to", async (t) => {
  const page = await visit(t, { path: "/#golf?number=7", failures: [503] });
  await page.getByText("No. 7").waitFor();
  await page.keyboard.press("d");
  await page.getByText("1 move", { exact: true }).waitFor();
  let away = true;
  await page.route("**/v1/**", (route) => (away ? route.fulfill({ status: 503, body: "" }) : route.continue()));
  await page.reload();
  const again = page.getByRole("button", { name: "Try again" });
  await again.waitFor();
  away = false;
  await again.click();
  await page.getByText("1 move", { exact: true }).waitFor();
  await page.getByText("No. 7").waitFor();
});

test("a link that is opened while the server is away is answered when it is back", async (t) => {
  const page = await visit(t, { path: "/#golf?number=7", failures: [503] });
  await page.getByText("No. 7").waitFor();
  let away = true;
  await page.route("**/v1/**", (route) => (away ? route.fulfill({ status: 503, body: "" }) : route.continue()));
  await page.goto("about:blank");
  await page.goto("/#golf?number=9");
  const again = page.getByRole("button", { name: "Try again" });
  await again.waitFor();
  away = false;
  await again.click();
  await page.getByText("No. 9").waitFor();
});

test("the rules of each game are told in the language of the page", async (t) => {
  const page = await visit(t, { locale: "de-DE" });
  await page.getByRole("button", { name: "Menü" }).click();
  await page.getByRole("button", { name: "Regeln" }).click();
  const dialog = page.getByRole("dialog", { name: "Regeln" });
  for (const game of ["Klondike", "Spider", "FreeCell", "Pyramide", "Tri-Peaks", "Golf", "Yukon"]) {
    await dialog.getByRole("radio", { name: game }).check();
    await dialog.getByRole("heading", { level: 3, name: game }).waitFor();
    await dialog.getByRole("heading", { name: "Ziel", exact: true }).waitFor();
    assert.ok((await dialog.getByRole("table").count()) >= 3, game);
  }
});

test("the keys are listed", async (t) => {
  const page = await visit(t);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  for (const key of ["Enter", "D", "U", "H", "F", "N", "M"]) await dialog.getByText(key, { exact: true }).waitFor();
});
