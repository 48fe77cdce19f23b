// Written by `npm run generate` from the protos of the service. Not to be edited.

/** Code is the reason of an error. The list only ever grows at its end. */
export type ErrorReasonCode =
  /** INVALID_ARGUMENT: the state is no position text. Metadata `offset`, `wanted`. */
  | "MALFORMED_STATE"
  /**
   * INVALID_ARGUMENT: the state can be read, but no game reaches it. BadRequest
   * lists every violation with its pile.
   */
  | "IMPOSSIBLE_STATE"
  /**
   * FAILED_PRECONDITION: the state or the record names a rules version that is
   * not served. Metadata `variant`, `version`, `served`; of a record `line`,
   * `column`, `field` too.
   */
  | "UNKNOWN_RULES_VERSION"
  /**
   * INVALID_ARGUMENT, in GetVariant NOT_FOUND: no variant has this name.
   * Metadata `variant`, `wanted`.
   */
  | "UNKNOWN_VARIANT"
  /**
   * INVALID_ARGUMENT: an option that the variant lacks, a value out of its range,
   * or two values that contradict each other. Metadata `option`, `value`,
   * `wanted`.
   */
  | "INVALID_OPTION"
  /**
   * INVALID_ARGUMENT: the deal cannot be dealt: number 0, a seed too short or too
   * long, a deck that is not the variant's, or a day that is not written
   * YYYY-MM-DD. Metadata `wanted`, `asked`, `offset` as they apply.
   */
  | "INVALID_DEAL"
  /**
   * INVALID_ARGUMENT: the move is no move text of any game. Metadata `move`,
   * `move_index`, `offset`, `wanted`.
   */
  | "MALFORMED_MOVE"
  /**
   * FAILED_PRECONDITION: the move breaks a rule, or the game is over. A Refusal
   * is among the details. Metadata `move`, `move_index`, `limit`, `asked`; in a
   * text of another program `line` and `column` in place of `move_index`.
   */
  | "ILLEGAL_MOVE"
  /**
   * FAILED_PRECONDITION: the game cannot be finished automatically. A Refusal is
   * among the details.
   */
  | "FINISH_NOT_AVAILABLE"
  /**
   * INVALID_ARGUMENT: the record cannot be read. Metadata `line`, `column` and
   * `wanted`, `field` where one is wrong, and `offset` in the state or the deck
   * where the field is one.
   */
  | "MALFORMED_RECORD"
  /**
   * INVALID_ARGUMENT: a text in a foreign format cannot be read. Metadata `line`,
   * `column`, `wanted`.
   */
  | "MALFORMED_TEXT"
  /**
   * INVALID_ARGUMENT: this conversion does not exist, or the format cannot say
   * what was read. Metadata `from`, `to`.
   */
  | "UNSUPPORTED_CONVERSION"
  /**
   * INVALID_ARGUMENT: a field is missing, two fields exclude each other, or a
   * number is out of its range. BadRequest names them. Metadata of a number
   * `limit`, `asked`.
   */
  | "INVALID_REQUEST"
  /**
   * INVALID_ARGUMENT: the body is no JSON object of this request: wrong syntax,
   * wrong type, empty, broken off, or followed by more text. Metadata `offset`,
   * `wanted`.
   */
  | "MALFORMED_JSON"
  /**
   * INVALID_ARGUMENT: the JSON names a field that the request does not have.
   * Metadata `field`, `offset`, `wanted`.
   */
  | "UNKNOWN_FIELD"
  /**
   * INVALID_ARGUMENT: an enumeration value that does not exist, by name or by
   * number. Metadata `field`, `value`.
   */
  | "UNKNOWN_VALUE"
  /**
   * INVALID_ARGUMENT: the URL has a parameter that the route does not take.
   * Metadata `parameter`.
   */
  | "UNKNOWN_PARAMETER"
  /**
   * INVALID_ARGUMENT, HTTP 413: more bytes, moves, cards or snapshots than
   * GetVersion allows, in a field, in a record or text, or in what is to be
   * written; HTTP 431 for headers. DEADLINE_EXCEEDED, HTTP 408: a body took longer
   * to arrive than the server waits. Metadata `limit`, of a time in seconds, and
   * `asked` where it is known: not of a body that did not announce its length.
   */
  | "LIMIT_EXCEEDED"
  /**
   * NOT_FOUND, in gRPC UNIMPLEMENTED: no such route or method. Over JSON metadata
   * `path`.
   */
  | "UNKNOWN_ROUTE"
  /**
   * UNIMPLEMENTED, HTTP 405: the route exists with another method. Metadata
   * `allow`.
   */
  | "METHOD_NOT_ALLOWED"
  /**
   * INVALID_ARGUMENT, HTTP 415: the body is not declared, once, as
   * application/json, or it is compressed. Metadata `header`, `value`, `wanted`.
   */
  | "UNSUPPORTED_MEDIA_TYPE"
  /**
   * RESOURCE_EXHAUSTED: too much to do right now. RetryInfo says when to come
   * back.
   */
  | "OVERLOADED"
  /** UNAVAILABLE: this server is shutting down; another one takes the call. */
  | "DRAINING"
  /** INTERNAL: a defect of the service. Metadata `request_id`. */
  | "INTERNAL"
  /**
   * INVALID_ARGUMENT: no deals of these options, or none of that day, are proved
   * beforehand. Metadata `wanted` says what exists.
   */
  | "NO_DEAL_TABLE"
  /** DEADLINE_EXCEEDED: no deal of these options could be proved winnable in time. */
  | "NO_DEAL_FOUND"
  /**
   * INVALID_ARGUMENT: the sealed state was not sealed by this service, or not like
   * this: forged, damaged, cut off, under another variant, version or key.
   */
  | "BROKEN_SEAL"
  /**
   * FAILED_PRECONDITION: the state was sealed under a key that is retired. Metadata
   * `key`, and `served`, the keys whose states are opened.
   */
  | "RETIRED_KEY"
  /**
   * FAILED_PRECONDITION: this server does not take or give states of this form.
   * Metadata `form`, `served`.
   */
  | "STATE_FORM_NOT_SERVED"
  /**
   * FAILED_PRECONDITION: this would tell of a sealed game what its player must not
   * know, or more advice than this server gives. Metadata `served`, the advice,
   * where that is the reason.
   */
  | "SEALED_GAME"
  /** UNAVAILABLE: this server has no key to seal with right now; another one may. */
  | "NO_SEALING_KEY"
  /** UNAUTHENTICATED: this method wants a bearer token, and the call has none. */
  | "MISSING_TOKEN"
  /** UNAUTHENTICATED: the token was good and has expired. */
  | "EXPIRED_TOKEN"
  /**
   * UNAUTHENTICATED: the token is not good for this service, for whatever other
   * reason: malformed, forged, of another issuer or audience, not valid yet.
   */
  | "INVALID_TOKEN"
  /** PERMISSION_DENIED: the token is good and lacks a scope. Metadata `scope`. */
  | "MISSING_SCOPE"
  /**
   * RESOURCE_EXHAUSTED: this caller calls more often than it may. RetryInfo says
   * when to come back. Metadata `policy`, which is `calls` or `searches`, `rate`,
   * the calls a second, and `burst`.
   */
  | "RATE_LIMITED"
  /**
   * UNAVAILABLE: this server has no keys to check tokens with right now; another
   * one may.
   */
  | "NO_TOKEN_KEY";

