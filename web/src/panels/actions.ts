// Runs the commands of the shortcut table.

import { defaultViewOptions, type Store, type ViewOptions } from '../state/store';
import type { ActionName } from '../state/shortcuts';
import type { Shell } from '../state/shell';
import { accessFinderOf } from '../state/access_finder';
import { pathFinderOf } from '../state/path_finder';
import { findSelectedSpace } from './access';
import { addTask, nowOf } from './task_actions';
import { firstTask } from '../state/task_kinds';
import { askDeleteBranch, selectedPlace, selectedSegment } from './segment_actions';
import { pushAt, removeForce, removeSupport } from './force_actions';
import { duplicateObstacle } from './obstacle_actions';
import { downloadPicture, downloadText, save } from './files_actions';
import { copyJoints, pasteJoints } from './joint_clipboard';
import { addKey, toggleGoals, togglePlaying, toggleRecording } from './time_actions';

export function runAction(action: ActionName, shell: Shell): void {
  const { store } = shell;
  const viewport = shell.viewport.value;
  const segment = selectedSegment(store);
  const flip = (option: keyof ViewOptions) => {
    const options = store.viewOptions.value;
    store.viewOptions.value = { ...options, [option]: !options[option] };
  };
  switch (action) {
    case 'open':
      shell.dialog.value = { kind: 'gallery' };
      break;
    case 'save':
      save(shell);
      break;
    case 'save-as':
      shell.dialog.value = { kind: 'save-as' };
      break;
    case 'export-scene':
      void downloadText(store, 'scene');
      break;
    case 'export-figure':
      void downloadText(store, 'figure');
      break;
    case 'export-picture':
      void downloadPicture(shell);
      break;

    case 'copy-joints':
      void copyJoints(store, 'json');
      break;
    case 'copy-joints-csv':
      void copyJoints(store, 'csv');
      break;
    case 'paste-joints':
      void pasteJoints(store);
      break;

    case 'undo':
      if (store.scene.value?.undo) void store.send('undo', {});
      break;
    case 'redo':
      if (store.scene.value?.redo) void store.send('redo', {});
      break;
    case 'delete':
      deleteSelected(shell);
      break;
    case 'edit':
      if (store.selection.value) editSelected(shell);
      break;
    case 'deselect':
      deselect(store);
      break;
    case 'find': {
      shell.change({ leftOpen: true });
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-label="Search segments"]')?.focus());
      break;
    }

    case 'pin':
      pin(store);
      break;
    case 'gizmo-move':
      store.gizmoMode.value = 'move';
      break;
    case 'gizmo-turn':
      store.gizmoMode.value = 'turn';
      break;
    case 'gizmo-size':
      store.gizmoMode.value = 'size';
      break;
    case 'duplicate':
      if (store.selection.value?.kind === 'obstacle') void duplicateObstacle(store, store.selection.value.name);
      break;
    case 'push':
      pushSelected(shell);
      break;
    case 'root-here':
      if (segment) void store.send('root-set', { segment });
      break;
    case 'branch-add': {
      if (!segment) store.notify('info', 'Select a segment first; the new branch is attached to it.');
      else void addBranch(shell, segment);
      break;
    }
    case 'rest':
      void store.send('posture-rest', {});
      break;
    case 'reset-sizes':
      void store.send('scale-reset', {});
      break;
    case 'find-path':
      void pathFinderOf(store).find();
      break;
    case 'access-plane':
      findSelectedSpace(store, 'plane');
      break;
    case 'access-space':
      findSelectedSpace(store, 'space');
      break;
    case 'access-map':
      findSelectedSpace(store, 'map');
      break;
    case 'access-clear':
      accessFinderOf(store).clear();
      break;

    case 'fit-all':
      viewport?.fitAll();
      break;
    case 'view-front':
      viewport?.lookFrom('front');
      break;
    case 'view-side':
      viewport?.lookFrom('right');
      break;
    case 'view-top':
      viewport?.lookFrom('top');
      break;
    case 'views': {
      const { views } = store.viewOptions.value;
      store.viewOptions.value = { ...store.viewOptions.value, views: views === 1 ? 2 : views === 2 ? 4 : defaultViewOptions.views };
      break;
    }
    case 'toggle-names':
      flip('names');
      break;
    case 'toggle-axes':
      flip('axes');
      break;
    case 'toggle-mass':
      flip('centerOfMass');
      break;
    case 'toggle-manipulability':
      flip('manipulability');
      break;
    case 'toggle-trace':
      flip('trace');
      break;
    case 'toggle-contacts':
      flip('contacts');
      break;
    case 'toggle-forces': {
      const on = !store.viewOptions.value.forces;
      store.viewOptions.value = { ...store.viewOptions.value, forces: on, supportRegion: on };
      break;
    }
    case 'toggle-torques':
      flip('torques');
      break;
    case 'toggle-left':
      shell.change({ leftOpen: !shell.layout.value.leftOpen });
      break;
    case 'toggle-right':
      shell.change({ rightOpen: !shell.layout.value.rightOpen });
      break;
    case 'toggle-time':
      shell.change({ bottomOpen: !shell.layout.value.bottomOpen });
      break;

    case 'play':
      playOrPause(store);
      break;
    case 'record':
      toggleRecording(store);
      break;
    case 'goals-run':
      toggleGoals(store);
      break;
    case 'key-add':
      addKey(store);
      break;

    case 'palette':
      shell.dialog.value = { kind: 'palette' };
      break;
    case 'help':
      shell.dialog.value = { kind: 'help' };
      break;
  }
}

