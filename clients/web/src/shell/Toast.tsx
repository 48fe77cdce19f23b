import { useEffect } from "preact/hooks";
import { play } from "../play/play.ts";
import { say } from "../text/say.ts";
import { Icon } from "./Icon.tsx";
import { dismiss, type Notice, notice } from "./notice.ts";
import { open } from "./page.ts";
import { useReturn } from "./useReturn.ts";

/** The line that says why a move was refused, what a hint is for, and what went wrong. */
export function Toast() {
  const said = notice.value;
  // That a game is stuck, the table says aloud already.
  const aloud = said !== undefined && said.kind !== "stuck";
  return (
    <div class="toast-place">
      <div role="status">{aloud && <Line key={said.key} said={said} />}</div>
      {said?.kind === "stuck" && (
        <section aria-label={say("bar.stuck")}>
          <Line key={said.key} said={said} />
        </section>
      )}
    </div>
  );
}

function Line({ said }: { said: Notice }) {
  useEffect(() => {
    if (said.seconds === undefined) return;
    const timer = setTimeout(dismiss, said.seconds * 1000);
    return () => clearTimeout(timer);
  }, [said]);

  const line = useReturn<HTMLDivElement>();

  return (
    <div ref={line} class={`toast toast-${said.kind}`}>
      <span>{said.text}</span>
      {said.retry !== undefined && (
        <button type="button" class="toast-act" onClick={said.retry}>
          {say("act.retry")}
        </button>
      )}
      {said.kind === "stuck" && (
        <>
          <button type="button" class="toast-act" disabled={!play.canUndo.value} onClick={() => play.undo()}>
            {say("act.undo")}
          </button>
          <button type="button" class="toast-act" onClick={() => open("winnable")}>
            {say("menu.winnable")}
          </button>
        </>
      )}
      <button type="button" class="toast-close" aria-label={say("act.close")} title={say("act.close")} onClick={dismiss}>
        <Icon sign="close" />
      </button>
    </div>
  );
}
