// A short shower of suits for a game that was won.

import { render } from "preact";
import { still } from "./flight.tsx";
import { Sign } from "./sign.tsx";

const suits = ["h", "s", "d", "c"];
const pieces = 44;

/** Celebrates a win over the table, when so many milliseconds have gone by. Nothing waits for it. */
export function celebrate(felt: HTMLElement, delay: number): void {
  if (still()) return;
  const layer = document.createElement("div");
  layer.className = "shower";
  layer.setAttribute("aria-hidden", "true");
  render(
    suits.flatMap((suit) => Array.from({ length: pieces / suits.length }, (_, i) => <Sign key={`${suit}${i}`} id={`suit-${suit}`} class={`piece suit-${suit}`} />)),
    layer,
  );
  felt.append(layer);
  const { clientWidth: width, clientHeight: height } = felt;
  const falls = [...layer.children].map((piece) => {
    const x = Math.random() * width;
    const drift = (Math.random() - 0.5) * width * 0.25;
    const turn = (Math.random() - 0.5) * 540;
    const scale = 0.6 + Math.random() * 0.9;
    return piece.animate(
      [
        { transform: `translate(${x}px, -40px) rotate(0deg) scale(${scale})`, opacity: 1 },
        { opacity: 1, offset: 0.7 },
        { transform: `translate(${x + drift}px, ${height * (0.7 + Math.random() * 0.35)}px) rotate(${turn}deg) scale(${scale})`, opacity: 0 },
      ],
      { duration: 1500 + Math.random() * 1100, delay: delay + Math.random() * 500, easing: "cubic-bezier(0.3, 0.2, 0.6, 1)", fill: "both" },
    ).finished;
  });
  void Promise.allSettled(falls).then(() => layer.remove());
}
