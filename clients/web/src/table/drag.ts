// Cards are dragged with a mouse, a finger or a pen.

import { signal } from "@preact/signals";
import { play } from "../play/play.ts";
import { perform } from "./deeds.ts";
import { easing, still } from "./flight.tsx";
import { type Deed, drop, type Held, lift, type Spot, targetsOf } from "./gesture.ts";
import { cursor, held, piles } from "./hand.ts";
import type { Scene } from "./scene.ts";
import { type Box, overlap, type Point, zoneOf } from "./spread.ts";

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
  readonly cards: readonly string[];
  /** The place of the lowest of the cards. */
  readonly home: Point;
}

/** Where the pointer went down, and on what. */
interface Press {
  readonly pointer: number;
  readonly element: Element;
  readonly spot: Spot;
  readonly start: Point;
}

/** Cards that have been moved away from their places. */
interface Moved {
  readonly elements: readonly HTMLElement[];
  /** How far. */
  by: Point;
  /** The move that they are to be, once that is decided. */
  move?: string;
}

/** Drag follows one pointer at a time over one table. */
export class Drag {
  #grip: Grip | undefined;
  #lifted: Moved = { elements: [], by: { x: 0, y: 0 } };
  // What was dropped and waits for an answer.
  readonly #dropped = new Set<Moved>();
  #swallow = false;
  #press: Press | undefined;

  /** Takes hold of the card under the pointer; whether it is dragged, the next movements show. */
  begin(event: PointerEvent, spot: Spot | undefined, scene: Scene): void {
    this.#swallow = false;
    this.#press = undefined;
    const table = piles.value;
    if (spot === undefined || table === null || this.#grip !== undefined || !event.isPrimary || event.button !== 0 || play.watching.value)
      return;
    const start = { x: event.clientX, y: event.clientY };
    this.#press = { pointer: event.pointerId, element: event.target as Element, spot, start };
    const lifted = lift(table, spot);
    const placed = scene.piles.find(({ seat }) => seat.id === spot.pile);
    const home = lifted === undefined ? undefined : placed?.points.at(-lifted.count);
    if (lifted === undefined || home === undefined) return;
    const cards = cardsAt(lifted) ?? [];
    this.#grip = { pointer: event.pointerId, kind: event.pointerType, start, held: lifted, cards, home };
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
    over.value = legalAt(grip, by, pointOn(felt, event), scene);
  }

  /** Lets go. Until it is decided what that means and the answer comes, the cards lie where they were dropped. */
  async end(event: PointerEvent, felt: HTMLElement, sceneNow: () => Scene | null): Promise<void> {
    const grip = this.#grip;
    if (grip === undefined || event.pointerId !== grip.pointer) return;
    this.#grip = undefined;
    if (!dragging.value) return;
    this.#swallow = true;
    const point = pointOn(felt, event);
    const moved = this.#lifted;
    this.#letGo();
    this.#dropped.add(moved);
    const played = await play.inTurn(() => {
      const deed = deedOf(grip, moved.by, point, sceneNow());
      if (deed.kind === "play") moved.move = deed.move;
      else this.#putBack(moved);
      return perform(deed);
    });
    if (!played) this.#putBack(moved);
  }

  /** Gives up: the system has taken the pointer for something else. */
  cancel(event: PointerEvent): void {
    if (event.pointerId !== this.#grip?.pointer) return;
    this.#grip = undefined;
    if (!dragging.value) return;
    this.#letGo();
    snapBack(this.#lifted);
  }

  /**
   * The spot that is clicked although the browser says nothing of it: an answer came between pressing and
   * letting go, and what was pressed has made way for what is drawn now.
   */
  missed(event: PointerEvent): Spot | undefined {
    const press = this.#press;
    if (press === undefined || event.pointerId !== press.pointer || press.element.isConnected) return undefined;
    const strayed = Math.hypot(event.clientX - press.start.x, event.clientY - press.start.y);
    if (dragging.value || strayed > slack.touch) return undefined;
    // Should a click come all the same, it is this one.
    this.#swallow = true;
    return press.spot;
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
    for (const moved of this.#dropped) {
      if (move !== undefined && moved.move !== move) continue;
      for (const element of moved.elements) offsets.set(`${element.dataset.pile}:${element.dataset.index}`, moved.by);
      layBack(moved);
      this.#dropped.delete(moved);
    }
    return offsets;
  }

  #putBack(moved: Moved): void {
    if (this.#dropped.delete(moved)) snapBack(moved);
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
}

// What it means to let go of cards there, as the table lies now.
function deedOf(grip: Grip, by: Point, point: Point, scene: Scene | null): Deed {
  const game = play.game.value;
  const table = piles.value;
  const same = grip.cards.every((card, i) => cardsAt(grip.held)?.[i] === card);
  if (game === null || table === null || scene === null || !same) return { kind: "nothing" };
  const pile = legalAt(grip, by, point, scene) ?? pileAt(scene, point);
  if (pile === undefined) return { kind: "nothing" };
  const deed = drop(game, table, grip.held, pile);
  cursor.value = { pile: deed.kind === "play" ? pile : grip.held.pile };
  return deed;
}

function cardsAt({ pile, count }: Held): readonly string[] | undefined {
  return piles.value?.cards.get(pile)?.slice(-count);
}

// The pile where the cards can be laid that they cover most.
function legalAt(grip: Grip, by: Point, point: Point, scene: Scene): string | undefined {
  const game = play.game.value;
  const targets = game === null ? new Map() : targetsOf(game, grip.held);
  const { cardWidth: width, cardHeight: height } = scene.layout;
  const card = { x: grip.home.x + by.x, y: grip.home.y + by.y, width, height };
  let found: string | undefined;
  let most = width * height * 0.12;
  for (const { seat, cards } of scene.piles) {
    if (!targets.has(seat.id)) continue;
    const zone = reach(scene, zoneOf(scene.layout, seat, cards), seat.kind === "COLUMN");
    const covered = overlap(card, zone) + (holds(zone, point) ? width * height * 0.25 : 0);
    if (covered > most) {
      most = covered;
      found = seat.id;
    }
  }
  return found;
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
