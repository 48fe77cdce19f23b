// The keys of the table. Those that work wherever the focus is belong to the page around it.

import { play } from "../play/play.ts";
import { draw, release, touch } from "./deeds.ts";
import type { Spot } from "./gesture.ts";
import { cursor, held, targets } from "./hand.ts";
import { type Scene, stopAt } from "./scene.ts";
import { type Direction, next } from "./walk.ts";

const arrows: Readonly<Record<string, Direction>> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** Lets the focus follow the cursor; whether the cards are drawn as they are now, the caller knows. */
type Follow = (drawn: boolean) => void;

/**
 * Handles a key pressed anywhere on the page. While a move is on its way, keys of the table wait for their
 * turn, as clicks do.
 */
export function press(event: KeyboardEvent, table: HTMLElement, sceneNow: () => Scene | null, follow: Follow): void {
  if (event.defaultPrevented || document.querySelector("dialog[open]") !== null || writes(event.target)) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.toLowerCase() === "d") {
    draw();
    event.preventDefault();
    return;
  }
  const active = document.activeElement;
  const arriving = active === document.body;
  if (!arriving && !table.contains(active)) return;
  if (!play.moving) {
    if (handle(event, sceneNow(), arriving)) {
      follow(true);
      event.preventDefault();
    }
  } else if (waits(event)) {
    event.preventDefault();
    void play.inTurn(() => {
      if (takes(event)) touch(cursor.value);
      else if (handle(event, sceneNow(), arriving)) follow(false);
      return true;
    });
  }
}

// Enter and Space click the button that has the focus by themselves; when their turn has come, the cursor
// may be elsewhere.
function takes({ key }: KeyboardEvent): boolean {
  return key === "Enter" || key === " ";
}

function waits(event: KeyboardEvent): boolean {
  return takes(event) || event.key in arrows || event.key === "Tab" || event.key === "Escape";
}

// Tells whether the key means something to the table; then the cursor is where it leads to.
function handle(event: KeyboardEvent, scene: Scene | null, arriving: boolean): boolean {
  if (scene === null) return false;
  const direction = arrows[event.key];
  if (direction !== undefined) {
    walk(scene, direction, arriving);
    return true;
  }
  if (held.value === undefined) return false;
  if (event.key === "Tab" && targets.value.size > 0) {
    cycle(scene, event.shiftKey ? -1 : 1);
    return true;
  }
  if (event.key !== "Escape") return false;
  const { pile } = held.value;
  release();
  cursor.value = { pile };
  return true;
}

function walk(scene: Scene, direction: Direction, arriving: boolean): void {
  if (held.value !== undefined && targets.value.size > 0) {
    cycle(scene, direction === "right" || direction === "down" ? 1 : -1);
    return;
  }
  const from = stopAt(scene, cursor.value);
  // The first arrow only shows where the cursor is.
  const to = from === undefined || arriving ? from : next(scene.stops, from, direction);
  if (to !== undefined) cursor.value = spotOf(to);
}

// Goes from one pile where the cards in the hand fit to the next, in the order in which the eye meets them.
function cycle(scene: Scene, by: 1 | -1): void {
  const stops = [...targets.value.keys()].flatMap((pile) => scene.stops.filter((stop) => stop.pile === pile).slice(-1));
  stops.sort((one, other) => one.x - other.x || one.y - other.y);
  const at = stops.findIndex((stop) => stop.pile === cursor.value.pile);
  const to = stops[at < 0 ? (by > 0 ? 0 : stops.length - 1) : (at + by + stops.length) % stops.length];
  if (to !== undefined) cursor.value = spotOf(to);
}

function spotOf({ pile, index }: Spot): Spot {
  return { pile, index };
}

function writes(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
