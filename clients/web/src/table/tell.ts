// What happened at the table, as short sentences for those who cannot see it.

import type { Event, Move } from "@talon-solitaire/client";
import type { Change } from "../play/play.ts";
import { say } from "../text/say.ts";
import { cardsOf } from "./cards.ts";
import type { Piles } from "./gesture.ts";
import { cardName, pileName, stackName } from "./names.ts";

/** Tells how a position came about. */
export function tell(change: Change, piles: Piles, title: string): string {
  const sentences = [sentenceOf(change, piles, title)];
  if (change.after.status === "WON") sentences.push(say("tell.won"));
  else if (change.after.status === "STUCK") sentences.push(say("tell.stuck"));
  return sentences.join(" ");
}

function sentenceOf(change: Change, piles: Piles, title: string): string {
  switch (change.kind) {
    case "deal":
      return say("tell.deal", { game: title });
    case "restart":
      return say("tell.restart");
    case "jump":
      return say("tell.jump", { count: change.after.moveCount });
    case "undo":
      return say("tell.undo", { what: happened(change.events, piles, change.after.variant) });
    case "redo":
      return say("tell.redo", { what: happened(change.events, piles, change.after.variant) });
    default:
      return happened(change.events, piles, change.after.variant);
  }
}

// What one move did is told card by card; of a whole finish only how many cards went.
function happened(events: readonly Event[], piles: Piles, variant: string): string {
  const nameOf = (pile: string | undefined): string => pileName(pile ?? "", piles.kinds.get(pile ?? ""), variant);
  const of = (kind: Event["kind"]): readonly Event[] => events.filter((event) => event.kind === kind);
  const listed = (some: readonly Event[]): string => some.map((event) => cardName(event.cards ?? "")).join(", ");
  const sentences: string[] = [];

  const moved = of("CARDS_MOVED");
  if (moved.length > 1) sentences.push(say("tell.finish", { count: moved.length }));
  else for (const event of moved) sentences.push(say("tell.moved", { cards: stackName(cardsOf(event.cards ?? "")), to: nameOf(event.to) }));
  const drawn = of("CARD_DRAWN");
  if (drawn.length > 0) sentences.push(say("tell.drawn", { cards: listed(drawn) }));
  const dealt = of("CARD_DEALT");
  if (dealt.length > 0) sentences.push(say("tell.dealt", { cards: listed(dealt) }));
  for (const event of of("WASTE_REDEALT")) sentences.push(say("tell.redealt", { count: event.count ?? 0 }));
  const removed = of("CARD_REMOVED");
  if (removed.length > 0) sentences.push(say("tell.removed", { cards: listed(removed) }));
  for (const event of of("RUN_COMPLETED")) sentences.push(say("tell.run", { pile: nameOf(event.from) }));
  const turned = of("CARD_TURNED_UP");
  if (turned.length > 0) sentences.push(say("tell.turned", { card: listed(turned) }));
  return sentences.join(" ");
}

/** Tells which move is advised. */
export function tellHint(move: Move, piles: Piles, variant: string): string {
  if (move.kind === "DRAW") return say("tell.hint", { move: say("tell.hint.draw") });
  if (move.kind === "REDEAL") return say("tell.hint", { move: say("tell.hint.redeal") });
  const cards = cardsOf(move.cards ?? "");
  if (move.kind === "REMOVE") return say("tell.hint", { move: say("tell.removed", { cards: cards.map(cardName).join(", ") }) });
  const to = pileName(move.to ?? "", piles.kinds.get(move.to ?? ""), variant);
  return say("tell.hint", { move: say("tell.moved", { cards: stackName(cards), to }) });
}
