// Measures every technique on this scene and the last drag; rows appear as they are done.

import { useRef, useState } from 'preact/hooks';
import type { ComparisonRow } from '../protocol/commands';
import { bestOf, comparedColumns, courseWords } from '../state/comparison';
import type { Store } from '../state/store';
import { Bar, Button, Section, tip } from './widgets';

export function ComparePanel({ store }: { store: Store }) {
  const [rows, setRows] = useState<ComparisonRow[]>([]);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [running, setRunning] = useState<{ key: string; done: number } | null>(null);
  const [words, setWords] = useState('');
  const wanted = useRef(0);
  const techniques = store.techniques.value;

  const run = async () => {
    const mine = ++wanted.current;
    setRows([]);
    setRefused({});
    setWords('');
    let course: number | null = null;
    for (const [i, { key }] of techniques.entries()) {
      setRunning({ key, done: i / techniques.length });
      try {
        const row = await store.ask('compare', { technique: key });
        if (mine !== wanted.current) return;
        if (course !== null && row.course !== course) {
          setWords('Stopped: the figure was dragged meanwhile, so further results would not be comparable.');
          break;
        }
        course = row.course;
        setRows((before) => [...before, row]);
      } catch (refusal) {
        if (mine !== wanted.current) return;
        setRefused((before) => ({ ...before, [key]: (refusal as Error).message }));
      }
    }
    setRunning(null);
  };
  const cancel = () => {
    wanted.current++;
    setRunning(null);
    setWords('Stopped.');
    void store.send('compare-stop', {});
  };
  const best = bestOf(rows);
  const titleOf = (key: string) => techniques.find((each) => each.key === key)?.title ?? key;
  return (
    <Section title="Compare" remember="compare" open={false} tip="Repeats the last drag with every technique and measures the results.">
      <p class="hint">
        {rows[0]
          ? courseWords(rows[0])
          : 'Drag the figure past obstacles, then compare: each technique repeats that drag from the same start.'}
      </p>
      <div class="compare-foot">
        {running ? (
          <>
            <Bar label="Progress of the comparison" share={running.done} />
            <span class="hint">{titleOf(running.key)}</span>
            <Button onClick={cancel}>Cancel</Button>
          </>
        ) : (
          <Button icon="chart" onClick={() => void run()}>
            Compare techniques
          </Button>
        )}
      </div>
      {words && (
        <p class="hint" role="status">
          {words}
        </p>
      )}
      {rows.length > 0 && (
        <div class="scroll" role="region" aria-label="Results" tabIndex={0}>
          <table class="compare-table">
            <thead>
              <tr>
                {comparedColumns.map(({ key, words: head, tip: sentence }) => (
                  <th key={key} scope="col" {...tip(head, sentence)}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => [
                <tr key={`${row.technique} title`} class={row.technique === store.scene.value?.avoidance.technique ? 'chosen' : ''}>
                  <th scope="rowgroup" colSpan={comparedColumns.length}>
                    {titleOf(row.technique)}
                  </th>
                </tr>,
                <tr key={row.technique}>
                  {comparedColumns.map(({ key, write }) => (
                    <td
                      key={key}
                      class={key === 'least_clearance' && row.penetrations > 0 ? 'inside' : best[key] === row.technique ? 'best' : ''}
                    >
                      {write(row)}
                    </td>
                  ))}
                </tr>,
              ])}
            </tbody>
          </table>
        </div>
      )}
      {Object.entries(refused).map(([key, reason]) => (
        <p key={key} class="hint">
          {titleOf(key)}: {reason}
        </p>
      ))}
    </Section>
  );
}
