import { play } from "../play/play.ts";
import { say } from "../text/say.ts";
import { CopyField } from "./CopyField.tsx";
import { dealOf, titleOf } from "./catalogue.ts";
import { link } from "./session.ts";

/** The address of this page without what it asks for. */
function address(): string {
  return location.origin + location.pathname;
}

/** The page with the link that deals the same cards. */
export function Share() {
  const game = play.game.value;
  if (game === null) return null;
  const url = address() + link.value;
  const title = `${titleOf(game.variant)} ${dealOf(play.deal.value, game)}`.trim();
  return (
    <>
      <p class="lead">{title}</p>
      <p class="about">{say(play.deal.value !== null ? "share.about" : play.sealed.value ? "share.sealed" : "share.unnamed")}</p>
      <CopyField label={say("share.link")} text={url} />
      {"share" in navigator && (
        <div class="buttons">
          {/* Who changes their mind in the system's own dialog has not met an error. */}
          <button type="button" class="quiet" onClick={() => void navigator.share({ title, url }).catch(() => undefined)}>
            {say("share.send")}
          </button>
        </div>
      )}
    </>
  );
}
