import type { Game } from "@talon-solitaire/client";
import { say } from "../text/say.ts";
import { Back } from "./Back.tsx";
import { hidden } from "./cards.ts";
import { Face } from "./Face.tsx";
import { cardName, pileName, rowOf } from "./names.ts";
import type { Placed, Scene } from "./scene.ts";
import { Sign } from "./sign.tsx";

/** How a pile is marked at the moment. */
export interface Marks {
  /** How many cards from its top are in the hand. */
  readonly held: number;
  /** Whether the cards in the hand can be laid here. */
  readonly target: boolean;
  readonly over: boolean;
  /** How many cards from its top a hint is about; 0 in a pile to which it leads. */
  readonly hint: number | undefined;
}

interface PileProps {
  readonly game: Game;
  readonly placed: Placed;
  readonly scene: Scene;
  readonly marks: Marks;
  /** The index of the card that Tab reaches; -1 where the empty pile is meant. */
  readonly cursor: number | undefined;
  /** How often the waste can still be turned over; undefined where the game knows no redeal. */
  readonly redeals: number | "unlimited" | undefined;
}

/** A pile: a labelled group of its cards. */
export function PileView(props: PileProps) {
  const { placed, game } = props;
  const { seat, cards } = placed;
  const classes = ["pile", seat.kind.toLowerCase()];
  const strip = stripOf(placed);
  const tight = strip < props.scene.layout.cardWidth * (props.scene.layout.large ? 0.48 : 0.42);
  if (tight) classes.push("tight");
  if (props.marks.target) classes.push("target");
  if (props.marks.over) classes.push("over");
  if (props.marks.hint === 0) classes.push("hinted");
  const grouped = seat.kind !== "PLACE";
  return (
    <div class={classes.join(" ")} style={tight ? { "--strip": `${strip}px` } : undefined} role={grouped ? "group" : undefined} aria-label={grouped ? labelOf(placed, game) : undefined}>
      {seat.kind !== "PLACE" && <Seat {...props} />}
      {cards.map((_, index) => (visible(placed, index) ? <Card key={index} {...props} index={index} /> : null))}
      <Count {...props} />
    </div>
  );
}

// How much is seen at least of a face-up card under others.
function stripOf({ seat, cards, points }: Placed): number {
  if (seat.fan !== "down") return Number.POSITIVE_INFINITY;
  const strips = points.slice(1).map((point, i) => (cards[i] === hidden ? 0 : point.y - (points[i]?.y ?? 0)));
  return Math.min(...strips.filter((strip) => strip > 0));
}

// What lies deep in a pile cannot be seen, and need not be drawn.
function visible({ seat, cards }: Placed, index: number): boolean {
  if (seat.kind === "STOCK") return index === cards.length - 1;
  if (seat.kind === "WASTE") return index >= cards.length - Math.max(seat.spread + 1, 2);
  return true;
}

function labelOf({ seat, cards }: Placed, game: Game): string {
  if (seat.kind === "FINISHED") return say("pile.runs", { count: cards.length });
  const pile = pileName(seat.id, seat.kind, game.variant);
  const covered = seat.kind === "COLUMN" ? cards.filter((card) => card === hidden).length : 0;
  if (cards.length === 0) return say("pile.empty", { pile });
  if (covered > 0) return say("pile.hidden", { pile, count: cards.length, hidden: covered });
  return say("pile.cards", { pile, count: cards.length });
}

interface CardProps extends PileProps {
  readonly index: number;
}

