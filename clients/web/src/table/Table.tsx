import { effect, untracked, useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { play } from "../play/play.ts";
import { settings } from "../store/settings.ts";
import { language } from "../text/language.ts";
import { say } from "../text/say.ts";
import { Lattice } from "./Back.tsx";
import { cardsOf } from "./cards.ts";
import { celebrate } from "./celebrate.tsx";
import { touch } from "./deeds.ts";
import { Drag, dragging, over } from "./drag.ts";
import { fly } from "./flight.tsx";
import type { Spot } from "./gesture.ts";
import { cursor, follow, held, piles, targets } from "./hand.ts";
import { press } from "./keys.ts";
import { layOut } from "./layout.ts";
import { type Marks, PileView } from "./PileView.tsx";
import { type Scene, sceneOf, stopAt } from "./scene.ts";
import { Signs } from "./sign.tsx";
import { tell, tellHint } from "./tell.ts";
import { hush, speak, spoken } from "./voice.ts";

/** The table: the game as it lies, to be played with pointer and keyboard. */
export function Table() {
  const felt = useRef<HTMLDivElement>(null);
  const size = useSignal({ width: 0, height: 0 });
  const drag = useMemo(() => new Drag(), []);

  useLayoutEffect(() => {
    const element = felt.current;
    if (element === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width !== size.value.width || height !== size.value.height) size.value = { width, height };
    };
    // At once: else an empty table would be drawn before the first one with cards.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [size]);

  const scene = useComputed<Scene | null>(() => {
    const game = play.game.value;
    const table = piles.value;
    const { width, height } = size.value;
    if (game === null || table === null || width === 0) return null;
    const layout = layOut({
      variant: game.variant,
      piles: [...table.kinds].map(([id, kind]) => ({ id, kind })),
      wasteShown: Number(game.options.draw ?? "1"),
      width,
      height,
      large: settings.value.largeCards,
      leftHanded: settings.value.leftHanded,
    });
    return sceneOf(game, table, layout);
  });

  useFlights(felt, scene.value, drag);
  useKeys(felt, () => scene.value);
  useVoice();

  const game = play.game.value;
  const drawn = scene.value;
  const at = drawn === null ? undefined : stopAt(drawn, cursor.value);
  return (
    <div class={dragging.value ? "table dragging" : "table"}>
      <Signs />
      <Lattice />
      <div class="slow" role="status">
        {play.slow.value && <span>{say("table.slow")}</span>}
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter and Space click its buttons, keys.ts handles the other keys. */}
      <div
        ref={felt}
        class="felt"
        id="table"
        data-moves={game?.moveCount}
        role="application"
        tabIndex={-1}
        aria-busy={play.slow.value}
        aria-label={say("table.name", { game: play.variant.value?.title ?? "" })}
        style={
          drawn === null ? undefined : { "--card-width": `${drawn.layout.cardWidth}px`, "--card-height": `${drawn.layout.cardHeight}px` }
        }
        onClick={(event) => {
          // A click by keys is the end of no drag.
          if (play.watching.value || (event.detail > 0 && drag.swallows())) return;
          const spot = spotOf(event.target);
          if (spot === undefined) held.value = undefined;
          else touch(spot);
        }}
        onFocusIn={(event) => {
          const spot = spotOf(event.target);
          if (spot !== undefined) cursor.value = spot;
        }}
        onPointerDown={(event) => {
          if (drawn !== null) drag.begin(event, spotOf(event.target), drawn);
        }}
        onPointerMove={(event) => {
          if (drawn !== null) drag.move(event, event.currentTarget, drawn);
        }}
        onPointerUp={(event) => {
          const missed = drag.missed(event);
          if (missed !== undefined) touch(missed);
          if (drawn !== null) void drag.end(event, event.currentTarget, () => scene.value);
        }}
        onPointerCancel={(event) => drag.cancel(event)}
      >
        {game !== null &&
          drawn?.piles.map((placed) => (
            <PileView
              key={placed.seat.id}
              game={game}
              placed={placed}
              scene={drawn}
              marks={marksOf(placed.seat.id)}
              cursor={at?.pile === placed.seat.id ? (at.index ?? -1) : undefined}
              redeals={play.redealsLeft.value}
            />
          ))}
      </div>
      <div class="unseen" role="status">
        {spoken.value.text}
        {spoken.value.times % 2 === 0 ? "" : "\u00a0"}
      </div>
    </div>
  );
}

function spotOf(target: EventTarget | null): Spot | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-pile]") : null;
  const { pile, index } = element?.dataset ?? {};
  return pile === undefined ? undefined : { pile, index: index === undefined ? undefined : Number(index) };
}

