// Ties: places of the figure that it keeps together by itself. They are part of its file, so they are listed, not edited; the
// view marks the one pointed at or selected.

import { useEffect, useState } from 'preact/hooks';
import type { TieJson } from '../protocol/messages';
import { formatError } from '../state/error_words';
import { sameSelection, type Selection, type Store } from '../state/store';
import { tieState } from '../view/ties';
import { classes, Section } from './widgets';

export function Ties({ store }: { store: Store }) {
  const ties = store.figure.value?.ties ?? [];
  if (ties.length === 0) return null;
  return (
    <Section title="Ties" remember="ties" tip="Places of the figure that always keep together; they come before every task.">
      <ul class="couplings" aria-label="Ties">
        {ties.map((tie) => (
          <Tie key={tie.name} store={store} tie={tie} />
        ))}
      </ul>
    </Section>
  );
}

function Tie({ store, tie }: { store: Store; tie: TieJson }) {
  const gap = useGap(store, tie);
  const itself: Selection = { kind: 'tie', name: tie.name };
  const is = (other: Selection) => sameSelection(other, itself);
  const lit = store.lit.value.some(is),
    selected = is(store.selection.value);
  return (
    <li class={classes('tie', { selected, lit, loose: gap !== null })} aria-label={tie.name}>
      <button
        type="button"
        class="tie-name"
        aria-pressed={selected}
        onClick={() => (store.selection.value = selected ? null : itself)}
        onPointerEnter={() => (store.hover.value = itself)}
        onPointerLeave={() => {
          if (is(store.hover.value)) store.hover.value = null;
        }}
      >
        <span>{tie.name}</span>
        <span class="hint">{lit ? 'holds a task back' : gap !== null ? `${gap} off` : words(tie)}</span>
      </button>
    </li>
  );
}

// How far it is off, in words; null while it holds.
function useGap(store: Store, tie: TieJson): string | null {
  const now = (): string | null => {
    const figure = store.figure.value;
    const state = figure && store.snapshot && tieState(tie, figure, store.snapshot);
    return state && !state.holds ? formatError(state.gap, 'm') : null;
  };
  const [gap, setGap] = useState(now);
  useEffect(() => {
    setGap(now());
    return store.onSnapshot(() => setGap(now()));
  }, [store, tie]);
  return gap;
}

function words({ type, to }: TieJson): string {
  if (type === 'on-ellipsoid') return `glides around ${to}`;
  return type === 'same-point' ? `at ${to}` : `at ${to}, turned the same way`;
}
