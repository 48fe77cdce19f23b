import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { play } from "../play/play.ts";
import { numeral, say } from "../text/say.ts";
import { Choices } from "./Choices.tsx";
import { CopyField } from "./CopyField.tsx";
import { download } from "./download.ts";
import { leave } from "./page.ts";
import { Playback } from "./playback.ts";
import { writeRecord } from "./record.ts";
import { type Trouble, troubleOf } from "./trouble.ts";
import { useName } from "./useName.ts";

/** The page to take the present game away as a record, and to open one. */
export function Records() {
  return (
    <>
      {play.game.value !== null && <Export />}
      <Import />
    </>
  );
}

function Export() {
  const form = useSignal<"RECORD_JSON" | "RECORD_TEXT">("RECORD_JSON");
  const text = useSignal("");
  const trouble = useSignal<Trouble | undefined>(undefined);
  const moves = play.moves.value.length;

  useEffect(() => {
    const record = play.record();
    if (record === null) return;
    let gone = false;
    writeRecord(play.client, record, form.value, play.sealedOnly ? play.origin.value?.state : undefined).then(
      (written) => {
        if (!gone) text.value = written;
      },
      (error: unknown) => {
        if (!gone) trouble.value = troubleOf(error);
      },
    );
    return () => {
      gone = true;
    };
  }, [form.value, moves]);

  const watch = async (): Promise<void> => {
    try {
      await Playback.open(text.value);
      leave("records");
    } catch (error) {
      trouble.value = troubleOf(error);
    }
  };

  const variant = play.game.value?.variant ?? "";
  const ending = form.value === "RECORD_JSON" ? "jsonl" : "txt";
  return (
    <section class="export" aria-labelledby="record-this">
      <h3 id="record-this">{say("record.this")}</h3>
      <p class="about">{moves === 0 ? say("record.none") : say("record.this.about")}</p>
      <Choices
        legend={say("record.format")}
        hideLegend
        values={[
          { value: "RECORD_JSON", label: say("record.json") },
          { value: "RECORD_TEXT", label: say("record.text") },
        ]}
        value={form.value}
        onChange={(value) => {
          form.value = value;
        }}
      />
      <CopyField label={say("record.paste")} text={text.value} rows={form.value === "RECORD_JSON" ? 3 : 6} />
      <div role="alert" class="trouble">
        {trouble.value?.text}
      </div>
      <div class="buttons">
        <button type="button" class="quiet" disabled={text.value === "" || moves === 0} onClick={watch}>
          {say("record.watch")}
        </button>
        <button type="button" class="quiet" disabled={text.value === ""} onClick={() => download(`talon-${variant}.${ending}`, text.value)}>
          {say("act.download")}
        </button>
      </div>
    </section>
  );
}

/** The size that no record goes beyond, in bytes: that of a message to the service. */
const largest = 4 << 20;

function Import() {
  const id = useName();
  const text = useSignal("");
  const trouble = useSignal<Trouble | undefined>(undefined);
  const busy = useSignal(false);

  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > largest) {
      trouble.value = { text: say("record.large", { limit: `${numeral(largest >> 20)} MiB` }), retry: false };
      return;
    }
    text.value = await file.text();
    trouble.value = undefined;
  };

  const replay = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (text.value.trim() === "") {
      trouble.value = { text: say("record.empty"), retry: false };
      return;
    }
    busy.value = true;
    try {
      await Playback.open(text.value);
      leave("records");
    } catch (error) {
      trouble.value = troubleOf(error);
    } finally {
      busy.value = false;
    }
  };

  return (
    <form class="import" aria-labelledby="record-open" noValidate onSubmit={replay}>
      <h3 id="record-open">{say("record.open")}</h3>
      <p class="about">{say("record.open.about")}</p>
      <label for={id}>{say("record.paste")}</label>
      <textarea
        id={id}
        rows={4}
        spellcheck={false}
        maxLength={largest}
        value={text.value}
        aria-describedby="record-trouble"
        onInput={(event) => {
          text.value = event.currentTarget.value;
          trouble.value = undefined;
        }}
      />
      <div role="alert" class="trouble" id="record-trouble">
        {trouble.value?.text}
      </div>
      <div class="buttons">
        <label class="file quiet">
          <input
            type="file"
            accept=".json,.jsonl,.txt,application/json,text/plain"
            onChange={(event) => take(event.currentTarget.files?.[0])}
          />
          <span>{say("record.file")}</span>
        </label>
        <button type="submit" class="main" disabled={busy.value} aria-busy={busy.value}>
          {say("record.replay")}
        </button>
      </div>
    </form>
  );
}
