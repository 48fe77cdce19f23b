import { play } from "../play/play.ts";
import type { PlainKey } from "../text/say.ts";
import { open, page } from "./page.ts";
import { playback } from "./playback.ts";

/** A key that works wherever the focus is, as long as nobody is writing and no page is open. */
export interface Shortcut {
  /** How the keys are called. */
  readonly keys: PlainKey;
  readonly label: PlainKey;
  readonly fits: (event: KeyboardEvent) => boolean;
  readonly act: () => unknown;
}

const plain = (key: string) => (event: KeyboardEvent) =>
  event.key.toLowerCase() === key && !event.ctrlKey && !event.metaKey && !event.altKey;
const command = (key: string, shift: boolean) => (event: KeyboardEvent) =>
  event.key.toLowerCase() === key && (event.ctrlKey || event.metaKey) && !event.altKey && event.shiftKey === shift;
const either =
  (...fits: ((event: KeyboardEvent) => boolean)[]) =>
  (event: KeyboardEvent) =>
    fits.some((one) => one(event));

/** The shortcuts, in the order in which the page of the keys lists them. */
export const shortcuts: readonly Shortcut[] = [
  { keys: "key.undo", label: "act.undo", fits: either(plain("u"), command("z", false)), act: () => play.undo() },
  { keys: "key.redo", label: "act.redo", fits: either(plain("r"), command("y", false), command("z", true)), act: () => play.redo() },
  { keys: "key.hint", label: "act.hint", fits: plain("h"), act: () => play.hint() },
  { keys: "key.finish", label: "act.finish.long", fits: plain("f"), act: () => play.game.value?.finishAvailable === true && play.finish() },
  { keys: "key.new", label: "act.new", fits: plain("n"), act: () => open("new") },
  { keys: "key.menu", label: "act.menu", fits: plain("m"), act: () => open("menu") },
  { keys: "key.keys", label: "menu.keys", fits: plain("?"), act: () => open("keys") },
];

/** Lets the shortcuts work. */
export function listen(): void {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.repeat || page.value !== undefined || playback.value !== undefined || writes(event.target)) return;
    const shortcut = shortcuts.find(({ fits }) => fits(event));
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut.act();
  });
}

function writes(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
