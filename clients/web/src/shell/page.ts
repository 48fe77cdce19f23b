import { signal } from "@preact/signals";

/** What can be opened over the table. */
export type Page =
  | "menu"
  | "new"
  | "won"
  | "link"
  | "winnable"
  | "sealed"
  | "share"
  | "records"
  | "rules"
  | "statistics"
  | "settings"
  | "keys"
  | "about";

/** The page that is open over the table, if one is. */
export const page = signal<Page | undefined>(undefined);

/** Opens a page, in the place of the one that is open. */
export function open(one: Page): void {
  page.value = one;
}

/** Closes the page that is open. */
export function close(): void {
  page.value = undefined;
}

/** Closes a page if it is still the one that is open: what took its time is not to close another. */
export function leave(one: Page): void {
  if (page.value === one) close();
}
