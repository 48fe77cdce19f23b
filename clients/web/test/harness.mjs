// What the browser tests stand on: a server of their own on free ports, a browser, and pages that are
// watched. A test fails when its page logs an error, throws one, breaks its content policy, or asks
// another server for anything.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { chromium } from "playwright-core";
import { buildServer } from "./build.mjs";
import { slowDown } from "./slow.mjs";

/** The sizes that the page is looked at in. */
export const sizes = {
  narrow: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
};

export const games = ["klondike", "spider", "freecell", "pyramid", "tripeaks", "golf", "yukon"];

let serving;
let launched;
let program;
let keys;

// What was started ends with the file of tests that started it, not with the test that did.
const endings = [];
after(async () => {
  for (const end of endings.reverse()) await end();
});

/** The address of the server: http://127.0.0.1:PORT. It is started when it is first asked for. */
export function origin() {
  serving ??= serve();
  return serving;
}

/** Starts a server with settings of its own, which has the keys of all others that are started so. */
export function serveSealed(...settings) {
  if (keys === undefined) {
    const folder = mkdtempSync(join(tmpdir(), "talon-keys-"));
    endings.push(() => rmSync(folder, { recursive: true }));
    keys = join(folder, "keys");
    execFileSync(binary(), ["keys", "new", keys]);
  }
  return serve("-seal-keys", keys, ...settings);
}

function binary() {
  program ??= process.env.TALON_SERVER;
  if (!program) {
    const built = buildServer();
    program = built.binary;
    endings.push(built.remove);
  }
  return program;
}

async function serve(...settings) {
  const ports = ["-http-addr", "127.0.0.1:0", "-grpc-addr", "127.0.0.1:0", "-admin-addr", "127.0.0.1:0"];
  // Nobody is turned away because the machine is busy with other tests.
  const patient = "-max-wait=0";
  const child = spawn(binary(), [...ports, patient, ...settings], { stdio: ["ignore", "pipe", "pipe"] });
  const stop = () => child.kill();
  process.once("exit", stop);
  endings.push(stop);
  const ready = /msg=ready .*\bhttp=(\S+)/;
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        const said = ready.exec(line);
        if (said) resolve(`http://${said[1]}`);
      });
    }
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code} before it was ready`)));
  });
}

/** The browser. It is started when it is first asked for. */
export function browser() {
  launched ??= launch();
  return launched;
}

async function launch() {
  const one = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  endings.push(() => one.close());
  return one;
}

/**
 * Opens the page in a browser of its own, with nothing kept, waits until a game lies on the table, and watches it
 * until the test ends.
 *
 * @param t the test.
 * @param options path: what follows the origin, "/#golf?number=7"; size: a name of `sizes`; theme: "light"
 *   or "dark"; locale: the browser's language; touch: a finger in place of a mouse; motion: cards glide,
 *   which tests else have no time for; contrast: more of it is wanted; forced: the system chooses the colours;
 *   stored: what the browser keeps already, by name; failures: HTTP statuses that the test brings about, and
 *   that the browser logs as errors of its own; server: the address of another server than that of most tests.
 */
export async function visit(t, options = {}) {
  const {
    path = "/",
    size = "desktop",
    theme = "light",
    locale = "en-GB",
    touch = false,
    motion = false,
    contrast = false,
    forced = false,
    stored = {},
    failures = [],
    server = await origin(),
  } = options;
  const context = await (await browser()).newContext({
    viewport: sizes[size],
    colorScheme: theme,
    locale,
    timezoneId: "Europe/Berlin",
    hasTouch: touch,
    reducedMotion: motion ? "no-preference" : "reduce",
    contrast: contrast ? "more" : "no-preference",
    forcedColors: forced ? "active" : "none",
    permissions: ["clipboard-read", "clipboard-write"],
    baseURL: server,
  });
  await context.addInitScript((kept) => {
    if (location.origin === "null") return;
    // Only where nothing is kept yet: what the page keeps itself is to survive when it is loaded again.
    for (const [name, value] of Object.entries(kept)) {
      if (localStorage.getItem(`talon.1.${name}`) === null) localStorage.setItem(`talon.1.${name}`, JSON.stringify(value));
    }
  }, stored);
  const faults = await watch(context, failures, server);
  t.after(async () => {
    await context.close();
    assert.deepEqual(faults, [], "the page was at fault");
  });
  if (process.env.TALON_SLOW) await slowDown(context);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(path);
  await page.locator(".felt [data-pile]").first().waitFor();
  return page;
}

async function watch(context, failures, own) {
  const faults = [];
  const brought = new RegExp(`^Failed to load resource: .* status of (${failures.join("|") || "none"})\\b`);
  context.on("console", (message) => {
    const expected = brought.test(message.text()) || (failures.includes("offline") && message.text().includes("net::ERR_"));
    if (["error", "warning"].includes(message.type()) && !expected) faults.push(`${message.type()}: ${message.text()}`);
  });
  context.on("weberror", (error) => faults.push(`thrown: ${error.error()}`));
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== own && url.protocol !== "blob:") faults.push(`asks ${request.url()}`);
  });
  await context.exposeFunction("reportViolation", (text) => faults.push(`policy: ${text}`));
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      window.reportViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  return faults;
}

/** Does something, and waits until the page has got an answer of the service and has drawn what comes of it. */
export async function answered(page, path, act) {
  const told = page.waitForResponse(`**${path}`);
  await act();
  await told;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Holds back what the page asks the service. Gives what lets it go on. */
export async function holdBack(page, path) {
  let release;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(`**${path}`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Calls the service beside the page: the answer's JSON. */
export async function call(path, request, server) {
  const answer = await fetch((server ?? (await origin())) + path, {
    method: request === undefined ? "GET" : "POST",
    headers: { "Content-Type": "application/json" },
    body: request === undefined ? undefined : JSON.stringify(request),
  });
  return answer.json();
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails where axe-core finds that somebody cannot use what the page shows now. */
export async function assertAccessible(page, what) {
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    // Where the system chooses the colours, scripts are told those of the style sheet.
    const forced = matchMedia("(forced-colors: active)").matches;
    const rules = { "color-contrast": { enabled: !forced } };
    const found = await globalThis.axe.run(document, { resultTypes: ["violations"], rules });
    return found.violations.map(
      (one) => `${one.id}: ${one.help}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`,
    );
  });
  assert.deepEqual(violations, [], what);
}
