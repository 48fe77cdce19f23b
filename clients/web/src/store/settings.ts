import { signal } from "@preact/signals";
import { members, read, watch, word, write } from "./storage.ts";

/** How a person likes the page. */
export interface Settings {
  readonly language: "browser" | "en" | "de";
  readonly theme: "system" | "light" | "dark";
  /** Larger signs on the cards. */
  readonly largeCards: boolean;
  /** A colour of its own for each suit. */
  readonly fourColours: boolean;
  /** Cards jump instead of gliding; "system" asks the system. */
  readonly motion: "system" | "reduced";
  readonly showTime: boolean;
  /** The stock on the right, the foundations on the left. */
  readonly leftHanded: boolean;
}

function parse(stored: unknown): Settings {
  const from = members(stored);
  return {
    language: word(from.language, ["browser", "en", "de"]),
    theme: word(from.theme, ["system", "light", "dark"]),
    largeCards: from.largeCards === true,
    fourColours: from.fourColours === true,
    motion: word(from.motion, ["system", "reduced"]),
    showTime: from.showTime !== false,
    leftHanded: from.leftHanded === true,
  };
}

/** The settings; change them with change. */
export const settings = signal(read("settings", parse));

watch("settings", () => {
  settings.value = read("settings", parse);
});

/** Changes some of the settings and keeps them. */
export function change(some: Partial<Settings>): void {
  settings.value = { ...settings.value, ...some };
  write("settings", settings.value);
}
