// Actions of the timeline, for its buttons and for shortcuts.

import type { Store } from '../state/store';
import { newKeyTime, playable } from '../state/timeline';

export function toggleRecording(store: Store): void {
  store.madeLast.value = 'recording';
  if (store.time.value?.mode === 'recording') void store.send('record-stop', {});
  else void store.send('record-start', {});
}

export function togglePlaying(store: Store): void {
  const time = store.time.value;
  const source = time && playable(time, store.madeLast.value);
  if (!time || !source) return;
  if (time.mode === 'playing') return void store.send('pause', {});
  const atEnd = time.source === source && time.position >= time.duration - 1e-3;
  void store.send('play', { source, ...(time.mode === 'paused' && !atEnd ? { from: time.position } : {}) });
}

export function addKey(store: Store): void {
  const time = store.time.value;
  store.madeLast.value = 'keyframes';
  if (time) void store.send('key-add', { time: Number(newKeyTime(time).toFixed(4)) });
}

export async function seek(store: Store, position: number): Promise<void> {
  const time = store.time.value;
  const source = time && (time.source ?? playable(time, store.madeLast.value) ?? (time.keys.length > 0 ? 'keyframes' : null));
  if (source) await store.send('seek', { source, position });
}

export function toggleGoals(store: Store): void {
  const goals = store.time.value?.goals;
  if (goals) void store.send('goals-run', { run: !goals.run });
}

const smoothingTime = 0.1; // [s]

// A smooth round takes seconds to find; the goals go on meanwhile.
export async function smoothRound(store: Store): Promise<void> {
  const round = await store.send('goals-smooth', { time: smoothingTime });
  if (!round) return;
  if (!round.found) return store.notify('warning', 'No smoother round was found that keeps all tasks and limits.');
  store.madeLast.value = 'keyframes';
  await store.send('key-set-all', { keys: round.keys });
}

export const goLive = (store: Store): void => void store.send('live', {});
