import { useSignal } from "@preact/signals";
import type { Variant } from "@talon-solitaire/client";
import { useEffect } from "preact/hooks";
import { play } from "../play/play.ts";
import { language } from "../text/language.ts";
import { say } from "../text/say.ts";
import { Choices } from "./Choices.tsx";
import { optionName, valueName } from "./catalogue.ts";
import { Markdown } from "./markdown.tsx";
import { Figures } from "./Statistics.tsx";
import { type Trouble, troubleOf } from "./trouble.ts";
import { useVariant } from "./useVariant.ts";

/** The page of the rules, as the service tells them. */
export function Rules() {
  const game = play.game.value;
  const [chosen, choose] = useVariant();
  const told = useSignal<Variant | undefined>(undefined);
  const trouble = useSignal<Trouble | undefined>(undefined);

  useEffect(() => {
    if (chosen === undefined) return;
    let gone = false;
    trouble.value = undefined;
    play.client.getVariant({ variant: chosen }).then(
      ({ variant }) => {
        if (!gone) told.value = variant;
      },
      (error: unknown) => {
        if (!gone) trouble.value = troubleOf(error);
      },
    );
    return () => {
      gone = true;
    };
  }, [chosen, language.value]);

  const variant = told.value;
  return (
    <>
      <Choices
        class="games"
        legend={say("rules.game")}
        hideLegend
        values={play.variants.value.map((one) => ({ value: one.variant, label: one.title }))}
        value={chosen ?? ""}
        onChange={choose}
      />
      <div role="alert" class="trouble">
        {trouble.value?.text}
      </div>
      {variant !== undefined && game?.variant === variant.variant && variant.options.length > 0 && (
        <section class="tally" aria-label={say("rules.options")}>
          <h3>{say("rules.options")}</h3>
          <Figures
            figures={variant.options.map(
              ({ name, default: usual }) => [optionName(name), valueName(name, game.options[name] ?? usual)] as const,
            )}
          />
        </section>
      )}
      {variant !== undefined && (
        <article class="prose rules" lang={language.value}>
          <Markdown text={variant.rules[language.value] ?? variant.rules.en ?? ""} below={2} />
        </article>
      )}
    </>
  );
}
