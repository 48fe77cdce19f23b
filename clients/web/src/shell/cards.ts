import type { Event, Refusal } from "@talon-solitaire/client";
import { pileName } from "../table/names.ts";
import { numeral, say } from "../text/say.ts";
import { find } from "./catalogue.ts";

const suits: Readonly<Record<string, string>> = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** Cards as people write them: "8sTd" is 8♠ 10♦. */
export function prettyCards(cards: string): string {
  return pairs(cards)
    .map((card) => (card[0] === "T" ? "10" : (card[0] ?? "")) + (suits[card[1] ?? ""] ?? card[1] ?? ""))
    .join(" ");
}

function pairs(cards: string): string[] {
  return cards.match(/../g) ?? [];
}

/** What a refusal says, with the cards that it names as people write them. */
export function prettyRefusal({ message, cards }: Refusal): string {
  // Only what the refusal itself calls a card is one: "As" begins many an English sentence.
  const named = new Set(pairs(cards));
  return message.replace(/\b[A2-9TJQK][cdhs]\b/g, (text) => (named.has(text) ? prettyCards(text) : text));
}

/** What an event says, in a few words. */
export function prettyEvent(variant: string, event: Event): string {
  const cards = prettyCards(event.cards ?? "");
  const name = (pile = ""): string => pileName(pile, find(variant)?.piles.find(({ id }) => id === pile)?.kind, variant);
  const from = name(event.from);
  const to = name(event.to);
  const points = numeral(event.points ?? 0);
  switch (event.kind) {
    case "CARDS_MOVED":
      return say("event.CARDS_MOVED", { cards, from, to });
    case "CARD_TURNED_UP":
      return say("event.CARD_TURNED_UP", { cards, from });
    case "CARD_DRAWN":
      return say("event.CARD_DRAWN", { cards });
    case "CARD_DEALT":
      return say("event.CARD_DEALT", { cards, to });
    case "WASTE_REDEALT":
      return say("event.WASTE_REDEALT", { count: event.count ?? 0 });
    case "RUN_COMPLETED":
      return say("event.RUN_COMPLETED", { from });
    case "CARD_REMOVED":
      return say("event.CARD_REMOVED", { cards, from });
    case "BONUS":
      return say("event.BONUS", { points });
    case "SCORE_CHANGED":
      return say("event.SCORE_CHANGED", { points: (event.points ?? 0) > 0 ? `+${points}` : points });
    case "GAME_WON":
      return say("event.GAME_WON");
  }
}
