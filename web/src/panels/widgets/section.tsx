// A section of a panel that folds; the browser remembers whether it is open.

import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icons';
import { tip as tipAttributes } from './tooltip';

export interface SectionProps {
  title: string;
  children: ComponentChildren;
  open?: boolean; // at first
  remember?: string; // key under which the browser stores whether it is open
  actions?: ComponentChildren; // small buttons at the right of the title
  tip?: string;
}

export function Section({ title, children, open = true, remember, actions, tip }: SectionProps) {
  const key = remember && `limber.section.${remember}`;
  const [isOpen, setOpen] = useState(() => {
    const kept = key ? localStorage.getItem(key) : null;
    return kept === null ? open : kept === 'open';
  });
  const id = useId();
  const element = useRef<HTMLElement>(null),
    wasOpened = useRef(false); // by a click: what it unfolds may be below the edge of the panel
  useLayoutEffect(() => {
    if (isOpen && wasOpened.current) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const toggle = () => {
    wasOpened.current = !isOpen;
    setOpen(!isOpen);
    if (key) localStorage.setItem(key, isOpen ? 'closed' : 'open');
  };
  return (
    <section class="section" aria-label={title} ref={element}>
      <div class="section-head">
        <button
          {...(tip ? tipAttributes(title, tip) : {})}
          type="button"
          class="section-title"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={toggle}
        >
          <Icon name="chevron" />
          {title}
        </button>
        {actions}
      </div>
      {isOpen && (
        <div class="section-body" id={id}>
          {children}
        </div>
      )}
    </section>
  );
}
