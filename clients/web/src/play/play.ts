// The game that is on the table, and everything that can be done with it. It knows no rule: what is
// legal stands in `game.moves`, and why something is not, the service says.

import { type ReadonlySignal, batch, computed, signal } from "@preact/signals";
import { Clock } from "./clock.ts";
import { call } from "./call.ts";
import type { Deal, DealRequest, Game, GameEvent, LastWinnable, Refusal, Suggestion, Variant } from "./wire.ts";

/** How the position on the table came about. */
export interface Change {
  readonly kind: "deal" | "play" | "undo" | "redo" | "restart" | "finish" | "jump";
  /** The game before; absent where another deal begins. */
  readonly before?: Game;
  /** What happened, in order. Of an undo, what is taken back. */
  readonly events: readonly GameEvent[];
}

/** A position of the line and the move that led to it. */
interface Step {
  readonly game: Game;
  readonly move?: string;
  readonly events: readonly GameEvent[];
}

/** A game that can be put aside and taken up again. */
export interface Kept {
  readonly deal?: Deal;
  /** Where it began, if not with a deal. */
  readonly state?: string;
  /** The moves up to now. */
  readonly moves: readonly string[];
  /** Whole seconds played. */
  readonly seconds: number;
}

/** Play is the one game on the table. Its actions come to pass one after the other, in the order asked for. */
export class Play {
  readonly #steps = signal<readonly Step[]>([]);
  readonly #at = signal(0);
  readonly #deal = signal<Deal | null>(null);
  readonly #change = signal<Change | null>(null);
  readonly #busy = signal(0);
  readonly #refusal = signal<Refusal | null>(null);
  readonly #problem = signal<unknown>(null);
  readonly #suggestion = signal<Suggestion | "none" | null>(null);
  readonly #lastWinnable = signal<LastWinnable | null>(null);
  readonly #startedAt = signal<Date | null>(null);
  readonly #clock = new Clock();
  readonly #variants = signal<readonly Variant[]>([]);
  #queue: Promise<unknown> = Promise.resolve();

  /** The position on the table, with its table and its legal moves; null before the first deal. */
  readonly game: ReadonlySignal<Game | null> = computed(() => this.#steps.value[this.#at.value]?.game ?? null);
  /** How it was dealt; null where it began with a state. */
  readonly deal: ReadonlySignal<Deal | null> = this.#deal;
  /** The moves that lead from the beginning to here. */
  readonly moves: ReadonlySignal<readonly string[]> = computed(() =>
    this.#steps.value.slice(1, this.#at.value + 1).map((step) => step.move ?? ""),
  );
  /** How the position came about: a new value for every change of it. */
  readonly change: ReadonlySignal<Change | null> = this.#change;
  readonly canUndo: ReadonlySignal<boolean> = computed(() => this.#at.value > 0);
  readonly canRedo: ReadonlySignal<boolean> = computed(() => this.#at.value < this.#steps.value.length - 1);
  /** Whether an answer is awaited. */
  readonly busy: ReadonlySignal<boolean> = computed(() => this.#busy.value > 0);
  /** Why the latest move was refused; null after anything else. */
  readonly refusal: ReadonlySignal<Refusal | null> = this.#refusal;
  /** What went wrong otherwise: no network, an overloaded server. */
  readonly problem: ReadonlySignal<unknown> = this.#problem;
  /** The hint for this position; "none" where nothing is worth advising, null before it is asked for. */
  readonly suggestion: ReadonlySignal<Suggestion | "none" | null> = this.#suggestion;
  /** Where the game could last be won; null before it is asked for. */
  readonly lastWinnable: ReadonlySignal<LastWinnable | null> = this.#lastWinnable;
  /** When the first move was made. */
  readonly startedAt: ReadonlySignal<Date | null> = this.#startedAt;
  /** Whole seconds played; the clock rests while the page is hidden. */
  readonly elapsed: ReadonlySignal<number> = this.#clock.elapsed;
  /** All variants; empty until `prepare` is done. */
  readonly variants: ReadonlySignal<readonly Variant[]> = this.#variants;
  /** The variant on the table. */
  readonly variant: ReadonlySignal<Variant | null> = computed(
    () => this.#variants.value.find((variant) => variant.variant === this.game.value?.variant) ?? null,
  );

  /** Fetches what has to be known before anything can be shown. */
  prepare(): Promise<void> {
    return this.#ask(async () => {
      const { variants } = await call<{ variants: Variant[] }>("GET", "/v1/variants");
      this.#variants.value = variants;
    });
  }

  /** Deals a new game. */
  start(request: DealRequest): Promise<void> {
    return this.#ask(async () => {
      const { game, deal } = await call<{ game: Game; deal: Deal }>("POST", "/v1/games:deal", { ...request, view: "TABLE_AND_MOVES" });
      this.#begin(game, deal);
    });
  }

