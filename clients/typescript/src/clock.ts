/** What the client knows of time. A test gives a client a clock of its own. */
export interface Clock {
  /** Resolves after so many seconds, or when the signal is aborted, whichever comes first. */
  wait(seconds: number, signal: AbortSignal): Promise<void>;
}

/** The clock of the machine. */
export const clock: Clock = {
  wait(seconds, signal) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, seconds * 1000);
      signal.addEventListener("abort", done);
      if (signal.aborted) {
        done();
      }
    });
  },
};
