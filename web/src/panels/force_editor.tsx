// The editor of a force: where it acts, how strong and which way, in whose axes; what is carried; what it presses against.

import { useState } from 'preact/hooks';
import type { ForceJson, Vec3 } from '../protocol/messages';
import { length, withLength } from '../state/forces';
import type { Store } from '../state/store';
import { moveForce, removeForce, setForce } from './force_actions';
import { PlaceField } from './place_field';
import { Vector } from './vector_field';
import { Button, Field, NumberField, Segmented, Select } from './widgets';

const zero: Vec3 = [0, 0, 0];
const noFrame = ' none';

export function ForceEditor({ store, number, force }: { store: Store; number: number; force: ForceJson }) {
  const [supposed, setSupposed] = useState<string | null>(null);
  const set = (change: Partial<ForceJson>, gesture?: number) => setForce(store, number, cleared({ ...force, ...change }), gesture);
  const vector = force.force ?? zero;
  const frames = store.figure.value?.frames.map(({ name }) => name) ?? [];
  const ask = () =>
    store.ask('statics-what-if', { without_force: number }).then(
      ({ words }) => setSupposed(words),
      (refusal: Error) => setSupposed(refusal.message),
    );
  return (
    <div class="load-editor">
      <Field label="Acts at">
        <PlaceField
          store={store}
          label="Acts at"
          value={force.frame}
          pickWords="Click the point where the force acts"
          onChange={(place) => place !== undefined && moveForce(store, number, force, place)}
        />
      </Field>
      <Field label="Magnitude" tip="Its direction stays.">
        <NumberField
          label="Magnitude"
          unit="N"
          min={0}
          max={1e9}
          value={length(vector)}
          onChange={(size, gesture) => set({ force: withLength(vector, size) }, gesture)}
        />
      </Field>
      <Field label="Force, N" tip="What the environment does to the figure. Drag the arrow’s tip in the view.">
        <Vector label="Force" unit="N" value={vector} onChange={(changed, gesture) => set({ force: changed }, gesture)} />
      </Field>
      <Field label="Axes">
        <Segmented
          label="Axes"
          value={force.in ?? 'world'}
          choices={[
            { value: 'world', words: 'World' },
            { value: 'body', words: 'Body' },
          ]}
          onChange={(axes) => set({ in: axes as 'world' | 'body' })}
        />
      </Field>
      <Field label="Torque, N m">
        <Vector label="Torque" unit="N m" value={force.torque ?? zero} onChange={(torque, gesture) => set({ torque }, gesture)} />
      </Field>
      <Field label="Carries" tip="A mass held here; its weight is added.">
        <NumberField label="Carried mass" unit="kg" min={0} value={force.mass ?? 0} onChange={(mass, gesture) => set({ mass }, gesture)} />
      </Field>
      <Field label="Against" tip="A part of the figure itself that is pushed the other way, as a knee by a hand.">
        <Select
          label="Against"
          value={force.against ?? noFrame}
          choices={[{ value: noFrame, words: 'nothing' }, ...frames.filter((name) => name !== force.frame)]}
          onChange={(against) => set({ against: against === noFrame ? undefined : against } as Partial<ForceJson>)}
        />
      </Field>
      {supposed && <p class="hint">{supposed}</p>}
      <div class="editor-foot">
        <Button kind="quiet" onClick={() => void ask()} tip="Whether the figure would stand without this force.">
          Without it?
        </Button>
        <Button kind="danger" icon="trash" keys="Del" onClick={() => removeForce(store, number)}>
          Remove
        </Button>
      </div>
    </div>
  );
}

// Without what says nothing; a force remains a force.
function cleared(force: { [K in keyof ForceJson]: ForceJson[K] | undefined }): ForceJson {
  const kept = { ...force, force: force.force ?? zero };
  if (!kept.mass) delete kept.mass;
  else if (length(kept.force) === 0) delete (kept as { force?: Vec3 }).force;
  if (!kept.torque || length(kept.torque) === 0) delete kept.torque;
  if (kept.in === 'world') delete kept.in;
  if (kept.against === undefined) delete kept.against;
  return kept as ForceJson;
}
