import assert from "node:assert/strict";
import { test } from "node:test";
import { origin, sizes, visit } from "./harness.mjs";

test("the page comes up with a table, in every size, light and dark", async (t) => {
  for (const size of ["narrow", "phone", "tablet", "desktop"]) {
    for (const theme of ["light", "dark"]) {
      const page = await visit(t, { size, theme });
      await page.locator("[data-pile=t1]").first().waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= sizes[size].width, `${size}: ${wide} pixels wide`);
    }
  }
});

test("the page is served with a policy, a tag, and nothing to keep without asking", async () => {
  const answer = await fetch(`${await origin()}/?from=home`);
  assert.match(answer.headers.get("content-security-policy"), /^default-src 'none'; script-src 'self';/);
  assert.equal(answer.headers.get("cache-control"), "no-cache");
  const again = await fetch(`${await origin()}/`, { headers: { "If-None-Match": answer.headers.get("etag") } });
  assert.equal(again.status, 304);
});