/** Kind tells the four things apart that a player can ask for. */
export type MoveKind =
  /** Cards go from one pile to another: t3t5x2, wfh, t1c2, p19w. */
  | "MOVE"
  /** The stock gives its next card or cards, in Spider a row: d. */
  | "DRAW"
  /** The waste is turned over and becomes the stock again: r. */
  | "REDEAL"
  /** Cards leave the table, a pair or a King alone: p22p25, wp25, p28. */
  | "REMOVE";

/**
 * Move is one legal move, as text and taken apart, so that a caller never has
 * to parse the text. No part of it names a card that lies face down before
 * the move.
 */
export interface Move {
  /** The canonical text, which every request takes: "t3t5x2". */
  move: string;
  /** What kind of move it is. */
  kind: MoveKind;
  /**
   * The pile that gives, "t3"; of a pair, the pile named first. Absent for DRAW
   * and REDEAL.
   */
  from?: string;
  /**
   * The pile that receives, "t5"; of a pair, the pile named second. Absent for
   * DRAW, REDEAL and a King removed alone.
   */
  to?: string;
  /**
   * The cards that move, bottom first, two characters a card: "9h8c". Absent for
   * DRAW and REDEAL.
   */
  cards?: string;
  /**
   * The piles on which the move turns a face-down card up: "t3". The card itself
   * is not named before it lies face up.
   */
  turnsUp: string[];
}

/** Kind says what happened, and which fields tell more. */
export type EventKind =
  /** Cards went from one pile to another: from, to, cards. */
  | "CARDS_MOVED"
  /** A face-down card was turned up: from (its pile), cards. */
  | "CARD_TURNED_UP"
  /**
   * A card went from the stock to the waste: cards. A draw of three is three of
   * these, the last one on top.
   */
  | "CARD_DRAWN"
  /** Spider: a card of the row came to a column: to, cards. */
  | "CARD_DEALT"
  /** The waste became the stock again: count. */
  | "WASTE_REDEALT"
  /** Spider: thirteen cards King to Ace left a column: from, suit. */
  | "RUN_COMPLETED"
  /** A card left the table: from, cards. */
  | "CARD_REMOVED"
  /**
   * Points for a cleared row of the Pyramid (row) or a peak of Tri-Peaks
   * (pile): points.
   */
  | "BONUS"
  /** The score changed, bonuses included: points. */
  | "SCORE_CHANGED"
  /** The goal of the game is reached. */
  | "GAME_WON";

/**
 * Event is one thing that a move does on the table. The events of a move come
 * in the order in which they happen. The fields that a kind does not list are
 * absent.
 */
export interface Event {
  /**
   * The index in the request of the move that caused the event, from 0. For
   * FinishGame, the index in the moves of the answer.
   */
  moveIndex: number;
  /** What happened. */
  kind: EventKind;
  /** The pile that gave, or on which a card was turned up: "t4". */
  from?: string;
  /** The pile that received: "t5". */
  to?: string;
  /** The cards concerned, bottom first, all of them face up now: "As". */
  cards?: string;
  /** How many cards were turned over. */
  count?: number;
  /** The suit of a finished run: "c", "d", "h" or "s". */
  suit?: string;
  /** The cleared row of the Pyramid, 1 (the tip) to 7 (the base). */
  row?: number;
  /** The cleared peak of Tri-Peaks, by the place at its tip: "p1", "p2" or "p3". */
  pile?: string;
  /** By how much the score changed; may be negative. */
  points?: number;
}

/**
 * Reason is the rule that the move breaks; where it breaks several, the first
 * of this list. The list only ever grows at its end.
 */
