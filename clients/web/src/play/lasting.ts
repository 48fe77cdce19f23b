import { effect, type ReadonlySignal, signal } from "@preact/signals";

/** Whether a condition has held for so many milliseconds without a break. */
export function lasting(condition: ReadonlySignal<boolean>, milliseconds: number): ReadonlySignal<boolean> {
  const lasts = signal(false);
  effect(() => {
    if (!condition.value) return;
    const timer = setTimeout(() => {
      lasts.value = true;
    }, milliseconds);
    return () => {
      clearTimeout(timer);
      lasts.value = false;
    };
  });
  return lasts;
}
