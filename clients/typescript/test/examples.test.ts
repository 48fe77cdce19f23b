import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Example, examplesOf, matches } from "./examples.js";
import { Project } from "./project.js";
import { url } from "./server.js";
import { root } from "./tree.js";

const sources = readdirSync(join(root, "src")).filter((name) => name.endsWith(".ts"));
const examples = ["README.md", ...sources.map((name) => `src/${name}`)].flatMap((name) =>
  examplesOf(name, readFileSync(join(root, name), "utf8")),
);

test("there are examples on the page and at both classes", () => {
  for (const name of ["README.md", "src/client.ts", "src/session.ts"]) {
    assert.ok(
      examples.some(({ place }) => place.startsWith(`${name}:`)),
      name,
    );
  }
});

test("every example compiles, and prints what it says", async (t) => {
  const files = new Map<string, Example>(examples.map((example, i) => [`example${i}`, example]));
  await Project.use(async (project) => {
    for (const [name, { code }] of files) {
      await project.write(`${name}.ts`, code.replaceAll("http://127.0.0.1:8080", url));
    }
    const compiled = await project.compile({}, ...[...files.keys()].map((name) => `${name}.ts`));
    assert.deepEqual(compiled, { code: 0, output: "" });
    for (const [name, { place, prints }] of files) {
      await t.test(place, async () => {
        const { code, output } = await project.node(`${name}.js`);
        assert.equal(code, 0, output);
        assert.ok(matches(output, prints), `it prints\n${output}in place of\n${prints.join("\n")}`);
      });
    }
  });
});

test("an example is found with what it prints", () => {
  const page = 'Text\n\n```ts\nf();\nconsole.log(1); // 1\nif (x) {\n\tconsole.log("a");\n}\n// a\n// …\n```\n';
  assert.deepEqual(examplesOf("page", page), [
    {
      place: "page:3",
      code: 'f();\nconsole.log(1); // 1\nif (x) {\n\tconsole.log("a");\n}\n// a\n// …\n',
      prints: ["1", "a", "…"],
    },
  ]);
  const comment = "/**\n * Text:\n *\n * ```ts\n * f();\n *\n * g();\n * ```\n */\n";
  assert.deepEqual(examplesOf("c", comment), [{ place: "c:4", code: "f();\n\ng();\n", prints: [] }]);
  assert.equal(matches("1\na\nb\n", ["1", "…"]), true);
  assert.equal(matches("1\n", ["2"]), false);
  assert.equal(matches("done: UNKNOWN\n", ["done: …"]), true);
  assert.equal(matches("1\n2\n", ["1"]), false);
});