export type RefusalReason =
  /** The game is won and takes no more moves. */
  | "GAME_OVER"
  /** The game has no pile of that name. */
  | "NO_SUCH_PILE"
  /** The game knows no such move: a draw in FreeCell, a card on the stock. */
  | "NO_SUCH_MOVE"
  /** The log holds no move that is left to take back. */
  | "NOTHING_TO_UNDO"
  /** The pile that gives and the pile that receives are the same. */
  | "SAME_PILE"
  /** A card is paired with itself. */
  | "SAME_CARD"
  /** There is no card to take. */
  | "EMPTY_PILE"
  /** There is no card to draw. */
  | "EMPTY_STOCK"
  /** A redeal has to wait until the stock is empty. */
  | "STOCK_NOT_EMPTY"
  /** All redeals are used: limit. */
  | "NO_REDEAL_LEFT"
  /**
   * Spider: fewer cards lie on the table than it has columns, so that no row can
   * ever be dealt: limit, asked.
   */
  | "NOT_ENOUGH_CARDS_FOR_ROW"
  /** Spider: no row is dealt while a column is empty. */
  | "EMPTY_COLUMN_LOCKS_ROW"
  /** Another card lies on the card. */
  | "COVERED"
  /** Cards of the stock are not played under these options. */
  | "STOCK_NOT_PLAYABLE"
  /** Cards do not come back from the foundation under these options. */
  | "NO_FOUNDATION_RETURN"
  /**
   * The pile gives or takes fewer cards at once than the move names: limit,
   * asked.
   */
  | "TOO_MANY_CARDS"
  /** The move takes hold of a face-down card. */
  | "FACE_DOWN"
  /** The cards form no run that may be lifted. */
  | "NOT_A_RUN"
  /** Cells are alike; a card does not go from one to another. */
  | "CELL_TO_CELL"
  /** The cell holds a card. */
  | "CELL_TAKEN"
  /** Only a King starts an empty column. */
  | "KING_NEEDED"
  /** The foundation collects another suit. */
  | "FOUNDATION_SUIT"
  /** The foundation waits for another rank. */
  | "FOUNDATION_RANK"
  /** The rank does not fit the card that it would lie on. */
  | "WRONG_RANK"
  /** The colour does not fit the card that it would lie on. */
  | "WRONG_COLOUR"
  /** Free cells and empty columns do not suffice to carry the run: limit, asked. */
  | "CAPACITY_EXCEEDED"
  /** The two ranks do not add to thirteen, or the card alone is no King. */
  | "NOT_THIRTEEN"
  /** Nothing is played on a King. */
  | "NOTHING_ON_KING"
  /** The rank is no neighbour of the top of the waste. */
  | "NOT_ADJACENT"
  /**
   * Playing cards to the foundations, and nothing else, does not complete the
   * game from here.
   */
  | "FINISH_NOT_AVAILABLE";

/**
 * Refusal says, as data, which rule forbids a move. It never names a card that
 * lies face down.
 */
export interface Refusal {
  /** The rule that forbids the move. */
  reason: RefusalReason;
  /** The piles concerned, the one that gives first: "t1", "t5". */
  piles: string[];
  /**
   * The cards concerned, the top of each of the piles or the cards that would
   * move first, two characters a card: "5cAs".
   */
  cards: string;
  /** What the rule allows, where it counts: cards, redeals; else 0. */
  limit: number;
  /** What the move asked for in the same unit; else 0. */
  asked: number;
  /**
   * The name of the rule, as the rules text and the documentation use it:
   * "klondike.build".
   */
  rule: string;
  /**
   * One sentence in the language that the call's accept-language prefers, German
   * or English. Its words may change: programs go by the other fields.
   */
  message: string;
}

/**
 * Difficulty is how a simple player who sees only the cards that lie open fares on
 * a deal, compared with the other winnable deals of the same options.
 */
export type Difficulty =
  /** The third of the deals on which that player does best. */
  | "EASY"
  /** The third between. */
  | "MEDIUM"
  /** The third on which that player does worst. */
  | "HARD";

/** Status is exact, never guessed. */
export type GameStatus =
  /** Neither won nor proved stuck. */
  | "IN_PROGRESS"
  /** The goal of the game is reached; no move is accepted any more. */
  | "WON"
  /**
   * Proved: no sequence of legal moves ever makes progress again. The legal
   * moves that are left are still listed and accepted.
   */
  | "STUCK";

/** View says how much of a game an answer holds. */
export type GameView =
  /** Everything but `table` and `moves`. */
  | "STATE"
  /** And the table. */
  | "TABLE"
  /** And the legal moves. */
  | "TABLE_AND_MOVES";

/**
 * Game is a position with all that follows from it. Only `state` has to be kept:
 * it is the whole game, and every request takes it back.
 */
export interface Game {
  /**
   * The position as one string, the only thing to keep. An open one is printable
   * ASCII, equal for equal positions: "golf/1 m=0 t1:… s:… w:5h". A sealed one,
   * "talon1.golf-1.…", cannot be read or changed, and is another text each time.
   */
  state: string;
  /**
   * The variant: "klondike", "spider", "freecell", "pyramid", "tripeaks", "golf"
   * or "yukon".
   */
  variant: string;
  /**
   * Every option of the variant with its value, those left at their default too:
   * "draw": "1", "redeals": "unlimited".
   */
  options: { [key: string]: string };
  /** Whether the game goes on. */
  status: GameStatus;
  /** Accepted moves so far: a run, a draw, a row and a redeal count 1 each. */
  moveCount: number;
  /** The score under the scoring option, 0 without one; may be negative. */
  score: number;
  /** Whether FinishGame would complete the game from here. */
  finishAvailable: boolean;
  /** What a player sees. Absent in the view STATE. */
  table?: Table;
  /** The legal moves in their pinned order. Only in the view TABLE_AND_MOVES. */
  moves?: Move[];
  /** Which game it is. Only of a sealed state. */
  seal?: Seal;
}

/**
 * Seal tells which game a sealed state belongs to: one that this service dealt and
 * in which every move was legal. It does not tell that the state is the latest one.
 */
export interface Seal {
  /**
   * Whether the cards are known to the service alone. A game by number, seed, deck
   * or day is not secret: anybody can deal it.
   */
  secret: boolean;
  /**
   * The SHA-256 of the seed and behind it the salt, both as they are revealed, in
   * lower-case hexadecimal; the same in every answer of the game. Empty unless the
   * game is secret.
   */
  commitment: string;
  /** How the game was dealt; a secret one tells its seed when the game is won. */
  deal?: Deal;
  /**
   * The salt of the commitment: 32 hexadecimal digits. Only of a secret game that
   * is won.
   */
  salt?: string;
}

