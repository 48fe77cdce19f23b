import { render } from "preact";
import { App } from "./App.tsx";
import { play } from "./play/play.ts";
import "./style/app.css";

const root = document.getElementById("app");
if (root === null) throw new Error("index.html has no element #app");
render(<App />, root);

await play.prepare();
await play.start({ variant: "klondike" });
