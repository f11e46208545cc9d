// The viewport and what lies over it: the first hint, what is being picked, the lost connection, a file being dropped.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Shell } from '../state/shell';
import type { Store } from '../state/store';
import { Viewport } from '../view/viewport';
import { Button, Icon, IconButton, KeyWords } from './widgets';

declare global {
  interface Window {
    limber: { store: Store; viewport: Viewport }; // for tests, and for the curious
  }
}

export function ViewportArea({ shell }: { shell: Shell }) {
  return (
    <main class="viewport-area" aria-label="Viewport">
      <Canvas shell={shell} />
      <PickBanner shell={shell} />
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
      const viewport = new Viewport(host.current!, shell.store);
      shell.viewport.value = viewport;
      window.limber = { store: shell.store, viewport };
      return () => {
        shell.viewport.value = null;
        viewport.dispose();
      };
    } catch {
      setRefusal('This browser has no WebGL 2, which the picture of the figure needs. Everything else works.');
      return;
    }
  }, [shell]);
  return <div class="viewport" ref={host}>{refusal && <p class="empty" role="alert">{refusal}</p>}</div>;
}

function PickBanner({ shell }: { shell: Shell }) {
  const mode = shell.store.mode.value;
  if (mode.kind !== 'pick-place') return null;
  return (
    <div class="over-view banner" role="status">
      <Icon name="target" />
      <span>{mode.words}</span>
      <Button kind="quiet" onClick={() => (shell.store.mode.value = { kind: 'drag' })}>Cancel</Button>
      <KeyWords keys="Esc" />
    </div>
  );
}

// Goes away once the figure was dragged, or when told to.
function FirstHint({ shell }: { shell: Shell }) {
  const { store } = shell;
  useEffect(() => store.onFrame((frame) => {
    if (frame.flags & 8) shell.hint.value = false;
  }), []);
  if (!shell.hint.value || store.connection.value !== 'open' || store.mode.value.kind !== 'drag') return null;
  return (
    <div class="over-view hint-card" role="note" aria-label="First steps">
      <Icon name="bulb" />
      <div>
        <strong>Drag any part of the figure.</strong>
        <span>
          Shift-drag leaves a task that holds on. Drag beside the figure to look around.
          {' '}<button type="button" class="link" onClick={() => (shell.dialog.value = { kind: 'gallery' })}>Other scenes</button>
          {' '}and <button type="button" class="link" onClick={() => (shell.dialog.value = { kind: 'help' })}>all keys</button>.
        </span>
      </div>
      <IconButton icon="close" label="Dismiss hint" onClick={() => (shell.hint.value = false)} />
    </div>
  );
}

function ConnectionOverlay({ shell }: { shell: Shell }) {
  const { connection, scene } = shell.store;
  if (connection.value === 'open' || (connection.value === 'connecting' && scene.value === null)) return null;
  const refused = connection.value === 'refused';
  return (
    <div class="connection-overlay" role="alert">
      <div class="card">
        {refused ? <Icon name="refused" /> : <span class="spinner" />}
        <div>
          <strong>{refused ? 'The server speaks another version' : 'The studio has lost its server'}</strong>
          <p>
            {refused
              ? 'This page is of another version than the server that answers. Reload it to get the right one.'
              : 'Nothing is lost: what you did is kept every second. Start limber studio again and this page comes back by itself.'}
          </p>
        </div>
        {refused && <Button kind="primary" onClick={() => location.reload()}>Reload</Button>}
      </div>
    </div>
  );
}