  /** Opens a position. */
  open(state: string): Promise<void> {
    return this.#ask(async () => {
      const { game } = await call<{ game: Game }>("POST", "/v1/games:inspect", { state, view: "TABLE_AND_MOVES" });
      this.#begin(game, null);
    });
  }

  /** Plays a move, given as text. */
  play(move: string): Promise<void> {
    return this.#ask(async () => {
      const before = this.game.value;
      if (before === null) return;
      const { game, events } = await call<{ game: Game; events: GameEvent[] }>("POST", "/v1/games:applyMoves", {
        state: before.state,
        moves: [move],
        view: "TABLE_AND_MOVES",
      });
      batch(() => {
        this.#steps.value = [...this.#steps.value.slice(0, this.#at.value + 1), { game, move, events }];
        this.#arrive(this.#at.value + 1, { kind: "play", before, events });
      });
    });
  }

  /** Plays what a player means by laying so many cards from one pile on another, or shows why not. */
  tryMove(from: string, to: string, count: number): Promise<void> {
    return this.play(`${from}${to}${count > 1 ? `x${count}` : ""}`);
  }

  undo(): Promise<void> {
    return this.#go(() => this.#at.value - 1, "undo");
  }

  redo(): Promise<void> {
    return this.#go(() => this.#at.value + 1, "redo");
  }

  /** Goes back to the deal. The moves can be made again with redo. */
  restart(): Promise<void> {
    return this.#go(() => 0, "restart");
  }

  /** Goes to the position after so many moves of the line. */
  backTo(count: number): Promise<void> {
    return this.#go(() => count, "jump");
  }

  #go(where: () => number, kind: "undo" | "redo" | "restart" | "jump"): Promise<void> {
    return this.#ask(async () => {
      const at = where();
      const before = this.#steps.value[this.#at.value];
      const after = this.#steps.value[at];
      if (before === undefined || after === undefined || before === after) return;
      const events = kind === "undo" ? before.events : kind === "redo" ? after.events : [];
      this.#arrive(at, { kind, before: before.game, events });
    });
  }

  #begin(game: Game, deal: Deal | null): void {
    batch(() => {
      this.#steps.value = [{ game, events: [] }];
      this.#deal.value = deal;
      this.#startedAt.value = null;
      this.#clock.set(0);
      this.#arrive(0, { kind: "deal", events: [] });
    });
  }

  #arrive(at: number, change: Change): void {
    batch(() => {
      this.#at.value = at;
      this.#suggestion.value = null;
      this.#lastWinnable.value = null;
      if (at > 0) this.#startedAt.value ??= new Date();
      this.#change.value = change;
      const running = at > 0 && this.game.value?.status !== "WON";
      if (running) this.#clock.run();
      else this.#clock.stop();
    });
  }

  // Runs actions one by one: what is asked for while an answer is on its way finds the game as that
  // answer left it.
  #ask(action: () => Promise<void>): Promise<void> {
    this.#busy.value++;
    const run = async (): Promise<void> => {
      this.#refusal.value = null;
      this.#problem.value = null;
      try {
        await action();
      } catch (error) {
        this.#problem.value = error;
      } finally {
        this.#busy.value--;
      }
    };
    const done = this.#queue.then(run);
    this.#queue = done;
    return done;
  }
}

/** The game on the table. */
export const play = new Play();
