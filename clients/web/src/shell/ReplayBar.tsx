import { useSignal } from "@preact/signals";
import { play } from "../play/play.ts";
import { say } from "../text/say.ts";
import { Icon, type Sign } from "./Icon.tsx";
import type { Playback } from "./playback.ts";
import { recordOf } from "./record.ts";
import { answer, takeUp } from "./session.ts";
import { troubleOf } from "./trouble.ts";

/** How many moves are taken over to be taken back one by one; beyond that the position alone goes on. */
const longestLine = 2000;

/** The bar under the table while a record is replayed. */
export function ReplayBar({ playback }: { playback: Playback }) {
  const trouble = useSignal<unknown>(undefined);
  const at = playback.at.value;
  const playing = playback.playing.value;
  const failed = trouble.value ?? playback.trouble.value;
  const ended = at === playback.length;

  const go = (to: number): void => {
    playback.pause();
    void playback.go(to);
  };
  const playOn = async (): Promise<void> => {
    playback.pause();
    const { line, log } = playback;
    const state = play.game.value?.state ?? "";
    trouble.value = await (line.length > longestLine ? answer({ state }) : takeUp(recordOf(log, line)));
    if (trouble.value === undefined) playback.leave();
  };

  return (
    <section class="replay" aria-label={say("replay.controls")}>
      <div class="replay-said" role="status">
        <p>
          <strong>{say("replay.position", { at, of: playback.length })}</strong>{" "}
          {at === 0 ? say("replay.start") : playback.happened.value.join(", ")}
        </p>
        {ended &&
          playback.remarks.map((remark) => (
            <p key={remark} class="replay-remark">
              {remark}
            </p>
          ))}
        {failed !== undefined && <p class="replay-remark">{troubleOf(failed).text}</p>}
      </div>
      <input
        type="range"
        class="replay-slider"
        aria-label={say("replay.jump")}
        min={0}
        max={playback.length}
        value={at}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      <div class="replay-buttons">
        <Control sign="first" label={say("replay.first")} disabled={at === 0} onClick={() => go(0)} />
        <Control sign="back" label={say("replay.back")} disabled={at === 0} onClick={() => go(at - 1)} />
        <Control
          sign={playing ? "pause" : "play"}
          label={say(playing ? "replay.pause" : "replay.play")}
          disabled={playback.length === 0}
          onClick={() => (playing ? playback.pause() : playback.play())}
        />
        <Control sign="forward" label={say("replay.forward")} disabled={ended} onClick={() => go(at + 1)} />
        <Control sign="last" label={say("replay.last")} disabled={ended} onClick={() => go(playback.length)} />
      </div>
      <div class="buttons">
        <button type="button" class="quiet" onClick={playOn}>
          {say("replay.from")}
        </button>
        <button type="button" class="main" onClick={() => playback.leave()}>
          {say("replay.leave")}
        </button>
      </div>
    </section>
  );
}

function Control({ sign, label, disabled, onClick }: { sign: Sign; label: string; disabled: boolean; onClick: () => void }) {
  return (
    // Not disabled outright: the last step would take the focus away from whoever uses the keyboard.
    <button type="button" class="round" aria-label={label} title={label} aria-disabled={disabled} onClick={disabled ? undefined : onClick}>
      <Icon sign={sign} />
    </button>
  );
}
