// Builds the page into dist: the same bytes from the same sources, whoever builds it.
//
//   node build.mjs              build once
//   node build.mjs --out DIR    into another folder
//   node build.mjs --watch      build again whenever a source changes
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { context } from "esbuild";
import { draw } from "./icon.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { values: asked } = parseArgs({
  options: { out: { type: "string", default: join(here, "dist") }, watch: { type: "boolean", default: false } },
});
const out = asked.out;

// What is in static is served as it stands.
function copyStatic() {
  for (const name of readdirSync(join(here, "static")).sort()) {
    copyFileSync(join(here, "static", name), join(out, name));
  }
}

// licences gathers the terms of every package that has a line in the bundle: they ask to go along with it.
function licences(inputs) {
  const folders = new Set(Object.keys(inputs).flatMap((name) => name.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []));
  const texts = [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(here, folder, "package.json"), "utf8"));
    const file = readdirSync(join(here, folder)).find((one) => /^licen[cs]e/i.test(one));
    if (!file) throw new Error(`${name} says nothing of its licence`);
    return `${"=".repeat(80)}\n${name} ${version}\n\n${readFileSync(join(here, folder, file), "utf8").trim()}\n`;
  });
  return `The table is a part of Talon, under the Apache License 2.0. It has these packages in it:\n\n${texts.join("\n")}`;
}

// Home screens want pictures of these sizes: Apple's the first, the manifest names the others.
function drawIcons() {
  const svg = readFileSync(join(here, "static", "icon.svg"), "utf8");
  for (const size of [180, 192, 512]) writeFileSync(join(out, `icon-${size}.png`), draw(svg, size));
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
copyStatic();
drawIcons();

const bundle = await context({
  absWorkingDir: here,
  entryPoints: { app: "src/main.tsx" },
  outdir: out,
  bundle: true,
  format: "esm",
  target: ["es2022", "chrome123", "firefox120", "safari17.5"],
  minify: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "inline",
  banner: { js: "/*! The licences of what is in here: licences.txt */" },
  metafile: true,
  charset: "utf8",
  logLevel: "info",
  plugins: [
    {
      name: "licences",
      setup: (build) => build.onEnd(({ metafile }) => metafile && writeFileSync(join(out, "licences.txt"), licences(metafile.inputs))),
    },
  ],
});
await bundle.rebuild();
if (asked.watch) {
  await bundle.watch();
} else {
  await bundle.dispose();
}
