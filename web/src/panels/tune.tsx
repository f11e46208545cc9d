// Looks for parameters with which the technique meets wishes on the last drag.

import { useRef, useState } from 'preact/hooks';
import type { TuningAnswer } from '../protocol/commands';
import type { Store } from '../state/store';
import { Button, Field, NumberField, Section } from './widgets';

export function TunePanel({ store }: { store: Store }) {
  const [clearance, setClearance] = useState(0.02);
  const [bend, setBend] = useState<number | null>(null);
  const [running, setRunning] = useState(false);
  const [answer, setAnswer] = useState<TuningAnswer | null>(null);
  const [words, setWords] = useState('');
  const wanted = useRef(0);
  const chosen = store.scene.value?.avoidance.technique;
  const run = async () => {
    const mine = ++wanted.current;
    setAnswer(null);
    setWords('');
    setRunning(true);
    try {
      const found = await store.ask('tune', { clearance, ...(bend === null ? {} : { bend }) });
      if (mine === wanted.current) setAnswer(found);
    } catch (refusal) {
      if (mine === wanted.current) setWords((refusal as Error).message);
    }
    if (mine === wanted.current) setRunning(false);
  };
  const stop = () => {
    wanted.current++;
    setRunning(false);
    setWords('Stopped.');
    void store.send('compare-stop', {});
  };
  return (
    <Section
      title="Tune"
      remember="tune"
      open={false}
      tip="Repeats the last drag with many values of the technique’s gains and keeps the best."
    >
      <Field label="Clearance" tip="To keep in every step.">
        <NumberField label="Wanted clearance" unit="cm" min={0} max={100} value={clearance} onChange={setClearance} />
      </Field>
      <Field label="Largest bend" tip="Between two links; empty: any.">
        <NumberField
          label="Largest bend"
          unit="deg"
          min={0.01}
          max={3.2}
          value={bend}
          empty="any"
          onClear={() => setBend(null)}
          onChange={setBend}
        />
      </Field>
      <div class="compare-foot">
        {running ? (
          <>
            <span class="spinner" />
            <Button onClick={stop}>Cancel</Button>
          </>
        ) : (
          <Button icon="chart" onClick={() => void run()}>
            Tune the technique
          </Button>
        )}
        {answer && answer.technique === chosen && (
          <Button kind="primary" onClick={() => void store.send('avoidance-set', { avoidance: { parameters: answer.parameters } })}>
            Use these
          </Button>
        )}
      </div>
      {(words !== '' || answer) && (
        <p class="hint" role="status">
          {answer ? answer.words : words}
        </p>
      )}
    </Section>
  );
}
