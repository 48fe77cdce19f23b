import { effect, untracked } from "@preact/signals";
import { play } from "../play/play.ts";
import { say } from "../text/say.ts";
import { prettyRefusal } from "./cards.ts";
import { dismiss, notice, notify } from "./notice.ts";
import { page } from "./page.ts";
import { troubleOf } from "./trouble.ts";

/** Lets the line over the table say what the game has to say. */
export function listenToGame(): void {
  effect(() => {
    const refusal = play.refusal.value;
    if (refusal !== null) notify({ kind: "refusal", text: prettyRefusal(refusal), seconds: 6 });
  });
  effect(() => {
    const advice = play.advice.value;
    if (advice === null) return;
    notify({ kind: "hint", text: advice.suggestions[0]?.message ?? say("hint.none"), seconds: 8 });
  });
  effect(() => {
    const problem = play.problem.value;
    // A page that asked for something says itself what became of it.
    if (problem === null || untracked(() => page.value !== undefined)) return;
    const { text, retry } = troubleOf(problem);
    notify({ kind: "trouble", text, ...(retry ? { retry: () => void play.again() } : {}) });
  });
  effect(() => {
    const change = play.change.value;
    if (change === null) return;
    untracked(() => {
      if (change.after.status === "STUCK" && change.kind !== "deal") notify({ kind: "stuck", text: say("stuck.toast") });
      else if (notice.value?.kind !== "news") dismiss();
    });
  });
}
