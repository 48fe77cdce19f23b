// The game on the table between its beginning and its end: it is kept while the page is closed, it counts
// once, and a link may ask for another one.

import { computed, effect, signal, untracked } from "@preact/signals";
import { type DealGameRequest, type GameRecord, TalonError } from "@talon-solitaire/client";
import { play } from "../play/play.ts";
import { choices } from "../store/choices.ts";
import { onCounted, remember, remembered } from "../store/counted.ts";
import { overtaken, type Saved, save, saved } from "../store/saved.ts";
import { type Ending, tally } from "../store/statistics.ts";
import { language } from "../text/language.ts";
import { say } from "../text/say.ts";
import { find, unusual, usable } from "./catalogue.ts";
import { type Asked, linkTo, linkToState, readLink } from "./link.ts";
import { notify } from "./notice.ts";
import { open, page } from "./page.ts";
import { playback } from "./playback.ts";
import { settled } from "./settled.ts";
import { troubleOf, troubleOfLink } from "./trouble.ts";

/** Whether the game on the table is in the statistics already. */
const counted = signal(true);

/** Whether the browser keeps what it is given. */
export const keeps = signal(true);

/** Whether the game that was won last counted; a deal that was known before does not. */
export const wonAnew = signal(false);

/** A deal that a link asks for while another game is running. */
export const linked = signal<Asked | undefined>(undefined);

/** Whether a new deal would count the present game as lost. */
export const leavesGame = computed(() => !counted.value && play.begun.value);

/** The link to the deal on the table, from the # on. */
export const link = computed(() => {
  const game = play.origin.value;
  if (game === null) return "";
  const deal = play.deal.value;
  const variant = find(game.variant);
  return deal === null || variant === undefined ? linkToState(game.variant, game.state) : linkTo(deal, unusual(variant, game.options));
});

/** What the game on the table is remembered by: its link, or, as that of a secret deal is never the same, its commitment. */
const key = computed(() => (play.promise.value === null ? link.value : `sealed:${play.promise.value}`));

/** Deals a game in the place of the present one. Gives the error if there is one; then nothing has changed. */
export function deal(request: DealGameRequest): Promise<unknown> {
  return replace(() => play.start(request));
}

/** Deals another game like the present one. */
export function dealAnother(): Promise<unknown> {
  const game = play.game.value;
  const sealed = play.sealed.value ? { sealed: true } : {};
  return deal(game === null ? usual() : { variant: game.variant, options: game.options, ...sealed });
}

/** Goes on with the game that was kept when the page was closed. */
function goOn(before: Saved): Promise<unknown> {
  return replace(() => play.resume(before.game), before);
}

/** Goes on where a record ends, in the place of the present game. */
export function takeUp(record: GameRecord): Promise<unknown> {
  return replace(() => play.load(record));
}

async function replace(begin: () => Promise<boolean>, before?: Saved): Promise<unknown> {
  const left = leavesGame.value ? ending() : undefined;
  const present = key.value;
  let begun = false;
  const error = await outcome(async () => {
    begun = await begin();
  });
  if (error !== undefined || !begun) return error;
  if (left !== undefined) count(present, { won: false, ...left });
  // A position, or a game that somebody has begun, is known: it does not count. Of a secret deal nobody knows more.
  const dealt = play.deal.value !== null || play.promise.value !== null;
  const known = before?.counted ?? (!dealt || play.moves.value.length > 0);
  counted.value = known || remembered(key.value);
  if (before === undefined) keep();
  else keepOn();
  return undefined;
}

/** Counts a game that is over, unless it was counted already, perhaps in another tab. Tells whether it was. */
function count(name: string, { variant, ...ending }: Ending & { readonly variant: string }): boolean {
  if (remembered(name)) return false;
  tally(variant, ending);
  remember(name);
  return true;
}

/** Waits for something that may fail. Gives the error if it does. */
async function outcome(action: () => Promise<unknown>): Promise<unknown> {
  try {
    await action();
    return undefined;
  } catch (error) {
    return error;
  }
}

// While a record is replayed, the game on the table is not the player's own; its beginning is.
function ending(): { variant: string; seconds: number; moves: number } {
  return { variant: play.origin.value?.variant ?? "", seconds: play.elapsed.value, moves: play.moves.value.length };
}

/** Keeps the game as it is now. */
function keep(): void {
  const game = play.keep();
  if (game !== null) keeps.value = save({ game, counted: counted.value });
}

/** Keeps what the game has become by itself: an untouched tab does not lay its game over a newer one. */
function keepOn(): void {
  if (!overtaken()) keep();
}

/** Begins: with the deal of the link, else with the game that was kept, else with a new one. */
export async function begin(): Promise<void> {
  watch();
  await load();
}

/** What the service tells about its games is asked for beside the first deal, and awaited where it is needed. */
let prepared: Promise<unknown> = Promise.resolve(undefined);

/** The beginning: what a link asks for that is opened meanwhile has to wait for it. */
let loading: Promise<void> = Promise.resolve();

function load(): Promise<void> {
  loading = attempt();
  return loading;
}

async function attempt(): Promise<void> {
  prepared = outcome(() => play.prepare());
  const error = (await first()) ?? (await prepared);
  void play.meet();
  if (error === undefined) return;
  const { text, retry } = troubleOf(error);
  notify({ kind: "trouble", text, ...(retry ? { retry: () => void load() } : {}) });
}

