import { useSignal } from "@preact/signals";
import { play } from "../play/play.ts";
import { forget, statistics, tallyOf } from "../store/statistics.ts";
import { numeral, percent, say, span } from "../text/say.ts";

const none = "–";

/** The page of what was counted, game by game. */
export function Statistics() {
  const asking = useSignal(false);
  const games = play.variants.value.filter((variant) => tallyOf(variant.variant).played > 0);
  const anything = Object.keys(statistics.value).length > 0;
  return (
    <>
      <p class="about">{say("statistics.about")}</p>
      {games.length === 0 ? (
        <p>{say("statistics.none")}</p>
      ) : (
        <div class="tallies">
          {games.map(({ variant, title }) => (
            <Tallied key={variant} variant={variant} title={title} />
          ))}
        </div>
      )}
      <footer class="page-foot">
        {asking.value ? (
          <div role="alertdialog" aria-labelledby="forget" class="ask">
            <p id="forget">{say("statistics.reset.ask")}</p>
            <div class="buttons">
              <button
                type="button"
                class="quiet"
                ref={(button) => button?.focus()}
                onClick={() => {
                  asking.value = false;
                }}
              >
                {say("act.cancel")}
              </button>
              <button
                type="button"
                class="main danger"
                onClick={() => {
                  forget();
                  asking.value = false;
                }}
              >
                {say("statistics.reset.do")}
              </button>
            </div>
          </div>
        ) : (
          <div class="buttons">
            <button
              type="button"
              class="quiet"
              disabled={!anything}
              onClick={() => {
                asking.value = true;
              }}
            >
              {say("statistics.reset")}
            </button>
          </div>
        )}
      </footer>
    </>
  );
}

function Tallied({ variant, title }: { variant: string; title: string }) {
  const tally = tallyOf(variant);
  const figures: readonly [string, string][] = [
    [say("statistics.played"), numeral(tally.played)],
    [say("statistics.won"), numeral(tally.won)],
    [say("statistics.rate"), percent(tally.won, tally.played)],
    [say("statistics.best"), tally.bestSeconds === undefined ? none : span(tally.bestSeconds)],
    [say("statistics.fewest"), tally.fewestMoves === undefined ? none : numeral(tally.fewestMoves)],
    [say("statistics.streak"), numeral(tally.streak)],
    [say("statistics.longest"), numeral(tally.longestStreak)],
  ];
  return (
    <section class="tally" aria-label={title}>
      <h3>{title}</h3>
      <Figures figures={figures} />
    </section>
  );
}

/** Some figures with their names. */
export function Figures({ figures }: { figures: readonly (readonly [name: string, figure: string])[] }) {
  return (
    <dl class="figures">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
