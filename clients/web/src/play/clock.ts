import { type ReadonlySignal, type Signal, signal } from "@preact/signals";

/**
 * Clock counts the seconds of a game. It runs from the first move to the end, and stands still while
 * nobody can see the page, or something lies over the table.
 */
export class Clock {
  readonly #elapsed: Signal<number> = signal(0);
  #running = false;
  #resting = false;
  #since = 0;
  #before = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    document.addEventListener("visibilitychange", () => this.#wind());
  }

  /** Whole seconds played. */
  get elapsed(): ReadonlySignal<number> {
    return this.#elapsed;
  }

  /** Lets the clock go on; one that runs is left alone. */
  run(): void {
    this.#running = true;
    this.#wind();
  }

  /** Stops the clock where it stands. */
  stop(): void {
    this.#running = false;
    this.#wind();
  }

  /** Lets the clock stand still for a while, whether it runs or not, or go on. */
  rest(resting: boolean): void {
    this.#resting = resting;
    this.#wind();
  }

  /** Stops the clock and sets it to so many seconds. */
  set(seconds: number): void {
    this.stop();
    this.#before = seconds * 1000;
    this.#elapsed.value = Math.floor(seconds);
  }

  // A timer exists exactly while the clock runs and the page can be seen.
  #wind(): void {
    const ticking = this.#timer !== undefined;
    if (this.#running && !this.#resting && !document.hidden) {
      if (!ticking) {
        this.#since = performance.now();
        this.#timer = setInterval(() => this.#tick(), 250);
      }
      return;
    }
    if (ticking) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#before += performance.now() - this.#since;
      this.#elapsed.value = Math.floor(this.#before / 1000);
    }
  }

  #tick(): void {
    this.#elapsed.value = Math.floor((this.#before + performance.now() - this.#since) / 1000);
  }
}
