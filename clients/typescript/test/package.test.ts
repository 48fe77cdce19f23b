import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { routes } from "@talon-solitaire/client";
import { Project } from "./project.js";
import { root } from "./tree.js";

test("the package holds what was built, its page and its terms", () => {
  const [{ files }] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root, encoding: "utf8" }),
  );
  const paths = files.map(({ path }: { path: string }) => path);
  const others = paths.filter((path: string) => !/^dist\/.*\.(js|d\.ts)$/.test(path));
  assert.deepEqual(others.sort(), ["LICENSE", "NOTICE", "README.md", "package.json"]);
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const built = sources.filter((path) => path.endsWith(".ts")).map((path) => `dist/${path.replace(/ts$/, "js")}`);
  assert.deepEqual(paths.filter((path: string) => path.endsWith(".js")).sort(), built.sort());
  for (const terms of ["LICENSE", "NOTICE"]) {
    assert.equal(readFileSync(join(root, terms), "utf8"), readFileSync(join(root, "../..", terms), "utf8"));
  }
});

test("the package needs nothing else", () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  assert.deepEqual([dependencies, peerDependencies], [undefined, undefined]);
  for (const path of readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" })) {
    if (path.endsWith(".js")) {
      const text = readFileSync(join(root, "dist", path), "utf8");
      for (const [, from] of text.matchAll(/^(?:import|export)\b.*["']([^"']+)["'];$/gm)) {
        assert.match(from as string, /^\.\.?\/.*\.js$/, path);
      }
    }
  }
});

test("the types are found, whatever resolves them", async () => {
  await Project.use(async (project) => {
    await project.write(
      "use.ts",
      `import { Client, GameSession, type Game } from "@talon-solitaire/client";
			 const session: GameSession = await GameSession.deal(new Client({ baseUrl: "http://127.0.0.1" }), { variant: "golf" });
			 const game: Game = session.game;
			 const status: "IN_PROGRESS" | "WON" | "STUCK" = game.status;
			 // @ts-expect-error: there is no such view
			 session.client.inspectGame({ state: game.state, view: "ALL" });
			 // @ts-expect-error: the state is missing
			 session.client.inspectGame({});
			 export { status };`,
    );
    for (const options of [
      { module: "ES2022", moduleResolution: "bundler" },
      { module: "NodeNext", moduleResolution: "nodenext" },
      // A program for Node has no DOM.
      { lib: ["ES2022"], types: ["node"] },
    ]) {
      const compiled = await project.compile({ ...options, noEmit: true, skipLibCheck: false }, "use.ts");
      assert.deepEqual(compiled, { code: 0, output: "" }, JSON.stringify(options));
    }
  });
});

test("the examples of the API description are of the types", async () => {
  const folder = join(root, "../../proto/openapi/examples");
  const calls = Object.entries(routes);
  let text = 'import type * as client from "@talon-solitaire/client";\n';
  const shown = new Set<string>();
  for (const file of readdirSync(folder)) {
    const { request, status, response } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    const [name, { rpc }] = calls.find(([name]) => file.startsWith(name)) ?? assert.fail(`${file} is of no call`);
    if (request !== undefined && status === undefined) {
      text += `(${JSON.stringify(request)}) satisfies client.${rpc}Request;\n`;
    }
    if (status === undefined) {
      text += `(${JSON.stringify(response)}) satisfies client.${rpc}Response;\n`;
      shown.add(name);
    }
  }
  assert.deepEqual([...shown].sort(), Object.keys(routes).sort());
  await Project.use(async (project) => {
    await project.write("examples.ts", text);
    assert.deepEqual(await project.compile({ noEmit: true }, "examples.ts"), { code: 0, output: "" });
  });
});
