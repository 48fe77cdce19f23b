/** An act that waits for its turn. */
interface Waiting {
  readonly act: () => boolean | Promise<boolean>;
  readonly done: (outcome: boolean | Promise<boolean>) => void;
}

/**
 * Turns lets a player be quicker than the answers are. What is done while a move is on its way is held back
 * and decided when the answer is there, so that it means what it would have meant to somebody who waits.
 */
export class Turns {
  #moving = 0;
  #calling = false;
  #held: Waiting[] = [];
  #resting: (() => void)[] = [];

  /** Whether what is done now is held back. */
  get busy(): boolean {
    return this.#moving > 0 || (this.#held.length > 0 && !this.#calling);
  }

  /** Does something at once, or when its turn comes. Tells what came of it; false if it was given up. */
  take(act: () => boolean | Promise<boolean>): Promise<boolean> {
    if (!this.busy) return Promise.resolve(act());
    return new Promise((done) => this.#held.push({ act, done }));
  }

  /** Makes a move, which takes its time. If it is not made after all, what was to follow it is given up. */
  async move(make: () => Promise<boolean>): Promise<boolean> {
    this.#moving++;
    let made = false;
    try {
      made = await make();
      return made;
    } finally {
      this.#moving--;
      if (!made) this.giveUp();
      this.#next();
    }
  }

  /** Gives up what is held back. */
  giveUp(): void {
    for (const { done } of this.#held.splice(0)) done(false);
  }

  /** Waits until no move is on its way, and nothing is held back. */
  async rest(): Promise<void> {
    if (this.busy) await new Promise<void>((resolve) => this.#resting.push(resolve));
  }

  #next(): void {
    while (this.#moving === 0) {
      const next = this.#held.shift();
      if (next === undefined) break;
      this.#calling = true;
      try {
        next.done(next.act());
      } finally {
        this.#calling = false;
      }
    }
    if (!this.busy) for (const resume of this.#resting.splice(0)) resume();
  }
}
