import { useSignal } from "@preact/signals";
import type { FindLastWinnableResponse } from "@talon-solitaire/client";
import { useEffect } from "preact/hooks";
import { play } from "../play/play.ts";
import { say } from "../text/say.ts";
import { close } from "./page.ts";
import { type Trouble, troubleOf } from "./trouble.ts";

/** The page that tells whether the game can still be won, and where it was lost. */
export function Winnable() {
  const trouble = useSignal<Trouble | undefined>(undefined);
  const found = play.lastWinnable.value;
  const at = play.moves.value.length;
  // Of a sealed game most servers tell nothing that rests on the hidden cards.
  const service = play.service.value;
  const withheld = play.sealed.value && service !== null && service.sealedAdvice !== "FULL";

  const search = async (): Promise<void> => {
    trouble.value = undefined;
    await play.findLastWinnable();
    const error = play.problem.value;
    if (error !== null) trouble.value = troubleOf(error);
  };
  useEffect(() => {
    if (found === null && !withheld) void search();
  }, []);

  const back = found?.lastWinnable;
  return (
    <>
      <p class="about">{say(withheld ? "winnable.sealed" : "winnable.about")}</p>
      <div role="status" class="verdict">
        {withheld ? null : trouble.value !== undefined ? (
          <p class="trouble">{trouble.value.text}</p>
        ) : found === null ? (
          <p class="searching">{say("busy.searching")}</p>
        ) : (
          <>
            {play.game.value?.status === "STUCK" && <p>{say("winnable.stuck")}</p>}
            <p class="lead">{verdict(found, at)}</p>
          </>
        )}
      </div>
      <footer class="page-foot">
        {back !== undefined && back < at && <p class="about">{say("winnable.back.about")}</p>}
        <div class="buttons">
          {trouble.value?.retry === true && (
            <button type="button" class="main" onClick={search}>
              {say("act.retry")}
            </button>
          )}
          <button type="button" class="quiet" onClick={close}>
            {say("winnable.on")}
          </button>
          {back !== undefined && back < at && (
            <button
              type="button"
              class="main"
              onClick={() => {
                void play.backTo(back);
                close();
              }}
            >
              {say("winnable.back", { move: back })}
            </button>
          )}
        </div>
      </footer>
    </>
  );
}

/** Says what was found out about a game of so many moves, and not more. */
function verdict({ lastWinnable, firstLost, proved }: FindLastWinnableResponse, moves: number): string {
  if (firstLost === undefined) {
    if (lastWinnable === undefined) return say("winnable.unknown");
    return lastWinnable === moves ? say("winnable.now") : say("winnable.unknown.from", { from: lastWinnable });
  }
  if (firstLost === 0) return say("winnable.lost.always");
  if (lastWinnable === undefined) return say("winnable.lost.unknown", { to: firstLost });
  return proved ? say("winnable.lost.at", { move: firstLost }) : say("winnable.lost.between", { from: lastWinnable, to: firstLost });
}
