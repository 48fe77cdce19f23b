import { useState } from "preact/hooks";

let named = 0;

/** A name for an element that no other element of the page has, the same for as long as it is there. */
export function useName(): string {
  return useState(() => `name-${++named}`)[0];
}
