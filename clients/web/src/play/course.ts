import {
  type CallOptions,
  type Client,
  type Deal,
  type DealCheck,
  type Game,
  type GameRecord,
  GameSession,
  type Seal,
  type Step,
} from "@talon-solitaire/client";

// How many of the last positions are asked for at a time. Each is a call; those before them are asked for
// when somebody goes back to them.
const known = 8;

/** A step, at once or when its positions have been fetched; undefined where there is none. */
export type Going = Step | undefined | Promise<Step | undefined>;

/**
 * Course is a game with its past and with what was taken back. A long one is taken up with few calls: its
 * older positions are fetched when they are needed.
 */
export class Course {
  #session: GameSession;
  // So many moves are one step of the session, which knows no position between them.
  #lump: number;
  // The moves that can be made again beyond those that the session knows.
  #ahead: readonly string[];
  // All moves, also those that were taken back. The session tells them only while it goes through them.
  #line: readonly string[];
  // The deal of a sealed game, once it was told: a session that is begun anew may not know it.
  #revealed: Seal | undefined;

  constructor(session: GameSession, lump = 0, ahead: readonly string[] = []) {
    this.#session = session;
    this.#lump = lump;
    this.#ahead = ahead;
    this.#line = [...session.moves, ...ahead];
  }

  /** Goes on where a record ends; the moves that were taken back there can be made again. */
  static async replay(client: Client, record: GameRecord | string, undone: readonly string[] = []): Promise<Course> {
    const session = await GameSession.replay(client, record, { remember: known });
    return new Course(session, lumpOf(session), undone);
  }

  /** The session to ask about the game as it stands. */
  get session(): GameSession {
    return this.#session;
  }

  get start(): Game {
    return this.#session.start;
  }

  /** How it was dealt, if everybody may know it. */
  get deal(): Deal | undefined {
    const { seal, moveCount } = this.start;
    return seal === undefined ? this.#session.deal : moveCount === 0 && !seal.secret ? seal.deal : undefined;
  }

  /** What the service has told of the deal of a sealed game. */
  get revealed(): Seal | undefined {
    this.#revealed = this.#session.revealed ?? this.#revealed;
    return this.#revealed;
  }

  /** Whether the cards of a sealed game were fixed before its first move. */
  verify(options: CallOptions): Promise<DealCheck> {
    return this.#session.verifyDeal(options);
  }

  /** The game as a record; that of a secret game begins with its deal as soon as it was told. */
  record(kept: Pick<GameRecord, "date" | "elapsedSeconds">): GameRecord {
    const { state, ...record } = this.#session.record(kept);
    const dealt = this.revealed?.deal;
    if (state === undefined) return record;
    if (dealt === undefined || this.start.moveCount > 0) return { state, ...record };
    const { variant, options, ...deal } = dealt;
    return { ...record, variant, options, deal };
  }

  get game(): Game {
    return this.#session.game;
  }

  get moves(): readonly string[] {
    return this.#session.moves;
  }

  /** The moves that were taken back and can be made again, the next one first. */
  get undone(): readonly string[] {
    return this.#line.slice(this.#session.moves.length);
  }

  get canUndo(): boolean {
    return this.#session.canUndo;
  }

  get canRedo(): boolean {
    return this.#session.canRedo || this.#ahead.length > 0;
  }

  async play(move: string, options: CallOptions): Promise<Step> {
    return this.#forget(await this.#session.play(move, options));
  }

  async finish(options: CallOptions): Promise<Step> {
    return this.#forget(await this.#session.finish(options));
  }

  undo(options: CallOptions): Going {
    const lumped = this.#lump > 0 && this.#session.moves.length === this.#lump;
    return lumped ? this.#reopen(this.#lump, options).then(() => this.#session.undo()) : this.#session.undo();
  }

  redo(options: CallOptions): Going {
    const lumped = this.#lump > 0 && !this.#session.canUndo;
    if (lumped) return this.#reopen(0, options).then(() => this.#again(options));
    return this.#session.canRedo ? this.#session.redo() : this.#again(options);
  }

  /** Goes to the position after so many moves. */
  backTo(moves: number, options: CallOptions): Going {
    if (moves > 0 && moves < this.#lump) return this.#reopen(moves, options).then(() => undefined);
    this.#session.backTo(moves);
    return undefined;
  }

  #forget(step: Step): Step {
    this.#ahead = [];
    this.#line = this.#session.moves;
    return step;
  }

  async #again(options: CallOptions): Promise<Step | undefined> {
    const [next, ...rest] = this.#ahead;
    if (next === undefined) return undefined;
    const step = await this.#session.play(next, options);
    this.#ahead = rest;
    return step;
  }

  // Has the game replayed up to a position, with those before it.
  async #reopen(at: number, options: CallOptions): Promise<void> {
    const line = lineOf(this.#session);
    this.#revealed = this.revealed;
    const { status, score, moveCount, ...record } = this.#session.record();
    // A sealed game is taken up by its sealed state, also when its deal is known: else it would go on open.
    const from = this.start.seal === undefined ? record : { state: this.start.state };
    const session = await GameSession.replay(this.#session.client, { ...from, moves: line.slice(0, at) }, { ...options, remember: known });
    this.#session = session;
    this.#lump = lumpOf(session);
    this.#ahead = [...line.slice(at), ...this.#ahead];
  }
}

function lumpOf({ moves }: GameSession): number {
  const older = moves.length - known;
  return older > 1 ? older : 0;
}

// All moves that a session knows, also those that were taken back.
function lineOf(session: GameSession): readonly string[] {
  const at = session.moves.length;
  while (session.canRedo) session.redo();
  const line = session.moves;
  session.backTo(at);
  return line;
}
