import { AbortedError, ConnectionError, RefusedError, TalonError } from "@talon-solitaire/client";
import { say } from "../text/say.ts";
import { prettyRefusal } from "./cards.ts";

/** What went wrong, for people. */
export interface Trouble {
  readonly text: string;
  /** Whether the same may succeed later. */
  readonly retry: boolean;
}

/** Leaves out the field of the request, which means nothing to people unless it tells which of several it was. */
function unaddressed(message: string): string {
  // An option is named in the sentence, too.
  return message.replace(/^[A-Za-z]+(\[[a-z_]+\])?: (?=\p{Lu})/u, "");
}

/** Says what an error means for the one who followed a link: where in it something is odd, helps nobody. */
export function troubleOfLink(error: unknown): Trouble {
  const unread = error instanceof TalonError && error.reason?.startsWith("MALFORMED_") === true;
  return unread ? { text: say("trouble.link"), retry: false } : troubleOf(error);
}

/** Says what an error means for the one who plays. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof RefusedError) return { text: prettyRefusal(error.refusal), retry: false };
  if (error instanceof ConnectionError || error instanceof AbortedError) return { text: say("trouble.unreachable"), retry: true };
  if (!(error instanceof TalonError)) return { text: say("trouble.answer"), retry: false };
  if (error.reason === "SEALED_GAME") return { text: say("trouble.sealed"), retry: false };
  switch (error.code) {
    case "RESOURCE_EXHAUSTED":
      return { text: say("trouble.overloaded"), retry: true };
    case "UNAVAILABLE":
      return { text: say(error.reason === "DRAINING" ? "trouble.draining" : "trouble.unreachable"), retry: true };
    case "INTERNAL":
      return { text: say("trouble.defect", { id: error.requestId ?? "–" }), retry: true };
    default:
      return {
        text: error.localizedMessage === undefined ? say("trouble.answer") : unaddressed(error.localizedMessage),
        retry: error.code === "DEADLINE_EXCEEDED",
      };
  }
}
