import type { ComponentType } from "preact";
import { type PlainKey, say } from "../text/say.ts";
import { About } from "./About.tsx";
import { Dialog } from "./Dialog.tsx";
import { Keys } from "./Keys.tsx";
import { Linked } from "./Linked.tsx";
import { Menu } from "./Menu.tsx";
import { NewGame } from "./NewGame.tsx";
import { type Page, page } from "./page.ts";
import { Records } from "./Records.tsx";
import { Rules } from "./Rules.tsx";
import { Sealed } from "./Sealed.tsx";
import { Settings } from "./Settings.tsx";
import { Share } from "./Share.tsx";
import { Statistics } from "./Statistics.tsx";
import { Winnable } from "./Winnable.tsx";
import { Won } from "./Won.tsx";

const pages: Readonly<Record<Page, readonly [title: PlainKey, Content: ComponentType]>> = {
  menu: ["menu.title", Menu],
  new: ["new.title", NewGame],
  won: ["won.title", Won],
  link: ["link.title", Linked],
  winnable: ["winnable.title", Winnable],
  sealed: ["sealed.title", Sealed],
  share: ["share.title", Share],
  records: ["record.title", Records],
  rules: ["rules.title", Rules],
  statistics: ["statistics.title", Statistics],
  settings: ["settings.title", Settings],
  keys: ["keys.title", Keys],
  about: ["about.title", About],
};

/** The page that is open over the table, if one is. */
export function Pages() {
  const name = page.value;
  if (name === undefined) return null;
  const [title, Content] = pages[name];
  return (
    <Dialog name={name} title={say(title)}>
      <Content key={name} />
    </Dialog>
  );
}
