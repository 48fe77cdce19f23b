// What the table says aloud to those who cannot see it.

import { signal } from "@preact/signals";

/** What was said last. */
export const spoken = signal({ text: "", times: 0 });

/** Says something; the same thing twice is said twice. */
export function speak(text: string): void {
  spoken.value = { text, times: spoken.peek().times + 1 };
}
