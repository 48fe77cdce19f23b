import { effect } from "@preact/signals";
import { play } from "../play/play.ts";
import { settings } from "../store/settings.ts";
import { say } from "../text/say.ts";
import { titleOf } from "./catalogue.ts";

/** Tells the document how it is to look, now and whenever a setting changes; style sheets do the rest. */
export function announceLook(root: HTMLElement): void {
  effect(() => {
    const { theme, largeCards, fourColours, motion, leftHanded } = settings.value;
    mark(root, "theme", theme === "system" ? undefined : theme);
    mark(root, "cards", largeCards ? "large" : undefined);
    mark(root, "colours", fourColours ? "four" : undefined);
    mark(root, "motion", motion === "reduced" ? "reduced" : undefined);
    mark(root, "hand", leftHanded ? "left" : undefined);
  });
}

/** Names the document after the game on the table. */
export function announceGame(): void {
  effect(() => {
    const game = play.game.value;
    document.title = game === null ? say("app.name") : `${titleOf(game.variant)} – ${say("app.name")}`;
  });
}

function mark(root: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) delete root.dataset[name];
  else root.dataset[name] = value;
}
