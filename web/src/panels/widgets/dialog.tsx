// A modal dialog: takes the focus, keeps it, and returns it when closed. The shell makes the page behind it inert.

import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from './button';

export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  foot?: ComponentChildren; // buttons
  head?: ComponentChildren; // beside the title
  width?: number; // [px]
  plain?: boolean; // no title bar; the title is the accessible name
  class?: string;
}

const focusable = 'button:not(:disabled):not([tabindex="-1"]), [href], input:not(:disabled), select:not(:disabled), [tabindex="0"]';

export function Dialog({ title, onClose, children, foot, head, width = 440, plain, class: extra = '' }: DialogProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();

  // Before the page behind becomes inert and loses the focus.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const first = box.current?.querySelector<HTMLElement>('[data-autofocus]') ?? box.current;
    first?.focus();
    if (first instanceof HTMLInputElement) first.select(); // typing replaces it
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
    if (event.key !== 'Tab') return;
    const all = [...(box.current?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter((element) => element.offsetParent !== null);
    const [first, last] = [all[0], all[all.length - 1]];
    if (!first || !last) return event.preventDefault();
    const active = document.activeElement;
    if (event.shiftKey && (active === first || active === box.current)) {
      event.preventDefault();
      last.focus();
    } else if (!event.shiftKey && active === last) {
      event.preventDefault();
      first.focus();
    }
  };

  return (
    <div class="backdrop" onPointerDown={(event) => event.target === event.currentTarget && onClose()}>
      <div
        class={`dialog ${extra}`}
        role="dialog"
        aria-modal="true"
        aria-labelledby={plain ? undefined : id}
        aria-label={plain ? title : undefined}
        tabIndex={-1}
        ref={box}
        style={{ '--dialog-width': `${width}px` }}
        onKeyDown={keyDown}
      >
        {!plain && (
          <div class="dialog-head">
            <h2 id={id}>{title}</h2>
            {head}
            <IconButton icon="close" label="Close" keys="Esc" onClick={onClose} />
          </div>
        )}
        <div class="dialog-body scroll">{children}</div>
        {foot && <div class="dialog-foot">{foot}</div>}
      </div>
    </div>
  );
}
