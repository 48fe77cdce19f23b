import type { ComponentChildren } from "preact";
import { play } from "../play/play.ts";
import { say } from "../text/say.ts";
import { Actions, Headline } from "./Bar.tsx";
import { Icon } from "./Icon.tsx";
import { Pages } from "./Pages.tsx";
import { playback } from "./playback.ts";
import { ReplayBar } from "./ReplayBar.tsx";
import { Toast } from "./Toast.tsx";
import { useReturn } from "./useReturn.ts";

function Finish() {
  const button = useReturn<HTMLButtonElement>();
  return (
    <button ref={button} type="button" class="finish" onClick={() => void play.finish()}>
      <Icon sign="finish" />
      {say("act.finish")}
    </button>
  );
}

/** What stands around the table. */
export function Shell({ children }: { children: ComponentChildren }) {
  const replayed = playback.value;
  const game = play.game.value;
  return (
    <div class={replayed === undefined ? "shell" : "shell shell-replay"}>
      <Headline />
      <main class="place">
        {play.variant.value === null ? <p class="waiting">{play.busy.value ? say("busy.dealing") : ""}</p> : children}
      </main>
      <div class="overlay">
        {game?.finishAvailable === true && replayed === undefined && <Finish />}
        <Toast />
      </div>
      {replayed === undefined ? <Actions /> : <ReplayBar playback={replayed} />}
      <Pages />
    </div>
  );
}
