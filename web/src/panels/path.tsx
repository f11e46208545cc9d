// Finding a way round: the button where a task says what is in its way, the section of the world panel, and over the view what is
// going on.

import { useEffect, useState } from 'preact/hooks';
import { keysFor } from '../state/shortcuts';
import type { Store } from '../state/store';
import { pathFinderOf, type PathFinder } from '../state/path_finder';
import { Bar, Button, Field, Icon, NumberField, Section, tip } from './widgets';

const sentence = 'Looks for a way round, back first if it must be; then the figure goes it.';

export function FindPathChip({ store }: { store: Store }) {
  const finder = pathFinderOf(store);
  const busy = finder.searching.value !== null;
  return (
    <button
      type="button" class="chip find-way" disabled={busy} {...tip('Find a way', sentence, keysFor('find-way'))}
      onClick={() => void finder.find()}
    >
      <Icon name="way" />
      {busy ? 'Looking…' : 'Find a way'}
    </button>
  );
}

export function PathSection({ store }: { store: Store }) {
  const finder = pathFinderOf(store);
  return (
    <Section title="Way round" remember="way">
      <p class="hint">Techniques look one step ahead, and stop where the way leads back first. A search in joint space may find it; the figure then goes there.</p>
      <Field label="Search for" tip="Longer finds narrower ways. It ends as soon as one is found.">
        <div class="parameter">
          <NumberField
            label="Seconds to search" value={finder.seconds.value} unit="s" min={0.5} max={60} step={1} decimals={1}
            onChange={(seconds) => (finder.seconds.value = seconds)}
          />
        </div>
      </Field>
      <div class="compare-foot">
        {finder.searching.value
          ? <Searching finder={finder} />
          : <Button icon="way" tip={sentence} keys={keysFor('find-way')} onClick={() => void finder.find()}>Find a way</Button>}
      </div>
      {finder.words.value && <p class="hint" role="status">{finder.words.value}</p>}
    </Section>
  );
}

export function PathBanner({ store }: { store: Store }) {
  const finder = pathFinderOf(store), share = store.status.value?.way ?? null;
  const searching = finder.searching.value !== null;
  if (!searching && share === null) return null;
  return (
    <div class="over-view banner way-banner" role="group" aria-label="Way round">
      <Icon name="way" />
      <span role="status">{searching ? 'Looking for a way…' : 'On the way round'}</span>
      {searching ? <Searching finder={finder} /> : <Bar label="How far it has come" share={share!} tone="good" words={`${Math.round(100 * share!)} %`} />}
    </div>
  );
}

// The time that is over, and the button that ends it.
function Searching({ finder }: { finder: PathFinder }) {
  const search = finder.searching.value;
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 100);
    return () => clearInterval(timer);
  }, []);
  if (!search) return null;
  const seconds = (finder.now() - search.began) / 1000;
  return (
    <>
      <Bar label="Time of the search" share={seconds / search.seconds} words={`${Math.floor(seconds)} of ${search.seconds} seconds`} />
      <span class="way-time">{Math.min(seconds, search.seconds).toFixed(1)} of {search.seconds} s</span>
      <Button onClick={() => finder.stop()}>Stop</Button>
    </>
  );
}
