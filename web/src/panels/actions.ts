// What each command of the shortcut table does.

import { defaultViewOptions, type Store, type ViewOptions } from '../state/store';
import type { ActionName } from '../state/shortcuts';
import type { Shell } from '../state/shell';
import { askDeleteBranch, selectedPlace, selectedSegment } from './segment_actions';
import { downloadPicture, downloadText, save } from './files_actions';

export function runAction(action: ActionName, shell: Shell): void {
  const { store } = shell;
  const segment = selectedSegment(store);
  const flip = (option: keyof ViewOptions) => {
    const options = store.viewOptions.value;
    store.viewOptions.value = { ...options, [option]: !options[option] };
  };
  switch (action) {
    case 'open': shell.dialog.value = { kind: 'gallery' }; break;
    case 'save': save(shell); break;
    case 'save-as': shell.dialog.value = { kind: 'save-as' }; break;
    case 'export-scene': void downloadText(store, 'scene'); break;
    case 'export-figure': void downloadText(store, 'figure'); break;
    case 'export-picture': void downloadPicture(shell); break;

    case 'undo': if (store.scene.value?.undo) void store.send('undo', {}); break;
    case 'redo': if (store.scene.value?.redo) void store.send('redo', {}); break;
    case 'delete': deleteSelected(shell); break;
    case 'edit': if (store.selection.value) editSelected(shell); break;
    case 'deselect': deselect(store); break;
    case 'find': {
      shell.change({ leftOpen: true });
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-label="Search segments"]')?.focus());
      break;
    }

    case 'pin': pin(store); break;
    case 'gizmo-move': store.gizmo.value = 'translate'; break;
    case 'gizmo-turn': store.gizmo.value = 'rotate'; break;
    case 'root-here': if (segment) void store.send('root-set', { segment }); break;
    case 'branch-add': {
      if (!segment) store.notify('info', 'Select the segment that the new branch shall hang from.');
      else void addBranch(shell, segment);
      break;
    }
    case 'rest': void store.send('posture-rest', {}); break;

    case 'frame-all': shell.viewport.value?.frameAll(); break;
    case 'view-front': shell.viewport.value?.lookFrom('front'); break;
    case 'view-side': shell.viewport.value?.lookFrom('side'); break;
    case 'view-top': shell.viewport.value?.lookFrom('top'); break;
    case 'views': {
      const { views } = store.viewOptions.value;
      store.viewOptions.value = { ...store.viewOptions.value, views: views === 1 ? 2 : views === 2 ? 4 : defaultViewOptions.views };
      break;
    }
    case 'toggle-names': flip('names'); break;
    case 'toggle-axes': flip('axes'); break;
    case 'toggle-mass': flip('centerOfMass'); break;
    case 'toggle-manipulability': flip('manipulability'); break;
    case 'toggle-trace': flip('trace'); break;
    case 'toggle-left': shell.change({ leftOpen: !shell.layout.value.leftOpen }); break;
    case 'toggle-right': shell.change({ rightOpen: !shell.layout.value.rightOpen }); break;

    case 'play': playOrPause(store); break;
    case 'record': void store.send(store.time.value?.mode === 'recording' ? 'record-stop' : 'record-start', {}); break;
    case 'key-add': void store.send('key-add', { time: keyTime(store) }); break;

    case 'palette': shell.dialog.value = { kind: 'palette' }; break;
    case 'help': shell.dialog.value = { kind: 'help' }; break;
  }
}

function playOrPause(store: Store): void {
  const time = store.time.value;
  if (time?.mode === 'playing') void store.send('pause', {});
  else if (time?.mode === 'paused' && time.source) void store.send('play', { source: time.source, from: time.position >= time.duration ? 0 : time.position });
  else void store.send('run-set', { running: !(store.scene.value?.running ?? true) });
}

// Where the time strip stands, or a second after the last keyframe.
function keyTime(store: Store): number {
  const time = store.time.value;
  if (time?.mode === 'paused' && time.source === 'keyframes') return time.position;
  const last = time?.keys.reduce((latest, key) => Math.max(latest, key.time), -1) ?? -1;
  return last + 1;
}

function pin(store: Store): void {
  const place = selectedPlace(store);
  if (!place) return store.notify('info', 'Click a point of the figure first, then press P to pin it.');
  void store.send('task-add', { task: { type: 'reach', frame: place.place, target: place.world } });
}

export async function addBranch(shell: Shell, parent: string): Promise<void> {
  const added = await shell.store.send('branch-add', { parent });
  if (added) shell.store.selection.value = { kind: 'segment', segment: added.segment };
}

function deleteSelected(shell: Shell): void {
  const { store } = shell;
  const selected = store.selection.value;
  switch (selected?.kind) {
    case 'task': void store.send('task-remove', { number: selected.number }); break;
    case 'segment': askDeleteBranch(shell, selected.segment); break;
    case 'obstacle': {
      const world = store.scene.value?.world.filter(({ name }) => name !== selected.name);
      if (world) void store.send('world-set', { world });
      break;
    }
    case 'frame': store.notify('info', 'A frame goes with its segment; delete the segment to be rid of it.'); break;
  }
}

export function editSelected(shell: Shell): void {
  if (shell.store.selection.value?.kind === 'task') shell.change({ rightOpen: true, tab: 'Tasks' });
  else {
    shell.change({ leftOpen: true });
    shell.revealEditor.value++;
  }
}

function deselect(store: Store): void {
  if (store.mode.value.kind !== 'drag') store.mode.value = { kind: 'drag' };
  else store.selection.value = null;
}
