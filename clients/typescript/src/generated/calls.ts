// Written by `npm run generate` from the protos of the service. Not to be edited.
import type { CallOptions } from "../call-options.js";
import type {
  ApplyMovesRequest,
  ApplyMovesResponse,
  ConvertPositionRequest,
  ConvertPositionResponse,
  DealGameRequest,
  DealGameResponse,
  EnumerateMovesRequest,
  EnumerateMovesResponse,
  FindLastWinnableRequest,
  FindLastWinnableResponse,
  FinishGameRequest,
  FinishGameResponse,
  GetVariantRequest,
  GetVariantResponse,
  GetVersionRequest,
  GetVersionResponse,
  InspectGameRequest,
  InspectGameResponse,
  ListVariantsRequest,
  ListVariantsResponse,
  ReplayGameRequest,
  ReplayGameResponse,
  SolveGameRequest,
  SolveGameResponse,
  SuggestMoveRequest,
  SuggestMoveResponse,
  ValidateMoveRequest,
  ValidateMoveResponse,
  WatchSolveRequest,
  WatchSolveResponse,
} from "./types.js";

/** Where a call goes: its name in the protos, its HTTP method and path, and what comes back. */
export interface Route {
  readonly rpc: string;
  readonly verb: "GET" | "POST";
  /** The path; a field of the request stands in braces: `/v1/variants/{variant}`. */
  readonly path: string;
  /** The fields of every answer that hold a message. */
  readonly holds: readonly string[];
  /** The fields of some answers that hold a message. */
  readonly may: readonly string[];
}

/** The routes of all calls, by the names of their methods. */
export const routes = {
  solveGame: { rpc: "SolveGame", verb: "POST", path: "/v1/games:solve", holds: [], may: [] },
  watchSolve: { rpc: "WatchSolve", verb: "POST", path: "/v1/games:watchSolve", holds: [], may: ["progress", "result"] },
  suggestMove: { rpc: "SuggestMove", verb: "POST", path: "/v1/games:suggestMove", holds: [], may: [] },
  findLastWinnable: { rpc: "FindLastWinnable", verb: "POST", path: "/v1/games:findLastWinnable", holds: [], may: [] },
  listVariants: { rpc: "ListVariants", verb: "GET", path: "/v1/variants", holds: [], may: [] },
  getVariant: { rpc: "GetVariant", verb: "GET", path: "/v1/variants/{variant}", holds: ["variant"], may: [] },
  dealGame: { rpc: "DealGame", verb: "POST", path: "/v1/games:deal", holds: ["game"], may: ["deal", "proof"] },
  inspectGame: { rpc: "InspectGame", verb: "POST", path: "/v1/games:inspect", holds: ["game"], may: [] },
  validateMove: { rpc: "ValidateMove", verb: "POST", path: "/v1/games:validateMove", holds: [], may: ["refusal"] },
  applyMoves: { rpc: "ApplyMoves", verb: "POST", path: "/v1/games:applyMoves", holds: ["game"], may: [] },
  enumerateMoves: { rpc: "EnumerateMoves", verb: "POST", path: "/v1/games:enumerateMoves", holds: [], may: [] },
  finishGame: { rpc: "FinishGame", verb: "POST", path: "/v1/games:finish", holds: ["game"], may: [] },
  replayGame: { rpc: "ReplayGame", verb: "POST", path: "/v1/games:replay", holds: ["game"], may: ["stop"] },
  convertPosition: { rpc: "ConvertPosition", verb: "POST", path: "/v1/games:convert", holds: [], may: ["counters"] },
  getVersion: { rpc: "GetVersion", verb: "GET", path: "/v1/version", holds: ["limits"], may: [] },
} as const satisfies Record<string, Route>;

/** The calls of both services. How one is made is up to the class that extends this one. */
export abstract class Calls {
  protected abstract ask<Answer>(route: Route, request: object, options?: CallOptions): Promise<Answer>;

  protected abstract watch<Answer>(
    route: Route,
    request: object,
    options?: CallOptions,
  ): AsyncGenerator<Answer, void, undefined>;

  /**
   * Proves a position winnable or not.
   *
   * WINNABLE comes with moves that win, UNWINNABLE from an exhausted search. A
   * search that ends before is answered with UNKNOWN and its reason.
   */
  solveGame(request: SolveGameRequest, options?: CallOptions): Promise<SolveGameResponse> {
    return this.ask(routes.solveGame, request, options);
  }

  /**
   * Proves a position winnable or not, and tells how far it is.
   *
   * The progress comes about five times a second, the result last. Over JSON the
   * answer is one object a line.
   */
  watchSolve(request: WatchSolveRequest, options?: CallOptions): AsyncGenerator<WatchSolveResponse, void, undefined> {
    return this.watch(routes.watchSolve, request, options);
  }

