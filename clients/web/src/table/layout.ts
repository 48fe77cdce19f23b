// Where the piles lie. The kinds of piles decide that, and the space that there is: everything is to be
// seen at once, so cards are as large as their number allows, and no larger than pleasant.

import type { VariantPileKind as PileKind } from "@talon-solitaire/client";
import { shapeOf } from "./shape.ts";

/** A pile as far as it matters to its place. */
export interface PileSpec {
  readonly id: string;
  readonly kind: PileKind;
}

/** What there is to lay out. */
export interface Plan {
  readonly variant: string;
  readonly piles: readonly PileSpec[];
  /** How many cards of the waste lie side by side. */
  readonly wasteShown: number;
  /** The space for all of it, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly large: boolean;
  readonly leftHanded: boolean;
}

/**
 * Which way the cards of a pile spread: down; to the right, the lowest on the seat; or with the top
 * card on the seat and the others to its left.
 */
export type Fan = "none" | "down" | "right" | "left";

/** The place of a pile: where its first card lies, in pixels from the upper left corner. */
export interface Seat extends PileSpec {
  readonly x: number;
  readonly y: number;
  readonly fan: Fan;
  /** How far the cards may spread beyond the first. */
  readonly room: number;
  /** The usual distance between face-up cards. */
  readonly step: number;
  /** How many cards spread at most; those below lie under the first of them. */
  readonly spread: number;
  /** The band of piles that it belongs to, the uppermost being 0: what lies side by side is one band. */
  readonly band: number;
}

/** A table laid out. */
export interface Layout {
  readonly cardWidth: number;
  readonly cardHeight: number;
  /** Whether cards are too small for a full picture, or large signs are wished for. */
  readonly large: boolean;
  readonly seats: ReadonlyMap<string, Seat>;
}

// Cards narrower than this show large signs instead of a picture.
const smallCard = 80;
const widestCard = 132;

/** Lays out a table. */
export function layOut(plan: Plan): Layout {
  const has = (kind: PileKind): boolean => plan.piles.some((pile) => pile.kind === kind);
  if (has("PLACE")) return new Board(plan).places();
  if (has("FOUNDATION") || has("FINISHED")) return new Board(plan).columns();
  return new Board(plan).play();
}

// Board holds what the three kinds of tables have in common while one is laid out.
class Board {
  readonly #plan: Plan;
  readonly #seats = new Map<string, Seat>();
  readonly #margin: number;
  readonly #gapRatio: number;
  readonly #wide: boolean;
  readonly #short: boolean;
  #width = 0;
  #height = 0;
  #gap = 0;
  #band = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#wide = plan.width > plan.height * 1.15;
    this.#short = this.#wide && plan.height < 460;
    this.#margin = plan.width < 600 ? 6 : this.#short ? 8 : 16;
    this.#gapRatio = plan.width < 600 ? 0.08 : this.#short ? 0.09 : 0.16;
  }

