import { type PlainKey, say } from "../text/say.ts";
import { shortcuts } from "./shortcuts.ts";

/** The keys of the table, in the order in which one needs them. */
const atTable = ["move", "take", "targets", "release", "draw"] as const;

/** The page of the keys. */
export function Keys() {
  return (
    <>
      <h3>{say("keys.table")}</h3>
      <KeyList keys={atTable.map((name) => [`key.${name}`, `key.${name}.about`] as const)} />
      <h3>{say("keys.anywhere")}</h3>
      <KeyList keys={shortcuts.map(({ keys, label }) => [keys, label] as const)} />
    </>
  );
}

function KeyList({ keys }: { keys: readonly (readonly [keys: PlainKey, meaning: PlainKey])[] }) {
  return (
    <dl class="keys">
      {keys.map(([names, meaning]) => (
        <div key={names}>
          <dt>
            {say(names)
              .split(", ")
              .map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
          </dt>
          <dd>{say(meaning)}</dd>
        </div>
      ))}
    </dl>
  );
}
