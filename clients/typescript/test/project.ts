import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "./tree.js";

const run = promisify(execFile);

/** What a program printed, and how it ended. */
export interface Outcome {
  code: number;
  output: string;
}

/** A folder outside of the package, in which the package is installed as a user would have it. */
export class Project {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Makes a project, lets it be used, and removes it. */
  static async use(use: (project: Project) => Promise<void>): Promise<void> {
    const project = new Project(await mkdtemp(join(tmpdir(), "talon-client-")));
    try {
      await project.write("package.json", '{"type":"module"}');
      await mkdir(join(project.folder, "node_modules/@talon-solitaire"), { recursive: true });
      await symlink(root, join(project.folder, "node_modules/@talon-solitaire/client"), "dir");
      await symlink(join(root, "node_modules/@types"), join(project.folder, "node_modules/@types"), "dir");
      await use(project);
    } finally {
      await rm(project.folder, { recursive: true });
    }
  }

  async write(name: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.folder, name)), { recursive: true });
    await writeFile(join(this.folder, name), text);
  }

  /** Compiles files with these options, to JavaScript unless they say otherwise. */
  async compile(options: object, ...files: string[]): Promise<Outcome> {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      target: "ES2022",
      module: "NodeNext",
      lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
      types: [],
      skipLibCheck: true,
      ...options,
    };
    await this.write("tsconfig.json", JSON.stringify({ compilerOptions, files }));
    return this.node(join(root, "node_modules/typescript/bin/tsc"), "-p", ".");
  }

  /** Runs a program with Node. */
  async node(...args: string[]): Promise<Outcome> {
    try {
      const { stdout, stderr } = await run(process.execPath, args, { cwd: this.folder });
      return { code: 0, output: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    }
  }
}
