import { render } from "preact";
import { App } from "./App.tsx";
import { begin } from "./shell/session.ts";
import { listen } from "./shell/shortcuts.ts";
import { announceGame, announceLook } from "./shell/theme.ts";
import { listenToGame } from "./shell/voices.ts";
import "./style/app.css";
import { announceLanguage } from "./text/language.ts";

const root = document.getElementById("app");
if (root === null) throw new Error("index.html has no element #app");
announceLanguage(document.documentElement);
announceLook(document.documentElement);
announceGame();
const begun = begin();
// A task later the requests of the first game are on their way, and the page is drawn meanwhile.
await new Promise((resolve) => setTimeout(resolve));
render(<App />, root);
listenToGame();
listen();
await begun;
