import type { ComponentChildren } from "preact";
import { change, settings } from "../store/settings.ts";
import { say } from "../text/say.ts";
import { Choices } from "./Choices.tsx";
import { keeps } from "./session.ts";
import { useName } from "./useName.ts";

/** The page of the settings. Each takes effect at once. */
export function Settings() {
  const now = settings.value;
  return (
    <div class="settings">
      {!keeps.value && <p class="trouble">{say("settings.lost")}</p>}
      <Choices
        legend={say("settings.language")}
        values={[
          { value: "browser", label: say("settings.language.browser") },
          // Each language in its own words: who does not understand the page looks for them.
          { value: "en", label: "English" },
          { value: "de", label: "Deutsch" },
        ]}
        value={now.language}
        onChange={(language) => change({ language })}
      />
      <Choices
        legend={say("settings.theme")}
        values={(["system", "light", "dark"] as const).map((value) => ({ value, label: say(`settings.theme.${value}`) }))}
        value={now.theme}
        onChange={(theme) => change({ theme })}
      />
      <Switch on={now.largeCards} onChange={(largeCards) => change({ largeCards })}>
        {say("settings.large")}
      </Switch>
      <Switch on={now.fourColours} about={say("settings.four.about")} onChange={(fourColours) => change({ fourColours })}>
        {say("settings.four")}
      </Switch>
      <Switch on={now.leftHanded} about={say("settings.left.about")} onChange={(leftHanded) => change({ leftHanded })}>
        {say("settings.left")}
      </Switch>
      <Switch
        on={now.motion === "reduced"}
        about={say(matchMedia("(prefers-reduced-motion: reduce)").matches ? "settings.motion.system" : "settings.motion.about")}
        onChange={(reduced) => change({ motion: reduced ? "reduced" : "system" })}
      >
        {say("settings.motion")}
      </Switch>
      <Switch on={now.showTime} onChange={(showTime) => change({ showTime })}>
        {say("settings.time")}
      </Switch>
    </div>
  );
}

interface SwitchProps {
  readonly on: boolean;
  readonly about?: string;
  readonly onChange: (on: boolean) => void;
  readonly children: ComponentChildren;
}

/** On or off. */
function Switch({ on, about, onChange, children }: SwitchProps) {
  const name = useName();
  const remark = useName();
  return (
    <label class="switch">
      <span class="switch-text">
        <span id={name}>{children}</span>
        {about !== undefined && <small id={remark}>{about}</small>}
      </span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells by itself whether it is on
        role="switch"
        aria-labelledby={name}
        aria-describedby={about === undefined ? undefined : remark}
        checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
