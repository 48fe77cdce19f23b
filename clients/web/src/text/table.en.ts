// What the table says in English, mostly to those who cannot see it.

const ranks: Record<string, string> = {
  A: "Ace",
  T: "Ten",
  J: "Jack",
  Q: "Queen",
  K: "King",
  "2": "Two",
  "3": "Three",
  "4": "Four",
  "5": "Five",
  "6": "Six",
  "7": "Seven",
  "8": "Eight",
  "9": "Nine",
};

const suits: Record<string, string> = { c: "Clubs", d: "Diamonds", h: "Hearts", s: "Spades" };

function cards(count: number): string {
  return count === 1 ? "1 card" : `${count} cards`;
}

export const table = {
  "table.name": ({ game }: { game: string }) => `${game} table`,

  "card.name": ({ rank, suit }: { rank: string; suit: string }) => `${ranks[rank] ?? rank} of ${suits[suit] ?? suit}`,
  "card.stack": ({ card, more }: { card: string; more: number }) => `${card} and ${cards(more)} on it`,
  "card.row": ({ card, row }: { card: string; row: number }) => `${card}, row ${row}`,
  "card.hidden": "face-down card",

  "pile.COLUMN": ({ number }: { number: string }) => `Column ${number}`,
  "pile.CELL": ({ number }: { number: string }) => `Cell ${number}`,
  "pile.FOUNDATION": ({ suit }: { suit: string }) => `${suits[suit] ?? suit} foundation`,
  "pile.FINISHED": "Finished runs",
  "pile.PLACE": ({ row }: { row: number }) => `Row ${row}`,
  "pile.STOCK": "Stock",
  "pile.WASTE": "Waste",
  "pile.empty": ({ pile }: { pile: string }) => `${pile}, empty`,
  "pile.cards": ({ pile, count }: { pile: string; count: number }) => `${pile}, ${cards(count)}`,
  "pile.hidden": ({ pile, count, hidden }: { pile: string; count: number; hidden: number }) =>
    `${pile}, ${cards(count)}, ${hidden} face down`,
  "pile.runs": ({ count }: { count: number }) => (count === 1 ? "Finished runs, 1" : `Finished runs, ${count}`),

  "stock.draw": ({ count }: { count: number }) => `Draw: stock, ${cards(count)}`,
  "stock.top": ({ card, count }: { card: string; count: number }) => `${card}. Draw: stock, ${cards(count)}`,
  "stock.row": ({ rows }: { rows: number }) => `Deal a row: stock, ${rows === 1 ? "1 row" : `${rows} rows`} left`,
  "stock.redeal": "Turn the waste over: stock, empty",
  "stock.redeals": ({ count }: { count: number }) =>
    `Turn the waste over, ${count === 1 ? "once" : `${count} times`} more: stock, empty`,
  "stock.over": "Stock, empty, no redeal left",
  "stock.empty": "Stock, empty",

  "tell.moved": ({ cards, to }: { cards: string; to: string }) => `${cards} to ${to}.`,
  "tell.turned": ({ card }: { card: string }) => `Turned up: ${card}.`,
  "tell.drawn": ({ cards }: { cards: string }) => `Drawn: ${cards}.`,
  "tell.dealt": ({ cards }: { cards: string }) => `New row: ${cards}.`,
  "tell.redealt": ({ count }: { count: number }) => `Waste turned over, ${cards(count)} in the stock.`,
  "tell.run": ({ pile }: { pile: string }) => `Run completed on ${pile}.`,
  "tell.removed": ({ cards }: { cards: string }) => `Taken away: ${cards}.`,
  "tell.won": "Won!",
  "tell.stuck": "No move leads on from here.",
  "tell.undo": ({ what }: { what: string }) => `Taken back: ${what}`,
  "tell.redo": ({ what }: { what: string }) => `Again: ${what}`,
  "tell.restart": "Back to the beginning.",
  "tell.jump": ({ count }: { count: number }) => `Position after move ${count}.`,
  "tell.deal": ({ game }: { game: string }) => `${game} dealt.`,
  "tell.finish": ({ count }: { count: number }) => `${cards(count)} to the foundations.`,
  "tell.held": ({ cards, count }: { cards: string; count: number }) =>
    count === 0 ? `${cards} picked up, fits nowhere.` : count === 1 ? `${cards} picked up, 1 target.` : `${cards} picked up, ${count} targets.`,
  "tell.released": "Put back.",
  "tell.hint": ({ move }: { move: string }) => `Hint: ${move}`,
  "tell.hint.draw": "draw.",
  "tell.hint.redeal": "turn the waste over.",

  "key.move": "Arrows",
  "key.move.about": "Go from card to card",
  "key.take": "Enter, Space",
  "key.take.about": "Pick cards up, lay them down; twice sends them where they fit best",
  "key.targets": "Tab, arrows",
  "key.targets.about": "With cards in the hand: from one place where they fit to the next",
  "key.release": "Escape",
  "key.release.about": "Put the cards back",
  "key.draw": "D",
  "key.draw.about": "Draw, deal a row, or turn the waste over",
  "key.undo": "U, Ctrl Z",
  "key.redo": "R, Ctrl Y",
  "key.hint": "H",
  "key.finish": "F",
  "key.new": "N",
  "key.keys": "?",
};
