// The server computes what supports carry and joints bear only while this window shows some of it.

import { effect, untracked } from '@preact/signals';
import { hasLoads } from './forces';
import type { Shell } from './shell';

export const forcesTab = 'Forces';

export function followStatics(shell: Shell): () => void {
  const { store } = shell;
  let told = ''; // what this connection was last told
  return effect(() => {
    const { forces, supportRegion, torques } = store.viewOptions.value,
      { rightOpen, tab } = shell.layout.value;
    const scene = store.scene.value;
    const isShown = scene !== null && ((rightOpen && tab === forcesTab) || (hasLoads(scene) && (forces || supportRegion || torques)));
    if (store.connection.value !== 'open') {
      told = '';
      return;
    }
    const now = `${store.window.value} ${isShown}`;
    if (now === told || (told === '' && !isShown)) return;
    told = now;
    untracked(() => void store.send('statics-show', { on: isShown }));
  });
}
