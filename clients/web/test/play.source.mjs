// Loads modules of the page into a test, as they are in the sources.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

/** Imports a module that needs no document, such as "table/layout.ts". */
export async function source(name) {
  const folder = mkdtempSync(join(tmpdir(), "talon-source-"));
  const outfile = join(folder, "module.mjs");
  try {
    await build({
      entryPoints: [fileURLToPath(new URL(`../src/${name}`, import.meta.url))],
      outfile,
      bundle: true,
      format: "esm",
      platform: "neutral",
      logLevel: "error",
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