  /** Columns that grow, with stock, waste or cells and the foundations above or beside them. */
  columns(): Layout {
    const columns = this.#of("COLUMN");
    const near = this.#of("STOCK", "WASTE", "CELL");
    const far = this.#of("FOUNDATION", "FINISHED");
    const count = columns.length;
    if (this.#short || (this.#wide && near.length === 0)) {
      const nearColumns = near.length > 2 ? 2 : Math.min(near.length, 1);
      const farColumns = this.#short && far.length > 2 ? 2 : 1;
      const across = count + nearColumns + farColumns;
      // Between columns and sides lies half a card more.
      const sides = (nearColumns > 0 ? 0.4 : 0) + 0.4;
      this.#measure(across + sides + (across - 1) * this.#gapRatio, this.#short ? 3.2 : Math.max(3.3, far.length * 1.06));
      const unit = this.#width + this.#gap;
      const x0 = (this.#plan.width - across * unit + this.#gap - sides * this.#width) / 2;
      const shift = nearColumns > 0 ? (nearColumns * unit + 0.4 * this.#width) : 0;
      const top = this.#margin;
      this.#side(near, x0, nearColumns, top);
      this.#row(columns, this.#beside(x0 + shift, count), top, "down");
      this.#side(far, x0 + shift + count * unit + 0.4 * this.#width, farColumns, top);
      return this.#done();
    }
    this.#measure(count + (count - 1) * this.#gapRatio, 4.25);
    const unit = this.#width + this.#gap;
    const x0 = (this.#plan.width - count * unit + this.#gap) / 2;
    const top = this.#margin;
    const below = top + this.#height + Math.max(10, this.#height * 0.14);
    near.forEach((pile, i) => this.#seat(pile, x0 + i * unit, top));
    far.forEach((pile, i) => this.#seat(pile, x0 + (count - far.length + i) * unit, top));
    this.#band = 1;
    this.#row(columns, x0, below, "down");
    return this.#done();
  }

  /** Columns that only shrink, and the waste that takes their cards. */
  play(): Layout {
    const columns = this.#of("COLUMN");
    const hand = this.#of("STOCK", "WASTE");
    const count = columns.length;
    const across = this.#short ? count + 1.4 : count;
    this.#measure(across + (Math.ceil(across) - 1) * this.#gapRatio, this.#short ? 2.25 : 3.5);
    const unit = this.#width + this.#gap;
    const x0 = (this.#plan.width - count * unit + this.#gap - (this.#short ? unit + 0.4 * this.#width : 0)) / 2;
    const free = this.#plan.height - 2 * this.#margin - (this.#short ? 1 : 2.2) * this.#height;
    const step = Math.min(Math.max(free / 4, this.#height * 0.24), this.#height * 0.44);
    const tall = this.#height + 4 * step;
    if (this.#short) {
      this.#side(hand, x0, 1, this.#margin, "none");
      this.#row(columns, this.#beside(x0 + unit + 0.4 * this.#width, count), this.#margin, "down", step, 4 * step);
      return this.#done();
    }
    const rest = this.#plan.height - 2 * this.#margin - tall - this.#height;
    const between = Math.min(rest, this.#height * 0.5);
    const top = this.#margin + Math.max(0, rest - between) * 0.36;
    this.#row(columns, x0, top, "down", step, 4 * step);
    this.#band = 1;
    this.#hand(hand, this.#plan.width / 2, top + tall + between);
    return this.#done();
  }

  /** Places for single cards that overlap. */
  places(): Layout {
    const places = this.#of("PLACE");
    const hand = this.#of("STOCK", "WASTE");
    const shape = shapeOf(this.#plan.variant);
    const aside = this.#short && shape.width > 8;
    const corner = this.#wide && shape.rows > 4;
    const across = shape.width + (aside ? 1.5 : 0);
    const tall = (step: number): number => 1 + (shape.rows - 1) * step;
    this.#measure(across + (shape.width - 1) * this.#gapRatio * 0.6, tall(0.46) + (aside || corner ? 0 : 1.25), this.#gapRatio * 0.6);
    const unit = this.#width + this.#gap;
    const height = this.#height;
    const free = this.#plan.height - 2 * this.#margin - (aside || corner ? height : 2.35 * height);
    const step = Math.min(Math.max(free / (shape.rows - 1), height * 0.46), height * (shape.rows > 4 ? 0.64 : 0.74));
    const rest = this.#plan.height - 2 * this.#margin - height - (shape.rows - 1) * step - (aside || corner ? 0 : height * 1.35);
    const top = this.#margin + Math.max(0, rest) * 0.36;
    const x0 = (this.#plan.width - shape.width * unit + this.#gap + (aside ? unit + 0.5 * this.#width : 0)) / 2;
    const left = this.#beside(x0, shape.width);
    places.forEach((pile, i) => {
      const place = shape.places[i];
      this.#band = place?.row ?? 0;
      if (place !== undefined) this.#seat(pile, left + place.x * unit, top + place.row * step);
    });
    this.#band = aside || corner ? 0 : shape.rows;
    if (aside) {
      this.#side(hand, x0 - unit - 0.5 * this.#width, 1, top, "none");
    } else if (corner) {
      const outer = Math.max(this.#margin, x0 - unit);
      hand.forEach((pile, i) => this.#seat(pile, outer + i * unit, top));
    } else {
      this.#hand(hand, this.#plan.width / 2, top + height * 1.35 + (shape.rows - 1) * step);
    }
    return this.#done();
  }

  #of(...kinds: PileKind[]): readonly PileSpec[] {
    return kinds.flatMap((kind) => this.#plan.piles.filter((pile) => pile.kind === kind));
  }

  // Chooses the size of cards: so many of them and their gaps go across, so many cards' heights down.
  #measure(across: number, down: number, gapRatio = this.#gapRatio): void {
    const byWidth = (this.#plan.width - 2 * this.#margin) / across;
    const ratio = byWidth < 44 ? 1.6 : byWidth < 64 ? 1.5 : 1.4;
    const byHeight = (this.#plan.height - 2 * this.#margin) / down / ratio;
    this.#width = Math.max(24, Math.floor(Math.min(byWidth, byHeight, widestCard)));
    this.#height = Math.round(this.#width * ratio);
    this.#gap = this.#width * gapRatio;
  }

  #row(piles: readonly PileSpec[], x: number, y: number, fan: Fan, step?: number, room?: number): void {
    const unit = this.#width + this.#gap;
    piles.forEach((pile, i) => this.#seat(pile, x + i * unit, y, fan, step, room));
  }

  // Where so many columns begin beside piles that change sides for the left hand; the columns themselves
  // keep their order.
  #beside(x: number, columns: number): number {
    const span = columns * (this.#width + this.#gap) - this.#gap;
    return this.#plan.leftHanded ? this.#plan.width - x - span : x;
  }

  // Stock and waste side by side around the middle.
  #hand(piles: readonly PileSpec[], middle: number, y: number): void {
    const unit = this.#width * 1.25;
    const x = middle - ((piles.length - 1) * unit + this.#width) / 2;
    piles.forEach((pile, i) => this.#seat(pile, x + i * unit, y));
  }

  // Piles beside the columns, one below the other in so many columns.
  #side(piles: readonly PileSpec[], x: number, columns: number, top: number, wasteFan: Fan = "down"): void {
    const rows = Math.ceil(piles.length / columns);
    const free = this.#plan.height - 2 * this.#margin - rows * this.#height;
    const gap = Math.min(this.#height * 0.12, rows > 1 ? free / (rows - 1) : 0);
    piles.forEach((pile, i) => {
      const y = top + (i % rows) * (this.#height + gap);
      const spreads = pile.kind === "WASTE" || pile.kind === "FINISHED";
      this.#seat(pile, x + Math.floor(i / rows) * (this.#width + this.#gap), y, spreads ? wasteFan : "none");
    });
  }

  #seat(pile: PileSpec, x: number, y: number, fan?: Fan, step?: number, room?: number): void {
    const mirrored = this.#plan.leftHanded && pile.kind !== "PLACE" && pile.kind !== "COLUMN";
    const at = mirrored ? this.#plan.width - x - this.#width : x;
    const spreads = pile.kind === "WASTE" || pile.kind === "FINISHED";
    const chosen = fan ?? (spreads ? (mirrored !== (pile.kind === "FINISHED") ? "left" : "right") : "none");
    const limit = this.#plan.height - this.#margin - y - this.#height;
    this.#seats.set(pile.id, {
      ...pile,
      x: Math.round(at),
      y: Math.round(y),
      fan: chosen,
      room: room ?? (chosen === "down" ? limit : pile.kind === "FINISHED" ? 2.6 * this.#width : 0.9 * this.#width),
      step: step ?? this.#step(chosen),
      spread: pile.kind === "WASTE" ? this.#plan.wasteShown : Number.POSITIVE_INFINITY,
      band: this.#band,
    });
  }

  // So that the sign in the corner of a covered card can be read.
  #step(fan: Fan): number {
    if (fan === "down") return this.#large ? this.#width * 0.5 : this.#width * 0.43;
    return this.#large ? this.#width * 0.42 : this.#width * 0.3;
  }

  get #large(): boolean {
    return this.#plan.large || this.#width < smallCard;
  }

  #done(): Layout {
    return { cardWidth: this.#width, cardHeight: this.#height, large: this.#large, seats: this.#seats };
  }
}