/** Table is what a player sees: face-down cards and the stock keep their secret. */
export interface Table {
  /** Every pile of the variant in a fixed order, the empty ones too. */
  piles: Pile[];
}

/** Pile is one pile of cards. GetVariant says what kind of pile an id names. */
export interface Pile {
  /** The name, as in moves: "t1", "p28", "c4", "fh", "f", "s" or "w". */
  id: string;
  /**
   * The cards, bottom first, two characters a card, "" for an empty pile. On a
   * table, "??" stands for each card that cannot be seen: "????7d". In
   * ConvertPosition every card is named, and a bar ends the face-down part of a
   * column, "5h9c|7d". A foundation holds all its cards, "Ac2c3c"; f holds one
   * King for each finished run.
   */
  cards: string;
}

/** Pile is one pile of cards. GetVariant says what kind of pile an id names. */
export interface PileInput {
  /** The name, as in moves: "t1", "p28", "c4", "fh", "f", "s" or "w". */
  id: string;
  /**
   * The cards, bottom first, two characters a card, "" for an empty pile. On a
   * table, "??" stands for each card that cannot be seen: "????7d". In
   * ConvertPosition every card is named, and a bar ends the face-down part of a
   * column, "5h9c|7d". A foundation holds all its cards, "Ac2c3c"; f holds one
   * King for each finished run.
   */
  cards?: string | undefined;
}

/**
 * Deal says how a game begins. The deal of an answer is complete, so it can be
 * sent as a request again and deals the same game for ever.
 */
export interface Deal {
  /** The variant: "klondike". */
  variant: string;
  /**
   * Options that differ from their defaults; in an answer, all of them. GetVariant
   * lists them. Values are strings, numbers too: "draw": "1".
   */
  options: { [key: string]: string };
  /**
   * The deal number, 1 to 4294967295; in FreeCell the Microsoft number. At most
   * one of number, seed, deck and daily is given.
   */
  number?: number;
  /** A seed of 1 to 128 bytes: any text. */
  seed?: string;
  /**
   * The cards in dealing order, two characters a card and nothing between them:
   * 52 cards, in Spider 104.
   */
  deck?: string;
  /**
   * The day whose deal it is, YYYY-MM-DD. Only in requests: an answer tells the
   * number of that deal.
   */
  daily?: string;
}

/**
 * Deal says how a game begins. The deal of an answer is complete, so it can be
 * sent as a request again and deals the same game for ever.
 */
export interface DealInput {
  /** The variant: "klondike". */
  variant: string;
  /**
   * Options that differ from their defaults; in an answer, all of them. GetVariant
   * lists them. Values are strings, numbers too: "draw": "1".
   */
  options?: { readonly [key: string]: string } | undefined;
  /**
   * The deal number, 1 to 4294967295; in FreeCell the Microsoft number. At most
   * one of number, seed, deck and daily is given.
   */
  number?: number | undefined;
  /** A seed of 1 to 128 bytes: any text. */
  seed?: string | undefined;
  /**
   * The cards in dealing order, two characters a card and nothing between them:
   * 52 cards, in Spider 104.
   */
  deck?: string | undefined;
  /**
   * The day whose deal it is, YYYY-MM-DD. Only in requests: an answer tells the
   * number of that deal.
   */
  daily?: string | undefined;
}

/** Counters are the numbers that belong to a position besides its cards. */
export interface Counters {
  /** Accepted moves so far. */
  moveCount: number;
  /** How often the waste was turned over. */
  redeals: number;
  /** The score; absent without a scoring scheme. */
  score?: number;
  /** Tri-Peaks with scoring: cards played since the last draw. */
  streak: number;
}

/** Counters are the numbers that belong to a position besides its cards. */
export interface CountersInput {
  /** Accepted moves so far. */
  moveCount?: number | undefined;
  /** How often the waste was turned over. */
  redeals?: number | undefined;
  /** The score; absent without a scoring scheme. */
  score?: number | undefined;
  /** Tri-Peaks with scoring: cards played since the last draw. */
  streak?: number | undefined;
}

/** PileKind says what a pile is for. */
export type VariantPileKind =
  /** A tableau column: t1, t2, and so on. */
  | "COLUMN"
  /**
   * A place of Pyramid or Tri-Peaks, for one card: p1 to p28, from the tip down,
   * from the left.
   */
  | "PLACE"
  /** A free cell, for one card: c1 to c4. */
  | "CELL"
  /** A foundation, Ace to King of one suit: fc, fd, fh, fs. */
  | "FOUNDATION"
  /** The finished runs of Spider: f. */
  | "FINISHED"
  /** The stock: s. */
  | "STOCK"
  /** The waste: w. */
  | "WASTE";

/** OptionType says which values an option takes. */
export type VariantOptionType =
  /** One of the words in `values`. */
  | "CHOICE"
  /** A whole number from 0 to `max`, in decimal; with `unlimited`, that word too. */
  | "COUNT";

/** DealWay is a way to choose the cards of a new game. */
export type VariantDealWay =
  /** By number. */
  | "NUMBER"
  /** By seed. */
  | "SEED"
  /** By a deck in dealing order. */
  | "DECK"
  /** By chance; the answer tells the number. */
  | "RANDOM"
  /** By chance among deals that are proved winnable. */
  | "WINNABLE"
  /** By the day. */
  | "DAILY";

/** Pile is one pile of the variant. */
export interface VariantPile {
  /** The name, as in moves and tables: "t1". */
  id: string;
  /** What the pile is for. */
  kind: VariantPileKind;
}

