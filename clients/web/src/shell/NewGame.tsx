import { useSignal } from "@preact/signals";
import type { DealGameRequest, Variant } from "@talon-solitaire/client";
import { useEffect } from "preact/hooks";
import { play } from "../play/play.ts";
import { type Choice, choiceFor, choose, type Difficulty, difficulties, type Way, ways } from "../store/choices.ts";
import { day, numeral, say } from "../text/say.ts";
import { Choices } from "./Choices.tsx";
import { find, type Options, optionName, tableFor, takes, unusual, usable } from "./catalogue.ts";
import { largestNumber } from "./link.ts";
import { OptionField } from "./OptionField.tsx";
import { leave } from "./page.ts";
import { deal, leavesGame } from "./session.ts";
import { type Trouble, troubleOf } from "./trouble.ts";
import { useName } from "./useName.ts";
import { useVariant } from "./useVariant.ts";

/** The page to begin a game: which one, by which options, and which deal. */
export function NewGame() {
  const variants = play.variants.value;
  useEffect(() => void play.meet(), []);
  const [chosen = "", choose] = useVariant();
  const variant = find(chosen);
  return (
    <>
      <Choices
        class="games"
        legend={say("new.games")}
        hideLegend
        values={variants.map((one) => ({ value: one.variant, label: one.title }))}
        value={chosen}
        onChange={choose}
      />
      {variant !== undefined && <DealForm key={variant.variant} variant={variant} />}
    </>
  );
}

/** What was entered, as it was entered. */
interface Entry {
  readonly options: Options;
  readonly way: Way;
  readonly difficulty: Difficulty;
  readonly number: string;
  readonly day: string;
  readonly sealed: boolean;
}

function DealForm({ variant }: { variant: Variant }) {
  const before = choiceFor(variant.variant);
  const entry = useSignal<Entry>({
    ...before,
    options: usable(variant, before.options),
    way: offered(variant).includes(before.way) ? before.way : "random",
    number: "",
    day: today(),
  });
  const trouble = useSignal<Trouble | undefined>(undefined);
  const busy = useSignal(false);
  const enter = (some: Partial<Entry>): void => {
    entry.value = { ...entry.value, ...some };
    trouble.value = undefined;
  };
  // What a field knows besides its value, it forgets when it is made anew.
  const resets = useSignal(0);
  const reset = (): void => {
    resets.value += 1;
    enter({ options: usable(variant, {}) });
  };
  const { options, way } = entry.value;
  const table = tableFor(variant, options);

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const wrong = faultOf(variant, entry.value);
    if (wrong !== undefined) {
      trouble.value = { text: wrong, retry: false };
      return;
    }
    trouble.value = undefined;
    busy.value = true;
    const error = await deal(requestOf(variant, entry.value));
    busy.value = false;
    if (error !== undefined) {
      trouble.value = troubleOf(error);
      return;
    }
    const { difficulty, sealed } = entry.value;
    const choice: Choice = { options: unusual(variant, options), way, difficulty, sealed };
    choose(variant.variant, choice);
    leave("new");
  };

  return (
    <form class="deal-form" noValidate onSubmit={submit}>
      <section aria-label={say("new.deal")}>
        <Choices
          legend={say("new.deal")}
          values={offered(variant).map((value) => ({
            value,
            label: say(`new.way.${value}`),
            disabled: (value === "difficulty" || value === "daily") && table === undefined,
          }))}
          value={way}
          onChange={(value) => enter({ way: value })}
        />
        <p class="about">
          {say(`new.way.${way}.about`)}
          {way === "number" && variant.variant === "freecell" && ` ${say("new.way.number.freecell")}`}
          {way === "winnable" && table === undefined && ` ${say("new.searching")}`}
        </p>
        {table === undefined && <p class="about">{say("new.no.table")}</p>}
        {way === "difficulty" && (
          <Choices
            legend={say("new.difficulty")}
            hideLegend
            values={difficulties.map((value) => ({ value, label: say(`difficulty.${value}`) }))}
            value={entry.value.difficulty}
            onChange={(value) => enter({ difficulty: value })}
          />
        )}
        {way === "number" && (
          <Field label={say("new.number")} wrong={trouble.value !== undefined}>
            {(props) => (
              <input
                {...props}
                inputMode="numeric"
                autoComplete="off"
                maxLength={10}
                value={entry.value.number}
                onInput={(event) => enter({ number: event.currentTarget.value })}
              />
            )}
          </Field>
        )}
        {way === "daily" && table !== undefined && (
          <Field label={say("new.day")} wrong={trouble.value !== undefined}>
            {(props) => (
              <input
                {...props}
                type="date"
                min={table.firstDay}
                max={table.lastDay}
                value={entry.value.day}
                onInput={(event) => enter({ day: event.currentTarget.value })}
              />
            )}
          </Field>
        )}
      </section>
      <Hidden sealed={entry.value.sealed} way={way} onChange={(sealed) => enter({ sealed })} />
      {variant.options.length > 0 && (
        <section aria-label={say("new.options")}>
          {variant.options.map((option) => (
            <OptionField
              key={`${option.name} ${resets.value}`}
              option={option}
              value={options[option.name] ?? option.default}
              onChange={(value) => enter({ options: { ...options, [option.name]: value } })}
            />
          ))}
        </section>
      )}
      <footer class="page-foot">
        <div role="alert" class="trouble" id="new-trouble">
          {trouble.value?.text}
        </div>
        {leavesGame.value && <p class="about">{say("new.leaves")}</p>}
        <div class="buttons">
          <button type="button" class="quiet" onClick={reset}>
            {say("new.reset")}
          </button>
          <button type="submit" class="main" disabled={busy.value} aria-busy={busy.value}>
            {busy.value ? say(way === "winnable" ? "busy.winnable" : "busy.dealing") : say("new.begin")}
          </button>
        </div>
      </footer>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly wrong: boolean;
  readonly children: (props: { id: string; "aria-invalid": boolean; "aria-describedby": string }) => preact.JSX.Element;
}

