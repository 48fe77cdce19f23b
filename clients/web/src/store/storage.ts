// What the browser keeps for this page. Whoever reads it back cannot rely on it: another version of the
// page wrote it, or a person did, or there is no storage at all. So every value is read by a function
// that takes anything and gives something usable, and a value that cannot be kept is lost in silence:
// the game goes on without it.

const prefix = "talon.";

/** A function that makes a usable value of anything that was stored, or of nothing. */
export type Parse<T> = (stored: unknown) => T;

/** Gives what is kept under a name. */
export function read<T>(name: string, parse: Parse<T>): T {
  try {
    const text = localStorage.getItem(prefix + name);
    return parse(text === null ? undefined : JSON.parse(text));
  } catch {
    return parse(undefined);
  }
}

/** Keeps a value under a name; undefined removes what was there. Tells whether it is kept. */
export function write(name: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Calls back when another tab has changed what is kept under a name. */
export function watch(name: string, changed: () => void): void {
  addEventListener("storage", (event) => {
    if (event.key === null || event.key === prefix + name) changed();
  });
}

/** An object whose members may be anything, or one without members. */
export function members(stored: unknown): Record<string, unknown> {
  return typeof stored === "object" && stored !== null && !Array.isArray(stored) ? { ...stored } : {};
}

/** A whole number from 0 on, or another value in its place. */
export function count<T>(stored: unknown, otherwise: T): number | T {
  return typeof stored === "number" && Number.isSafeInteger(stored) && stored >= 0 ? stored : otherwise;
}

/** A text of at most so many characters, or another value in its place. */
export function text<T>(stored: unknown, longest: number, otherwise: T): string | T {
  return typeof stored === "string" && stored.length <= longest ? stored : otherwise;
}

/** One of some words, or the first of them. */
export function word<T extends string>(stored: unknown, words: readonly [T, ...T[]]): T {
  return words.find((one) => one === stored) ?? words[0];
}

/** A map of words to words with at most so many members; what is no word is left out. */
export function words(stored: unknown, most: number): Record<string, string> {
  const kept = Object.entries(members(stored)).filter((pair): pair is [string, string] => text(pair[1], 64, undefined) !== undefined);
  return Object.fromEntries(kept.slice(0, most));
}
