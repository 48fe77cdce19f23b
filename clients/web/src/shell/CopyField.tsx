import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { say } from "../text/say.ts";
import { useName } from "./useName.ts";

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  /** How many lines are shown; one line is a field, more are an area. */
  readonly rows?: number;
}

/** A text to take away, with a button that copies it. */
export function CopyField({ label, text, rows = 1 }: CopyFieldProps) {
  const id = useName();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const said = useSignal("");

  const copy = async (): Promise<void> => {
    try {
      // Absent where the page does not come over TLS or from this machine.
      await navigator.clipboard.writeText(text);
      said.value = say("act.copied");
    } catch {
      field.current?.focus();
      field.current?.select();
      said.value = say("share.failed");
    }
  };

  const props = { id, ref: field, readOnly: true, value: text, spellcheck: false, onFocus: () => field.current?.select() };
  return (
    <div class="copy">
      <label for={id}>{label}</label>
      <div class={rows === 1 ? "copy-row" : "copy-block"}>
        {rows === 1 ? <input {...props} /> : <textarea {...props} rows={rows} />}
        <button type="button" class="main" onClick={copy}>
          {say("act.copy")}
        </button>
      </div>
      <p role="status" class="about copy-said">
        {said.value}
      </p>
    </div>
  );
}
