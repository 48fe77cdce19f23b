// What is seen where more contrast is wanted, and where the system chooses the colours.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, visit } from "./harness.mjs";
import { topOf } from "./play.driver.mjs";

const themes = ["light", "dark"];
const klondike = "/#klondike;draw=1?number=12345";

/** Whether two things look the same: their pictures, for the colours that the system chose no style tells. */
async function alike(one, other) {
  const [first, second] = [await one.screenshot(), await other.screenshot()];
  return first.equals(second);
}

for (const theme of themes) {
  test(`with colours of the system, ${theme}, it is seen what is where and what is chosen`, async (t) => {
    const page = await visit(t, { path: klondike, theme, forced: true });
    await page.getByText("No. 12345").waitFor();
    await assertAccessible(page, `the table with colours of the system, ${theme}`);

    // An empty place is more than the felt beside it.
    const waste = topOf(page, "w");
    const box = await waste.boundingBox();
    const seat = await waste.screenshot();
    const felt = await page.screenshot({ clip: { ...box, x: box.x + box.width + 8, width: box.width } });
    assert.ok(!seat.equals(felt), "the empty waste is seen");

    // A hint shows which card, and the empty place for it.
    const foundation = topOf(page, "fs");
    const ace = topOf(page, "t4");
    const before = [await foundation.screenshot(), await ace.screenshot()];
    await page.keyboard.press("h");
    await page.locator(".toast-hint").waitFor();
    assert.ok(!(await foundation.screenshot()).equals(before[0]), "the place of a hint is seen");
    assert.ok(!(await ace.screenshot()).equals(before[1]), "the card of a hint is seen");
    await page.getByRole("button", { name: "Close" }).click();
    await page.locator(".toast-hint").waitFor({ state: "detached" });

    // So does a card in the hand.
    await ace.click();
    await page.locator(".foundation.target > .seat").first().waitFor();
    assert.ok(!(await foundation.screenshot()).equals(before[0]), "the place for a card in the hand is seen");
    await page.keyboard.press("Escape");

    await page.keyboard.press("m");
    await page.getByRole("button", { name: "Settings" }).click();
    const off = page.getByRole("switch", { name: "Large signs" });
    await off.waitFor();
    assert.ok(!(await alike(off, page.getByRole("switch", { name: "Show the time" }))), "what is switched on differs from what is off");
    await assertAccessible(page, `settings with colours of the system, ${theme}`);
  });

  test(`with more contrast, ${theme}, lines and what is quiet are clearer`, async (t) => {
    const shown = async (contrast) => {
      const page = await visit(t, { path: klondike, theme, contrast });
      await page.getByText("No. 12345").waitFor();
      await assertAccessible(page, `the table, ${theme}, ${contrast}`);
      await page.keyboard.press("n");
      const dialog = page.getByRole("dialog", { name: "New game" });
      await dialog.waitFor();
      await assertAccessible(page, `a new game, ${theme}, ${contrast}`);
      return page.evaluate(() => {
        const light = (color) => {
          const [red, green, blue] = color.match(/[\d.]+/g).map((part) => {
            const share = Number(part) / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const ratio = (one, other) => {
          const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
          return (bright + 0.05) / (dark + 0.05);
        };
        const style = (name) => getComputedStyle(document.querySelector(name));
        const surface = style("dialog").backgroundColor;
        return {
          line: ratio(style(".choice input:not(:checked) + span").borderTopColor, surface),
          quiet: ratio(style(".about").color, surface),
        };
      });
    };
    const [usual, more] = [await shown(false), await shown(true)];
    assert.ok(more.line >= 4.5 && more.line > usual.line, `lines: ${usual.line} becomes ${more.line}`);
    assert.ok(more.quiet >= 7 && more.quiet > usual.quiet, `quiet text: ${usual.quiet} becomes ${more.quiet}`);
  });
}
