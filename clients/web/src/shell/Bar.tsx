import { play } from "../play/play.ts";
import { settings } from "../store/settings.ts";
import { numeral, say, span } from "../text/say.ts";
import { dealOf, titleOf } from "./catalogue.ts";
import { Icon, type Sign } from "./Icon.tsx";
import { open } from "./page.ts";
import { playback } from "./playback.ts";

/** What stands above the table: the game, and how it goes. */
export function Headline() {
  const game = play.variant.value === null ? null : play.game.value;
  return (
    <header class="headline">
      <div class="game-name">
        <h1>{game === null ? say("app.name") : titleOf(game.variant)}</h1>
        {game !== null && <p>{dealOf(playback.value === undefined ? play.deal.value : null, game)}</p>}
      </div>
      {game !== null && (
        <section class="counters" aria-label={say("bar.game")}>
          {game.status !== "IN_PROGRESS" && (
            <span class={`status status-${game.status}`}>{say(game.status === "WON" ? "bar.won" : "bar.stuck")}</span>
          )}
          <span class="counter">{say("bar.moves", { count: game.moveCount })}</span>
          {(game.options.scoring ?? "none") !== "none" && <span class="counter">{say("bar.score", { score: numeral(game.score) })}</span>}
          {settings.value.showTime && playback.value === undefined && <Time />}
        </section>
      )}
    </header>
  );
}

/** The time, in a component of its own: it alone is drawn anew each second. */
function Time() {
  const time = span(play.elapsed.value);
  return (
    <span class="counter time" role="timer" aria-label={say("bar.time", { time })}>
      {time}
    </span>
  );
}

/** What can be done at any time. On a phone these are the bar at the bottom. */
export function Actions() {
  const game = play.game.value;
  return (
    <nav class="actions" aria-label={say("bar.actions")}>
      <Act sign="undo" label={say("act.undo")} disabled={!play.canUndo.value} onClick={() => play.undo()} />
      <Act sign="redo" label={say("act.redo")} disabled={!play.canRedo.value} onClick={() => play.redo()} />
      <Act sign="hint" label={say("act.hint")} disabled={game === null || game.status === "WON"} onClick={() => void play.hint()} />
      <Act sign="restart" label={say("act.restart")} extra disabled={!play.canUndo.value} onClick={() => play.restart()} />
      <Act sign="new" label={say("act.new")} onClick={() => open("new")} />
      <Act sign="menu" label={say("act.menu")} onClick={() => open("menu")} />
    </nav>
  );
}

interface ActProps {
  readonly sign: Sign;
  readonly label: string;
  readonly disabled?: boolean;
  /** Left out where there is no room for it; the menu has it, too. */
  readonly extra?: boolean;
  readonly onClick: () => void;
}

function Act({ sign, label, disabled = false, extra = false, onClick }: ActProps) {
  return (
    // Not disabled outright: the last undo would take the focus away from whoever uses the keyboard.
    <button
      type="button"
      class={extra ? "act act-extra" : "act"}
      aria-disabled={disabled}
      title={label}
      onClick={disabled ? undefined : onClick}
    >
      <Icon sign={sign} />
      <span class="act-label">{label}</span>
    </button>
  );
}
