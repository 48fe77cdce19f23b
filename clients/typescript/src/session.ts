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
  Seal,
  SuggestMoveRequest,
  SuggestMoveResponse,
} from "./generated/types.js";
import { follow } from "./lifetime.js";
import { type GameRecord, rulesVersionOf } from "./record.js";
import { replayRecord } from "./replay.js";
import { type DealCheck, type Digester, verifySeal } from "./seal.js";
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
  /** How it was dealt; undefined when it was opened from a state, and while that is a secret. */
  readonly deal: Deal | undefined;
  /** What is proved about the deal, if the request asked for it. */
  readonly proof: DealGameResponseProof | undefined;
  /** Where a replayed record claims something else than its moves lead to; else empty. */
  readonly differences: readonly ReplayGameResponseDifference[];
  readonly #view: GameView;
  readonly #steps: Step[];
  #at: number;
  #revealed: Seal | undefined;
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
    this.#see(this.start);
    this.#see(this.game);
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

  /** Whether the states of the session are sealed, so that only the service reads them. */
  get sealed(): boolean {
    return this.start.seal !== undefined;
  }

  /**
   * The seal with how the game was dealt, as far as the service has told: of a secret game once it
   * was won, also when moves are taken back after that. Undefined before, and for an open game.
   */
  get revealed(): Seal | undefined {
    return this.#revealed;
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

  /**
   * Asks for advice in the game as it stands. The advice never leads in circles. Of a sealed game
   * most servers give none that rests on every card: `sealedAdvice` of `getVersion` tells, and FULL
   * throws a TalonError with the reason SEALED_GAME.
   */
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
   * Checks that the cards of a sealed game were fixed before its first move: that the seed told when
   * the game was won is the one that the service had committed itself to, and that dealing by it and
   * playing the moves again leads to the same boards. It needs WebCrypto, as `commitmentOf` does.
   */
  async verifyDeal(options: CallOptions = {}, subtle?: Digester): Promise<DealCheck> {
    const { seal, moveCount } = this.start;
    if (seal === undefined || moveCount > 0) {
      throw new TypeError("the session does not begin with the deal of a sealed game");
    }
    const revealed = this.#revealed;
    if (revealed?.deal === undefined) {
      return "NOT_REVEALED";
    }
    if (seal.secret || revealed.secret) {
      const check = await verifySeal(seal, revealed, subtle);
      if (check !== "VERIFIED") {
        return check;
      }
    }
    const request = { ...revealed.deal, sealed: true, view: "TABLE" } as const;
    const { game: dealt } = shaped("DealGame", await this.client.dealGame(request, options));
    if (!looksAlike(this.start, dealt)) {
      return "BROKEN";
    }
    const moves = this.#steps.flatMap((step) => step.moves);
    const { game: end, complete } = await this.client.replayGame({ state: dealt.state, moves, view: "TABLE" }, options);
    return complete && looksAlike(this.#steps.at(-1)?.game ?? this.start, end) ? "VERIFIED" : "BROKEN";
  }

  /**
   * The game as a record, to keep or to send to others: `JSON.stringify` makes a line
   * of a record file of it, and `GameSession.replay` reads it. That of a secret game begins
   * with a sealed state, which servers with its keys can read; as soon as the deal was revealed
   * it begins with that, and everybody can play it again.
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
    const dealt = this.deal ?? (this.start.moveCount === 0 ? this.#revealed?.deal : undefined);
    if (dealt === undefined) {
      const { variant, options, state } = this.start;
      return { variant, options, state };
    }
    const { variant, options, ...deal } = dealt;
    return { variant, options, deal };
  }

  // see keeps what a game tells of its deal.
  #see({ seal }: Game): void {
    if (seal?.deal !== undefined) {
      this.#revealed = seal;
    }
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
        this.#see(step.game);
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

// looksAlike tells whether two games look the same to their player. The view of the first may have
// no table.
function looksAlike(one: Game, other: Game): boolean {
  return (
    one.variant === other.variant &&
    one.status === other.status &&
    one.moveCount === other.moveCount &&
    one.score === other.score &&
    (one.table === undefined || tableText(one) === tableText(other))
  );
}

function tableText({ table }: Game): string {
  return (table?.piles ?? []).map(({ id, cards }) => `${id}:${cards}`).join(" ");
}
