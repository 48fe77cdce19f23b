// Measures how soon one can play, and how soon a move is seen: node test/speed.mjs
//
// The processor is slowed down four times, and nothing is kept from one visit to the next. It measures and
// asserts nothing: what it prints depends on the machine and on what else that does. Where much else goes on,
// `chrt -r 5 node test/speed.mjs` gives the browser and the server the processor before all others.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { buildServer } from "./build.mjs";

const visits = 9;
const moves = 15;
const slowdown = 4;

const built = buildServer();
const server = spawn(built.binary, ["-http-addr", "127.0.0.1:0", "-grpc-addr", "127.0.0.1:0", "-admin-addr", "127.0.0.1:0"], {
  stdio: ["ignore", "ignore", "pipe"],
});
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const origin = await new Promise((resolve) => {
    createInterface({ input: server.stderr }).on("line", (line) => {
      const said = /msg=ready .*\bhttp=(\S+)/.exec(line);
      if (said) resolve(`http://${said[1]}`);
    });
  });
  const [first, shown] = [[], []];
  for (let i = 0; i < visits; i++) {
    const { playable, seen } = await visit(origin);
    first.push(playable);
    shown.push(...seen);
  }
  console.log(`processor slowed down ${slowdown} times, ${visits} visits, milliseconds`);
  console.log(`from the request of the page to a table that can be played: ${figures(first)}`);
  console.log(`from the answer to a move to the end of the frame that shows it: ${figures(shown.map(({ after }) => after))}`);
  console.log(`moves seen in the first frame after the answer: ${shown.filter(({ missed }) => missed === 0).length} of ${shown.length}`);
} finally {
  await browser.close();
  server.kill();
  built.remove();
}

async function visit(origin) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.addInitScript(watch);
  await page.goto(`${origin}/#klondike;draw=1?number=12345`);
  await page.waitForFunction(() => globalThis.playable !== undefined);
  for (let i = 1; i <= moves; i++) {
    await page.keyboard.press("d");
    await page.waitForFunction((count) => globalThis.seen.length >= count, i);
  }
  const measured = await page.evaluate(() => ({ playable: globalThis.playable, seen: globalThis.seen }));
  await context.close();
  return measured;
}

// In the page: when cards are first on the screen, how long after its answer a move is, and how many frames
// were drawn without it.
function watch() {
  globalThis.seen = [];
  const waiting = () => {
    if (document.querySelector("[data-pile] *") === null) requestAnimationFrame(waiting);
    else
      setTimeout(() => {
        globalThis.playable = performance.now();
      });
  };
  requestAnimationFrame(waiting);
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (!String(input).endsWith("games:applyMoves")) return answer;
    const text = await answer.text();
    const came = performance.now();
    const counter = document.querySelector(".counter");
    const before = counter.textContent;
    let missed = 0;
    const look = () => {
      if (counter.textContent === before) {
        missed++;
        requestAnimationFrame(look);
      } else setTimeout(() => globalThis.seen.push({ after: performance.now() - came, missed }));
    };
    requestAnimationFrame(look);
    return new Response(text, answer);
  };
}

function figures(all) {
  const sorted = all.map(Math.round).sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return `median ${at(0.5)}, 95 % below ${at(0.95)}, longest ${sorted.at(-1)}`;
}