// In live mode, runs or pauses the solver; otherwise the playback.
function playOrPause(store: Store): void {
  const mode = store.time.value?.mode;
  if (mode === 'playing' || mode === 'paused') togglePlaying(store);
  else void store.send('run-set', { running: !(store.scene.value?.running ?? true) });
}

function pin(store: Store): void {
  const place = selectedPlace(store),
    now = nowOf(store);
  if (!place || !now) return store.notify('info', 'Click a point of the figure first, then press P to pin it.');
  void addTask(store, firstTask('reach', now, place), false);
}

function pushSelected(shell: Shell): void {
  const { store } = shell;
  const place = selectedPlace(store);
  if (!place) return store.notify('info', 'Click a point of the figure first, then press U to push there.');
  void pushAt(store, place);
}

export async function addBranch(shell: Shell, parent: string): Promise<void> {
  const added = await shell.store.send('branch-add', { parent });
  if (added) shell.store.selection.value = { kind: 'segment', segment: added.segment };
}

function deleteSelected(shell: Shell): void {
  const { store } = shell;
  const selected = store.selection.value;
  switch (selected?.kind) {
    case 'task':
      void store.send('task-remove', { number: selected.number });
      break;
    case 'segment':
      askDeleteBranch(shell, selected.segment);
      break;
    case 'obstacle':
      void store.send('obstacle-remove', { obstacle: selected.name });
      break;
    case 'force':
      removeForce(store, selected.number);
      break;
    case 'support':
      removeSupport(store, selected.name);
      break;
    case 'frame':
      store.notify('info', 'A frame cannot be deleted on its own; delete its segment.');
      break;
  }
}

// `field`: accessible name of the field to focus; by default the first one.
export function editSelected(shell: Shell, field: string | null = null): void {
  const kind = shell.store.selection.value?.kind;
  if (kind === 'task') shell.change({ rightOpen: true, tab: 'Tasks' });
  else if (kind === 'force' || kind === 'support') shell.change({ rightOpen: true, tab: 'Forces' });
  else if (kind === 'obstacle') {
    shell.change({ rightOpen: true, tab: 'World' });
    shell.editorWanted.value = { field };
  } else {
    shell.change({ leftOpen: true });
    shell.editorWanted.value = { field };
  }
}

function deselect(store: Store): void {
  if (store.mode.value.kind !== 'drag') store.mode.value = { kind: 'drag' };
  else store.selection.value = null;
}
