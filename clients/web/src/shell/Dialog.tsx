import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { say } from "../text/say.ts";
import { Icon } from "./Icon.tsx";
import { close } from "./page.ts";

/**
 * The dialog that pages are shown in. It is the browser's own, so the focus stays in it, Escape closes it,
 * and the focus returns to where it was. One page follows another in the same dialog.
 */
export function Dialog({ name, title, children }: { name: string; title: string; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  // Another page begins at its top, and is read out from there.
  useLayoutEffect(() => {
    heading.current?.focus();
    dialog.current?.querySelector(".page")?.scrollTo(0, 0);
  }, [name]);

  return (
    <dialog
      ref={dialog}
      class={`dialog dialog-${name}`}
      aria-labelledby="dialog-title"
      // The browser tells it a frame later; by then another page may be open.
      onClose={(event) => {
        if (event.currentTarget.isConnected) close();
      }}
      // At once, so that the next key means the table.
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div class="sheet">
        <header class="sheet-head">
          <h2 id="dialog-title" tabIndex={-1} ref={heading}>
            {title}
          </h2>
          <button type="button" class="round" aria-label={say("act.close")} title={say("act.close")} onClick={close}>
            <Icon sign="close" />
          </button>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard, too */}
        <div class="page" tabIndex={0}>
          {children}
        </div>
      </div>
    </dialog>
  );
}
