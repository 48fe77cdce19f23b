// Runs the browser tests: node test/run.mjs [FILE…]
//
// The page and the server are built once for all of them. CHROMIUM names the browser, /usr/bin/chromium
// if it is not set.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildServer } from "./build.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const asked = process.argv.slice(2);
const files =
  asked.length > 0
    ? asked
    : readdirSync(here)
        .filter((name) => name.endsWith(".test.mjs"))
        .sort()
        .map((name) => join(here, name));

const built = buildServer();
let outcome = 1;
try {
  const run = spawnSync(process.execPath, ["--test", "--test-concurrency=2", "--test-timeout=600000", ...files], {
    stdio: "inherit",
    env: { ...process.env, TALON_SERVER: built.binary, TALON_PAGE: built.page },
  });
  outcome = run.status ?? 1;
} finally {
  built.remove();
}
process.exitCode = outcome;
