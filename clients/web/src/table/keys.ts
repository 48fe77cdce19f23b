// The keys of the table. Those that work wherever the focus is belong to the page around it.

import { draw, release } from "./deeds.ts";
import type { Spot } from "./gesture.ts";
import { cursor, held, targets } from "./hand.ts";
import { type Scene, stopAt } from "./scene.ts";
import { type Direction, next } from "./walk.ts";

const arrows: Readonly<Record<string, Direction>> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/**
 * Handles a key pressed anywhere on the page. The focus is to follow the cursor where it answers "moved".
 */
export function press(event: KeyboardEvent, table: HTMLElement, scene: Scene | null): "moved" | "done" | "ignored" {
  if (event.defaultPrevented || document.querySelector("dialog[open]") !== null || writes(event.target)) return "ignored";
  if (event.ctrlKey || event.metaKey || event.altKey) return "ignored";
  const active = document.activeElement;
  const here = active === document.body || table.contains(active);
  if (here && scene !== null) {
    const direction = arrows[event.key];
    if (direction !== undefined) return walk(event, scene, direction, active === document.body);
    if (event.key === "Tab" && held.value !== undefined && targets.value.size > 0) return cycle(event, scene, event.shiftKey ? -1 : 1);
    if (event.key === "Escape" && held.value !== undefined) {
      const { pile } = held.value;
      release();
      cursor.value = { pile };
      return done(event, "moved");
    }
  }
  if (event.key.toLowerCase() !== "d") return "ignored";
  draw();
  return done(event, "done");
}

function walk(event: KeyboardEvent, scene: Scene, direction: Direction, arriving: boolean): "moved" {
  if (held.value !== undefined && targets.value.size > 0) {
    return cycle(event, scene, direction === "right" || direction === "down" ? 1 : -1);
  }
  const from = stopAt(scene, cursor.value);
  // The first arrow only shows where the cursor is.
  const to = from === undefined || arriving ? from : next(scene.stops, from, direction);
  if (to !== undefined) cursor.value = spotOf(to);
  return done(event, "moved");
}

// Goes from one pile where the cards in the hand fit to the next, in the order in which the eye meets them.
function cycle(event: KeyboardEvent, scene: Scene, by: 1 | -1): "moved" {
  const stops = [...targets.value.keys()].flatMap((pile) => scene.stops.filter((stop) => stop.pile === pile).slice(-1));
  stops.sort((one, other) => one.x - other.x || one.y - other.y);
  const at = stops.findIndex((stop) => stop.pile === cursor.value.pile);
  const to = stops[at < 0 ? (by > 0 ? 0 : stops.length - 1) : (at + by + stops.length) % stops.length];
  if (to !== undefined) cursor.value = spotOf(to);
  return done(event, "moved");
}

function spotOf({ pile, index }: Spot): Spot {
  return { pile, index };
}

function done<Outcome>(event: KeyboardEvent, outcome: Outcome): Outcome {
  event.preventDefault();
  return outcome;
}

function writes(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