/** Option is one rule of the variant that the dealer of a game may choose. */
export interface VariantOption {
  /** The name: "redeals". */
  name: string;
  /** Which values it takes. */
  type: VariantOptionType;
  /** The words it takes, if it is a CHOICE: "1", "3". Empty otherwise. */
  values: string[];
  /** The largest number it takes; absent unless it is a COUNT. */
  max?: number;
  /** Whether it takes the word "unlimited" too, if it is a COUNT. */
  unlimited: boolean;
  /** The value when the request does not name it. */
  default: string;
}

/** ScoringScheme is one way to keep the score, chosen with the option "scoring". */
export interface VariantScoringScheme {
  /** The value of the option: "vegas". */
  name: string;
  /** The score of a fresh deal: -52. */
  start: number;
}

/**
 * DealTable says which deals are proved winnable beforehand for one choice of
 * options; `scoring` does not matter to it.
 */
export interface VariantDealTable {
  /** The options that differ from their defaults. */
  options: { [key: string]: string };
  /** How many deals of each difficulty there are. */
  dealsEach: number;
  /** The first and the last day that has a deal, YYYY-MM-DD. */
  firstDay: string;
  /** The last one. */
  lastDay: string;
}

/**
 * Variant describes one game as data: what a front end needs in order to offer
 * it without knowing it.
 */
export interface Variant {
  /** The name that requests use: "tripeaks". */
  variant: string;
  /**
   * The name for people, in the language that accept-language prefers, German or
   * English: "Tri-Peaks".
   */
  title: string;
  /** The rules version that new games get. Older ones are served for ever. */
  rulesVersion: number;
  /** How many cards a deck has: 52 or 104. */
  deckSize: number;
  /**
   * Whether a fresh deal holds cards that a player cannot see: face down on the
   * table or in the stock.
   */
  hiddenCards: boolean;
  /**
   * Every pile under the default options, in the order of tables. FreeCell with
   * fewer cells lacks the last ones.
   */
  piles: VariantPile[];
  /** The options in their canonical order. */
  options: VariantOption[];
  /** The scoring schemes; empty where the game keeps no score. */
  scoringSchemes: VariantScoringScheme[];
  /** The ways to deal. */
  dealWays: VariantDealWay[];
  /**
   * The rules for people as Markdown, by language: "de", "en". Left out by
   * ListVariants.
   */
  rules: { [key: string]: string };
  /** The tables of winnable deals: what `daily` and `difficulty` can ask for. */
  dealTables: VariantDealTable[];
}

/** Verdict is what is proved about winning a position. */
export type Verdict =
  /** No verdict; never sent, or absent. */
  | "VERDICT_UNSPECIFIED"
  /** Moves that win are known. */
  | "WINNABLE"
  /** No moves win: all of them were tried. */
  | "UNWINNABLE"
  /** The search ended before it was exhausted. */
  | "UNKNOWN";

/** UnknownReason says what ran out before a verdict was reached. */
export type UnknownReason =
  /** Nothing ran out. */
  | "UNKNOWN_REASON_UNSPECIFIED"
  /** The nodes of the limits, or of the server. */
  | "NODES"
  /** The memory of a worker. */
  | "MEMORY"
  /** The seconds of the limits, of the server, or of the caller's deadline. */
  | "TIME";

/** Knowledge says which cards an answer rests on. */
export type Knowledge =
  /** The cards that the player sees, the sizes of the piles, and the status. */
  | "VISIBLE"
  /** Every card, face-down ones and the stock too. */
  | "FULL";

/**
 * SolveLimits bounds a search. What is not given is the server's own limit, which
 * GetVersion tells; a larger one is refused.
 */
export interface SolveLimits {
  /** How many positions the search may look at. */
  nodes?: number | undefined;
  /** How many seconds it may take, 0.5 for half a second. */
  seconds?: number | undefined;
}

/** SolveGameRequest asks whether a position can be won. */
export interface SolveGameRequest {
  /** The state, as any answer gave it. */
  state: string;
  /** Bounds of the search. */
  limits?: SolveLimits | undefined;
}

/** SolveGameResponse is what the search proved. */
export interface SolveGameResponse {
  /** The verdict. */
  verdict: Verdict;
  /**
   * Moves that win, ready for ReplayGame and ApplyMoves; empty unless the verdict
   * is WINNABLE, and where the game is won already. They need not be the fewest.
   */
  moves: string[];
  /** What ran out, if the verdict is UNKNOWN. */
  unknownReason: UnknownReason;
  /** How many positions the search looked at. */
  nodes: string;
  /** How long it took. */
  elapsedSeconds: number;
  /** Which cards the verdict rests on: FULL. */
  knowledge: Knowledge;
}

/** WatchSolveRequest asks whether a position can be won. */
export interface WatchSolveRequest {
  /** The state, as any answer gave it. */
  state: string;
  /** Bounds of the search. */
  limits?: SolveLimits | undefined;
}

/** Progress tells how far a search is. */
export interface WatchSolveResponseProgress {
  /** How many positions it has looked at. */
  nodes: string;
  /** How long it has taken. */
  elapsedSeconds: number;
}

/** WatchSolveResponse is either the progress of the search or, last, its result. */
export interface WatchSolveResponse {
  /** How far the search is. */
  progress?: WatchSolveResponseProgress;
  /** What it proved; only in the last message. */
  result?: SolveGameResponse;
}

/** SuggestMoveRequest asks for advice. */
export interface SuggestMoveRequest {
  /**
   * The state, as any answer gave it: the present one, or with `moves` the one in
   * which the log begins.
   */
  state: string;
  /** Which cards the advice may rest on; VISIBLE when not given. */
  knowledge?: Knowledge | undefined;
  /**
   * The log so far, with "u" for moves taken back. The advice is for the position
   * after it; with VISIBLE it leads into no position of the log again, with FULL it
   * follows one line to the win.
   */
  moves?: readonly string[] | undefined;
  /** Bounds of the search that FULL needs. */
  limits?: SolveLimits | undefined;
}

