// Runs the commands of the shortcut table by key, for the whole page.

import { useEffect } from 'preact/hooks';
import { actionFor, type Focus } from '../state/shortcuts';
import type { Shell } from '../state/shell';
import { runAction } from './actions';

export function useKeyboard(shell: Shell): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const action = actionFor(event, focusOf(event.target));
      if (!action) return;
      event.preventDefault(); // also behind a dialog: Ctrl+S must not save the page
      if (!shell.modal.value) runAction(action, shell);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [shell]);
}

export function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof HTMLElement)) return 'page';
  if (target.matches('textarea, select, [contenteditable]')) return 'text';
  if (target instanceof HTMLInputElement) return ['range', 'checkbox', 'radio', 'button'].includes(target.type) ? 'button' : 'text';
  return target.matches('button, a[href], [role=switch], [role=radio], [role=tab]') ? 'button' : 'page';
}
