// Tabs with one visible page.

import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface TabPage {
  name: string;
  content: ComponentChildren;
}

export interface TabsProps {
  label: string;
  pages: TabPage[];
  value: string;
  onChange: (name: string) => void;
}

export function Tabs({ label, pages, value, onChange }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const now = Math.max(
    0,
    pages.findIndex((page) => page.name === value),
  );
  const keyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: pages.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + pages.length) % pages.length;
    onChange(pages[next]!.name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <>
      <div class="tabs">
        <div role="tablist" aria-label={label} ref={list} onKeyDown={keyDown} style={{ display: 'flex', flex: 1 }}>
          {pages.map((page, i) => (
            <button
              key={page.name}
              type="button"
              role="tab"
              class="tab"
              id={`${id}-${page.name}`}
              aria-selected={i === now}
              aria-controls={i === now ? `${id}-panel` : undefined}
              tabIndex={i === now ? 0 : -1}
              onClick={() => onChange(page.name)}
            >
              {page.name}
            </button>
          ))}
        </div>
      </div>
      <div class="tab-panel scroll" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${pages[now]?.name}`} tabIndex={0}>
        {pages[now]?.content}
      </div>
    </>
  );
}