/** SuggestMoveResponse holds the advice. */
export interface SuggestMoveResponse {
  /** Which cards the advice rests on. */
  knowledge: Knowledge;
  /**
   * The moves worth making, the best one first. With VISIBLE, empty when the game
   * is over or no move is worth advising; with FULL, the next move of a winning
   * line, or empty if there is none or none was found.
   */
  suggestions: Suggestion[];
  /** With FULL: whether the position can be won. */
  verdict: Verdict;
  /** With FULL: what ran out, if the verdict is UNKNOWN. */
  unknownReason: UnknownReason;
}

/** Reason says what the move is for. The list only ever grows at its end. */
export type SuggestionReason =
  /** The move follows a line that wins. */
  | "WINS"
  /** The automatic finish is available, and this is its first move. */
  | "FINISHES"
  /** The move finishes a run of Spider. */
  | "COMPLETES_RUN"
  /** The move plays a card to its foundation. */
  | "PLAYS_HOME"
  /** The move turns up a card. */
  | "TURNS_UP_CARD"
  /** The move takes a pair or a King away. */
  | "REMOVES_PAIR"
  /** The move begins the longest chain that can be seen. */
  | "CONTINUES_CHAIN"
  /** The move brings a card of the waste into play. */
  | "PLAYS_FROM_WASTE"
  /** The move empties a column. */
  | "EMPTIES_COLUMN"
  /** The move lays a card where it continues a run. */
  | "JOINS_RUN"
  /** The move makes room for one of the others. */
  | "PREPARES"
  /** Nothing better can be seen, and the stock has cards. */
  | "DRAWS"
  /** Nothing better can be seen, and a row can be dealt. */
  | "DEALS_ROW"
  /** Nothing better can be seen, and the waste may be turned over. */
  | "REDEALS";

/** Suggestion is a move worth making. */
export interface Suggestion {
  /** The move. */
  move: Move;
  /** What it is for. */
  reason: SuggestionReason;
  /** The reason as a sentence, in the language of `accept-language`. */
  message: string;
}

/**
 * FindLastWinnableRequest holds a log: a beginning, which is either a deal or a
 * state, and the moves.
 */
export interface FindLastWinnableRequest {
  /** Where the log begins, as a deal. */
  deal?: DealInput | undefined;
  /** Where the log begins, as a state. */
  state?: string | undefined;
  /** The log, with "u" for moves taken back. */
  moves?: readonly string[] | undefined;
  /** Bounds of all searches together. */
  limits?: SolveLimits | undefined;
}

/** FindLastWinnableResponse says between which entries of the log the game was lost. */
export interface FindLastWinnableResponse {
  /**
   * After how many entries of the log the game stood last where it is proved that
   * it could be won; 0 is the beginning. Absent where no such position is known.
   */
  lastWinnable?: number;
  /**
   * After how many entries it stood first where it is proved lost. Absent where no
   * such position is known: it may still be won.
   */
  firstLost?: number;
  /**
   * Whether the one follows the other at once; otherwise the verdicts between them
   * are unknown.
   */
  proved: boolean;
  /** The position after `last_winnable` entries; empty where that is absent. */
  state: string;
  /** How many positions the searches looked at. */
  nodes: string;
  /** How long they took. */
  elapsedSeconds: number;
}

/** ListVariantsRequest asks for all variants. */
export interface ListVariantsRequest {
}

/** ListVariantsResponse holds all variants. */
export interface ListVariantsResponse {
  /** The variants, in a fixed order and without the text of their rules. */
  variants: Variant[];
}

/** GetVariantRequest asks for one variant. */
export interface GetVariantRequest {
  /** The name: "klondike". */
  variant: string;
}

/** GetVariantResponse holds one variant. */
export interface GetVariantResponse {
  /** The variant with the text of its rules. */
  variant: Variant;
}

/**
 * DealGameRequest says which game to deal. At most one of number, seed, deck and
 * daily is given; none means a random deal.
 */
export interface DealGameRequest {
  /** The variant: "klondike". */
  variant: string;
  /**
   * Options that differ from their defaults. GetVariant lists them. Values are
   * strings, numbers too: "draw": "1".
   */
  options?: { readonly [key: string]: string } | undefined;
  /** The deal number, 1 to 4294967295; in FreeCell the Microsoft number. */
  number?: number | undefined;
  /** A seed of 1 to 128 bytes: any text. */
  seed?: string | undefined;
  /**
   * The cards in dealing order, two characters a card and nothing between them:
   * 52 cards, in Spider 104.
   */
  deck?: string | undefined;
  /** How much of the game the answer holds; TABLE when not given. */
  view?: GameView | undefined;
  /**
   * The day whose deal is asked for, as YYYY-MM-DD: the same winnable deal for
   * everybody. GetVariant lists the options and the days that have one.
   */
  daily?: string | undefined;
  /** Asks for a random deal that is proved winnable. */
  winnable?: boolean | undefined;
  /**
   * Asks for a random deal that is proved winnable and that difficult. GetVariant
   * lists the options that have such deals.
   */
  difficulty?: Difficulty | undefined;
  /**
   * Whether the state is sealed, so that nobody but the service can read or change
   * it. Not given: false, unless the server takes no open states. A random sealed
   * deal has no number but a secret seed, to which the answer commits.
   */
  sealed?: boolean | undefined;
}

/** Proof says what is proved about a deal. */
export interface DealGameResponseProof {
  /** WINNABLE: a line of moves was found and played to the win. */
  verdict: Verdict;
  /** How difficult the deal is; absent where that was not measured. */
  difficulty?: Difficulty;
}

/** DealGameResponse holds a new game. */
export interface DealGameResponse {
  /** The game before its first move. */
  game: Game;
  /**
   * How it was dealt, with all options: the same game can be dealt from it again.
   * Absent where that is a secret.
   */
  deal?: Deal;
  /**
   * What is proved about it; only where `daily`, `winnable` or `difficulty` asked
   * for a proof.
   */
  proof?: DealGameResponseProof;
}

