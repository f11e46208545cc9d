// Actions on tasks, for the panel, its rows, its menu and its editor.

import { signal, type Signal } from '@preact/signals';
import type { PlaceJson, TaskJson, TaskType } from '../protocol/messages';
import type { Store } from '../state/store';
import { firstTask, kinds, type Now } from '../state/task_kinds';
import { nudged, type Order, type Task } from '../state/task_list';

export type EditTask = (edit: Partial<TaskJson>, gesture?: number) => void;

// The unfolded rows; not part of the scene.
export const unfolded: Signal<ReadonlySet<number>> = signal(new Set<number>());
export function unfold(number: number, open: boolean): void {
  const next = new Set(unfolded.value);
  if (open) next.add(number);
  else next.delete(number);
  unfolded.value = next;
}

export function nowOf(store: Store): Now | null {
  const figure = store.figure.value,
    scene = store.scene.value;
  return figure && scene ? { figure, scene, snapshot: store.snapshot, selection: store.selection.value } : null;
}

export function select(store: Store, number: number): void {
  store.selection.value = { kind: 'task', number };
}

export async function addTask(store: Store, task: TaskJson, open = true): Promise<void> {
  const added = await store.send('task-add', { task });
  if (!added) return;
  select(store, added.number);
  if (open) unfold(added.number, true);
}

export function addOfType(store: Store, type: TaskType): void {
  const now = nowOf(store);
  if (now) void addTask(store, firstTask(type, now));
}

export function pickPlace(store: Store, words: string, then: (place: { segment: string; point: [number, number, number] }) => void): void {
  store.mode.value = {
    kind: 'pick-place',
    words,
    then: (place) => {
      store.mode.value = { kind: 'drag' };
      then(place);
    },
  };
}

// Pins the clicked point where it is until its goal is moved.
export function reachByClicking(store: Store): void {
  pickPlace(store, 'Click the point of the body that should reach', (place) => {
    const now = nowOf(store);
    if (now) void addTask(store, firstTask('reach', now, place), false);
  });
}

export function loopByClicking(store: Store): void {
  pickPlace(store, 'Click the first of the two points to join', (first) => {
    pickPlace(store, 'Click the second point to join', (second) => {
      void store.send('loop-join', { first, second }).then((added) => added && select(store, added.number));
    });
  });
}

// Edit a task. The second one rejects with a refusal, for editors that show it beside their field.
export function setTask(store: Store, task: Task, edit: Partial<TaskJson>, gesture?: number): void {
  const { number, ...json } = task;
  void store.send('task-set', { number, task: { ...json, ...edit }, ...(gesture ? { gesture } : {}) });
}
export function askSetTask(store: Store, task: Task, edit: Partial<TaskJson>): Promise<unknown> {
  const { number, ...json } = task;
  return store.ask('task-set', { number, task: { ...json, ...edit } });
}

export async function removeTask(store: Store, task: Task): Promise<void> {
  const name = nameOf(task);
  await store.send('task-remove', { number: task.number });
  unfold(task.number, false);
  if (!store.scene.value?.tasks.some((each) => each.number === task.number)) {
    store.notify('info', `Deleted the task “${name}”. Ctrl+Z restores it.`);
  }
}

export const setOrder = (store: Store, order: Order | null): void => {
  if (order) void store.send('tasks-order', { order });
};
export const nudge = (store: Store, number: number, direction: -1 | 1): void =>
  setOrder(store, nudged(store.scene.value?.tasks ?? [], number, direction));

export const nameOf = (task: TaskJson): string => task.name ?? kinds[task.type].label.toLowerCase();

export const spot = (place: { segment: string; point: [number, number, number] }): PlaceJson => ({
  segment: place.segment,
  point: place.point.map((x) => Number(x.toFixed(5))) as [number, number, number],
});
