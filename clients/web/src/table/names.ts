// What cards and piles are called.

import type { VariantPileKind as PileKind } from "@talon-solitaire/client";
import { say } from "../text/say.ts";
import { shapeOf } from "./shape.ts";

/** The name of a card: "Nine of Hearts". */
export function cardName(card: string): string {
  return card.includes("?") ? say("card.hidden") : say("card.name", { rank: card.charAt(0), suit: card.charAt(1) });
}

/** The name of some cards that lie on each other, the bottom one first: "Nine of Hearts and 2 cards on it". */
export function stackName(cards: readonly string[]): string {
  const card = cardName(cards[0] ?? "??");
  return cards.length > 1 ? say("card.stack", { card, more: cards.length - 1 }) : card;
}

/** The name of a pile: "Column 3". */
export function pileName(id: string, kind: PileKind | undefined, variant: string): string {
  switch (kind) {
    case "CELL":
      return say("pile.CELL", { number: id.slice(1) });
    case "FOUNDATION":
      return say("pile.FOUNDATION", { suit: id.slice(1) });
    case "FINISHED":
      return say("pile.FINISHED");
    case "PLACE":
      return say("pile.PLACE", { row: rowOf(id, variant) });
    case "STOCK":
      return say("pile.STOCK");
    case "WASTE":
      return say("pile.WASTE");
    default:
      return say("pile.COLUMN", { number: id.slice(1) });
  }
}

/** The row of a place, the uppermost being 1. */
export function rowOf(id: string, variant: string): number {
  return (shapeOf(variant).places[Number(id.slice(1)) - 1]?.row ?? 0) + 1;
}
