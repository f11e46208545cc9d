// What is lit up in the viewport: whatever keeps what is dragged, or the task that is pointed at, or else the selected one, from
// its goal.

import { effect, signal, untracked } from '@preact/signals';
import type { ReasonInfo } from '../protocol/messages';
import type { Store } from './store';
import { litBy } from './task_list';

// One reason pointed at by itself.
export const pointedReason = signal<ReasonInfo | null>(null);

export function lightUpBlockers(store: Store): () => void {
  return effect(() => {
    const task = [store.hover.value, store.selection.value].find((each) => each?.kind === 'task');
    const status = task?.kind === 'task' ? store.status.value?.tasks.find((each) => each.number === task.number) : undefined;
    const held = store.status.value?.drag?.reasons.filter(({ blocker }) => blocker === 'obstacle' || blocker === 'own_body');
    const reasons = pointedReason.value ? [pointedReason.value] : held ?? (status && !status.satisfied ? status.reasons : []);
    const lit = litBy(reasons);
    const before = untracked(() => store.lit.value);
    if (JSON.stringify(lit) !== JSON.stringify(before)) store.lit.value = lit;
  });
}
