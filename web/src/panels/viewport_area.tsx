// The viewport and what is shown over it: the first hint, the prompt while picking, the path search, a lost connection.

import { effect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { flag } from '../protocol/snapshot';
import { accessFinderOf } from '../state/access_finder';
import type { Shell } from '../state/shell';
import { rowFor } from '../state/skeleton_tree';
import { sameSelection, type Store } from '../state/store';
import { PointerTools } from '../tools/pointer';
import { Viewport } from '../view/viewport';
import { AccessBanner, AccessLegend } from './access';
import { editSelected } from './actions';
import { openSegmentMenu } from './segment_menu';
import { PathBanner } from './path';
import { obstacleMenu } from './world';
import { Button, classes, Icon, IconButton, KeyWords, openMenu } from './widgets';

declare global {
  interface Window {
    limber: { store: Store; viewport: Viewport }; // for tests and experiments
  }
}

export function ViewportArea({ shell }: { shell: Shell }) {
  return (
    <main class="viewport-area" aria-label="Viewport">
      <Canvas shell={shell} />
      <PickBanner shell={shell} />
      <PathBanner store={shell.store} />
      <AccessBanner store={shell.store} />
      <AccessLegend store={shell.store} />
      <FirstHint shell={shell} />
      <ConnectionOverlay shell={shell} />
    </main>
  );
}

function Canvas({ shell }: { shell: Shell }) {
  const host = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState('');
  useEffect(() => {
    try {
      const { store } = shell;
      const viewport = new Viewport(host.current!, store, {
        cameraMoved: (camera) => void store.ask('camera-set', { camera }).catch(() => {}), // not worth a notice
      });
      viewport.attach(new PointerTools(viewport, store));
      shell.viewport.value = viewport;
      accessFinderOf(store).planeOf = (frame) => viewport.planeThrough(frame);
      window.limber = { store, viewport };
      // A planar figure that gets a joint out of its plane is shown in 3D.
      const stop = effect(() => {
        if (store.figure.value?.planar === null && viewport.flat.peek()) viewport.setFlat(false);
      });
      return () => {
        stop();
        shell.viewport.value = null;
        viewport.dispose();
      };
    } catch {
      setRefusal('This browser does not support WebGL 2, which is needed to draw the figure. Everything else works.');
      return;
    }
  }, [shell]);

  // A right click without a drag opens the menu of the segment or obstacle.
  const rightPress = useRef<{ x: number; y: number } | null>(null);
  const down = (event: PointerEvent) => (rightPress.current = event.button === 2 ? { x: event.clientX, y: event.clientY } : null);
  const up = (event: PointerEvent) => {
    const from = rightPress.current;
    if (event.button === 2 && from && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 4) openMenuAt(shell, event);
  };
  const edit = (event: MouseEvent) => {
    if (shell.viewport.value?.pickAt(event.clientX, event.clientY)) editSelected(shell);
  };
  return (
    <div
      class={classes('viewport', { bare: shell.store.scene.value === null })}
      ref={host}
      onPointerDown={down}
      onPointerUp={up}
      onDblClick={edit}
    >
      {refusal && (
        <p class="empty" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}

function openMenuAt(shell: Shell, event: PointerEvent): void {
  const { store } = shell;
  const hit = shell.viewport.value?.pickAt(event.clientX, event.clientY) ?? null;
  if (!hit || store.mode.value.kind !== 'drag') return;
  if (!sameSelection(hit, store.selection.value)) store.selection.value = hit;
  if (hit.kind === 'obstacle') return openMenu(hit.name, event, obstacleMenu(store, hit.name));
  if (hit.kind !== 'segment') return;
  openSegmentMenu(shell, rowFor(store.segmentIndex.value.get(hit.segment)!, hit.segment), event);
}

function PickBanner({ shell }: { shell: Shell }) {
  const mode = shell.store.mode.value;
  if (mode.kind === 'drag') return null;
  return (
    <div class="over-view banner" role="status">
      <Icon name="target" />
      <span>{mode.words}</span>
      <Button kind="quiet" onClick={() => (shell.store.mode.value = { kind: 'drag' })}>
        Cancel
      </Button>
      <KeyWords keys="Esc" />
    </div>
  );
}

// Shown until the figure is dragged for the first time, or until dismissed.
function FirstHint({ shell }: { shell: Shell }) {
  const { store } = shell;
  useEffect(
    () =>
      store.onSnapshot((snapshot) => {
        if (snapshot.flags & flag.dragging) shell.hint.value = false;
      }),
    [],
  );
  if (!shell.hint.value || store.connection.value !== 'open' || store.mode.value.kind !== 'drag' || store.notices.value.length > 0)
    return null;
  return (
    <div class="over-view hint-card" role="note" aria-label="First steps">
      <Icon name="bulb" />
      <p>
        <strong>Drag any part of the figure.</strong> Shift-drag pins it.{' '}
        <button type="button" class="link" onClick={() => (shell.dialog.value = { kind: 'gallery' })}>
          More scenes
        </button>{' '}
        <button type="button" class="link" onClick={() => (shell.dialog.value = { kind: 'help' })}>
          Shortcuts
        </button>
      </p>
      <IconButton icon="close" label="Dismiss hint" onClick={() => (shell.hint.value = false)} />
    </div>
  );
}

const asSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

function ConnectionOverlay({ shell }: { shell: Shell }) {
  const { connection, scene, refusal } = shell.store;
  if (connection.value === 'open' || (connection.value === 'connecting' && scene.value === null)) return null;
  const refused = connection.value === 'refused';
  return (
    <div class="connection-overlay" role="alert">
      <div class="card">
        {refused ? <Icon name="refused" /> : <span class="spinner" />}
        <div>
          <strong>{refused ? 'The studio did not accept this page' : 'Connection to the server lost'}</strong>
          <p>
            {refused
              ? asSentence(refusal.value)
              : 'Start limber studio again to reconnect. The scene was autosaved; undo steps and unsaved recordings are lost.'}
          </p>
        </div>
        {refused && (
          <Button kind="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        )}
      </div>
    </div>
  );
}
