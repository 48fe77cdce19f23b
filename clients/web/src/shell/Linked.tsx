import { useSignal } from "@preact/signals";
import { say } from "../text/say.ts";
import { titleOf } from "./catalogue.ts";
import { close, leave } from "./page.ts";
import { answer, linked } from "./session.ts";
import { type Trouble, troubleOfLink } from "./trouble.ts";

/** The page that asks whether a link's deal is worth leaving the running game for. */
export function Linked() {
  const trouble = useSignal<Trouble | undefined>(undefined);
  const asked = linked.value;
  if (asked === undefined) return null;

  const deal = async (): Promise<void> => {
    const error = await answer(asked);
    if (error === undefined) leave("link");
    else trouble.value = troubleOfLink(error);
  };

  return (
    <>
      <p class="lead">{"deal" in asked ? say("link.asks", { game: titleOf(asked.deal.variant) }) : say("link.asks.position")}</p>
      <p class="about">{say("new.leaves")}</p>
      <footer class="page-foot">
        <div role="alert" class="trouble">
          {trouble.value?.text}
        </div>
        <div class="buttons">
          <button type="button" class="quiet" onClick={close}>
            {say("link.stay")}
          </button>
          <button type="button" class="main" onClick={deal}>
            {say("link.deal")}
          </button>
        </div>
      </footer>
    </>
  );
}
