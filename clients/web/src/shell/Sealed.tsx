import { play } from "../play/play.ts";
import { type PlainKey, say } from "../text/say.ts";
import { CopyField } from "./CopyField.tsx";

/** The page about a sealed game: where its hidden cards are, and how to know that nobody changed them. */
export function Sealed() {
  const promise = play.promise.value;
  const revealed = play.revealed.value;
  const seed = revealed?.deal?.seed;
  return (
    <>
      <p class="about">{say("sealed.about")}</p>
      {promise === null ? (
        <p class="about">{say(play.origin.value?.seal?.secret === true ? "sealed.middle" : "sealed.known")}</p>
      ) : (
        <>
          <Verdict />
          <CopyField label={say("sealed.commitment")} text={promise} />
          {seed !== undefined && revealed?.salt !== undefined && (
            <>
              <CopyField label={say("sealed.seed")} text={seed} />
              <CopyField label={say("sealed.salt")} text={revealed.salt} />
            </>
          )}
          <p class="about">{say("sealed.how")}</p>
        </>
      )}
    </>
  );
}

const verdicts = {
  VERIFIED: "sealed.verified",
  BROKEN: "sealed.broken",
  NOT_REVEALED: "sealed.promised",
  UNCHECKABLE: "sealed.uncheckable",
} as const satisfies Record<string, PlainKey>;

/** What is known of whether the deal was fixed before the first move. */
export function Verdict() {
  const checked = play.checked.value;
  const open = play.revealed.value === null ? "NOT_REVEALED" : undefined;
  const known = checked ?? open;
  return (
    <p role="status" class={`seal-verdict seal-${known ?? "CHECKING"}`}>
      {say(known === undefined ? "sealed.checking" : verdicts[known])}
    </p>
  );
}
