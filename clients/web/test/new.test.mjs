import assert from "node:assert/strict";
import { test } from "node:test";
import { kept } from "./games.mjs";
import { answered, call, games, holdBack, visit } from "./harness.mjs";

/** Opens the page for a new game. */
async function openNew(page) {
  await page.getByRole("button", { name: "New game", exact: true }).click();
  return page.getByRole("dialog", { name: "New game" });
}

/** Deals what was entered, and waits until it is on the table. */
async function deal(page, dialog) {
  await dialog.getByRole("button", { name: "Deal", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  return (await kept(page)).game.deal;
}

test("a new game can be chosen before the first deal is there, which then comes too late", async (t) => {
  const page = await visit(t, { path: "/#golf?number=7" });
  const variants = await holdBack(page, "/v1/variants*");
  const game = await holdBack(page, "/v1/games:replay");
  await page.reload();
  const dialog = await openNew(page);
  variants();
  await dialog.getByRole("radio", { name: "Yukon" }).check();
  const { number } = await deal(page, dialog);
  await answered(page, "/v1/games:replay", game);
  await page.getByRole("heading", { level: 1, name: "Yukon" }).waitFor();
  await page.getByText(`No. ${number}`).waitFor();
  assert.equal((await kept(page)).game.deal.number, number);
});

test("a deal that comes when another page is open leaves that open", async (t) => {
  const page = await visit(t, { path: "/#golf?number=7" });
  const release = await holdBack(page, "/v1/games:deal");
  const dialog = await openNew(page);
  await dialog.getByRole("radio", { name: "Yukon" }).check();
  await dialog.getByRole("button", { name: "Deal", exact: true }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.waitFor();
  await answered(page, "/v1/games:deal", release);
  await page.getByText("Yukon", { exact: true }).first().waitFor();
  assert.ok(await menu.isVisible());
});

test("every game can be dealt", async (t) => {
  const page = await visit(t);
  const { variants } = await call("/v1/variants");
  assert.deepEqual(
    variants.map((one) => one.variant),
    games,
  );
  for (const { variant, title } of variants) {
    const dialog = await openNew(page);
    await dialog.getByRole("radio", { name: title }).check();
    assert.equal((await deal(page, dialog)).variant, variant);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
  }
});

test("every option of every game is offered, and what is chosen is dealt", async (t) => {
  const page = await visit(t);
  const { variants } = await call("/v1/variants");
  for (const { variant, title, options } of variants) {
    const dialog = await openNew(page);
    await dialog.getByRole("radio", { name: title }).check();
    const chosen = {};
    for (const option of options) {
      const values = dialog.getByRole("radiogroup", { name: labels[option.name] }).getByRole("radio");
      // The values stand in the order of the service; a count has its numbers behind "unlimited".
      const at = option.type === "COUNT" ? 2 : 1 - (option.values.indexOf(option.default) % 2);
      await values.nth(at).check();
      chosen[option.name] = option.type === "COUNT" ? "1" : option.values[at];
    }
    const dealt = await deal(page, dialog);
    assert.deepEqual(dealt.options, chosen, variant);
  }
});

const labels = {
  draw: "Draw",
  redeals: "Redeals",
  foundation_return: "Back from the foundations",
  scoring: "Scoring",
  suits: "Suits",
  cells: "Cells",
  stock_play: "Play from the stock",
  wrap: "King and Ace are neighbours",
  on_king: "On a King goes",
};

test("a deal by number is that deal, and a number out of range is refused where it was entered", async (t) => {
  const page = await visit(t);
  const dialog = await openNew(page);
  await dialog.getByRole("radio", { name: "FreeCell" }).check();
  await dialog.getByRole("radio", { name: "By number" }).check();
  for (const wrong of ["", "0", "4294967296", "12x", "-1"]) {
    await dialog.getByLabel("Deal number").fill(wrong);
    await dialog.getByRole("button", { name: "Deal", exact: true }).click();
    assert.match(await dialog.getByRole("alert").innerText(), /from 1 to 4,294,967,295/, wrong);
  }
  await dialog.getByLabel("Deal number").fill("11982");
  assert.equal((await deal(page, dialog)).number, 11982);
  await page.getByText("No. 11982").waitFor();
});

test("options that contradict each other are refused in the words of the service, and nothing is lost", async (t) => {
  const page = await visit(t, { path: "/#golf?number=7", failures: [400] });
  const dialog = await openNew(page);
  await dialog.getByRole("radiogroup", { name: "King and Ace are neighbours" }).getByRole("radio", { name: "Yes" }).check();
  await dialog.getByRole("button", { name: "Deal", exact: true }).click();
  await dialog.getByRole("alert").getByText("on_king").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("No. 7").waitFor();
});

test("the deal of a day is the day's deal", async (t) => {
  const page = await visit(t);
  const dialog = await openNew(page);
  await dialog.getByRole("radio", { name: "Tri-Peaks" }).check();
  await dialog.getByRole("radio", { name: "Deal of the day" }).check();
  await dialog.getByRole("textbox", { name: "Day" }).fill("2031-01-01");
  await dialog.getByRole("button", { name: "Deal", exact: true }).click();
  assert.match(await dialog.getByRole("alert").innerText(), /December 2030/);
  await dialog.getByRole("textbox", { name: "Day" }).fill("2026-12-01");
  const dealt = await deal(page, dialog);
  const wanted = await call("/v1/games:deal", { variant: "tripeaks", daily: "2026-12-01" });
  assert.equal(dealt.number, wanted.deal.number);
});

test("winnable deals and difficulties come with a proof; without a table there is no difficulty", async (t) => {
  const page = await visit(t);
  const proofs = [];
  // The browser forgets the body of an answer as soon as the page goes on; so it is read on its way there.
  await page.route("**/v1/games:deal", async (route) => {
    const answer = await route.fetch();
    proofs.push((await answer.json()).proof);
    await route.fulfill({ response: answer });
  });
  for (const [way, level] of [["Winnable"], ["By difficulty", "Easy"], ["By difficulty", "Hard"]]) {
    const dialog = await openNew(page);
    await dialog.getByRole("radio", { name: "Yukon" }).check();
    await dialog.getByRole("radio", { name: way }).check();
    if (level) await dialog.getByRole("radio", { name: level }).check();
    await deal(page, dialog);
    const proof = proofs.pop();
    assert.equal(proof.verdict, "WINNABLE");
    if (level) assert.equal(proof.difficulty, level.toUpperCase());
  }
  const dialog = await openNew(page);
  await dialog.getByRole("radiogroup", { name: "Back from the foundations" }).getByRole("radio", { name: "Yes" }).check();
  assert.ok(await dialog.getByRole("radio", { name: "By difficulty" }).isDisabled());
  assert.ok(await dialog.getByRole("radio", { name: "Deal of the day" }).isDisabled());
});

test("a winnable deal that cannot be found is said in place", async (t) => {
  const page = await visit(t, { failures: [504] });
  await page.route("**/v1/games:deal", (route) =>
    route.fulfill({
      status: 504,
      json: {
        code: 4,
        message: "winnable: none found",
        details: [
          { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "NO_DEAL_FOUND", domain: "solitaire.v1", metadata: {} },
          { "@type": "type.googleapis.com/google.rpc.LocalizedMessage", locale: "en", message: "No winnable deal was found in time." },
        ],
      },
    }),
  );
  const dialog = await openNew(page);
  await dialog.getByRole("radio", { name: "Winnable" }).check();
  await dialog.getByRole("button", { name: "Deal", exact: true }).click();
  await dialog.getByRole("alert").getByText("No winnable deal was found in time.").waitFor();
});

test("a count may be any number, and the last choice of each game is remembered", async (t) => {
  const page = await visit(t);
  let dialog = await openNew(page);
  await dialog.getByRole("radio", { name: "Pyramid" }).check();
  await dialog.getByRole("radiogroup", { name: "Redeals" }).getByRole("radio", { name: "A number" }).check();
  await dialog.getByLabel("Redeals: how many").fill("x");
  await dialog.getByRole("button", { name: "Deal", exact: true }).click();
  assert.match(await dialog.getByRole("alert").innerText(), /Redeals: please enter a whole number/);
  await dialog.getByLabel("Redeals: how many").fill("12");
  await dialog.getByRole("radio", { name: "Winnable" }).check();
  assert.deepEqual((await deal(page, dialog)).options.redeals, "12");
  dialog = await openNew(page);
  await dialog.getByRole("radio", { name: "Golf" }).check();
  assert.ok(await dialog.getByRole("radio", { name: "Random" }).isChecked());
  await dialog.getByRole("radio", { name: "Pyramid" }).check();
  assert.equal(await dialog.getByLabel("Redeals: how many").inputValue(), "12");
  assert.ok(await dialog.getByRole("radio", { name: "Winnable" }).isChecked());
  await dialog.getByRole("button", { name: "Usual options" }).click();
  assert.ok(await dialog.getByRole("radiogroup", { name: "Redeals" }).getByRole("radio", { name: "2" }).isChecked());
});
