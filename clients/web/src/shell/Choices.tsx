import { useName } from "./useName.ts";

interface ChoicesProps<T extends string> {
  readonly legend: string;
  /** Leaves the legend to screen readers, where the place says it to the eye. */
  readonly hideLegend?: boolean;
  readonly values: readonly { readonly value: T; readonly label: string; readonly disabled?: boolean }[];
  readonly value: T;
  readonly class?: string;
  readonly onChange: (value: T) => void;
}

/** One of a few: radio buttons that look like a row of buttons. */
export function Choices<T extends string>({ legend, hideLegend = false, values, value, class: name = "", onChange }: ChoicesProps<T>) {
  const group = useName();
  return (
    <div role="radiogroup" aria-labelledby={group} class={`choices ${name}`}>
      <span id={group} class={hideLegend ? "unseen" : "choices-legend"}>
        {legend}
      </span>
      <div class="choices-row">
        {values.map((one) => (
          <label key={one.value} class="choice">
            <input
              type="radio"
              name={group}
              value={one.value}
              checked={one.value === value}
              disabled={one.disabled === true}
              onChange={() => onChange(one.value)}
            />
            <span>{one.label}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
