// Builds the server, starts it on free ports, and beside it others with other settings, and runs the
// tests against them: all tests, or the files whose names begin with a word, as in `npm test session`.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { root } from "./tree.js";

const words = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "talon-client-"));
const servers: ChildProcess[] = [];
try {
  const binary = join(folder, "talon-server");
  execFileSync("go", ["build", "-o", binary, "./server"], { cwd: join(root, "../.."), stdio: "inherit" });
  const keys = join(folder, "keys");
  execFileSync(binary, ["keys", "new", keys]);
  const ports = ["grpc", "http", "admin"].map((port) => `-${port}-addr=127.0.0.1:0`);
  // Nobody is turned away because the machine is busy with other tests.
  const patient = "-max-wait=0";
  const serve = async (...settings: string[]) => {
    const server = spawn(binary, [...ports, patient, ...settings], { stdio: ["ignore", "ignore", "pipe"] });
    servers.push(server);
    return `http://${await addressIn(server.stderr as Readable)}`;
  };
  const env = {
    TALON_URL: await serve(`-seal-keys=${keys}`),
    TALON_TELLING_URL: await serve(`-seal-keys=${keys}`, "-hints=full"),
    TALON_SEALED_URL: await serve(`-seal-keys=${keys}`, "-states=sealed"),
    TALON_OPEN_URL: await serve("-states=open"),
  };
  const files = readdirSync(join(root, "test"))
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) => words.length === 0 || words.some((word) => file.startsWith(word)))
    .map((file) => join(root, "build/test", file.replace(/ts$/, "js")));
  const tests = spawn(process.execPath, ["--test", "--test-reporter=spec", ...files], {
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  const [code] = await once(tests, "exit");
  process.exitCode = code ?? 1;
} finally {
  for (const server of servers) {
    server.kill();
  }
  rmSync(folder, { recursive: true });
}

// addressIn finds where JSON is served in the line that the server logs when it is
// ready, and goes on reading, so that the server never waits for a reader.
async function addressIn(log: Readable): Promise<string> {
  const lines = createInterface({ input: log });
  let text = "";
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      text += `${line}\n`;
      const address = /\bmsg=ready\b.*\bhttp=(\S+)/.exec(line)?.[1];
      if (address !== undefined) {
        resolve(address);
      }
    });
    lines.on("close", () => reject(new Error(`the server did not become ready:\n${text}`)));
  });
}