/** What a link asked for, until it is answered: the first try to begin may fail. */
let pending: Asked | undefined;

async function first(): Promise<unknown> {
  const before = saved();
  pending ??= takeLink();
  const asked = pending;
  if (before !== undefined) {
    const error = await goOn(before);
    if (error === undefined) {
      pending = undefined;
      if (asked !== undefined) await follow(asked);
      return undefined;
    }
    if (troubleOf(error).retry) return error;
    notify({ kind: "news", text: say("trouble.saved") });
  }
  if (asked !== undefined) {
    const error = await answer(asked);
    if (error !== undefined && troubleOf(error).retry) return error;
    pending = undefined;
    if (error === undefined) return undefined;
    notify({ kind: "news", text: troubleOfLink(error).text });
  }
  const error = await prepared;
  if (error !== undefined) return error;
  const request = usual();
  const refused = await deal(request);
  // The server may have stopped dealing sealed games since one was chosen.
  if (!(refused instanceof TalonError && refused.reason === "STATE_FORM_NOT_SERVED")) return refused;
  const { sealed: _, ...open } = request;
  return deal(open);
}

/** What is dealt where nobody asked for anything: the game that was begun last, as it was. */
function usual(): DealGameRequest {
  const { latest, games } = choices();
  const variant = find(latest ?? "") ?? play.variants.value[0];
  if (variant === undefined) throw new TypeError("the service has no games");
  const choice = games[variant.variant];
  const sealed = choice?.sealed === true ? { sealed: true } : {};
  return { variant: variant.variant, options: unusual(variant, usable(variant, choice?.options ?? {})), ...sealed };
}

/** Reads what the page's link asks for, and takes it out: loading the page again goes on with the game. */
function takeLink(): Asked | undefined {
  const { hash, pathname, search } = location;
  if (hash === "") return undefined;
  history.replaceState(null, "", pathname + search);
  try {
    return readLink(hash);
  } catch (error) {
    notify({ kind: "news", text: error instanceof RangeError ? error.message : say("trouble.link") });
    return undefined;
  }
}

/** The link that was opened last: who opens another one while the service is asked about it wants that one. */
let followed: Asked | undefined;

/** Deals what a link asks for, or asks first where that would leave a game. */
async function follow(asked: Asked): Promise<void> {
  followed = asked;
  if ((await lies(await numbered(asked))) || followed !== asked) return;
  if (leavesGame.value) {
    linked.value = asked;
    open("link");
    return;
  }
  const error = await answer(asked);
  if (error !== undefined) notify({ kind: "news", text: troubleOfLink(error).text });
}

/** A link to the deal of a day, as one to its number; as it is where the service does not say it. */
async function numbered(asked: Asked): Promise<Asked> {
  if (!("deal" in asked) || asked.deal.daily === undefined) return asked;
  try {
    const { deal } = await play.client.dealGame(asked.deal, { timeout: 5 });
    return deal === undefined ? asked : { deal };
  } catch {
    return asked;
  }
}

/** Whether the deal that a link asks for is being played already. */
async function lies(asked: Asked): Promise<boolean> {
  if (play.game.value?.status === "WON") return false;
  if ("state" in asked) return asked.state === play.origin.value?.state || (await sealedAlike(asked.state));
  const variant = find(asked.deal.variant);
  return variant !== undefined && linkTo(asked.deal, unusual(variant, asked.deal.options)) === link.value;
}

/** Whether a sealed state begins the secret game on the table: each time it is another text. */
async function sealedAlike(state: string): Promise<boolean> {
  const promise = play.promise.value;
  if (promise === null || !state.startsWith("talon1.")) return false;
  try {
    const { game } = await play.client.inspectGame({ state, view: "STATE" });
    return game.moveCount === 0 && game.seal?.commitment === promise;
  } catch {
    return false;
  }
}

/** Deals what a link asks for. Gives the error if there is one. */
export function answer(asked: Asked): Promise<unknown> {
  return "deal" in asked ? deal(asked.deal) : replace(() => play.resume({ state: asked.state, moves: [], seconds: 0 }));
}

function watch(): void {
  let told = language.value;
  effect(() => {
    // The games are named in the language that they were asked for in.
    if (language.value === told) return;
    told = language.value;
    void outcome(() => play.prepare());
  });
  effect(() => {
    const change = play.change.value;
    if (change !== null && playback.value === undefined) untracked(arrived);
  });
  effect(() => play.rest(page.value !== undefined));
  effect(() => {
    if (!keeps.value) notify({ kind: "news", text: say("trouble.unkept") });
  });
  addEventListener("hashchange", () => {
    const asked = takeLink();
    if (asked !== undefined) void loading.then(() => follow(asked));
  });
  // The clock goes on between moves; a phone may end the page whenever nobody sees it.
  addEventListener("pagehide", keepOn);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) keepOn();
  });
  onCounted(() => {
    if (remembered(key.value)) counted.value = true;
  });
}

function arrived(): void {
  const won = play.game.value?.status === "WON";
  const kind = play.change.value?.kind;
  if (won && (kind === "play" || kind === "finish")) {
    wonAnew.value = !counted.value && count(key.value, { won: true, ...ending() });
    counted.value = true;
    void settled().then(() => {
      if (play.game.value?.status === "WON" && page.value === undefined && playback.value === undefined) open("won");
    });
  }
  if (kind !== "deal") keep();
}
