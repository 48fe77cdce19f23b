/** What the client knows of time. A test gives a client a clock of its own. */
export interface Clock {
  /** Resolves after so many seconds, or when the signal is aborted, whichever comes first. */
  wait(seconds: number, signal: AbortSignal): Promise<void>;
}

// The longest that timers take, in milliseconds. What is longer they take for no wait.
const LONGEST = 2 ** 31 - 1;

/** The clock of the machine. */
export const clock: Clock = {
  wait(seconds, signal) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      let timer: ReturnType<typeof setTimeout>;
      const waitFor = (milliseconds: number) => {
        const rest = milliseconds - LONGEST;
        timer = rest > 0 ? setTimeout(() => waitFor(rest), LONGEST) : setTimeout(done, milliseconds);
      };
      waitFor(seconds * 1000);
      signal.addEventListener("abort", done);
      if (signal.aborted) {
        done();
      }
    });
  },
};
