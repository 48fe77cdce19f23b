import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { play } from "../play/play.ts";
import { say } from "../text/say.ts";

/** The page about the page. */
export function About() {
  const version = useSignal<string | undefined>(undefined);
  useEffect(() => {
    // Without an answer the line is left out: nobody opened this page for it.
    play.client.getVersion({}).then(
      ({ build }) => {
        version.value = build;
      },
      () => undefined,
    );
  }, []);
  return (
    <div class="prose">
      <p>{say("about.what")}</p>
      <p>{say("about.privacy")}</p>
      <p>{say("about.licence")}</p>
      <p>
        <a href="/api">{say("about.api")}</a>
      </p>
      <p>
        <a href="/licences.txt">{say("about.parts")}</a>
      </p>
      {version.value !== undefined && <p class="about">{say("about.version", { version: version.value })}</p>}
    </div>
  );
}
