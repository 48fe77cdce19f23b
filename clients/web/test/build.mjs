// Builds what the tests look at, outside of the tree: the page from its sources and a server that holds
// it. The committed dist is left alone; `npm run check` tells whether it is what the sources give.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("..", import.meta.url));
const root = resolve(web, "../..");

/** Builds a server with the page as it is now; gives the binary's path and a function that removes it. */
export function buildServer() {
  const folder = mkdtempSync(join(tmpdir(), "talon-web-"));
  const page = join(folder, "dist");
  execFileSync(process.execPath, [join(web, "build.mjs"), "--out", page], { stdio: ["ignore", "ignore", "inherit"] });
  const overlay = join(folder, "overlay.json");
  // Go takes these files in the place of the committed ones, also where one of them is new or gone.
  const replaced = Object.fromEntries(
    [...readdirSync(join(web, "dist")).map((name) => [name, ""]), ...readdirSync(page).map((name) => [name, join(page, name)])].map(
      ([name, from]) => [join(web, "dist", name), from],
    ),
  );
  writeFileSync(overlay, JSON.stringify({ Replace: replaced }));
  const binary = join(folder, "talon-server");
  execFileSync("go", ["build", "-overlay", overlay, "-o", binary, "./server"], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  return { binary, page, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
