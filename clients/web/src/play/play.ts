// The game that is on the table, and everything that can be done with it. It knows no rule: what is
// legal stands in `game.moves`, and why something is not, the service says.

import {
  AbortedError,
  Client,
  type Deal,
  type DealGameRequest,
  type Event,
  type FindLastWinnableResponse,
  type Game,
  type GameRecord,
  GameSession,
  type Refusal,
  RefusedError,
  type Step,
  type Suggestion,
  type SuggestMoveResponse,
  type Variant,
} from "@talon-solitaire/client";
import { type ReadonlySignal, batch, computed, signal } from "@preact/signals";
import { language } from "../text/language.ts";
import { Clock } from "./clock.ts";

/** How the position on the table came about. */
export interface Change {
  readonly kind: "deal" | "play" | "finish" | "undo" | "redo" | "restart" | "jump";
  readonly after: Game;
  /** What happened, in order. Of an undo, what was taken back. */
  readonly events: readonly Event[];
}

/** A game that can be put aside and taken up again. */
export interface Kept {
  readonly deal?: Deal | undefined;
  /** Where it began, if not with a deal. */
  readonly state?: string | undefined;
  /** The moves up to now. */
  readonly moves: readonly string[];
  /** Whole seconds played. */
  readonly seconds: number;
}

/**
 * Play is the one game on the table. What begins a game fails with the error of the client; what is done
 * in a game tells in `refusal` and `problem` why it did not come to pass.
 */
export class Play {
  readonly #client = computed(() => new Client({ language: language.value }));
  readonly #session = signal<GameSession | null>(null);
  // A session is no signal; this one changes whenever it does.
  readonly #turn = signal(0);
  readonly #current = this.#look((session) => session.game, null);
  // A position of another game, that is only looked at.
  readonly #shown = signal<Game | null>(null);
  readonly #variants = signal<readonly Variant[]>([]);
  readonly #change = signal<Change | null>(null);
  readonly #waiting = signal(0);
  readonly #refusal = signal<Refusal | null>(null);
  readonly #problem = signal<Error | null>(null);
  readonly #advice = signal<SuggestMoveResponse | null>(null);
  readonly #lastWinnable = signal<FindLastWinnableResponse | null>(null);
  readonly #startedAt = signal<Date | null>(null);
  readonly #clock = new Clock();
  #search = new AbortController();
  #failed: (() => Promise<boolean>) | undefined;

