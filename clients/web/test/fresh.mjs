// Fails where the committed dist is not what the sources give.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "talon-web-"));
try {
  execFileSync(process.execPath, [join(web, "build.mjs"), "--out", folder], { stdio: ["ignore", "ignore", "inherit"] });
  const [wanted, got] = [folder, join(web, "dist")].map(contents);
  const stale = [...new Set([...wanted.keys(), ...got.keys()])].filter((name) => wanted.get(name) !== got.get(name));
  if (stale.length > 0) {
    console.error(`dist is not what the sources give: ${stale.join(", ")}; npm run build`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function contents(from) {
  return new Map(readdirSync(from).map((name) => [name, readFileSync(join(from, name), "latin1")]));
}
