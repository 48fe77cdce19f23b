// A machine that is slow on purpose. Tests that rely on an order that nobody promises, and pages that do, fail on it.

/** Lets every answer of the service, and all that the page does in a frame, come a random while late. */
export async function slowDown(context) {
  await context.route("**/v1/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
    // By now the page may be gone.
    await route.continue().catch(() => undefined);
  });
  await context.addInitScript(() => {
    const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = window;
    const late = new Map();
    window.requestAnimationFrame = (draw) => {
      const frame = request(() => {
        const timer = setTimeout(() => {
          late.delete(frame);
          draw(performance.now());
        }, Math.random() * 150);
        late.set(frame, timer);
      });
      return frame;
    };
    window.cancelAnimationFrame = (frame) => {
      cancel(frame);
      clearTimeout(late.get(frame));
      late.delete(frame);
    };
  });
}
