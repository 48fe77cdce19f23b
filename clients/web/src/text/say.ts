import { de } from "./de.ts";
import { en } from "./en.ts";
import { language, locale } from "./language.ts";

/** What the page says. A text with something to fill in is a function. */
export type Texts = typeof en;

/** The name of a text. */
export type Key = keyof Texts;

/** The name of a text with nothing to fill in. */
export type PlainKey = { [K in Key]: Texts[K] extends string ? K : never }[Key];

/** What a text needs to be filled with. */
export type Filling<K extends Key> = Texts[K] extends (filling: infer F) => string ? [filling: F] : [];

const texts = { en, de };

/** Says something in the language of the page. A component that says it is drawn anew when that changes. */
export function say<K extends Key>(key: K, ...filling: Filling<K>): string {
  const text: string | ((filling: never) => string) = texts[language.value][key];
  return typeof text === "string" ? text : text(filling[0] as never);
}

/** Says something under a name that comes from the service, or gives a text in its place if there is none. */
export function sayIfKnown(key: string, otherwise: string): string {
  const text: unknown = (texts[language.value] as Record<string, unknown>)[key];
  return typeof text === "string" ? text : otherwise;
}

/** A number as people write it. */
export function numeral(value: number): string {
  return value.toLocaleString(locale.value);
}

/** A span of time: 4:05, or 1:02:09. */
export function span(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

/** A share of something in percent. */
export function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole;
  return share.toLocaleString(locale.value, { style: "percent", maximumFractionDigits: 0 });
}

/** A day as people write it, given as YYYY-MM-DD. */
export function day(date: string): string {
  return new Date(`${date}T12:00:00`).toLocaleDateString(locale.value, { dateStyle: "long" });
}
