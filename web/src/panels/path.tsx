// Finding a path: the button beside a task's blockers, the section of the world panel, and the banner over the viewport.

import { useEffect, useState } from 'preact/hooks';
import { keysFor } from '../state/shortcuts';
import type { Store } from '../state/store';
import { pathFinderOf, type PathFinder } from '../state/path_finder';
import { Bar, Button, Field, Icon, NumberField, Section, tip } from './widgets';

const sentence = 'Searches for a path around what blocks the figure, and the figure follows it.';

export function FindPathChip({ store }: { store: Store }) {
  const finder = pathFinderOf(store);
  const busy = finder.searching.value !== null;
  return (
    <button
      type="button"
      class="chip find-path"
      disabled={busy}
      {...tip('Find a path', sentence, keysFor('find-path'))}
      onClick={() => void finder.find()}
    >
      <Icon name="path" />
      {busy ? 'Searching…' : 'Find a path'}
    </button>
  );
}

export function PathSection({ store }: { store: Store }) {
  const finder = pathFinderOf(store);
  return (
    <Section title="Path" remember="path">
      <p class="hint">
        Techniques look only one step ahead and can get stuck. A search in joint space may still find a path, and the figure follows it.
      </p>
      <Field label="Search for" tip="The longest time to search. It ends as soon as a path is found.">
        <div class="parameter">
          <NumberField
            label="Seconds to search"
            value={finder.seconds.value}
            unit="s"
            min={0.5}
            max={60}
            step={1}
            decimals={1}
            onChange={(seconds) => (finder.seconds.value = seconds)}
          />
        </div>
      </Field>
      <div class="compare-foot">
        {finder.searching.value ? (
          <Searching finder={finder} />
        ) : (
          <Button icon="path" tip={sentence} keys={keysFor('find-path')} onClick={() => void finder.find()}>
            Find a path
          </Button>
        )}
      </div>
      {finder.words.value && (
        <p class="hint" role="status">
          {finder.words.value}
        </p>
      )}
    </Section>
  );
}

export function PathBanner({ store }: { store: Store }) {
  const finder = pathFinderOf(store),
    share = store.status.value?.path ?? null;
  const searching = finder.searching.value !== null;
  if (!searching && share === null) return null;
  return (
    <div class="over-view banner path-banner" role="group" aria-label="Path">
      <Icon name="path" />
      <span role="status">{searching ? 'Searching for a path…' : 'Following the path'}</span>
      {searching ? (
        <Searching finder={finder} />
      ) : (
        <Bar label="Progress" share={share!} tone="good" words={`${Math.round(100 * share!)} %`} />
      )}
    </div>
  );
}

// The elapsed time, and a button that stops the search.
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
      <Bar label="Search time" share={seconds / search.seconds} words={`${Math.floor(seconds)} of ${search.seconds} seconds`} />
      <span class="path-time">
        {Math.min(seconds, search.seconds).toFixed(1)} of {search.seconds} s
      </span>
      <Button onClick={() => finder.stop()}>Stop</Button>
    </>
  );
}
