// Cards are dragged with a mouse, a finger or a pen.

import { signal } from "@preact/signals";
import { play } from "../play/play.ts";
import { perform } from "./deeds.ts";
import { easing, still } from "./flight.tsx";
import { type Held, type Spot, drop, lift } from "./gesture.ts";
import { cursor, held, piles, targets } from "./hand.ts";
import type { Scene } from "./scene.ts";
import { type Box, type Point, overlap, zoneOf } from "./spread.ts";

/** The pile over which cards are held that could be laid there. */
export const over = signal<string | undefined>(undefined);

/** Whether cards follow the pointer. */
export const dragging = signal(false);

// A finger trembles more than a mouse does.
const slack = { mouse: 4, pen: 6, touch: 8 } as const;

interface Grip {
  readonly pointer: number;
  readonly kind: string;
  readonly start: Point;
  readonly held: Held;
  /** The place of the lowest of the cards. */
  readonly home: Point;
}

/** Cards that have been moved away from their places. */
interface Moved {
  readonly elements: readonly HTMLElement[];
  /** How far. */
  by: Point;
}

/** Drag follows one pointer at a time over one table. */
export class Drag {
  #grip: Grip | undefined;
  #lifted: Moved = { elements: [], by: { x: 0, y: 0 } };
  // What was dropped and waits for the answer, by the move that it is to be.
  readonly #dropped = new Map<string, Moved>();
  #swallow = false;

