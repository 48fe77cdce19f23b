import { computed, effect } from "@preact/signals";
import { settings } from "../store/settings.ts";

/** A language that the page speaks. */
export type Language = "en" | "de";

/** The language that the page speaks: the one that was chosen, else the browser's first that it knows. */
export const language = computed<Language>(() => {
  const chosen = settings.value.language;
  return chosen === "browser" ? preferred(navigator.languages) : chosen;
});

/** Gives the first of some language tags that the page speaks, English if it speaks none. */
export function preferred(tags: readonly string[]): Language {
  for (const tag of tags) {
    const [base] = tag.toLowerCase().split("-");
    if (base === "de" || base === "en") return base;
  }
  return "en";
}

/** Tells the document which language it is in, now and whenever that changes. */
export function announceLanguage(root: HTMLElement): void {
  effect(() => {
    root.lang = language.value;
  });
}
