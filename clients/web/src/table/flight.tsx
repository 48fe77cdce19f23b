// Cards glide from where they were to where they are. The page already shows where they are: an animation
// only delays what is seen, and nothing waits for it.

import { type ComponentChild, render } from "preact";
import type { Change } from "../play/play.ts";
import { Back } from "./Back.tsx";
import { hidden } from "./cards.ts";
import { type Detail, Face } from "./Face.tsx";
import type { Scene } from "./scene.ts";
import type { Point } from "./spread.ts";
import { compare, orderOf, type Place } from "./transition.ts";

// When the cards of a finished run follow each other, in milliseconds: they wait for the last of them to be
// seen in its place, and the King comes last.
const runBegins = 120;
const runPause = 24;

/** How cards come to rest. */
export const easing = "cubic-bezier(0.2, 0.75, 0.25, 1)";

/** How far cards lie from their places because somebody dragged them there, by pile and index: `t3:4`. */
export type Offsets = ReadonlyMap<string, Point>;

/** Whether a person or their system asks for little motion. */
export function still(): boolean {
  return document.documentElement.dataset.motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Lets cards glide from one scene to the next. Gives the milliseconds that it takes. */
export function fly(felt: HTMLElement, from: Scene | null, to: Scene, change: Change, offsets: Offsets): number {
  // Who is quicker than the cards sees them in their places. Before the first deal none can be in the air.
  if (from !== null) for (const animation of felt.getAnimations({ subtree: true })) animation.cancel();
  if (still()) return 0;
  const flight = new Flight(felt, from, to);
  if (change.kind === "deal" || from === null) flight.deal();
  else flight.move(from, change, offsets);
  return flight.length;
}

class Flight {
  /** How long it takes, in milliseconds. */
  length = 0;
  readonly #felt: HTMLElement;
  readonly #from: Scene | null;
  readonly #to: Scene;
  readonly #detail: Detail;

  constructor(felt: HTMLElement, from: Scene | null, to: Scene) {
    this.#felt = felt;
    this.#from = from;
    this.#to = to;
    this.#detail = to.layout.large ? "large" : "full";
  }

  // All cards come from the stock, or from below where there is none.
  deal(): void {
    const { layout, piles } = this.#to;
    const stock = layout.seats.get("s");
    const start = stock ?? { x: this.#felt.clientWidth / 2 - layout.cardWidth / 2, y: this.#felt.clientHeight };
    const cards = piles
      .filter(({ seat }) => seat.kind !== "STOCK")
      .flatMap(({ seat, points }, pile) => points.map((point, index) => ({ id: seat.id, index, pile, point })))
      .sort((one, other) => one.index - other.index || one.pile - other.pile);
    cards.forEach(({ id, index, point }, i) => {
      const element = this.#element(id, index);
      if (element !== null) this.#glide(element, start, point, (i * 420) / cards.length, [i, i]);
    });
  }

  move(from: Scene, change: Change, offsets: Offsets): void {
    const { arrivals, turned, departures } = compare(from.piles, this.#to.piles);
    const order = change.kind === "undo" ? new Map<string, number>() : orderOf(change.events, from.piles);
    const turns = Math.max(1, ...order.values());
    const pause = Math.min(70, 900 / turns);
    const arrived = new Set<string>();
    const finished = this.#to.piles.find(({ seat }) => seat.kind === "FINISHED")?.seat.id;
    for (const { at, from } of arrivals) {
      const name = `${at.pile}:${at.index}`;
      arrived.add(name);
      const crown = at.pile === finished && change.kind !== "undo";
      const delay = crown ? runBegins + 13 * runPause : (order.get(name) ?? 0) * pause;
      const element = this.#element(at.pile, at.index);
      const end = this.#point(this.#to, at);
      if (element === null || end === undefined) continue;
      const start = from === undefined ? undefined : this.#point(this.#from, from);
      if (from === undefined || start === undefined) {
        this.#appear(element, delay);
        continue;
      }
      const offset = offsets.get(`${from.pile}:${from.index}`);
      this.#glide(element, { x: start.x + (offset?.x ?? 0), y: start.y + (offset?.y ?? 0) }, end, delay, [
        from.index,
        crown ? 400 : at.index,
      ]);
      if ((from.card === hidden) !== (at.card === hidden)) this.#turn(element, from.card, delay, 260);
    }
    for (const place of turned) {
      const element = this.#element(place.pile, place.index);
      const was = place.card === hidden ? (this.#cardBefore(place) ?? hidden) : hidden;
      if (element !== null) this.#turn(element, was, place.card === hidden ? 0 : 60, 240);
    }
    this.#shift(arrived);
    this.#leave(departures);
  }

  // Cards that stayed in their pile may lie elsewhere now, because it spreads otherwise.
  #shift(arrived: ReadonlySet<string>): void {
    for (const { seat, points } of this.#to.piles) {
      points.forEach((end, index) => {
        if (arrived.has(`${seat.id}:${index}`)) return;
        const start = this.#point(this.#from, { pile: seat.id, index });
        const element = start === undefined || (start.x === end.x && start.y === end.y) ? null : this.#element(seat.id, index);
        if (element !== null && start !== undefined) this.#glide(element, start, end, 0, [index, index]);
      });
    }
  }

  // What leaves the table goes to the finished runs, if one was finished, or fades.
  #leave(departures: readonly Place[]): void {
    const finished = this.#to.piles.find(({ seat }) => seat.kind === "FINISHED")?.seat;
    const many = departures.length > 2;
    departures.forEach((place, i) => {
      const start = this.#point(this.#from, place);
      if (start === undefined || place.card === hidden) return;
      const ghost = this.#ghost(<Face card={place.card} detail={this.#detail} />, "card ghost");
      ghost.style.left = `${start.x}px`;
      ghost.style.top = `${start.y}px`;
      this.#felt.append(ghost);
      const end =
        finished !== undefined && many
          ? `translate(${finished.x - start.x}px, ${finished.y - start.y}px)`
          : "translateY(-12px) scale(1.08)";
      const delay = many ? runBegins + (departures.length - i) * runPause : 0;
      const animation = ghost.animate(
        [
          { transform: "none", opacity: 1, zIndex: 1200 + i },
          { transform: end, opacity: many ? 1 : 0, zIndex: 1200 + i },
        ],
        { duration: many ? 260 : 220, delay, easing, fill: "both" },
      );
      animation.onfinish = animation.oncancel = () => ghost.remove();
      this.#lasts(delay + 260);
    });
  }

  // In the air, a card lies above those that lie still. Among those in the air it begins with the rank that
  // it had where it comes from, and ends with the one that it has where it goes.
  #glide(element: HTMLElement, start: Point, end: Point, delay: number, ranks: readonly [from: number, to: number]): void {
    const dx = start.x - end.x;
    const dy = start.y - end.y;
    const duration = Math.min(320, 150 + Math.hypot(dx, dy) * 0.22);
    element.animate(
      [
        { transform: `translate(${dx}px, ${dy}px)`, zIndex: 1000 + ranks[0] },
        { transform: "none", zIndex: 1000 + ranks[1] },
      ],
      { duration, delay, easing, fill: "backwards" },
    );
    this.#lasts(delay + duration);
  }

  #appear(element: HTMLElement, delay: number): void {
    element.animate(
      [
        { opacity: 0, transform: "scale(1.08)" },
        { opacity: 1, transform: "none" },
      ],
      { duration: 200, delay, easing, fill: "backwards" },
    );
    this.#lasts(delay + 200);
  }

  // The side that was up narrows away, then the other one widens.
  #turn(element: HTMLElement, was: string, delay: number, duration: number): void {
    const side = element.firstElementChild;
    if (!(side instanceof HTMLElement)) return;
    const ghost = this.#ghost(was === hidden ? <Back /> : <Face card={was} detail={this.#detail} />, "side");
    element.append(ghost);
    side.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "none" }], {
      duration,
      delay,
      fill: "backwards",
    });
    const away = ghost.animate([{ transform: "none" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(0)" }], {
      duration,
      delay,
      fill: "both",
    });
    away.onfinish = away.oncancel = () => ghost.remove();
    this.#lasts(delay + duration);
  }

  #ghost(content: ComponentChild, name: string): HTMLElement {
    const ghost = document.createElement("span");
    ghost.className = name;
    ghost.setAttribute("aria-hidden", "true");
    render(content, ghost);
    return ghost;
  }

  #lasts(until: number): void {
    this.length = Math.max(this.length, until);
  }

  #element(pile: string, index: number): HTMLElement | null {
    return this.#felt.querySelector(`.card[data-pile="${pile}"][data-index="${index}"]`);
  }

  #point(scene: Scene | null, { pile, index }: { pile: string; index: number }): Point | undefined {
    return scene?.piles.find(({ seat }) => seat.id === pile)?.points[index];
  }

  #cardBefore({ pile, index }: Place): string | undefined {
    return this.#from?.piles.find(({ seat }) => seat.id === pile)?.cards[index];
  }
}
