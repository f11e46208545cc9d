// Lights up what blocks the dragged point, or else the hovered task, or else the selected task.

import { effect, signal, untracked } from '@preact/signals';
import type { ReasonInfo } from '../protocol/messages';
import { sameValue } from './same_value';
import type { Store } from './store';
import { litBy } from './task_list';

// The one reason the pointer is on; it alone is lit up.
export const pointedReason = signal<ReasonInfo | null>(null);

export function lightUpBlockers(store: Store): () => void {
  return effect(() => {
    const task = [store.hover.value, store.selection.value].find((each) => each?.kind === 'task');
    const status = task?.kind === 'task' ? store.status.value?.tasks.find((each) => each.number === task.number) : undefined;
    const held = store.status.value?.drag?.reasons.filter(({ blocker }) => blocker === 'obstacle' || blocker === 'own_body');
    const reasons = pointedReason.value ? [pointedReason.value] : (held ?? (status && !status.satisfied ? status.reasons : []));
    const lit = litBy(reasons);
    const before = untracked(() => store.lit.value);
    if (!sameValue(lit, before)) store.lit.value = lit;
  });
}
