// A record, replayed on the table step by step. It is not the player's game, which waits until the record
// is put away.

import { batch, type Signal, signal } from "@preact/signals";
import type { Event, Game, ReplayGameResponse } from "@talon-solitaire/client";
import { play } from "../play/play.ts";
import { say } from "../text/say.ts";
import { prettyEvent, prettyRefusal } from "./cards.ts";
import { type Log, readLog } from "./record.ts";

/** The record that is being replayed, if one is. */
export const playback: Signal<Playback | undefined> = signal(undefined);

/** How long a position stays while a record plays by itself, in milliseconds. */
const pace = 900;

/** Playback is a record and the place in it that the table shows. */
export class Playback {
  readonly log: Log;
  /** How many entries can be replayed: all of them, or those before the first that is refused. */
  readonly length: number;
  /** Why it ends before its end, and what it claims wrongly. */
  readonly remarks: readonly string[];
  readonly at = signal(0);
  readonly playing = signal(false);
  /** What the latest entry did, in words. */
  readonly happened = signal<readonly string[]>([]);
  readonly trouble = signal<unknown>(undefined);
  readonly #games = new Map<number, Game>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted = 0;

  private constructor(log: Log, replayed: ReplayGameResponse) {
    this.log = log;
    this.length = replayed.applied;
    this.remarks = remarksOf(log, replayed);
    this.#games.set(replayed.applied, replayed.game);
  }

  /** Reads a record, has it replayed, and shows its beginning. */
  static async open(text: string): Promise<void> {
    const log = await readLog(play.client, text);
    const replayed = await play.client.replayGame({ ...log.from, moves: log.moves, expect: log.claims, view: "TABLE" });
    const one = new Playback(log, replayed);
    const beginning = await one.#gameAt(0);
    playback.value?.pause();
    batch(() => {
      playback.value = one;
      play.show({ kind: "deal", after: beginning, events: [] });
    });
  }

  /** Puts the record away and shows the player's game again. */
  leave(): void {
    this.pause();
    batch(() => {
      playback.value = undefined;
      play.show(null);
    });
  }

  /** The moves up to here, without those that were taken back. */
  get line(): readonly string[] {
    const line: string[] = [];
    for (const entry of this.log.moves.slice(0, this.at.value)) {
      if (entry === "u") line.pop();
      else line.push(entry);
    }
    return line;
  }

  /** Shows the position after so many entries. */
  async go(to: number): Promise<void> {
    const at = Math.min(Math.max(to, 0), this.length);
    this.#wanted = at;
    try {
      const { game, events } = await this.#arrivalAt(at);
      // Somebody else may have gone elsewhere while the answer was on its way.
      if (this.#wanted !== at || playback.value !== this) return;
      batch(() => {
        const forward = at === this.at.value + 1;
        this.at.value = at;
        this.trouble.value = undefined;
        this.happened.value =
          this.log.moves[at - 1] === "u" ? [say("event.undone")] : events.map((event) => prettyEvent(game.variant, event));
        play.show({ kind: forward ? "play" : "jump", after: game, events });
      });
    } catch (error) {
      this.pause();
      this.trouble.value = error;
    }
  }

  /** Goes on by itself until the end, or until it is told not to. */
  play(): void {
    this.playing.value = true;
    void this.#next(this.at.value >= this.length ? 0 : this.at.value + 1);
  }

  pause(): void {
    this.playing.value = false;
    clearTimeout(this.#timer);
  }

  async #next(at: number): Promise<void> {
    await this.go(at);
    if (!this.playing.value) return;
    if (this.at.value >= this.length) {
      this.pause();
      return;
    }
    this.#timer = setTimeout(() => void this.#next(this.at.value + 1), pace);
  }

  async #arrivalAt(at: number): Promise<{ game: Game; events: readonly Event[] }> {
    const move = this.log.moves[at - 1];
    if (at === 0 || move === undefined || move === "u") return { game: await this.#gameAt(at), events: [] };
    const before = await this.#gameAt(at - 1);
    const { game, events } = await play.client.applyMoves({ state: before.state, moves: [move], view: "TABLE" });
    this.#games.set(at, game);
    return { game, events };
  }

  async #gameAt(at: number): Promise<Game> {
    const known = this.#games.get(at);
    if (known !== undefined) return known;
    const { game } = await play.client.replayGame({ ...this.log.from, moves: this.log.moves.slice(0, at), view: "TABLE" });
    this.#games.set(at, game);
    return game;
  }
}

function remarksOf(log: Log, { stop, differences }: ReplayGameResponse): string[] {
  return [
    ...(stop?.refusal === undefined
      ? []
      : [say("replay.stopped", { at: stop.index + 1, move: log.moves[stop.index] ?? "", why: prettyRefusal(stop.refusal) })]),
    ...differences.map(({ field, want, got }) => say("replay.differs", { field, want, got })),
  ];
}
