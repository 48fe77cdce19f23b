import { read, text, watch, write } from "./storage.ts";

// The deals that are in the statistics, the latest last. A deal that is played once more is known, and
// does not count again; after so many others it may.
const most = 500;
const longest = 512;
const name = "counted";

function parse(stored: unknown): readonly string[] {
  const deals = Array.isArray(stored) ? stored : [];
  return deals.filter((deal): deal is string => text(deal, longest, undefined) !== undefined).slice(-most);
}

/** Whether a deal, named by its link, has been counted. */
export function remembered(deal: string): boolean {
  return read(name, parse).includes(deal.slice(0, longest));
}

/** Calls back when another tab has counted a deal. */
export function onCounted(changed: () => void): void {
  watch(name, changed);
}

/** Remembers that a deal has been counted. */
export function remember(deal: string): void {
  write(name, [...read(name, parse), deal.slice(0, longest)].slice(-most));
}
