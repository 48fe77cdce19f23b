import { computed, effect } from "@preact/signals";
import { settings } from "../store/settings.ts";

/** A language that the page speaks. */
export type Language = "en" | "de";

/** The language that the page speaks: the one that was chosen, else the browser's first that it knows. */
export const language = computed<Language>(() => {
  const chosen = settings.value.language;
  return chosen === "browser" ? preferred(navigator.languages) : chosen;
});

/** How numbers and days are written: as in the browser's own kind of the language, if it has one. */
export const locale = computed(() => navigator.languages.find((tag) => base(tag) === language.value) ?? language.value);

/** Gives the first of some language tags that the page speaks, English if it speaks none. */
export function preferred(tags: readonly string[]): Language {
  for (const tag of tags) {
    const spoken = base(tag);
    if (spoken === "de" || spoken === "en") return spoken;
  }
  return "en";
}

/** The language of a tag without its region: "de" of "de-AT". */
function base(tag: string): string {
  return tag.toLowerCase().split("-")[0] ?? "";
}

/** Tells the document which language it is in, now and whenever that changes. */
export function announceLanguage(root: HTMLElement): void {
  effect(() => {
    root.lang = language.value;
  });
}
