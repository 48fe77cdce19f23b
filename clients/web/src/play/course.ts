import { type CallOptions, type Client, type Deal, type Game, type GameRecord, GameSession, type Step } from "@talon-solitaire/client";

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

  get deal(): Deal | undefined {
    return this.#session.deal;
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
    const { status, score, moveCount, ...from } = this.#session.record();
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
