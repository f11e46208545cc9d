// The place on the figure that the reach marks (trace, manipulability, reach cloud) are about, and what the server is asked
// about it.

import { computed, effect, untracked } from '@preact/signals';
import type { FigureMessage, PlaceJson, SceneMessage, Vec3 } from '../protocol/messages';
import { sameValue } from './same_value';
import type { Selection, Store } from './store';

const cloudPoints = 4000;

// What is selected; else the end of the scene's chain, the frame of the first reach task, or the first frame.
export function watchedPlace(figure: FigureMessage, scene: SceneMessage, selection: Selection): PlaceJson | null {
  if (selection?.kind === 'frame') return selection.frame;
  if (selection?.kind === 'segment') {
    return { segment: selection.segment, point: selection.point ?? massCenter(figure, selection.segment) };
  }
  if (selection?.kind === 'task') {
    const task = scene.tasks.find((other) => other.number === selection.number);
    if (task?.frame) return task.frame;
    if (task?.first) return task.first;
  }
  if (scene.chain.end) return scene.chain.end;
  return scene.tasks.find((task) => task.type === 'reach')?.frame ?? figure.frames[0]?.name ?? null;
}

const massCenter = (figure: FigureMessage, name: string): Vec3 =>
  figure.segments.find((segment) => segment.name === name)?.mass_center ?? [0, 0, 0];

// While the view shows manipulability, the server watches the place; while it shows the reach cloud, the cloud is fetched.
export function followWatchedPlace(store: Store): () => void {
  const watched = computed(() => {
    const figure = store.figure.value,
      scene = store.scene.value;
    const place = figure && scene && watchedPlace(figure, scene, store.selection.value);
    return figure && place ? { place, revision: figure.figure_revision } : null;
  });
  let asked = 0;
  const stops = [
    onChange(
      () => (store.viewOptions.value.manipulability ? watched.value : null),
      (now) => {
        void store.send('watch', { place: now?.place ?? null });
      },
    ),
    onChange(
      () => (store.viewOptions.value.reachCloud ? watched.value : null),
      (now) => {
        const mine = ++asked;
        store.reachCloud.value = null;
        if (!now) return;
        void store.send('reach-cloud', { place: now.place, count: cloudPoints }).then((result) => {
          if (mine === asked && result) store.reachCloud.value = result.points;
        });
      },
    ),
  ];
  return () => stops.forEach((stop) => stop());
}

// Null at first; acts on every other value than the one before.
function onChange<T>(read: () => T | null, act: (value: T | null) => void): () => void {
  let before: T | null = null;
  return effect(() => {
    const now = read();
    if (sameValue(before, now)) return;
    before = now;
    untracked(() => act(now));
  });
}
