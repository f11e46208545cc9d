// A movable edge between two parts of the page: drag it, or focus it and press arrow keys. A double click resets it.

import { useRef } from 'preact/hooks';

export interface EdgeProps {
  label: string;
  direction: 'horizontal' | 'vertical'; // of its motion
  value: number;
  min: number;
  max: number;
  grows: 1 | -1; // 1: moving right or down makes the value larger
  scale?: number; // pixels per unit of the value
  initial: number;
  onChange: (value: number) => void;
}

export function Edge({ label, direction, value, min, max, grows, scale = 1, initial, onChange }: EdgeProps) {
  const element = useRef<HTMLDivElement>(null);
  const set = (next: number) => onChange(Math.min(max, Math.max(min, next)));
  const along = (event: PointerEvent) => (direction === 'horizontal' ? event.clientX : event.clientY);

  const pointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const from = along(event);
    const edge = element.current!;
    const move = (moved: PointerEvent) => set(value + (grows * (along(moved) - from)) / scale);
    const up = () => {
      edge.removeEventListener('pointermove', move);
      edge.classList.remove('moving');
    };
    edge.setPointerCapture(event.pointerId);
    edge.classList.add('moving');
    edge.addEventListener('pointermove', move);
    edge.addEventListener('lostpointercapture', up, { once: true });
  };
  const keyDown = (event: KeyboardEvent) => {
    const [less, more] = direction === 'horizontal' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const by = event.key === more ? 1 : event.key === less ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    set(value + (by * grows * 16) / scale);
  };
  return (
    <div
      class={`edge ${direction}`}
      role="separator"
      aria-orientation={direction === 'horizontal' ? 'vertical' : 'horizontal'}
      aria-label={label}
      aria-valuenow={Math.round(value * 100) / 100}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      ref={element}
      onPointerDown={pointerDown}
      onKeyDown={keyDown}
      onDblClick={() => onChange(initial)}
    />
  );
}
