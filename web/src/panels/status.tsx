// The whole in one line: the light in colour, shape and words, whether anything moves, how fast the solver is.

import '../style/status.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Snapshot } from '../protocol/snapshot';
import { formatMicroseconds } from '../state/error_words';
import { selectableName } from '../state/obstacle_list';
import type { Store } from '../state/store';
import { LightShape } from './light';
import { historyOf } from './plot_history';
import { Icon, IconButton, tip } from './widgets';

const lightWords = { green: 'Every task is reached', orange: 'The first priority holds; others fall short', red: 'The first priority falls short' };

export function StatusLine({ store }: { store: Store }) {
  const status = store.status.value;
  const running = store.scene.value?.running ?? true;
  const shown = notJudged(store);
  // What is held and cannot follow is nothing to be green about.
  const judged = status?.light ?? store.light.value, light = status?.drag && judged === 'green' ? 'orange' : judged;
  const words = shown ?? status?.drag?.words ?? status?.words ?? '';
  useEffect(() => void historyOf(store), [store]); // plots know what was before they were opened
  return (
    <div class="status-line" role="group" aria-label="Status">
      <span class="status-light" {...tip(lightWords[judged], 'Green: every task is reached. Orange: those of the first priority are. Red: not even those.')}>
        <LightShape light={shown ? 'off' : light} label={shown ?? (light === judged ? lightWords[light] : 'What is held cannot follow')} />
        <span class={`status-words ${shown ? 'off' : light}`}>{words}</span>
      </span>
      <Announcement words={words} />
      <span class={`status-motion ${running && store.moving.value ? 'moving' : ''}`}>
        {!running ? 'paused' : store.moving.value ? 'moving' : 'at rest'}
      </span>
      {!shown && <Nearest store={store} />}
      <Pace store={store} />
      <IconButton
        icon={running ? 'pause' : 'play'} label={running ? 'Pause solver' : 'Run solver'} keys="Space"
        tip={running ? 'The figure holds still until you run it again.' : 'The solver goes on from this posture.'}
        onClick={() => void store.send('run-set', { running: !running })}
      />
    </div>
  );
}

// How near the figure comes to anything; inside something it is red, and a click goes there.
function Nearest({ store }: { store: Store }) {
  const near = store.status.value?.clearance;
  if (!near) return null;
  const inside = near.clearance < -5e-5;
  const goThere = () => {
    store.selection.value = near.obstacle !== undefined ? { kind: 'obstacle', name: selectableName(store.scene.value?.world ?? [], near.obstacle) } : { kind: 'segment', segment: near.segment };
  };
  return (
    <button
      type="button" class={`status-clearance ${inside ? 'inside' : ''}`} onClick={goThere}
      {...tip('Clearance', `${near.segment} comes nearest. Click to select what it comes near to.`)}
    >
      {inside && <Icon name="warning" />}
      <span class="words">{near.words}</span>
    </button>
  );
}

// What is shown is not what is asked: then there is nothing to judge.
function notJudged(store: Store): string | null {
  if (store.connection.value !== 'open' && store.scene.value) return 'No server.';
  const mode = store.time.value?.mode;
  return mode === 'playing' || mode === 'paused' ? 'Shows what was; tasks are asked nothing until you go live.' : null;
}

// For those who listen: the sentence once it has stood for a second, not every word of a drag.
function Announcement({ words }: { words: string }) {
  const [said, setSaid] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), 1000);
    return () => clearTimeout(timer);
  }, [words]);
  return <span class="seen-by-readers" role="status">{said}</span>;
}

// Four times a second is as fast as a number can be read.
function Pace({ store }: { store: Store }) {
  const node = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let last = -Infinity;
    const write = (snapshot: Snapshot) => {
      const now = performance.now();
      if (now - last < 250 || !node.current) return;
      last = now;
      const rate = snapshot.stepsPerSecond;
      node.current.textContent = rate > 0
        ? `${Math.round(rate)} steps/s · ${formatMicroseconds(snapshot.stepMicroseconds)}`
        : formatMicroseconds(snapshot.stepMicroseconds);
    };
    if (store.snapshot) write(store.snapshot);
    return store.onSnapshot(write);
  }, [store]);
  return <span class="status-pace" ref={node} {...tip('Pace of the solver', 'Steps per second, and the mean time one takes.')} />;
}
