// The context menu of a task.

import type { Store } from '../state/store';
import { firstTask, kinds } from '../state/task_kinds';
import { isOn, type Task } from '../state/task_list';
import { accessEntries } from './access';
import { addTask, nowOf, nudge, removeTask, setTask, unfold, unfolded } from './task_actions';
import type { MenuEntry } from './widgets';

export function taskMenu(store: Store, task: Task): MenuEntry[] {
  const open = unfolded.value.has(task.number);
  const { number: _, name: __, ...copy } = task;
  return [
    { words: open ? 'Fold' : 'Edit', icon: 'edit', action: () => unfold(task.number, !open) },
    {
      words: isOn(task) ? 'Switch off' : 'Switch on',
      icon: isOn(task) ? 'refused' : 'check',
      action: () => setTask(store, task, { enabled: !isOn(task) }),
    },
    ...(kinds[task.type].target && task.in === undefined
      ? [{ words: 'Set goal to current', icon: 'pin' as const, action: () => goalHere(store, task) }]
      : []),
    ...accessEntries(store, typeof task.frame === 'string' ? task.frame : null),
    { words: 'Duplicate', icon: 'plus', note: 'Same priority, new name', action: () => void addTask(store, copy, false) },
    'line',
    { words: 'Move up', keys: 'Alt+↑', action: () => nudge(store, task.number, -1) },
    { words: 'Move down', keys: 'Alt+↓', action: () => nudge(store, task.number, 1) },
    'line',
    { words: 'Delete', icon: 'trash', keys: 'Del', danger: true, action: () => void removeTask(store, task) },
  ];
}

// Sets the goal to the present state; nothing moves.
export function goalHere(store: Store, task: Task): void {
  const now = nowOf(store);
  if (!now) return;
  const fresh = firstTask(task.type, now, task.frame ?? task.first);
  if (task.type !== 'joint-value' || fresh.joint === task.joint) setTask(store, task, { target: fresh.target });
}