  /**
   * Advises a move.
   *
   * From what the player sees, or from full knowledge of the cards, each with its
   * reason. Given the log, the advice never leads in circles.
   */
  suggestMove(request: SuggestMoveRequest, options?: CallOptions): Promise<SuggestMoveResponse> {
    return this.ask(routes.suggestMove, request, options);
  }

  /**
   * Finds the last position of a game that could still be won.
   *
   * Where a verdict stays unknown the answer is an interval and says so.
   */
  findLastWinnable(request: FindLastWinnableRequest, options?: CallOptions): Promise<FindLastWinnableResponse> {
    return this.ask(routes.findLastWinnable, request, options);
  }

  /**
   * Lists the variants.
   *
   * Each comes with its piles, options, scoring schemes and ways to deal, but
   * without the text of its rules.
   */
  listVariants(request: ListVariantsRequest = {}, options?: CallOptions): Promise<ListVariantsResponse> {
    return this.ask(routes.listVariants, request, options);
  }

  /**
   * Describes one variant.
   *
   * As in ListVariants, and with the text of the rules.
   */
  getVariant(request: GetVariantRequest, options?: CallOptions): Promise<GetVariantResponse> {
    return this.ask(routes.getVariant, request, options);
  }

  /**
   * Deals a new game.
   *
   * By number, by seed, by a deck, by a day, or at random. A numbered deal can be fetched with
   * GET too, and so can the deal of a day. These addresses take options,
   * `?options[draw]=1`, and nothing else. Where states are open, the answer may be
   * cached.
   */
  dealGame(request: DealGameRequest, options?: CallOptions): Promise<DealGameResponse> {
    return this.ask(routes.dealGame, request, options);
  }

  /**
   * Tells everything about a state.
   *
   * The table, the status, the score and, if asked for, the legal moves.
   */
  inspectGame(request: InspectGameRequest, options?: CallOptions): Promise<InspectGameResponse> {
    return this.ask(routes.inspectGame, request, options);
  }

  /**
   * Says whether a move is legal.
   *
   * If it is not, the answer says which rule forbids it. An illegal move is an
   * answer here, never an error.
   */
  validateMove(request: ValidateMoveRequest, options?: CallOptions): Promise<ValidateMoveResponse> {
    return this.ask(routes.validateMove, request, options);
  }

  /**
   * Plays one or many moves.
   *
   * All of them or none: the first illegal move fails the call with
   * FAILED_PRECONDITION and its Refusal. The events tell what each move did.
   */
  applyMoves(request: ApplyMovesRequest, options?: CallOptions): Promise<ApplyMovesResponse> {
    return this.ask(routes.applyMoves, request, options);
  }

  /**
   * Lists the legal moves.
   *
   * Their order is part of the rules version and never changes.
   */
  enumerateMoves(request: EnumerateMovesRequest, options?: CallOptions): Promise<EnumerateMovesResponse> {
    return this.ask(routes.enumerateMoves, request, options);
  }

  /**
   * Plays the automatic finish.
   *
   * These are the moves to the foundations that complete the game. Where they do
   * not complete it, the call fails with FAILED_PRECONDITION and a Refusal.
   */
  finishGame(request: FinishGameRequest, options?: CallOptions): Promise<FinishGameResponse> {
    return this.ask(routes.finishGame, request, options);
  }

  /**
   * Plays a log of moves.
   *
   * The answer keeps the part that is legal. If the log stops early, an index and a
   * Refusal say why; both are data, not an error.
   */
  replayGame(request: ReplayGameRequest, options?: CallOptions): Promise<ReplayGameResponse> {
    return this.ask(routes.replayGame, request, options);
  }

  /**
   * Converts positions, moves and records.
   *
   * Between the notation of this service, structured piles and the formats of other
   * programs. A log, alone or in a record, is replayed: a move in it that breaks a
   * rule, and "u" with nothing left to take back, is the error ILLEGAL_MOVE with the
   * index of the entry. What a record claims about its end is kept and not checked.
   * A sealed state stays sealed: moves that begin in one, and a record that holds one,
   * are converted into what names no card.
   */
  convertPosition(request: ConvertPositionRequest, options?: CallOptions): Promise<ConvertPositionResponse> {
    return this.ask(routes.convertPosition, request, options);
  }

  /**
   * Tells who answers.
   *
   * Which build it is, which versions of rules and notation it serves, and how large
   * requests may be.
   */
  getVersion(request: GetVersionRequest = {}, options?: CallOptions): Promise<GetVersionResponse> {
    return this.ask(routes.getVersion, request, options);
  }
}
