// A small panel below a button. Closed by Escape, a press elsewhere, or the button.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

export interface PopoverProps {
  label: string;
  anchor: HTMLElement;
  onClose: () => void;
  children: ComponentChildren;
}

export function Popover({ label, anchor, onClose, children }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const around = anchor.getBoundingClientRect();
    const size = box.current!.getBoundingClientRect();
    box.current!.style.left = `${Math.max(8, Math.min(around.right - size.width, innerWidth - size.width - 8))}px`;
    box.current!.style.top = `${around.bottom + 6}px`;
    box.current!.style.maxHeight = `${innerHeight - around.bottom - 20}px`;
    box.current!.querySelector<HTMLElement>('button, input')?.focus();
  }, [anchor]);
  useEffect(() => {
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target) && !anchor.contains(event.target)) onClose();
    };
    document.addEventListener('pointerdown', outside, true);
    return () => document.removeEventListener('pointerdown', outside, true);
  }, [anchor, onClose]);
  return (
    <div
      class="popover scroll"
      role="dialog"
      aria-label={label}
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
        anchor.focus();
      }}
    >
      {children}
    </div>
  );
}