function marksOf(pile: string): Marks {
  const move = play.suggestion.value?.move;
  const fromStock = move?.kind === "DRAW" || move?.kind === "REDEAL";
  const count = move?.kind === "REMOVE" ? 1 : cardsOf(move?.cards ?? "").length;
  const hinted = fromStock ? pile === "s" : move?.from === pile || (move?.kind === "REMOVE" && move.to === pile);
  return {
    held: held.value?.pile === pile ? held.value.count : 0,
    target: targets.value.has(pile),
    over: over.value === pile,
    hint: hinted ? (fromStock ? 1 : count) : move?.to === pile ? 0 : undefined,
  };
}

// Lets cards glide whenever the position changes, and keeps the focus where the player is.
function useFlights(felt: { current: HTMLDivElement | null }, scene: Scene | null, drag: Drag): void {
  const shown = useRef<{ scene: Scene; change: unknown } | null>(null);
  const change = play.change.value;
  useLayoutEffect(() => {
    const before = shown.current;
    if (felt.current === null || scene === null || change === null) return;
    shown.current = { scene, change };
    if (before?.change === change) return;
    const length = fly(
      felt.current,
      before?.scene ?? null,
      scene,
      change,
      drag.settle(change.kind === "play" ? play.moves.value.at(-1) : undefined),
    );
    if (change.after.status === "WON" && change.kind !== "deal" && change.kind !== "redo") celebrate(felt.current, length);
  }, [scene, change]);
}

function useKeys(felt: { current: HTMLDivElement | null }, sceneNow: () => Scene | null): void {
  // Whether the player came by keyboard; then the focus never leaves the table by itself.
  const keyboard = useRef(false);
  const focus = (): void => {
    const scene = sceneNow();
    const stop = scene === null ? undefined : stopAt(scene, cursor.value);
    if (stop === undefined || felt.current === null) return;
    const index = stop.index === undefined ? ":not([data-index])" : `[data-index="${stop.index}"]`;
    felt.current.querySelector<HTMLElement>(`button[data-pile="${stop.pile}"]${index}`)?.focus({ preventScroll: true });
    // Where there is too little room for the table, it scrolls.
    document.activeElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  // How often the focus was to follow what is drawn. It does so together with the cards: a key that is pressed
  // when they are seen means where they went.
  const drawn = useSignal(0);
  useLayoutEffect(() => {
    if (drawn.value > 0) focus();
  }, [drawn.value]);
  useLayoutEffect(() => {
    const focusDrawn = (): void => {
      drawn.value++;
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (felt.current === null) return;
      keyboard.current = felt.current.contains(document.activeElement);
      press(event, felt.current, sceneNow, (now) => {
        keyboard.current = true;
        if (now) focus();
        else focusDrawn();
      });
    };
    const onPointerDown = (): void => {
      keyboard.current = false;
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("pointerdown", onPointerDown);
    const stay = effect(() => {
      const change = play.change.value;
      const table = piles.peek();
      if (change === null || table === null || !keyboard.current) return;
      untracked(() => {
        follow(change, table);
        focusDrawn();
      });
    });
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("pointerdown", onPointerDown);
      stay();
    };
  }, []);
}

// Says what happens to those who cannot see it.
function useVoice(): void {
  useEffect(() => {
    // What was said in another language is not said again.
    const switched = effect(() => {
      language.value;
      hush();
    });
    const happened = effect(() => {
      const change = play.change.value;
      const table = piles.peek();
      if (change === null || table === null) return;
      untracked(() => speak(tell(change, table, play.variant.value?.title ?? "")));
      // Cards that follow the pointer stay in the hand, whatever else goes on.
      if (!dragging.peek()) held.value = undefined;
    });
    const advised = effect(() => {
      const suggestion = play.suggestion.value;
      const table = piles.peek();
      if (suggestion !== null && table !== null) untracked(() => speak(tellHint(suggestion.move, table, play.game.value?.variant ?? "")));
    });
    return () => {
      switched();
      happened();
      advised();
    };
  }, []);
}
