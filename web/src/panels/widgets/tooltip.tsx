// Tooltips: a name, one sentence, the keys. Any element gets one by spreading tip(...) onto it; one layer draws it after
// a short delay, or immediately on keyboard focus. What a field refuses is said at once, and longer.

import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { classes } from './classes';
import { KeyWords } from './keys';

export interface TipAttributes {
  'data-tip': string;
  'data-tip-words'?: string | undefined;
  'data-tip-keys'?: string | undefined;
}

export const tip = (name: string, words?: string, keys?: string): TipAttributes => ({
  'data-tip': name,
  'data-tip-words': words,
  'data-tip-keys': keys,
});

const shown = signal<HTMLElement | null>(null);
const patience = 450; // [ms]
const toRead = 4000; // [ms]
let keptUntil = 0; // the pointer may go elsewhere meanwhile

// Shows the tip of an element now: why it refused what was typed.
export function showTip(element: HTMLElement): void {
  shown.value = element;
  keptUntil = performance.now() + toRead;
}

export function TooltipLayer() {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer = 0;
    let lastHidden = 0;
    const owner = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null);
    const hide = () => {
      clearTimeout(timer);
      if (shown.value) lastHidden = performance.now();
      shown.value = null;
      keptUntil = 0;
    };
    const over = (event: PointerEvent) => {
      const element = owner(event.target);
      if (element === shown.value || performance.now() < keptUntil) return;
      hide();
      if (!element || event.buttons !== 0 || event.pointerType === 'touch') return;
      // Along a toolbar, the next one appears immediately.
      const wait = performance.now() - lastHidden < 300 ? 60 : patience;
      timer = window.setTimeout(() => (shown.value = element.isConnected ? element : null), wait);
    };
    const focus = (event: FocusEvent) => {
      const element = owner(event.target);
      if (element?.matches(':focus-visible') && !element.matches('input, select')) shown.value = element;
    };
    document.addEventListener('pointerover', over);
    document.addEventListener('pointerdown', hide, true);
    document.addEventListener('keydown', hide, true);
    document.addEventListener('wheel', hide, { capture: true, passive: true });
    document.addEventListener('focusin', focus);
    document.addEventListener('focusout', hide);
    return () => {
      hide();
      document.removeEventListener('pointerover', over);
      document.removeEventListener('pointerdown', hide, true);
      document.removeEventListener('keydown', hide, true);
      document.removeEventListener('wheel', hide, true);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('focusout', hide);
    };
  }, []);

  const element = shown.value;
  useLayoutEffect(() => {
    if (!element || !box.current) return;
    const around = element.getBoundingClientRect();
    const size = box.current.getBoundingClientRect();
    const below = around.bottom + 6 + size.height < innerHeight - 4;
    const left = around.left + around.width / 2 - size.width / 2;
    box.current.style.left = `${Math.max(6, Math.min(left, innerWidth - size.width - 6))}px`;
    box.current.style.top = `${below ? around.bottom + 6 : Math.max(4, around.top - size.height - 6)}px`;
  }, [element]);

  if (!element) return null;
  const { tip: name, tipWords, tipKeys } = element.dataset;
  const refused = element.getAttribute('aria-invalid') === 'true';
  return (
    <div class={classes('tip', { refused })} role={refused ? 'alert' : 'tooltip'} ref={box}>
      <div class="tip-name">
        <span>{name}</span>
        {tipKeys && <KeyWords keys={tipKeys} />}
      </div>
      {tipWords && <div class="tip-words">{tipWords}</div>}
    </div>
  );
}
