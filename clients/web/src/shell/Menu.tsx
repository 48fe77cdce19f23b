import { play } from "../play/play.ts";
import { type PlainKey, say } from "../text/say.ts";
import { Icon, type Sign } from "./Icon.tsx";
import { close, open, type Page } from "./page.ts";

/** The page that leads to everything. */
export function Menu() {
  const game = play.game.value;
  const act = (action: () => unknown) => () => {
    close();
    action();
  };
  return (
    <>
      <section aria-labelledby="menu-game">
        <h3 id="menu-game">{say("menu.game")}</h3>
        <ul class="menu">
          <Item sign="restart" label={say("act.restart.long")} disabled={!play.canUndo.value} onClick={act(() => play.restart())} />
          {game?.finishAvailable === true && <Item sign="finish" label={say("act.finish.long")} onClick={act(() => play.finish())} />}
          <Link sign="winnable" label="menu.winnable" to="winnable" disabled={game === null || game.status === "WON"} />
          {play.sealed.value && <Link sign="sealed" label="menu.sealed" to="sealed" />}
          <Link sign="share" label="menu.share" to="share" disabled={game === null} />
          <Link sign="records" label="menu.record" to="records" />
          <Link sign="rules" label="menu.rules" to="rules" />
        </ul>
      </section>
      <section aria-labelledby="menu-more">
        <h3 id="menu-more">{say("menu.more")}</h3>
        <ul class="menu">
          <Link sign="new" label="act.new" to="new" />
          <Link sign="statistics" label="menu.statistics" to="statistics" />
          <Link sign="settings" label="menu.settings" to="settings" />
          <Link sign="keys" label="menu.keys" to="keys" />
          <Link sign="about" label="menu.about" to="about" />
        </ul>
      </section>
    </>
  );
}

function Link({ sign, label, to, disabled = false }: { sign: Sign; label: PlainKey; to: Page; disabled?: boolean }) {
  return <Item sign={sign} label={say(label)} disabled={disabled} onClick={() => open(to)} />;
}

function Item({ sign, label, disabled = false, onClick }: { sign: Sign; label: string; disabled?: boolean; onClick: () => void }) {
  return (
    <li>
      <button type="button" class="menu-item" disabled={disabled} onClick={onClick}>
        <Icon sign={sign} />
        <span>{label}</span>
      </button>
    </li>
  );
}
