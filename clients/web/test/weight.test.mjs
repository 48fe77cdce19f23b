import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { origin } from "./harness.mjs";

/** What the page may weigh when it is packed, in bytes. */
const most = 200 * 1024;

function packed(url) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "Accept-Encoding": "gzip" } }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => resolve({ encoding: answer.headers["content-encoding"], body: Buffer.concat(parts) }));
    }).on("error", reject);
  });
}

test("the page weighs less than 200 KiB on its way", async (t) => {
  const folder = process.env.TALON_PAGE ?? fileURLToPath(new URL("../dist", import.meta.url));
  let total = 0;
  for (const name of readdirSync(folder)) {
    const { encoding, body } = await packed(`${await origin()}/${name === "index.html" ? "" : name}`);
    assert.equal(encoding, "gzip");
    total += body.length;
    t.diagnostic(`${join("/", name)}: ${body.length} bytes, ${gunzipSync(body).length} unpacked`);
  }
  t.diagnostic(`all: ${total} bytes`);
  assert.ok(total < most, `${total} bytes`);
});
