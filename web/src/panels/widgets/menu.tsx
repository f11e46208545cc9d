// Context menus and the menus of buttons, one at a time. Arrow keys, Home, End and first letters move through a menu;
// Escape closes it and returns the focus.

import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icons';
import { KeyWords } from './keys';

export interface MenuItem {
  words: string;
  action: () => void;
  icon?: IconName;
  keys?: string | undefined;
  note?: string | undefined; // a second line: a detail, or why it is disabled
  disabled?: boolean;
  danger?: boolean;
  checked?: boolean; // shown with a tick
}
export type MenuEntry = MenuItem | 'line';

interface OpenMenu {
  label: string;
  items: MenuEntry[];
  x: number;
  y: number;
  giveBack: Element | null;
}
const open = signal<OpenMenu | null>(null);

// At a pointer event, or below an element.
export function openMenu(label: string, at: { clientX: number; clientY: number } | Element, items: MenuEntry[]): void {
  const place = at instanceof Element ? at.getBoundingClientRect() : null;
  const point = place ? { x: place.left, y: place.bottom + 4 } : { x: (at as MouseEvent).clientX, y: (at as MouseEvent).clientY };
  open.value = { label, items, ...point, giveBack: document.activeElement };
}
export const closeMenu = (): void => {
  const giveBack = open.value?.giveBack;
  open.value = null;
  if (giveBack instanceof HTMLElement && giveBack.isConnected) giveBack.focus();
};

export function MenuLayer() {
  const box = useRef<HTMLDivElement>(null);
  const menu = open.value;

  useLayoutEffect(() => {
    if (!menu || !box.current) return;
    const size = box.current.getBoundingClientRect();
    box.current.style.left = `${Math.max(8, Math.min(menu.x, innerWidth - size.width - 8))}px`;
    box.current.style.top = `${Math.max(8, Math.min(menu.y, innerHeight - size.height - 8))}px`;
    box.current.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
  }, [menu]);

  useEffect(() => {
    if (!menu) return;
    const outside = (event: PointerEvent) => {
      if (!(event.target instanceof Node && box.current?.contains(event.target))) open.value = null;
    };
    document.addEventListener('pointerdown', outside, true);
    window.addEventListener('blur', closeMenu);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      window.removeEventListener('blur', closeMenu);
    };
  }, [menu]);

  if (!menu) return null;

  const keyDown = (event: KeyboardEvent) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
    const now = items.indexOf(document.activeElement as HTMLElement);
    const focus = (i: number) => items[(i + items.length) % items.length]?.focus();
    if (event.key === 'ArrowDown') focus(now + 1);
    else if (event.key === 'ArrowUp') focus(now - 1);
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(-1);
    else if (event.key === 'Escape' || event.key === 'Tab') closeMenu();
    else if (event.key.length === 1 && !event.ctrlKey && event.key !== ' ') {
      const after = [...items.slice(now + 1), ...items.slice(0, now + 1)];
      after.find((item) => item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    } else return event.stopPropagation();
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="menu scroll" role="menu" aria-label={menu.label} ref={box} onKeyDown={keyDown}>
      {menu.items.map((item, i) =>
        item === 'line' ? (
          <div key={i} class="menu-line" role="separator" />
        ) : (
          <button
            key={i}
            type="button"
            tabIndex={-1}
            class={`menu-item ${item.danger ? 'danger' : ''}`}
            role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
            aria-checked={item.checked}
            aria-disabled={item.disabled || undefined}
            aria-description={item.note}
            onPointerEnter={(event) => event.currentTarget.focus({ preventScroll: true })}
            onClick={() => {
              if (item.disabled) return;
              closeMenu();
              item.action();
            }}
          >
            {item.checked !== undefined ? (
              <span style={{ width: '14px' }}>{item.checked && <Icon name="check" />}</span>
            ) : (
              item.icon && <Icon name={item.icon} />
            )}
            <span class="words">
              {item.words}
              {item.note && (
                <span class="note" aria-hidden="true">
                  {item.note}
                </span>
              )}
            </span>
            {item.keys && <KeyWords keys={item.keys} />}
          </button>
        ),
      )}
    </div>
  );
}
