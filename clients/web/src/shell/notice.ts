import { signal } from "@preact/signals";

/** What the line over the table says. */
export interface Notice {
  /** Tells two notices with the same text apart. */
  readonly key: number;
  /** News is about more than the position on the table, and outlasts it. */
  readonly kind: "refusal" | "hint" | "trouble" | "stuck" | "news";
  readonly text: string;
  /** After how many seconds it goes by itself; it stays where this is absent. */
  readonly seconds?: number;
  /** Tries again what failed. */
  readonly retry?: () => void;
}

/** The latest notice, until it has gone. */
export const notice = signal<Notice | undefined>(undefined);

let key = 0;

/** Shows a notice in the place of the one before. */
export function notify(one: Omit<Notice, "key">): void {
  key += 1;
  notice.value = { key, ...one };
}

/** Takes the notice away. */
export function dismiss(): void {
  notice.value = undefined;
}
