// The status line: the light with a sentence, whether the figure moves, the smallest clearance, the solver's speed.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Snapshot } from '../protocol/snapshot';
import { formatMicroseconds } from '../state/error_words';
import { selectableName } from '../state/obstacle_list';
import type { Store } from '../state/store';
import { LightShape } from './light';
import { historyOf } from './plot_history';
import { Icon, IconButton, tip } from './widgets';

const lightWords = { green: 'All tasks reached', orange: 'First priority reached, lower ones not', red: 'First priority not reached' };

export function StatusLine({ store }: { store: Store }) {
  const status = store.status.value;
  const running = store.scene.value?.running ?? true;
  const shown = notJudged(store);
  // Not green while the dragged point cannot follow.
  const judged = status?.light ?? store.light.value,
    light = status?.drag && judged === 'green' ? 'orange' : judged;
  const standing = status?.drag?.words ?? status?.words ?? '';
  const draggedElsewhere = (status?.dragged_by ?? store.window.value) !== store.window.value;
  const words = shown ?? (draggedElsewhere ? `Another window is dragging the figure. ${standing}` : standing);
  useEffect(() => void historyOf(store), [store]); // recorded before the plots are opened
  return (
    <div class="status-line" role="group" aria-label="Status">
      <span
        class="status-light"
        {...tip(lightWords[judged], 'Green: all tasks reached. Orange: only the first priority. Red: not even the first priority.')}
      >
        <LightShape
          light={shown ? 'off' : light}
          label={shown ?? (light === judged ? lightWords[light] : 'The dragged point cannot follow')}
        />
        <span class={`status-words ${shown ? 'off' : light}`}>{words}</span>
      </span>
      <Announcement words={words} />
      {store.scene.value && (
        <span class={`status-motion ${running && store.moving.value ? 'moving' : ''}`}>
          {!running ? 'paused' : store.moving.value ? 'moving' : 'at rest'}
        </span>
      )}
      <MeshProgress store={store} />
      {!shown && <Nearest store={store} />}
      <Pace store={store} />
      <IconButton
        icon={running ? 'pause' : 'play'}
        disabled={store.scene.value === null}
        label={running ? 'Pause solver' : 'Run solver'}
        keys="Space"
        tip={running ? 'Holds the figure still.' : 'Continues from this posture.'}
        onClick={() => void store.send('run-set', { running: !running })}
      />
    </div>
  );
}

// Only while meshes are on their way.
function MeshProgress({ store }: { store: Store }) {
  const share = store.meshStore.progress.value;
  if (share === null) return null;
  return (
    <span class="status-meshes" {...tip('Meshes are loading', 'Until all meshes of a segment are here, its shapes are drawn.')}>
      meshes <progress max={1} value={share} aria-label="Meshes loaded" />
    </span>
  );
}

// The smallest clearance; red on penetration. A click selects the obstacle or segment.
function Nearest({ store }: { store: Store }) {
  const near = store.status.value?.clearance;
  if (!near) return null;
  const inside = near.clearance < -5e-5;
  const goThere = () => {
    store.selection.value =
      near.obstacle !== undefined
        ? { kind: 'obstacle', name: selectableName(store.scene.value?.world ?? [], near.obstacle) }
        : { kind: 'segment', segment: near.segment };
  };
  return (
    <button
      type="button"
      class={`text-button status-clearance ${inside ? 'inside' : ''}`}
      onClick={goThere}
      {...tip('Clearance', `The smallest distance, at ${near.segment}. Click to select what is near.`)}
    >
      {inside && <Icon name="warning" />}
      <span class="words">{near.words}</span>
    </button>
  );
}

// Why there is nothing to judge; null: tasks are being solved.
function notJudged(store: Store): string | null {
  if (store.connection.value !== 'open')
    return store.scene.value ? 'Not connected.' : (store.refusal.value && 'Not let in.') || 'Connecting…';
  const mode = store.time.value?.mode;
  return mode === 'playing' || mode === 'paused' ? 'Playback: tasks are not solved until you press Live.' : null;
}

// For screen readers: a sentence that stayed for a second, not every change during a drag.
function Announcement({ words }: { words: string }) {
  const [said, setSaid] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), 1000);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <span class="seen-by-readers" role="status">
      {said}
    </span>
  );
}

// Updated four times a second: faster cannot be read.
function Pace({ store }: { store: Store }) {
  const node = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let last = -Infinity;
    const write = (snapshot: Snapshot) => {
      const now = performance.now();
      if (now - last < 250 || !node.current) return;
      last = now;
      const rate = snapshot.stepsPerSecond;
      node.current.textContent =
        rate > 0
          ? `${Math.round(rate)} steps/s · ${formatMicroseconds(snapshot.stepMicroseconds)}`
          : formatMicroseconds(snapshot.stepMicroseconds);
    };
    if (store.snapshot) write(store.snapshot);
    return store.onSnapshot(write);
  }, [store]);
  return <span class="status-pace" ref={node} {...tip('Solver speed', 'Steps per second, and the mean time per step.')} />;
}
