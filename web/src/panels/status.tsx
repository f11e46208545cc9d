// The whole in one line: the light in colour, shape and words, whether anything moves, how fast the solver is.

import '../style/status.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Frame } from '../protocol/frame';
import { formatMicroseconds } from '../state/error_words';
import type { Store } from '../state/store';
import { LightShape } from './light';
import { historyOf } from './plot_history';
import { IconButton, tip } from './widgets';

const lightWords = { green: 'Every task is reached', orange: 'The first priority holds; others fall short', red: 'The first priority falls short' };

export function StatusLine({ store }: { store: Store }) {
  const status = store.status.value;
  const running = store.scene.value?.running ?? true;
  const light = status?.light ?? store.light.value;
  const words = status?.words ?? '';
  useEffect(() => void historyOf(store), [store]); // plots know what was before they were opened
  return (
    <div class="status-line" role="group" aria-label="Status">
      <span class="status-light" {...tip(lightWords[light], 'Green: every task is reached. Orange: those of the first priority are. Red: not even those.')}>
        <LightShape light={light} label={lightWords[light]} />
        <span class={`status-words ${light}`}>{words}</span>
      </span>
      <Announcement words={words} />
      <span class={`status-motion ${running && store.moving.value ? 'moving' : ''}`}>
        {!running ? 'paused' : store.moving.value ? 'moving' : 'at rest'}
      </span>
      <Pace store={store} />
      <IconButton
        icon={running ? 'pause' : 'play'} label={running ? 'Pause solver' : 'Run solver'} keys="Space"
        tip={running ? 'The figure holds still until you run it again.' : 'The solver goes on from this posture.'}
        onClick={() => void store.send('run-set', { running: !running })}
      />
    </div>
  );
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
    const write = (frame: Frame) => {
      const now = performance.now();
      if (now - last < 250 || !node.current) return;
      last = now;
      const rate = frame.stepsPerSecond;
      node.current.textContent = rate > 0
        ? `${Math.round(rate)} steps/s · ${formatMicroseconds(frame.stepMicroseconds)}`
        : formatMicroseconds(frame.stepMicroseconds);
    };
    if (store.frame) write(store.frame);
    return store.onFrame(write);
  }, [store]);
  return <span class="status-pace" ref={node} {...tip('Pace of the solver', 'Steps per second, and the mean time one takes.')} />;
}
