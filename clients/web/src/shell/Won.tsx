import { useSignal } from "@preact/signals";
import { play } from "../play/play.ts";
import { tallyOf } from "../store/statistics.ts";
import { numeral, percent, say, span } from "../text/say.ts";
import { titleOf } from "./catalogue.ts";
import { leave, open } from "./page.ts";
import { Verdict } from "./Sealed.tsx";
import { Figures } from "./Statistics.tsx";
import { dealAnother, wonAnew } from "./session.ts";
import { type Trouble, troubleOf } from "./trouble.ts";

/** The page after a win. */
export function Won() {
  const trouble = useSignal<Trouble | undefined>(undefined);
  const game = play.game.value;
  if (game === null) return null;
  const tally = tallyOf(game.variant);
  const scored = (game.options.scoring ?? "none") !== "none";

  const next = async (): Promise<void> => {
    const error = await dealAnother();
    if (error === undefined) leave("won");
    else trouble.value = troubleOf(error);
  };

  return (
    <>
      <p class="lead">{say("won.lead", { game: titleOf(game.variant) })}</p>
      <Figures
        figures={[
          [say("won.time"), span(play.elapsed.value)],
          [say("won.moves"), numeral(game.moveCount)],
          ...(scored ? [[say("won.score"), numeral(game.score)] as const] : []),
        ]}
      />
      {wonAnew.value ? (
        <Figures
          figures={[
            [say("won.best"), span(tally.bestSeconds ?? 0)],
            [say("won.fewest"), numeral(tally.fewestMoves ?? 0)],
            [say("statistics.won"), `${numeral(tally.won)} / ${numeral(tally.played)} (${percent(tally.won, tally.played)})`],
            [say("statistics.streak"), numeral(tally.streak)],
          ]}
        />
      ) : (
        <p class="about">{say("won.again")}</p>
      )}
      <Fairness />
      <footer class="page-foot">
        <div role="alert" class="trouble">
          {trouble.value?.text}
        </div>
        <div class="buttons">
          <button type="button" class="quiet" onClick={() => open("share")}>
            {say("menu.share")}
          </button>
          <button type="button" class="quiet" onClick={() => open("records")}>
            {say("menu.record")}
          </button>
          <button type="button" class="quiet" onClick={() => open("new")}>
            {say("act.new")}
          </button>
          <button type="button" class="main" onClick={next}>
            {say("act.next")}
          </button>
        </div>
      </footer>
    </>
  );
}

/** What came of checking a secret deal, and the way to what it rests on. */
function Fairness() {
  if (play.promise.value === null) return null;
  return (
    <div class="fairness">
      <Verdict />
      <button type="button" class="quiet" onClick={() => open("sealed")}>
        {say("sealed.more")}
      </button>
    </div>
  );
}
