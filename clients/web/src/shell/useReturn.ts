import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Brings the focus back to the table when what held it goes by itself, so that whoever uses the keyboard is
 * not left at the beginning of the page. Gives the reference for the element that may go.
 */
export function useReturn<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useLayoutEffect(() => {
    const leaving = element.current;
    return () => {
      if (leaving?.contains(document.activeElement) !== true) return;
      // The cards are drawn anew before that, or a page has opened and has the focus.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.querySelector<HTMLElement>('#table [tabindex="0"]')?.focus();
      });
    };
  }, []);
  return element;
}
