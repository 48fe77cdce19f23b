import type { CallOptions } from "./call-options.js";
import type { Client } from "./client.js";
import { AbortedError, TalonError } from "./error.js";
import type {
  Deal,
  DealGameRequest,
  DealGameResponseProof,
  Event,
  FindLastWinnableRequest,
  FindLastWinnableResponse,
  Game,
  GameView,
  Move,
  ReplayGameResponseDifference,
  SuggestMoveRequest,
  SuggestMoveResponse,
} from "./generated/types.js";
import { follow } from "./lifetime.js";
import { type GameRecord, rulesVersionOf } from "./record.js";
import { replayRecord } from "./replay.js";
import { shaped } from "./shape.js";

/** What is done and taken back at once: a move, or all moves of an automatic finish. */
export interface Step {
  /** The moves as texts. */
  readonly moves: readonly string[];
  /** What they did, in order. */
  readonly events: readonly Event[];
  /** The game after them. */
  readonly game: Game;
}

/** Options of a call that begins a session. */
export interface SessionOptions extends CallOptions {
  /** How much the games of the session hold; TABLE_AND_MOVES when left out. */
  view?: GameView | undefined;
}

/** Options of replaying a record. */
export interface ReplayOptions extends SessionOptions {
  /**
   * How many of the last moves can be taken back one by one; all when left out. Those
   * before them are one step, which saves a call for each.
   */
  remember?: number | undefined;
}

/** What a session begins with. */
interface Beginning {
  game: Game;
  view: GameView;
  deal?: Deal | undefined;
  proof?: DealGameResponseProof | undefined;
  steps?: readonly Step[];
  differences?: readonly ReplayGameResponseDifference[];
}

/**
 * A game that is being played: its positions so far, undo and redo. Moves are played
 * by the service; going back and forth is done from memory, without a call.
 *
 * Moves that are asked for while another one is under way wait for it. Going to
 * another position gives them up: their promises throw an AbortedError. Nothing
 * changes the session but its methods, and none of them changes it when it throws.
 *
 * ```ts
 * import { Client, GameSession } from "@talon-solitaire/client";
 *
 * const client = new Client({ baseUrl: "http://127.0.0.1:8080" });
 * const session = await GameSession.deal(client, { variant: "golf", number: 7 });
 * const step = await session.play("t2w");
 * console.log(step.moves.join(" "), step.events[0]?.kind, session.game.moveCount);
 * session.undo();
 * console.log(session.game === session.start);
 * // t2w CARDS_MOVED 1
 * // true
 * ```
 */
export class GameSession {
  /** Makes the calls. */
  readonly client: Client;
  /** The game before its first move. */
  readonly start: Game;
  /** How it was dealt; undefined when it was opened from a state. */
  readonly deal: Deal | undefined;
  /** What is proved about the deal, if the request asked for it. */
  readonly proof: DealGameResponseProof | undefined;
  /** Where a replayed record claims something else than its moves lead to; else empty. */
  readonly differences: readonly ReplayGameResponseDifference[];
  readonly #view: GameView;
  readonly #steps: Step[];
  #at: number;
  #queue: Promise<unknown> = Promise.resolve();
  #moved = new AbortController();

  private constructor(client: Client, from: Beginning) {
    this.client = client;
    this.start = from.game;
    this.deal = from.deal;
    this.proof = from.proof;
    this.differences = from.differences ?? [];
    this.#view = from.view;
    this.#steps = [...(from.steps ?? [])];
    this.#at = this.#steps.length;
  }

  /** Deals a game. The view of the request, if it has one, is that of the session. */
  static async deal(client: Client, request: DealGameRequest, options: SessionOptions = {}): Promise<GameSession> {
    const view = request.view ?? options.view ?? "TABLE_AND_MOVES";
    const { game, deal, proof } = shaped("DealGame", await client.dealGame({ ...request, view }, options));
    return new GameSession(client, { game, view, deal, proof });
  }

  /** Goes on from a state. */
  static async open(client: Client, state: string, options: SessionOptions = {}): Promise<GameSession> {
    const view = options.view ?? "TABLE_AND_MOVES";
    const { game } = shaped("InspectGame", await client.inspectGame({ state, view }, options));
    return new GameSession(client, { game, view });
  }

  /**
   * Goes on from a record: an object, or text in either record form. The session
   * stands at its end, and knows the positions on the way; moves that were taken back
   * are left out. It costs about one call for each move, up to six at a time.
   *
   * A move that breaks a rule throws a RefusedError with its index in the metadata
   * `move_index`; claims that are wrong are listed in `differences`.
   */
  static async replay(client: Client, record: GameRecord | string, options: ReplayOptions = {}): Promise<GameSession> {
    const view = options.view ?? "TABLE_AND_MOVES";
    const remember = options.remember ?? Number.POSITIVE_INFINITY;
    return new GameSession(client, { ...(await replayRecord(client, record, view, remember, options)), view });
  }

  /** The game as it stands. */
  get game(): Game {
    return this.#steps[this.#at - 1]?.game ?? this.start;
  }

