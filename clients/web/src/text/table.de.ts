// Was der Tisch auf Deutsch sagt, zumeist denen, die ihn nicht sehen.

import type { table as english } from "./table.en.ts";

const ranks: Record<string, string> = {
  A: "Ass",
  T: "Zehn",
  J: "Bube",
  Q: "Dame",
  K: "König",
  "2": "Zwei",
  "3": "Drei",
  "4": "Vier",
  "5": "Fünf",
  "6": "Sechs",
  "7": "Sieben",
  "8": "Acht",
  "9": "Neun",
};

const suits: Record<string, string> = { c: "Kreuz", d: "Karo", h: "Herz", s: "Pik" };

function cards(count: number): string {
  return count === 1 ? "1 Karte" : `${count} Karten`;
}

export const table: typeof english = {
  "table.name": ({ game }) => `Spieltisch ${game}`,

  "card.name": ({ rank, suit }) => `${suits[suit] ?? suit} ${ranks[rank] ?? rank}`,
  "card.stack": ({ card, more }) => `${card} mit ${cards(more)} darauf`,
  "card.row": ({ card, row }) => `${card}, Zeile ${row}`,
  "card.hidden": "verdeckte Karte",

  "pile.COLUMN": ({ number }) => `Reihe ${number}`,
  "pile.CELL": ({ number }) => `Zelle ${number}`,
  "pile.FOUNDATION": ({ suit }) => `Zielstapel ${suits[suit] ?? suit}`,
  "pile.FINISHED": "Fertige Folgen",
  "pile.PLACE": ({ row }) => `Zeile ${row}`,
  "pile.STOCK": "Talon",
  "pile.WASTE": "Ablage",
  "pile.empty": ({ pile }) => `${pile}, leer`,
  "pile.cards": ({ pile, count }) => `${pile}, ${cards(count)}`,
  "pile.hidden": ({ pile, count, hidden }) => `${pile}, ${cards(count)}, ${hidden} verdeckt`,
  "pile.runs": ({ count }) => `Fertige Folgen, ${count}`,

  "stock.draw": ({ count }) => `Ziehen: Talon, ${cards(count)}`,
  "stock.top": ({ card, count }) => `${card}. Ziehen: Talon, ${cards(count)}`,
  "stock.row": ({ rows }) => `Karten austeilen: Talon, noch ${rows}-mal`,
  "stock.redeal": "Ablage umdrehen: Talon, leer",
  "stock.redeals": ({ count }) => `Ablage umdrehen, noch ${count}-mal: Talon, leer`,
  "stock.over": "Talon, leer, kein Durchgang mehr",
  "stock.empty": "Talon, leer",

  "tell.moved": ({ cards, to }) => `${cards} auf ${to}.`,
  "tell.turned": ({ card }) => `Aufgedeckt: ${card}.`,
  "tell.drawn": ({ cards }) => `Gezogen: ${cards}.`,
  "tell.dealt": ({ cards }) => `Ausgeteilt: ${cards}.`,
  "tell.redealt": ({ count }) => `Ablage umgedreht, ${cards(count)} im Talon.`,
  "tell.run": ({ pile }) => `Folge fertig auf ${pile}.`,
  "tell.removed": ({ cards }) => `Weggenommen: ${cards}.`,
  "tell.won": "Gewonnen!",
  "tell.stuck": "Von hier führt kein Zug weiter.",
  "tell.undo": ({ what }) => `Rückgängig: ${what}`,
  "tell.redo": ({ what }) => `Wieder: ${what}`,
  "tell.restart": "Zurück am Anfang.",
  "tell.jump": ({ count }) => `Stellung nach Zug ${count}.`,
  "tell.deal": ({ game }) => `${game} ausgeteilt.`,
  "tell.finish": ({ count }) => `${cards(count)} auf die Zielstapel.`,
  "tell.held": ({ cards, count }) =>
    count === 0 ? `${cards} genommen, passt nirgends.` : count === 1 ? `${cards} genommen, 1 Ziel.` : `${cards} genommen, ${count} Ziele.`,
  "tell.released": "Zurückgelegt.",
  "tell.hint": ({ move }) => `Tipp: ${move}`,
  "tell.hint.draw": "ziehen.",
  "tell.hint.redeal": "Ablage umdrehen.",

  "key.move": "Pfeiltasten",
  "key.move.about": "Von Karte zu Karte gehen",
  "key.take": "Eingabe, Leertaste",
  "key.take.about": "Karten nehmen und ablegen; zweimal schickt sie dorthin, wo sie am besten passen",
  "key.targets": "Tab, Pfeiltasten",
  "key.targets.about": "Mit Karten in der Hand: von einem Platz, auf den sie passen, zum nächsten",
  "key.release": "Esc",
  "key.release.about": "Die Karten zurücklegen",
  "key.draw": "D",
  "key.draw.about": "Ziehen, austeilen oder die Ablage umdrehen",
  "key.undo": "U, Strg Z",
  "key.redo": "R, Strg Y",
  "key.hint": "H",
  "key.finish": "F",
  "key.new": "N",
  "key.keys": "?",
};
