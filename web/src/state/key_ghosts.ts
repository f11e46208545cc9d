// Where the figure's segments are at each key of the time strip, asked again when the keys or the figure change.

import { effect, untracked } from '@preact/signals';
import { sameValue } from './same_value';
import type { Store } from './store';

export function followKeyGhosts(store: Store): () => void {
  let asked = 0,
    before: unknown = null;
  return effect(() => {
    const keys = store.time.value?.keys ?? [];
    const wanted = keys.length > 0 && store.viewOptions.value.ghosts;
    // A key set again keeps its number and time: the count of edits tells them apart.
    const now = wanted ? { keys, figure: store.figure.value?.figure_revision, edits: store.scene.value?.revision } : null;
    if (sameValue(before, now)) return;
    before = now;
    untracked(() => {
      const mine = ++asked;
      if (!now) return void (store.ghosts.value = null);
      void store.send('key-ghosts', {}).then((result) => {
        if (mine === asked && result) store.ghosts.value = result.ghosts;
      });
    });
  });
}