  /** The moves that lead from the start to the game as it stands. */
  get moves(): string[] {
    return this.#steps.slice(0, this.#at).flatMap((step) => step.moves);
  }

  /** Whether there is a step to take back. */
  get canUndo(): boolean {
    return this.#at > 0;
  }

  /** Whether there is a step that was taken back. */
  get canRedo(): boolean {
    return this.#at < this.#steps.length;
  }

  /** Plays a move: "t3t5", or one of `game.moves`. Steps that were taken back are forgotten. */
  play(move: string | Move, options: CallOptions = {}): Promise<Step> {
    const text: unknown = typeof move === "string" ? move : move?.move;
    if (typeof text !== "string") {
      const message = 'move: expected a text such as "t3t5", or one of the legal moves';
      return Promise.reject(new TalonError({ code: "INVALID_ARGUMENT", message, rpc: "ApplyMoves" }));
    }
    const moves = [text];
    return this.#advance(options, async (state, options) => {
      const played = await this.client.applyMoves({ state, moves, view: this.#view }, options);
      const { game, events } = shaped("ApplyMoves", played);
      return { moves, events, game };
    });
  }

  /** Plays the automatic finish. It is one step: undo takes all of it back. */
  finish(options: CallOptions = {}): Promise<Step> {
    return this.#advance(options, async (state, options) => {
      const finished = await this.client.finishGame({ state, view: this.#view }, options);
      const { moves, game, events } = shaped("FinishGame", finished);
      return { moves: moves.map(({ move }) => move), events, game };
    });
  }

  /** Takes the latest step back and answers with it; undefined when there is none. */
  undo(): Step | undefined {
    const step = this.#steps[this.#at - 1];
    this.#goTo(Math.max(this.#at - 1, 0));
    return step;
  }

  /** Makes the step again that was taken back last; undefined when there is none. */
  redo(): Step | undefined {
    const step = this.#steps[this.#at];
    this.#goTo(Math.min(this.#at + 1, this.#steps.length));
    return step;
  }

  /** Goes back to the start. Redo leads forward again until a move is played. */
  restart(): Game {
    return this.backTo(0);
  }

  /**
   * Goes back to where so many moves were played; FindLastWinnable counts like
   * that. In the middle of a step of many moves it goes to where the step began.
   */
  backTo(index: number): Game {
    const count = this.moves.length;
    if (!Number.isInteger(index) || index < 0 || index > count) {
      throw new RangeError(`index: expected a whole number from 0 to ${count}, but found ${index}`);
    }
    let played = 0;
    let at = 0;
    for (const step of this.#steps.slice(0, this.#at)) {
      played += step.moves.length;
      if (played > index) {
        break;
      }
      at++;
    }
    this.#goTo(at);
    return this.game;
  }

  /** Asks for advice in the game as it stands. The advice never leads in circles. */
  suggest(
    request: Pick<SuggestMoveRequest, "knowledge" | "limits"> = {},
    options: CallOptions = {},
  ): Promise<SuggestMoveResponse> {
    return this.client.suggestMove({ ...request, state: this.start.state, moves: this.moves }, options);
  }

  /** Finds the last position of the line played that could still be won; `backTo` goes there. */
  findLastWinnable(
    request: Pick<FindLastWinnableRequest, "limits"> = {},
    options: CallOptions = {},
  ): Promise<FindLastWinnableResponse> {
    return this.client.findLastWinnable({ ...request, state: this.start.state, moves: this.moves }, options);
  }

  /**
   * The game as a record, to keep or to send to others: `JSON.stringify` makes a line
   * of a record file of it, and `GameSession.replay` reads it.
   */
  record(kept: Pick<GameRecord, "date" | "player" | "elapsedSeconds"> = {}): GameRecord {
    const { status, score, moveCount } = this.game;
    return {
      rulesVersion: rulesVersionOf(this.start.state),
      ...this.#beginning(),
      moves: this.moves,
      status,
      score,
      moveCount,
      ...kept,
    };
  }

  #beginning(): GameRecord {
    if (this.deal === undefined) {
      const { variant, options, state } = this.start;
      return { variant, options, state };
    }
    const { variant, options, ...deal } = this.deal;
    return { variant, options, deal };
  }

  // advance lets steps follow each other, each from the position that the one before
  // led to, and drops those that the session moved away from.
  #advance(options: CallOptions, ask: (state: string, options: CallOptions) => Promise<Step>): Promise<Step> {
    const moved = this.#moved.signal;
    const step = this.#queue.then(async () => {
      const controller = new AbortController();
      const letGo = follow(controller, [moved, options.signal]);
      try {
        const step = await ask(this.game.state, { ...options, signal: controller.signal });
        if (moved.aborted) {
          // The answer came just before.
          throw moved.reason;
        }
        this.#steps.splice(this.#at, Number.POSITIVE_INFINITY, step);
        this.#at++;
        return step;
      } finally {
        letGo();
      }
    });
    this.#queue = step.catch(() => {});
    return step;
  }

  #goTo(at: number): void {
    this.#moved.abort(
      new AbortedError({ code: "CANCELLED", message: "the session went to another position", rpc: "" }),
    );
    this.#moved = new AbortController();
    this.#at = at;
  }
}
