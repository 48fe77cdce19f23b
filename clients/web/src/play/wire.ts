// What goes over the wire, until the client package names it.

export type Status = "IN_PROGRESS" | "WON" | "STUCK";
export type PileKind = "COLUMN" | "PLACE" | "CELL" | "FOUNDATION" | "FINISHED" | "STOCK" | "WASTE";
export type MoveKind = "MOVE" | "DRAW" | "REDEAL" | "REMOVE";

export interface Pile {
  id: string;
  cards: string;
}

export interface Move {
  move: string;
  kind: MoveKind;
  from?: string;
  to?: string;
  cards?: string;
  turnsUp: string[];
}

export interface Game {
  state: string;
  variant: string;
  options: Record<string, string>;
  status: Status;
  moveCount: number;
  score: number;
  finishAvailable: boolean;
  table?: { piles: Pile[] };
  moves?: Move[];
}

export interface Deal {
  variant: string;
  options?: Record<string, string>;
  number?: number;
  seed?: string;
  deck?: string;
  daily?: string;
}

export interface DealRequest extends Deal {
  winnable?: boolean;
  difficulty?: "EASY" | "MEDIUM" | "HARD";
}

export interface GameEvent {
  moveIndex: number;
  kind:
    | "CARDS_MOVED"
    | "CARD_TURNED_UP"
    | "CARD_DRAWN"
    | "CARD_DEALT"
    | "WASTE_REDEALT"
    | "RUN_COMPLETED"
    | "CARD_REMOVED"
    | "BONUS"
    | "SCORE_CHANGED"
    | "GAME_WON";
  from?: string;
  to?: string;
  cards?: string;
  count?: number;
  suit?: string;
  row?: number;
  pile?: string;
  points?: number;
}

export interface Refusal {
  reason: string;
  piles: string[];
  cards: string;
  limit: number;
  asked: number;
  rule: string;
  message: string;
}

export interface Suggestion {
  move: Move;
  reason: string;
  message: string;
}

export interface LastWinnable {
  lastWinnable?: number;
  firstLost?: number;
  proved: boolean;
  state: string;
}

export interface Variant {
  variant: string;
  title: string;
  piles: { id: string; kind: PileKind }[];
  options: { name: string; type: "CHOICE" | "COUNT"; values: string[]; max?: number; unlimited: boolean; default: string }[];
}
