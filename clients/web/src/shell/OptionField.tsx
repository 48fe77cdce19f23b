import { useSignal } from "@preact/signals";
import { say } from "../text/say.ts";
import { Choices } from "./Choices.tsx";
import { type Option, optionName, valueName } from "./catalogue.ts";
import { useName } from "./useName.ts";

interface OptionFieldProps {
  readonly option: Option;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A rule that the dealer chooses, as the service describes it. */
export function OptionField({ option, value, onChange }: OptionFieldProps) {
  return option.type === "COUNT" ? (
    <CountField option={option} value={value} onChange={onChange} />
  ) : (
    <Choices
      legend={optionName(option.name)}
      values={option.values.map((one) => ({ value: one, label: valueName(option.name, one) }))}
      value={value}
      onChange={onChange}
    />
  );
}

/** How many numbers a count offers as buttons before the field for any. */
const shown = 4;

function CountField({ option, value, onChange }: OptionFieldProps) {
  const id = useName();
  const few = Array.from({ length: Math.min(shown, (option.max ?? 0) + 1) }, (_, i) => String(i));
  const words = [...(option.unlimited ? ["unlimited"] : []), ...few];
  // Who types 12 passes 1 on the way, so that the value alone does not say where it was entered.
  const counted = useSignal(!words.includes(value));
  return (
    <div class="count-field">
      <Choices
        legend={optionName(option.name)}
        values={[
          ...words.map((one) => ({ value: one, label: valueName(option.name, one) })),
          ...((option.max ?? 0) >= shown ? [{ value: "counted", label: say("value.counted") }] : []),
        ]}
        value={counted.value ? "counted" : value}
        onChange={(one) => {
          counted.value = one === "counted";
          onChange(counted.value ? String(shown) : one);
        }}
      />
      {counted.value && (
        <div class="field">
          <label for={id}>{say("new.count", { name: optionName(option.name) })}</label>
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            value={value}
            onInput={(event) => onChange(event.currentTarget.value.trim())}
          />
        </div>
      )}
    </div>
  );
}
