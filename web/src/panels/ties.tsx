// Ties: places of the figure that it keeps together by itself. They are part of its file, so they are listed, not edited.

import type { TieJson } from '../protocol/messages';
import type { Store } from '../state/store';
import { Section } from './widgets';

export function Ties({ store }: { store: Store }) {
  const ties = store.figure.value?.ties ?? [];
  if (ties.length === 0) return null;
  return (
    <Section title="Ties" remember="ties" tip="Places of the figure that always keep together; they come before every task.">
      <ul class="couplings" aria-label="Ties">
        {ties.map((tie) => (
          <li key={tie.name} class="tie" aria-label={tie.name}>
            <span>{tie.name}</span>
            <span class="hint">{words(tie)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function words({ type, to }: TieJson): string {
  if (type === 'on-ellipsoid') return `glides around ${to}`;
  return type === 'same-point' ? `at ${to}` : `at ${to}, turned the same way`;
}