/** InspectGameRequest asks about a state. */
export interface InspectGameRequest {
  /** The state, as any answer gave it. */
  state: string;
  /** How much of the game the answer holds; TABLE when not given. */
  view?: GameView | undefined;
}

/** InspectGameResponse holds what the state says. */
export interface InspectGameResponse {
  /** The game. */
  game: Game;
}

/** ValidateMoveRequest asks about one move. */
export interface ValidateMoveRequest {
  /** The state, as any answer gave it. */
  state: string;
  /** The move as text: "t3t5x2". */
  move: string;
}

/** ValidateMoveResponse is the verdict. */
export interface ValidateMoveResponse {
  /** Whether ApplyMoves would accept the move. */
  legal: boolean;
  /** Which rule forbids it. Absent when the move is legal. */
  refusal?: Refusal;
}

/** ApplyMovesRequest asks to play moves. */
export interface ApplyMovesRequest {
  /** The state, as any answer gave it. */
  state: string;
  /** The moves as texts, at least one, played in this order: "t4t5", "d". */
  moves: readonly string[];
  /** How much of the game the answer holds; TABLE when not given. */
  view?: GameView | undefined;
}

/** ApplyMovesResponse holds the game after the last move. */
export interface ApplyMovesResponse {
  /** The game after all moves. */
  game: Game;
  /** What the moves did, in order. */
  events: Event[];
}

/** EnumerateMovesRequest asks for the legal moves. */
export interface EnumerateMovesRequest {
  /** The state, as any answer gave it. */
  state: string;
}

/** EnumerateMovesResponse holds the legal moves. */
export interface EnumerateMovesResponse {
  /** The legal moves in their pinned order; empty in a won game. */
  moves: Move[];
}

/** FinishGameRequest asks for the automatic finish. */
export interface FinishGameRequest {
  /** The state, as any answer gave it. */
  state: string;
  /** How much of the game the answer holds; TABLE when not given. */
  view?: GameView | undefined;
}

/** FinishGameResponse holds the won game and the way there. */
export interface FinishGameResponse {
  /** The moves that complete the game, one card each. */
  moves: Move[];
  /** The game after the last of them. */
  game: Game;
  /** What the moves did, in order. */
  events: Event[];
}

/**
 * ReplayGameRequest holds a log: a beginning, which is either a deal or a state,
 * and the moves.
 */
export interface ReplayGameRequest {
  /**
   * Where the log begins, as a deal: variant, options and one of number, seed,
   * deck and daily.
   */
  deal?: DealInput | undefined;
  /** Where the log begins, as a state. */
  state?: string | undefined;
  /**
   * The log: move texts in their order, and "u", which takes back the latest move
   * not yet taken back.
   */
  moves?: readonly string[] | undefined;
  /** What the caller believes about the result; the answer lists the differences. */
  expect?: Expectation | undefined;
  /**
   * Asks for the state after each n-th entry of the log: 1 after every entry, 10
   * after every tenth, 0 for none.
   */
  snapshotInterval?: number | undefined;
  /** How much of the game the answer holds; TABLE when not given. */
  view?: GameView | undefined;
}

/**
 * Expectation is a claimed result, as a record holds it. Only the fields given are
 * compared.
 */
export interface Expectation {
  /** The status after the log. */
  status?: GameStatus | undefined;
  /** The score after the log. */
  score?: number | undefined;
  /** The move counter after the log. */
  moveCount?: number | undefined;
  /**
   * The SHA-256 of the open state text after the log, in lower-case hexadecimal. Of
   * a sealed game it is compared only when no card is hidden or the game is won.
   */
  stateSha256?: string | undefined;
}

/** Stop is the entry at which the log broke a rule. */
export interface ReplayGameResponseStop {
  /** The index of the entry in the log, from 0; equal to `applied`. */
  index: number;
  /** Which rule it breaks. */
  refusal: Refusal;
}

/** Difference is one expected field that came out otherwise. */
export interface ReplayGameResponseDifference {
  /**
   * The name of the field in `expect`: "status", "score", "moveCount" or
   * "stateSha256".
   */
  field: string;
  /** What was expected. */
  want: string;
  /** What the log leads to. */
  got: string;
}

/** Snapshot is the state in the middle of the log. */
export interface ReplayGameResponseSnapshot {
  /** How many entries of the log lead there. */
  applied: number;
  /** The state. */
  state: string;
}

/** ReplayGameResponse tells how far the log is legal and what it leads to. */
export interface ReplayGameResponse {
  /** The game after the last accepted entry. */
  game: Game;
  /** How many entries of the log were accepted, "u" counted too. */
  applied: number;
  /** Whether that is all of them. It says nothing about `expect`. */
  complete: boolean;
  /** Why the log stopped. Absent when it is complete. */
  stop?: ReplayGameResponseStop;
  /** Where the result is not what `expect` says; empty when it is. */
  differences: ReplayGameResponseDifference[];
  /** The states asked for with `snapshot_interval`, in the order of the log. */
  snapshots: ReplayGameResponseSnapshot[];
}

/** Format names a way to write a position, moves or a record. */
export type ConvertPositionRequestFormat =
  /**
   * The position notation of this service. Read from `state`, written to `text`
   * and `state`.
   */
  | "POSITION"
  /**
   * Piles one by one. Read from `variant`, `options`, `piles` and `counters`,
   * written to the same fields.
   */
  | "PILES"
  /**
   * The moves of this service. Read from `moves`, beginning at `state` or
   * `number`; written to `moves` and, separated by blanks, to `text`.
   */
  | "MOVES"
  /** A game record as one JSON object. Read from and written to `text`. */
  | "RECORD_JSON"
  /** A game record as tags and moves. Read from and written to `text`. */
  | "RECORD_TEXT"
  /** A FreeCell deal by its Microsoft number. Read from and written to `number`. */
  | "MICROSOFT_NUMBER"
  /**
   * FreeCell moves in standard notation, "1h 3a 26v3". Read from `text`,
   * beginning at `state` or `number`; written to `text`.
   */
  | "FREECELL_STANDARD"
  /** A FreeCell board as fc-solve reads it. Read from and written to `text`. */
  | "FC_SOLVE_BOARD"
  /** A FreeCell or Golf board as PySol writes it. Read from and written to `text`. */
  | "PYSOL_BOARD";