function Card({ game, placed, scene, marks, cursor, index }: CardProps) {
  const { seat, cards, points } = placed;
  const card = cards[index] ?? hidden;
  const point = points[index] ?? seat;
  const fromTop = cards.length - index;
  const stock = seat.kind === "STOCK";
  const classes = ["card"];
  if (card === hidden) classes.push("down");
  if (fromTop <= marks.held) classes.push("held");
  if (marks.hint !== undefined && fromTop <= marks.hint) classes.push("hinted");
  if (fromTop === 1) classes.push("top");
  if (placed.covered) classes.push("covered");
  const side = card === hidden ? <Back /> : <Face card={card} detail={scene.layout.large ? "large" : "full"} />;
  const common = {
    class: classes.join(" "),
    "data-pile": seat.id,
    "data-index": index,
    style: { left: `${point.x}px`, top: `${point.y}px` },
  };
  if (!scene.stops.some((stop) => stop.pile === seat.id && stop.index === index)) {
    return (
      <div {...common} aria-hidden="true">
        {side}
      </div>
    );
  }
  return (
    <button {...common} type="button" tabIndex={cursor === index ? 0 : -1} aria-label={stock ? stockLabel(placed, scene) : cardLabel(placed, card, game)}>
      {side}
    </button>
  );
}

function cardLabel({ seat }: Placed, card: string, game: Game): string {
  return seat.kind === "PLACE" ? say("card.row", { card: cardName(card), row: rowOf(seat.id, game.variant) }) : cardName(card);
}

function stockLabel({ cards }: Placed, scene: Scene): string {
  const top = cards.at(-1) ?? hidden;
  const rows = rowsLeft(cards.length, scene);
  if (rows !== undefined) return say("stock.row", { rows });
  return top === hidden ? say("stock.draw", { count: cards.length }) : say("stock.top", { card: cardName(top), count: cards.length });
}

// Where there is no waste, the stock gives each column a card.
function rowsLeft(count: number, { layout }: Scene): number | undefined {
  if (layout.seats.has("w")) return undefined;
  return Math.ceil(count / [...layout.seats.values()].filter(({ kind }) => kind === "COLUMN").length);
}

function Seat({ placed, scene, cursor, redeals, game }: PileProps) {
  const { seat, cards } = placed;
  const common = { class: "seat", "data-pile": seat.id, style: { left: `${seat.x}px`, top: `${seat.y}px` } };
  const reachable = cards.length === 0 && scene.stops.some((stop) => stop.pile === seat.id);
  const sign = <SeatSign placed={placed} game={game} redeals={redeals} />;
  if (!reachable) {
    return (
      <div {...common} aria-hidden="true">
        {sign}
      </div>
    );
  }
  const label = seat.kind === "STOCK" ? emptyStockLabel(game, redeals) : labelOf(placed, game);
  return (
    <button {...common} type="button" tabIndex={cursor === -1 ? 0 : -1} aria-label={label}>
      {sign}
    </button>
  );
}

function emptyStockLabel(game: Game, redeals: number | "unlimited" | undefined): string {
  if (game.moves?.some(({ kind }) => kind === "REDEAL")) {
    return typeof redeals === "number" ? say("stock.redeals", { count: redeals }) : say("stock.redeal");
  }
  return redeals === 0 ? say("stock.over") : say("stock.empty");
}

function SeatSign({ placed: { seat }, redeals }: Pick<PileProps, "placed" | "game" | "redeals">) {
  if (seat.kind === "FOUNDATION") return <Sign id={`suit-${seat.id.slice(1)}`} class="seat-sign" />;
  if (seat.kind !== "STOCK" || redeals === undefined) return null;
  return (
    <>
      <svg class="seat-sign line-sign" viewBox="0 0 100 100" aria-hidden="true">
        {redeals === 0 ? <path d="M24 24 76 76M76 24 24 76" /> : <path d="M80 34A36 36 0 1 0 86 58M84 14V36H62" />}
      </svg>
      {typeof redeals === "number" && redeals > 0 && <span class="seat-number">{redeals}</span>}
    </>
  );
}

function Count({ placed, scene }: PileProps) {
  const { seat, cards } = placed;
  if (cards.length < 2 || (seat.kind !== "STOCK" && seat.kind !== "WASTE")) return null;
  const rows = seat.kind === "STOCK" ? rowsLeft(cards.length, scene) : undefined;
  const { x, y } = placed.points.at(-1) ?? seat;
  const { cardWidth, cardHeight } = scene.layout;
  return (
    <span class="count" aria-hidden="true" style={{ left: `${x + cardWidth / 2}px`, top: `${y + cardHeight}px` }}>
      {rows === undefined ? cards.length : `${rows} ×`}
    </span>
  );
}
