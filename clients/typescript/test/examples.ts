/** An example of a page or of a doc comment, and what it is expected to print. */
export interface Example {
  /** Where it stands: "README.md:21". */
  place: string;
  code: string;
  /** The lines that it prints; "…" stands for anything, alone on a line for any lines. */
  prints: string[];
}

/** Takes the TypeScript out of a page, or out of the doc comments of a source. */
export function examplesOf(name: string, text: string): Example[] {
  const examples: Example[] = [];
  const fence = /^([ \t]*(?:\* )?)```ts\n([\s\S]*?)^\1```$/gm;
  for (const { 1: margin = "", 2: block = "", index } of text.matchAll(fence)) {
    const code = block
      .split("\n")
      .map((line) => (line.startsWith(margin) ? line.slice(margin.length) : line.slice(margin.trimEnd().length)))
      .join("\n");
    examples.push({ place: `${name}:${text.slice(0, index).split("\n").length}`, code, prints: printsOf(code) });
  }
  return examples;
}

/** Whether what was printed is what was expected. */
export function matches(printed: string, expected: string[]): boolean {
  const pattern = expected
    .map((line) => (line === "…" ? "(?:.*\n)*" : `${line.split("…").map(quote).join(".*")}\n`))
    .join("");
  return new RegExp(`^${pattern}$`).test(printed);
}

// printsOf reads the comments behind console.log, and those on lines of their own below it.
function printsOf(code: string): string[] {
  const prints: string[] = [];
  let below = false;
  for (const line of code.split("\n")) {
    const behind = /console\.log\(.*\);(?: \/\/ (.*))?$/.exec(line);
    const own = /^\/\/ (.*)$/.exec(line);
    if (behind !== null) {
      below = behind[1] === undefined;
      if (behind[1] !== undefined) {
        prints.push(behind[1]);
      }
    } else if (below && own !== null) {
      prints.push(own[1] as string);
    } else if (!/^[\s}]*$/.test(line)) {
      below = false;
    }
  }
  return prints;
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
