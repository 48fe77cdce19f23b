// The game that is on the table, and everything that can be done with it. It knows no rule: what is
// legal stands in `game.moves`, and why something is not, the service says.

import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import {
  AbortedError,
  type CallOptions,
  Client,
  canDigest,
  type Deal,
  type DealCheck,
  type DealGameRequest,
  type Event,
  type FindLastWinnableResponse,
  type Game,
  type GameRecord,
  GameSession,
  type GetVersionResponse,
  type Refusal,
  RefusedError,
  type Seal,
  type Suggestion,
  type SuggestMoveResponse,
  type Variant,
} from "@talon-solitaire/client";
import { language } from "../text/language.ts";
import { Clock } from "./clock.ts";
import { Course, type Going } from "./course.ts";
import { lasting } from "./lasting.ts";
import { Turns } from "./turns.ts";

// How long an answer may take before the player is told that it is awaited, in milliseconds.
const patience = 1000;

/** How the position on the table came about. */
export interface Change {
  readonly kind: "deal" | "play" | "finish" | "undo" | "redo" | "restart" | "jump";
  readonly after: Game;
  /** What happened, in order. Of an undo, what was taken back. */
  readonly events: readonly Event[];
}

/** What the server does about sealed games, whose hidden cards stay with it. */
export type Service = Pick<GetVersionResponse, "stateForms" | "sealedAdvice">;

/** What is known of the deal of a secret game: what came of checking it, or that this browser cannot. */
export type Checked = DealCheck | "UNCHECKABLE";

/** A game that can be put aside and taken up again. */
export interface Kept {
  readonly deal?: Deal | undefined;
  /** Where it began, if not with a deal, or sealed. */
  readonly state?: string | undefined;
  /** What the service had committed itself to when it dealt it in secret. */
  readonly commitment?: string | undefined;
  /** The moves up to now. */
  readonly moves: readonly string[];
  /** The moves that were taken back and can be made again, the next one first. */
  readonly undone?: readonly string[];
  /** Whether a move was ever made in it, be it taken back since; absent, only where there are moves. */
  readonly begun?: boolean;
  /** Whole seconds played. */
  readonly seconds: number;
}

/**
 * Play is the one game on the table. What begins a game fails with the error of the client, and tells whether it
 * began: not where one that was asked for later lies on the table already. What is done in a game tells in `refusal`
 * and `problem` why it did not come to pass.
 */
export class Play {
  readonly #client = computed(() => new Client({ language: language.value }));
  readonly #course = signal<Course | null>(null);
  // A course is no signal; this one changes whenever it does.
  readonly #turn = signal(0);
  readonly #turns = new Turns();
  readonly #current = this.#look((course) => course.game, null);
  // A position of another game, that is only looked at.
  readonly #shown = signal<Game | null>(null);
  readonly #variants = signal<readonly Variant[]>([]);
  readonly #change = signal<Change | null>(null);
  readonly #waiting = signal(0);
  readonly #refusal = signal<Refusal | null>(null);
  readonly #problem = signal<Error | null>(null);
  readonly #advice = signal<SuggestMoveResponse | null>(null);
  readonly #lastWinnable = signal<FindLastWinnableResponse | null>(null);
  readonly #service = signal<Service | null>(null);
  readonly #checked = signal<Checked | null>(null);
  readonly #startedAt = signal<Date | null>(null);
  readonly #clock = new Clock();
  // The commitment of the first answer about a secret game.
  #promised: string | undefined;
  #search = new AbortController();
  #prepared: Promise<void> | undefined;
  // How many games were to begin, and which of them began last.
  #asked = 0;
  #begun = 0;
  #failed: (() => Promise<boolean>) | undefined;

