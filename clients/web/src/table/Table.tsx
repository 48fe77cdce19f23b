import { play } from "../play/play.ts";

/** The table with its piles. */
export function Table() {
  const game = play.game.value;
  return (
    <div class="table">
      {game?.table?.piles.map((pile) => (
        <div key={pile.id} data-pile={pile.id}>
          {pile.id} {pile.cards}
        </div>
      ))}
    </div>
  );
}