  /** Takes hold of the card under the pointer; whether it is dragged, the next movements show. */
  begin(event: PointerEvent, spot: Spot | undefined, scene: Scene): void {
    this.#swallow = false;
    const table = piles.value;
    if (spot === undefined || table === null || this.#grip !== undefined || !event.isPrimary || event.button !== 0 || play.watching.value) return;
    const lifted = lift(table, spot);
    const placed = scene.piles.find(({ seat }) => seat.id === spot.pile);
    const home = lifted === undefined ? undefined : placed?.points.at(-lifted.count);
    if (lifted === undefined || home === undefined) return;
    this.#grip = { pointer: event.pointerId, kind: event.pointerType, start: { x: event.clientX, y: event.clientY }, held: lifted, home };
  }

  /** Follows the pointer. */
  move(event: PointerEvent, felt: HTMLElement, scene: Scene): void {
    const grip = this.#grip;
    if (grip === undefined || event.pointerId !== grip.pointer) return;
    const by = { x: event.clientX - grip.start.x, y: event.clientY - grip.start.y };
    if (!dragging.value) {
      const needed = slack[grip.kind as keyof typeof slack] ?? slack.touch;
      if (Math.hypot(by.x, by.y) < needed) return;
      this.#lift(grip, event, felt);
    }
    this.#lifted.by = by;
    this.#lifted.elements.forEach((element, i) => {
      element.style.transform = `translate(${by.x}px, ${by.y}px)`;
      element.style.zIndex = String(2000 + i);
    });
    over.value = this.#legalAt(grip, pointOn(felt, event), scene);
  }

  /** Lets go. */
  async end(event: PointerEvent, felt: HTMLElement, scene: Scene): Promise<void> {
    const grip = this.#grip;
    if (grip === undefined || event.pointerId !== grip.pointer) return;
    this.#grip = undefined;
    if (!dragging.value) return;
    this.#swallow = true;
    const point = pointOn(felt, event);
    const pile = this.#legalAt(grip, point, scene) ?? pileAt(scene, point);
    this.#letGo();
    const game = play.game.value;
    const table = piles.value;
    if (game === null || table === null || pile === undefined) return snapBack(this.#lifted);
    const deed = drop(game, table, grip.held, pile);
    cursor.value = { pile: deed.kind === "play" ? pile : grip.held.pile };
    if (deed.kind !== "play") {
      snapBack(this.#lifted);
      await perform(deed);
      return;
    }
    // Until the answer comes, the cards lie where they were dropped.
    const moved = this.#lifted;
    this.#dropped.set(deed.move, moved);
    if (await perform(deed)) return;
    this.#dropped.delete(deed.move);
    snapBack(moved);
  }

  /** Gives up: the system has taken the pointer for something else. */
  cancel(event: PointerEvent): void {
    if (event.pointerId !== this.#grip?.pointer) return;
    this.#grip = undefined;
    if (!dragging.value) return;
    this.#letGo();
    snapBack(this.#lifted);
  }

  /** Whether a click is only the end of a drag. */
  swallows(): boolean {
    const swallows = this.#swallow;
    this.#swallow = false;
    return swallows;
  }

  /**
   * Lays dropped cards into their places, all of them or those of one move. Tells how far they were away, by
   * pile and index.
   */
  settle(move?: string): ReadonlyMap<string, Point> {
    const offsets = new Map<string, Point>();
    for (const [name, moved] of this.#dropped) {
      if (move !== undefined && name !== move) continue;
      for (const element of moved.elements) offsets.set(`${element.dataset.pile}:${element.dataset.index}`, moved.by);
      layBack(moved);
      this.#dropped.delete(name);
    }
    return offsets;
  }

  #lift(grip: Grip, event: PointerEvent, felt: HTMLElement): void {
    play.clear();
    felt.setPointerCapture(event.pointerId);
    held.value = grip.held;
    dragging.value = true;
    const cards = [...felt.querySelectorAll<HTMLElement>(`.card[data-pile="${grip.held.pile}"]`)];
    this.#lifted = { elements: cards.slice(-grip.held.count), by: { x: 0, y: 0 } };
    for (const element of this.#lifted.elements) element.getAnimations().forEach((animation) => animation.cancel());
  }

  #letGo(): void {
    dragging.value = false;
    over.value = undefined;
    held.value = undefined;
  }

  // The pile where the cards can be laid that they cover most.
  #legalAt(grip: Grip, point: Point, scene: Scene): string | undefined {
    const { cardWidth: width, cardHeight: height } = scene.layout;
    const { by } = this.#lifted;
    const card = { x: grip.home.x + by.x, y: grip.home.y + by.y, width, height };
    let found: string | undefined;
    let most = width * height * 0.12;
    for (const { seat, cards } of scene.piles) {
      if (!targets.value.has(seat.id)) continue;
      const zone = reach(scene, zoneOf(scene.layout, seat, cards), seat.kind === "COLUMN");
      const covered = overlap(card, zone) + (holds(zone, point) ? width * height * 0.25 : 0);
      if (covered > most) {
        most = covered;
        found = seat.id;
      }
    }
    return found;
  }
}

function layBack({ elements }: Moved): void {
  for (const element of elements) {
    element.style.transform = "";
    element.style.zIndex = "";
  }
}

function snapBack(moved: Moved): void {
  layBack(moved);
  if (still()) return;
  const { x, y } = moved.by;
  for (const element of moved.elements) {
    element.animate(
      [
        { transform: `translate(${x}px, ${y}px)`, zIndex: 1500 },
        { transform: "none", zIndex: 1500 },
      ],
      { duration: 200, easing },
    );
  }
}

// A column takes cards below its last one, too.
function reach(scene: Scene, zone: Box, column: boolean): Box {
  return column ? { ...zone, height: zone.height + scene.layout.cardHeight } : zone;
}

function pileAt(scene: Scene, point: Point): string | undefined {
  return scene.piles.findLast(({ seat, cards }) => {
    if (seat.kind === "PLACE" && cards.length === 0) return false;
    return holds(reach(scene, zoneOf(scene.layout, seat, cards), seat.kind === "COLUMN"), point);
  })?.seat.id;
}

function holds(box: Box, point: Point): boolean {
  return point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height;
}

function pointOn(felt: HTMLElement, event: PointerEvent): Point {
  const box = felt.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}
