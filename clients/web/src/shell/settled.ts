/** The longest that anybody waits for cards to come to rest, in milliseconds. */
const patience = 2500;

/** Waits until nothing moves on the page any more, or until that takes too long. */
export async function settled(): Promise<void> {
  // What begins to move now is known from the next frame but one on.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const moving = document.getAnimations().map((animation) => animation.finished);
  await Promise.race([Promise.allSettled(moving), new Promise((resolve) => setTimeout(resolve, patience))]);
}
