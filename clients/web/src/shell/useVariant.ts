import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { play } from "../play/play.ts";

/**
 * The game that a page is about, and how to choose another: first the one on the table, or, where the page is opened
 * before there is one, the first of all; undefined until the games are known.
 */
export function useVariant(): readonly [chosen: string | undefined, choose: (variant: string) => void] {
  const first = useRef<string | undefined>(undefined);
  const chosen = useSignal<string | undefined>(undefined);
  // A deal that comes later takes nothing away from who is choosing already.
  first.current ??= play.game.value?.variant ?? play.variants.value[0]?.variant;
  const choose = (variant: string): void => {
    chosen.value = variant;
  };
  return [chosen.value ?? first.current, choose];
}