  /** The position on the table, with its table and its legal moves; null before the first deal. */
  readonly game: ReadonlySignal<Game | null> = computed(() => this.#shown.value ?? this.#current.value);
  /** The position in which it began; null before the first deal. */
  readonly origin: ReadonlySignal<Game | null> = this.#look((session) => session.start, null);
  /** How it was dealt; null where it began with a state. */
  readonly deal: ReadonlySignal<Deal | null> = this.#look((session) => session.deal ?? null, null);
  /** The moves that lead from the beginning to here. */
  readonly moves: ReadonlySignal<readonly string[]> = this.#look((session) => session.moves, []);
  /** Whether a position of another game is shown, which cannot be played. */
  readonly watching: ReadonlySignal<boolean> = computed(() => this.#shown.value !== null);
  /** How often the waste can still be turned over; undefined where the game has no redeals. */
  readonly redealsLeft: ReadonlySignal<number | "unlimited" | undefined> = computed(() => {
    const allowed = this.game.value?.options.redeals;
    if (allowed === undefined || allowed === "unlimited") return allowed;
    return Number(allowed) - redealsOf(this.game.value?.state ?? "", this.moves.value);
  });
  readonly canUndo: ReadonlySignal<boolean> = this.#look((session) => session.canUndo && !this.watching.value, false);
  readonly canRedo: ReadonlySignal<boolean> = this.#look((session) => session.canRedo && !this.watching.value, false);
  /** How the position came about: a new value whenever it changes. */
  readonly change: ReadonlySignal<Change | null> = this.#change;
  /** Whether an answer is awaited. */
  readonly busy: ReadonlySignal<boolean> = computed(() => this.#waiting.value > 0);
  /** Why the latest move was refused; null again with the next thing done. */
  readonly refusal: ReadonlySignal<Refusal | null> = this.#refusal;
  /** What else went wrong with the latest thing done: no network, an overloaded server. */
  readonly problem: ReadonlySignal<Error | null> = this.#problem;
  /** The hints for this position, perhaps none; null before they are asked for. */
  readonly advice: ReadonlySignal<SuggestMoveResponse | null> = this.#advice;
  /** The best hint; null where there is none, or none was asked for. */
  readonly suggestion: ReadonlySignal<Suggestion | null> = computed(() => this.#advice.value?.suggestions[0] ?? null);
  /** Where the game could last be won; null before it is asked for. */
  readonly lastWinnable: ReadonlySignal<FindLastWinnableResponse | null> = this.#lastWinnable;
  /** Whether a move was ever made in it, be it taken back since. */
  readonly begun: ReadonlySignal<boolean> = computed(() => this.#startedAt.value !== null);
  /** Whole seconds played. The clock runs from the first move to the win, and rests while the page is hidden. */
  readonly elapsed: ReadonlySignal<number> = this.#clock.elapsed;
  /** All variants; empty until `prepare` is done. */
  readonly variants: ReadonlySignal<readonly Variant[]> = this.#variants;
  /** The variant on the table; null before the first deal. */
  readonly variant: ReadonlySignal<Variant | null> = computed(
    () => this.#variants.value.find((variant) => variant.variant === this.game.value?.variant) ?? null,
  );

  /** The client of the page, for calls that do not touch the game on the table. */
  get client(): Client {
    return this.#client.value;
  }

  /** Fetches the variants, in the language of the page. */
  prepare(): Promise<void> {
    return this.#await(async () => {
      this.#variants.value = (await this.client.listVariants({})).variants;
    });
  }

  /** Deals a new game. */
  start(request: DealGameRequest): Promise<void> {
    return this.#await(async () => this.#begin(await GameSession.deal(this.client, request)));
  }

  /** Goes on where a record ends, so many seconds in. */
  load(record: GameRecord | string, seconds = 0): Promise<void> {
    return this.#await(async () => this.#begin(await GameSession.replay(this.client, record), seconds));
  }

  /** Takes up a game that was put aside. */
  resume({ deal, state, moves, seconds }: Kept): Promise<void> {
    const from = deal === undefined ? { state } : { variant: deal.variant, options: deal.options, deal: beginningOf(deal) };
    return this.load({ ...from, moves: [...moves] } as GameRecord, seconds);
  }

  /** The game as it is put aside; null before the first deal. */
  keep(): Kept | null {
    const session = this.#session.value;
    if (session === null) return null;
    const from = session.deal === undefined ? { state: session.start.state } : { deal: session.deal };
    return { ...from, moves: session.moves, seconds: this.elapsed.value };
  }

  /** The game as a record; null before the first deal. */
  record(): GameRecord | null {
    const date = this.#startedAt.value?.toISOString();
    return this.#session.value?.record({ ...(date === undefined ? {} : { date }), elapsedSeconds: this.elapsed.value }) ?? null;
  }

  /** Plays a move; one that is refused after all shows why. */
  play(move: string): Promise<boolean> {
    return this.#step("play", (session) => session.play(move, { language: language.value }));
  }

  /** Asks why a move is not legal, and shows it. A move that is legal after all is played. */
  async attempt(move: string): Promise<boolean> {
    let legal = false;
    await this.#inquire(async (session, signal) => {
      const verdict = await this.client.validateMove({ state: session.game.state, move }, { signal });
      return () => {
        legal = verdict.legal;
        this.#refusal.value = verdict.refusal ?? null;
      };
    });
    return legal && this.play(move);
  }

  /** Plays the automatic finish. Undo takes all of it back at once. */
  finish(): Promise<boolean> {
    return this.#step("finish", (session) => session.finish({ language: language.value }));
  }

  undo(): void {
    this.#go("undo", (session) => session.undo());
  }

  redo(): void {
    this.#go("redo", (session) => session.redo());
  }

  /** Goes back to the deal. Redo makes the moves again. */
  restart(): void {
    this.#go("restart", (session) => {
      session.restart();
      return undefined;
    });
  }

  /** Goes back to the position after so many moves. Redo makes the others again. */
  backTo(moves: number): void {
    this.#go("jump", (session) => {
      session.backTo(moves);
      return undefined;
    });
  }

  /**
   * Shows a position of another game, how it came about told by a change; null shows the player's own game
   * again. Meanwhile its clock rests, and there are no legal moves unless the position brings some.
   */
  show(change: Change | null): void {
    const session = this.#session.value;
    batch(() => {
      this.clear();
      this.#shown.value = change?.after ?? null;
      if (change !== null) {
        this.#clock.stop();
        this.#change.value = change;
      } else if (session !== null) {
        this.#arrive({ kind: "deal", after: session.game, events: [] });
      }
    });
  }

  /** Asks for a hint that rests on what the player sees. */
  hint(): Promise<boolean> {
    return this.#inquire(async (session, signal) => {
      const advice = await session.suggest({}, { signal, language: language.value });
      return () => (this.#advice.value = advice);
    });
  }

  /** Asks until when the game could be won. */
  findLastWinnable(): Promise<boolean> {
    return this.#inquire(async (session, signal) => {
      // The server bounds the search; the client need not be quicker than it.
      const found = await session.findLastWinnable({}, { signal, timeout: 120 });
      return () => (this.#lastWinnable.value = found);
    });
  }

  /** Tries again what `problem` tells about. */
  again(): Promise<boolean> {
    return this.#failed?.() ?? Promise.resolve(false);
  }

  /** Lets the clock rest while something lies over the table, or go on. */
  rest(resting: boolean): void {
    this.#clock.rest(resting);
  }

  /** Takes refusal, problem and hint away. */
  clear(): void {
    batch(() => {
      this.#refusal.value = null;
      this.#problem.value = null;
      this.#advice.value = null;
    });
  }

  #look<T>(read: (session: GameSession) => T, otherwise: T): ReadonlySignal<T> {
    return computed(() => {
      this.#turn.value;
      const session = this.#session.value;
      return session === null ? otherwise : read(session);
    });
  }

  #begin(session: GameSession, seconds = 0): void {
    batch(() => {
      this.#shown.value = null;
      this.#session.value = session;
      this.#startedAt.value = session.canUndo ? new Date(Date.now() - seconds * 1000) : null;
      this.#clock.set(seconds);
      this.#arrive({ kind: "deal", after: session.game, events: [] });
    });
  }

  #step(kind: "play" | "finish", take: (session: GameSession) => Promise<Step>): Promise<boolean> {
    return this.#ask(async () => {
      const session = this.#session.value;
      if (session === null || this.watching.value) return;
      this.#search.abort();
      const step = await take(session);
      this.#arrive({ kind, after: step.game, events: step.events });
    });
  }

  #go(kind: "undo" | "redo" | "restart" | "jump", move: (session: GameSession) => Step | undefined): void {
    const session = this.#session.value;
    if (session === null || this.watching.value) return;
    const before = session.game;
    const step = move(session);
    this.clear();
    if (session.game !== before) this.#arrive({ kind, after: session.game, events: step?.events ?? [] });
  }

  #arrive(change: Change): void {
    batch(() => {
      this.#search.abort();
      this.#turn.value++;
      this.#advice.value = null;
      this.#lastWinnable.value = null;
      this.#change.value = change;
      if (change.kind !== "deal") this.#startedAt.value ??= new Date();
      if (this.#startedAt.value !== null && change.after.status !== "WON") this.#clock.run();
      else this.#clock.stop();
    });
  }

  // Asks something about the position on the table. Who goes on playing does not want the answer any more.
  #inquire(ask: (session: GameSession, signal: AbortSignal) => Promise<() => void>): Promise<boolean> {
    const session = this.#session.value;
    if (session === null || this.watching.value) return Promise.resolve(false);
    this.#search.abort();
    const search = new AbortController();
    this.#search = search;
    return this.#ask(async () => {
      const show = await ask(session, search.signal);
      if (!search.signal.aborted) show();
    });
  }

  // Tells whether something came to pass; if not, why stands in `refusal` or `problem`.
  async #ask(action: () => Promise<void>): Promise<boolean> {
    this.clear();
    try {
      await this.#await(action);
      return true;
    } catch (error) {
      if (error instanceof RefusedError) this.#refusal.value = error.refusal;
      else if (!(error instanceof AbortedError && error.code === "CANCELLED")) {
        this.#failed = () => this.#ask(action);
        this.#problem.value = error instanceof Error ? error : new Error(String(error));
      }
      return false;
    }
  }

  async #await(action: () => Promise<void>): Promise<void> {
    this.#waiting.value++;
    try {
      await action();
    } finally {
      this.#waiting.value--;
    }
  }
}

// How often the waste was turned over: an open state counts it, a sealed one keeps it to itself.
function redealsOf(state: string, moves: readonly string[]): number {
  if (state.startsWith("talon1.")) return moves.filter((move) => move === "r").length;
  return Number(/ r=(\d+)/.exec(state)?.[1] ?? 0);
}

// What a record holds of a deal besides variant and options.
function beginningOf({ number, seed, deck }: Deal): Pick<Deal, "number" | "seed" | "deck"> {
  if (number !== undefined) return { number };
  return seed !== undefined ? { seed } : { deck: deck ?? "" };
}

/** The game on the table. */
export const play = new Play();