function Field({ label, wrong, children }: FieldProps) {
  const id = useName();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, "aria-invalid": wrong, "aria-describedby": "new-trouble" })}
    </div>
  );
}

/** Where the hidden cards are, as far as the server leaves a choice. */
function Hidden({ sealed, way, onChange }: { sealed: boolean; way: Way; onChange: (sealed: boolean) => void }) {
  const forms = play.service.value?.stateForms ?? [];
  if (!forms.includes("SEALED")) return null;
  const choice = forms.includes("OPEN");
  const secret = way !== "number" && way !== "daily";
  return (
    <section aria-label={say("new.hidden")}>
      {choice && (
        <Choices
          legend={say("new.hidden")}
          values={[
            { value: "open", label: say("new.hidden.open") },
            { value: "sealed", label: say("new.hidden.sealed") },
          ]}
          value={sealed ? "sealed" : "open"}
          onChange={(value) => onChange(value === "sealed")}
        />
      )}
      <p class="about">
        {!choice && `${say("new.hidden.always")} `}
        {sealed || !choice ? say(secret ? "new.hidden.sealed.about" : "new.hidden.known.about") : say("new.hidden.open.about")}
      </p>
    </section>
  );
}

/** The ways that the page offers and the service has. Difficulty comes with the tables. */
function offered(variant: Variant): Way[] {
  return ways.filter((way) =>
    way === "difficulty" ? variant.dealTables.length > 0 : variant.dealWays.some((one) => one.toLowerCase() === way),
  );
}

/** Says what is wrong with an entry before the service is asked; what else may be wrong, the service says. */
function faultOf(variant: Variant, entry: Entry): string | undefined {
  for (const option of variant.options) {
    if (!takes(option, entry.options[option.name] ?? option.default)) {
      return say("new.count.wanted", { name: optionName(option.name), max: numeral(option.max ?? 0) });
    }
  }
  if (
    entry.way === "number" &&
    !(/^\d{1,10}$/.test(entry.number.trim()) && Number(entry.number) >= 1 && Number(entry.number) <= largestNumber)
  ) {
    return say("new.number.wanted", { max: numeral(largestNumber) });
  }
  const table = tableFor(variant, entry.options);
  if (entry.way === "daily" && table !== undefined && !(entry.day >= table.firstDay && entry.day <= table.lastDay)) {
    return say("new.day.wanted", { first: day(table.firstDay), last: day(table.lastDay) });
  }
  if (table === undefined && (entry.way === "daily" || entry.way === "difficulty")) return say("new.no.table");
  return undefined;
}

function requestOf(variant: Variant, entry: Entry): DealGameRequest {
  // A server that has no other games seals without being asked; one that has none may not be asked.
  const sealed = entry.sealed && play.service.value?.stateForms.includes("SEALED") === true ? { sealed: true } : {};
  const request = { variant: variant.variant, options: unusual(variant, entry.options), ...sealed };
  switch (entry.way) {
    case "random":
      return request;
    case "winnable":
      return { ...request, winnable: true };
    case "difficulty":
      return { ...request, difficulty: entry.difficulty };
    case "daily":
      return { ...request, daily: entry.day };
    case "number":
      return { ...request, number: Number(entry.number) };
  }
}

/** The day that it is here, YYYY-MM-DD. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