/**
 * Autoplay says which cards the program behind a text in standard notation plays
 * to the foundations by itself, without writing it down.
 */
export type ConvertPositionRequestAutoplay =
  /** None: every move is written. */
  | "NONE"
  /**
   * Aces, twos, and a card once both foundations of the other colour have reached
   * the rank below its own; what FreeCell on Windows does.
   */
  | "HORNE"
  /**
   * What HORNE plays, and a card once both foundations of the other colour have
   * reached two ranks below its own and the other one of its colour three.
   */
  | "RAYMOND";

/**
 * ConvertPositionRequest holds something to convert. Which fields are read depends
 * on `from`; a field that the format does not use has to be left out.
 */
export interface ConvertPositionRequest {
  /** The format to read. */
  from: ConvertPositionRequestFormat;
  /** The format to write. */
  to: ConvertPositionRequestFormat;
  /** The variant, where the format does not say it itself: PILES, PYSOL_BOARD. */
  variant?: string | undefined;
  /** Options of the variant, where the format does not say them itself. */
  options?: { readonly [key: string]: string } | undefined;
  /** The text to read. */
  text?: string | undefined;
  /** The position to read, or the one in which the moves begin. */
  state?: string | undefined;
  /** The piles to read; empty ones may be left out. */
  piles?: readonly PileInput[] | undefined;
  /** The counters that belong to `piles`; all 0 when not given. */
  counters?: CountersInput | undefined;
  /** The Microsoft number to read, or the deal in which the moves begin. */
  number?: number | undefined;
  /** The moves to read. */
  moves?: readonly string[] | undefined;
  /** For FREECELL_STANDARD: which plays the text leaves unwritten. */
  autoplay?: ConvertPositionRequestAutoplay | undefined;
  /**
   * For writing FREECELL_STANDARD: whether a group is written as the shortest list
   * of single moves. These, too, may be no more than the limit of moves.
   */
  single?: boolean | undefined;
}

/** ConvertPositionResponse holds what was read in the format asked for. */
export interface ConvertPositionResponse {
  /** The result as text, where the format is one; else empty. */
  text: string;
  /**
   * The position that was read, ready for the other calls: of moves and records,
   * the one in which they begin.
   */
  state: string;
  /** The variant of the position. */
  variant: string;
  /** All options of the position. */
  options: { [key: string]: string };
  /** For PILES: every pile of the variant, each card named. */
  piles: Pile[];
  /** For PILES: the counters of the position. */
  counters?: Counters;
  /** For MICROSOFT_NUMBER: the number. */
  number?: number;
  /**
   * The moves that were read, in the notation of this service, with those that
   * `autoplay` adds. Empty when a position was read.
   */
  moves: string[];
}

/** GetVersionRequest asks for the version. */
export interface GetVersionRequest {
}

/** StateForm is a form of states. */
export type GetVersionResponseStateForm =
  /** As text that shows every card. */
  | "OPEN"
  /** As text that shows nothing. */
  | "SEALED";

/** SealedAdvice is what a server tells about a sealed game besides its rules. */
export type GetVersionResponseSealedAdvice =
  /** No advice. */
  | "NONE"
  /** SuggestMove with VISIBLE. */
  | "VISIBLE"
  /**
   * And with FULL, SolveGame, WatchSolve and FindLastWinnable, which all show what
   * the hidden cards are.
   */
  | "FULL";

/** RulesVersions lists the rules of one variant. */
export interface GetVersionResponseRulesVersions {
  /** The variant: "klondike". */
  variant: string;
  /** The versions served, the oldest first; new games get the last one. */
  versions: number[];
}

/** Limits are the largest requests that are accepted. */
export interface GetVersionResponseLimits {
  /** Bytes of a request: 4194304. */
  messageBytes: number;
  /** Moves of a request: 20000. */
  moves: number;
  /** Cards of a deck: 104. */
  deckCards: number;
  /** Bytes of a seed: 128. */
  seedBytes: number;
  /** Snapshots of a replay: 2000. */
  snapshots: number;
  /** Positions that a search may look at: 100000000. */
  solverNodes: number;
  /** Seconds that a search may take: 10. */
  solverSeconds: number;
  /** Bytes that the tables of a search may take: 268435456. */
  solverBytes: string;
  /** How often one caller may call; absent where nobody counts. */
  calls?: GetVersionResponseRate;
  /** How often one caller may have something searched; absent where nobody counts. */
  searches?: GetVersionResponseRate;
}

/** Rate is how often one caller may do something. */
export interface GetVersionResponseRate {
  /** Times a second, in the long run: 20. */
  perSecond: number;
  /** Times at once, after a pause: 40. */
  burst: number;
}

/** GetVersionResponse says who answers. */
export interface GetVersionResponse {
  /** The version of the build: "v1.2.0", or "devel" for one that is not released. */
  build: string;
  /** The rules versions of every variant. */
  rulesVersions: GetVersionResponseRulesVersions[];
  /** The version of the notation of positions, moves and records. */
  notationVersion: number;
  /** The limits of this server. */
  limits: GetVersionResponseLimits;
  /** The forms of states that this server takes and gives. */
  stateForms: GetVersionResponseStateForm[];
  /** What this server tells about a sealed game. */
  sealedAdvice: GetVersionResponseSealedAdvice;
  /** Whether calls need a bearer token, all but this one. */
  tokenRequired: boolean;
}