  /** The position on the table, with its table and its legal moves; null before the first deal. */
  readonly game: ReadonlySignal<Game | null> = computed(() => this.#shown.value ?? this.#current.value);
  /** The position in which it began; null before the first deal. */
  readonly origin: ReadonlySignal<Game | null> = this.#look((course) => course.start, null);
  /** How it was dealt; null where it began with a state. */
  readonly deal: ReadonlySignal<Deal | null> = this.#look((course) => course.deal ?? null, null);
  /** Whether its hidden cards stay with the server. */
  readonly sealed: ReadonlySignal<boolean> = this.#look((course) => course.start.seal !== undefined, false);
  /** What the server committed itself to before the first move of a secret deal; null of any other game. */
  readonly promise: ReadonlySignal<string | null> = this.#look(({ start: { seal, moveCount } }) => {
    return seal?.secret === true && moveCount === 0 ? seal.commitment : null;
  }, null);
  /** The deal of a secret game with its salt, as soon as the server has told them. */
  readonly revealed: ReadonlySignal<Seal | null> = this.#look((course) => course.revealed ?? null, null);
  /** Whether that is the deal that was promised; null as long as nobody knows. */
  readonly checked: ReadonlySignal<Checked | null> = this.#checked;
  /** What the server does about sealed games; null until it was asked. */
  readonly service: ReadonlySignal<Service | null> = this.#service;
  /** The moves that lead from the beginning to here. */
  readonly moves: ReadonlySignal<readonly string[]> = this.#look((course) => course.moves, []);
  /** Whether a position of another game is shown, which cannot be played. */
  readonly watching: ReadonlySignal<boolean> = computed(() => this.#shown.value !== null);
  /** How often the waste can still be turned over; undefined where the game has no redeals. */
  readonly redealsLeft: ReadonlySignal<number | "unlimited" | undefined> = computed(() => {
    const allowed = this.game.value?.options.redeals;
    if (allowed === undefined || allowed === "unlimited") return allowed;
    return Number(allowed) - redealsOf(this.game.value?.state ?? "", this.moves.value);
  });
  readonly canUndo: ReadonlySignal<boolean> = this.#look((course) => course.canUndo && !this.watching.value, false);
  readonly canRedo: ReadonlySignal<boolean> = this.#look((course) => course.canRedo && !this.watching.value, false);
  /** How the position came about: a new value whenever it changes. */
  readonly change: ReadonlySignal<Change | null> = this.#change;
  /** Whether an answer is awaited. */
  readonly busy: ReadonlySignal<boolean> = computed(() => this.#waiting.value > 0);
  /** Whether an answer has been awaited for long. */
  readonly slow: ReadonlySignal<boolean> = lasting(this.busy, patience);
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

  /** Fetches the variants, in the language of the page. A game begins when they are there, for without them it cannot be drawn. */
  prepare(): Promise<void> {
    this.#prepared = this.#await(async () => {
      this.#variants.value = (await this.client.listVariants({})).variants;
    });
    return this.#prepared;
  }

  /** Asks what the server does about sealed games, unless it is known. Without an answer it stays unknown. */
  async meet(): Promise<void> {
    if (this.#service.value !== null) return;
    try {
      const { stateForms, sealedAdvice } = await this.client.getVersion({});
      this.#service.value = { stateForms, sealedAdvice };
    } catch {
      // Whoever needs it asks again.
    }
  }

  /** Whether the server has sealed games only, as far as is known. */
  get sealedOnly(): boolean {
    return this.#service.value?.stateForms.includes("OPEN") === false;
  }

  /** Deals a new game. */
  start(request: DealGameRequest): Promise<boolean> {
    return this.#enter(async () => new Course(await GameSession.deal(this.client, request)));
  }

  /** Goes on where a record ends. */
  load(record: GameRecord | string): Promise<boolean> {
    return this.#enter(() => Course.replay(this.client, record));
  }

  /** Takes up a game that was put aside. */
  resume({ deal, state, commitment, moves, undone, begun, seconds }: Kept): Promise<boolean> {
    const from = deal === undefined ? { state } : { variant: deal.variant, options: deal.options, deal: beginningOf(deal) };
    const record = { ...from, moves: [...moves] } as GameRecord;
    return this.#enter(() => Course.replay(this.client, record, undone), seconds, begun, commitment);
  }

  /** The game as it is put aside; null before the first deal. */
  keep(): Kept | null {
    const course = this.#course.value;
    if (course === null) return null;
    const { state, seal } = course.start;
    const from = course.deal === undefined || seal !== undefined ? { state, commitment: this.#promised } : { deal: course.deal };
    return { ...from, moves: course.moves, undone: course.undone, begun: this.begun.value, seconds: this.elapsed.value };
  }

  /** The game as a record; null before the first deal. */
  record(): GameRecord | null {
    const date = this.#startedAt.value?.toISOString();
    return this.#course.value?.record({ ...(date === undefined ? {} : { date }), elapsedSeconds: this.elapsed.value }) ?? null;
  }

  /**
   * Does something at once, or, while a move is on its way, when the answer is there: then what it means is
   * decided. Tells what came of it; false if it was given up, for the move was not made.
   */
  inTurn(act: () => boolean | Promise<boolean>): Promise<boolean> {
    return this.#turns.take(act);
  }

  /** Whether a move is on its way, so that what is done now has to wait for its turn. */
  get moving(): boolean {
    return this.#turns.busy;
  }

  /** Plays a move; one that is refused after all shows why. */
  play(move: string): Promise<boolean> {
    return this.#step("play", (course, options) => course.play(move, options));
  }

  /** Asks why a move is not legal, and shows it. A move that is legal after all is played. */
  async attempt(move: string): Promise<boolean> {
    let legal = false;
    await this.#inquire(async ({ game: { state } }, signal) => {
      const verdict = await this.client.validateMove({ state, move }, { signal });
      return () => {
        legal = verdict.legal;
        this.#refusal.value = verdict.refusal ?? null;
      };
    });
    return legal && this.play(move);
  }

  /** Plays the automatic finish. Undo takes all of it back at once. */
  finish(): Promise<boolean> {
    return this.inTurn(() => this.#step("finish", (course, options) => course.finish(options)));
  }

  undo(): void {
    void this.#go("undo", (course, options) => course.undo(options));
  }

  redo(): void {
    void this.#go("redo", (course, options) => course.redo(options));
  }

  /** Goes back to the deal. Redo makes the moves again. */
  restart(): void {
    void this.#go("restart", (course, options) => course.backTo(0, options));
  }

  /** Goes back to the position after so many moves. Redo makes the others again. */
  backTo(moves: number): void {
    void this.#go("jump", (course, options) => course.backTo(moves, options));
  }

  /**
   * Shows a position of another game, how it came about told by a change; null shows the player's own game
   * again. Meanwhile its clock rests, and there are no legal moves unless the position brings some.
   */
  show(change: Change | null): void {
    const course = this.#course.value;
    this.#turns.giveUp();
    batch(() => {
      this.clear();
      this.#shown.value = change?.after ?? null;
      if (change !== null) {
        this.#clock.stop();
        this.#change.value = change;
      } else if (course !== null) {
        this.#arrive({ kind: "deal", after: course.game, events: [] });
      }
    });
  }

  /** Asks for a hint that rests on what the player sees. */
  hint(): Promise<boolean> {
    return this.#inquire(async ({ session }, signal) => {
      const advice = await session.suggest({}, { signal, language: language.value });
      return () => (this.#advice.value = advice);
    });
  }

  /** Asks until when the game could be won. */
  findLastWinnable(): Promise<boolean> {
    return this.#inquire(async ({ session }, signal) => {
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

  #look<T>(read: (course: Course) => T, otherwise: T): ReadonlySignal<T> {
    return computed(() => {
      this.#turn.value;
      const course = this.#course.value;
      return course === null ? otherwise : read(course);
    });
  }

  #enter(fetch: () => Promise<Course>, ...kept: [seconds?: number, begun?: boolean, promised?: string]): Promise<boolean> {
    const turn = ++this.#asked;
    return this.#await(async () => {
      const course = await fetch();
      if (this.#variants.value.length === 0) await this.#prepared;
      if (turn < this.#begun) return false;
      this.#begun = turn;
      this.#begin(course, ...kept);
      return true;
    });
  }

  #begin(course: Course, seconds = 0, begun = course.canUndo, promised = course.start.seal?.commitment): void {
    this.#turns.giveUp();
    this.#promised = promised;
    batch(() => {
      this.#checked.value = null;
      this.#shown.value = null;
      this.#course.value = course;
      this.#startedAt.value = begun ? new Date(Date.now() - seconds * 1000) : null;
      this.#clock.set(seconds);
      this.#arrive({ kind: "deal", after: course.game, events: [] });
    });
  }

  // Makes a move that the service has to answer.
  #step(
    kind: Change["kind"],
    take: (course: Course, options: CallOptions) => Going,
    again = (): Promise<boolean> => this.#step(kind, take),
  ): Promise<boolean> {
    return this.#turns.move(() =>
      this.#ask(async () => {
        const course = this.#course.value;
        if (course === null || this.watching.value) return;
        this.#search.abort();
        const step = await take(course, { language: language.value });
        // Another game may lie on the table by now.
        if (this.#course.value !== course) return;
        if (this.watching.value) this.#turn.value++;
        else this.#arrive({ kind, after: course.game, events: step?.events ?? [] });
      }, again),
    );
  }

  // Goes to another position, most often to one that is known already.
  #go(kind: "undo" | "redo" | "restart" | "jump", move: (course: Course, options: CallOptions) => Going): Promise<boolean> {
    return this.inTurn(() => {
      const course = this.#course.value;
      if (course === null || this.watching.value) return false;
      const before = course.game;
      const going = move(course, { language: language.value });
      if (going instanceof Promise)
        return this.#step(
          kind,
          () => going,
          () => this.#go(kind, move),
        );
      this.clear();
      if (course.game !== before) this.#arrive({ kind, after: course.game, events: going?.events ?? [] });
      return true;
    });
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
    void this.#check();
  }

  // Checks the deal of a secret game as soon as the server has told it.
  async #check(): Promise<void> {
    const course = this.#course.value;
    const promise = this.promise.value;
    if (course === null || promise === null || course.revealed === undefined || this.#checked.value !== null) return;
    if (!canDigest()) {
      this.#checked.value = "UNCHECKABLE";
      return;
    }
    try {
      // The promise that counts is the one that was there before the first move.
      const checked = promise === this.#promised ? await course.verify({ language: language.value }) : "BROKEN";
      if (this.#course.value === course && checked !== "NOT_REVEALED") this.#checked.value = checked;
    } catch {
      // No answer proves nothing; the next position brings another try.
    }
  }

  // Asks something about the position on the table, when the moves under way have led to it. Who goes on
  // playing does not want the answer any more.
  #inquire(ask: (course: Course, signal: AbortSignal) => Promise<() => void>): Promise<boolean> {
    if (this.#course.value === null || this.watching.value) return Promise.resolve(false);
    this.#search.abort();
    return this.#ask(
      async () => {
        if (this.moving) await this.#turns.rest();
        const course = this.#course.value;
        if (course === null || this.watching.value) return;
        this.#search.abort();
        const search = new AbortController();
        this.#search = search;
        const show = await ask(course, search.signal);
        if (!search.signal.aborted) show();
      },
      () => this.#inquire(ask),
    );
  }

  // Tells whether something came to pass; if not, why stands in `refusal` or `problem`.
  async #ask(action: () => Promise<void>, again: () => Promise<boolean>): Promise<boolean> {
    this.clear();
    try {
      await this.#await(action);
      return true;
    } catch (error) {
      if (error instanceof RefusedError) this.#refusal.value = error.refusal;
      else if (!(error instanceof AbortedError && error.code === "CANCELLED")) {
        this.#failed = again;
        this.#problem.value = error instanceof Error ? error : new Error(String(error));
      }
      return false;
    }
  }

  async #await<T>(action: () => Promise<T>): Promise<T> {
    this.#waiting.value++;
    try {
      return await action();
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
