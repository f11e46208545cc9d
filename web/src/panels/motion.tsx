// Motion: how the figure follows goals that move in time, and whether its joints repeat when the goals do.

import type { MotionJson } from '../protocol/messages';
import type { Store } from '../state/store';
import { JointNumberRows, type JointNumbers } from './joint_numbers';
import { Field, NumberField, Section, Select, Toggle } from './widgets';

const methodWords: Record<string, [label: string, words: string]> = {
  'pseudo-inverse': ['pseudo-inverse', 'Least motion, and down the gradient of the criteria. A closed path need not close in the joints.'],
  original: ['extended Jacobian', 'Keeps the criteria at their optimum exactly; costs most (Tevatia and Schaal’s original).'],
  simplified: ['simplified', 'The extended Jacobian without the change of the basis: cheap, drifts a little.'],
  estimated: ['estimated', 'The simplified one and a running estimate of what it leaves out.'],
  'klein-first': ['Klein, first', 'The extended Jacobian by one large linear system.'],
  'klein-second': ['Klein, second', 'The extended Jacobian with the change of the basis in closed form.'],
  repeatable: ['repeatable', 'Limber’s: the exact answer at about the cost of the pseudo-inverse, under all priorities and limits.'],
};

export function MotionPanel({ store }: { store: Store }) {
  const scene = store.scene.value;
  if (!scene || scene.paths.length === 0) return null;
  const { motion } = scene;
  type Edit = { redundancy?: { method: string; gain?: number }; speeds?: JointNumbers; accelerations?: JointNumbers };
  const set = ({ redundancy, speeds, accelerations }: Edit, gesture?: number) =>
    void store.send('motion-set', {
      motion: {
        ...(redundancy ? { redundancy } : {}),
        ...(speeds ? { speeds: Object.fromEntries(speeds) } : {}),
        ...(accelerations ? { accelerations: Object.fromEntries(accelerations) } : {}),
      },
      ...(gesture ? { gesture } : {}),
    });
  const choose = (method: string) => set({ redundancy: { method, gain: motion.gain } });
  return (
    <Section title="Motion" remember="motion" open tip="How the figure follows goals that move in time.">
      <Toggle
        label="Repeatable motion"
        checked={motion.method === 'repeatable'}
        tip="A closed path of the goals closes in the joints, too."
        onChange={(on) => choose(on ? 'repeatable' : 'pseudo-inverse')}
      />
      <Field label="Method" tip="What decides about the freedom that the tasks leave.">
        <Select
          label="Method"
          value={motion.method}
          choices={motion.methods.map((value) => ({ value, words: methodWords[value]?.[0] ?? value }))}
          onChange={choose}
        />
      </Field>
      <p class="hint">{methodWords[motion.method]?.[1]}</p>
      <Field label="Gain" tip="How fast the criteria are brought to their optimum: by exp(−gain · time). Per second.">
        <NumberField
          label="Gain"
          unit=""
          min={0.1}
          max={400}
          outside="It is between 0.1 and 400."
          step={1}
          value={motion.gain}
          onChange={(gain, gesture) => set({ redundancy: { method: motion.method, gain } }, gesture)}
        />
      </Field>
      <Limits store={store} motion={motion} set={set} />
      <Closure store={store} />
    </Section>
  );
}

interface LimitProps {
  store: Store;
  motion: MotionJson;
  set: (edit: { speeds?: JointNumbers; accelerations?: JointNumbers }, gesture?: number) => void;
}
const limitFields = [
  {
    key: 'speeds',
    label: 'Speeds',
    one: 'Speed',
    tip: 'The largest of each joint, in rad/s or m/s. Later rows override earlier ones.',
    first: 3,
  },
  { key: 'accelerations', label: 'Accelerations', one: 'Acceleration', tip: 'The largest of each joint, in rad/s² or m/s².', first: 30 },
] as const;
const Limits = ({ store, motion, set }: LimitProps) => (
  <>
    {limitFields.map(({ key, label, one, tip, first }) => (
      <Field key={key} label={label} tip={tip}>
        <div class="recruitment">
          <JointNumberRows
            store={store}
            label={one}
            addLabel={`Add joints with a largest ${one.toLowerCase()}`}
            numbers={Object.entries(motion[key])}
            min={0.001}
            first={first}
            onChange={(numbers, gesture) => set({ [key]: numbers }, gesture)}
          />
        </div>
      </Field>
    ))}
  </>
);

// What one round of the goals left behind in the joints.
function Closure({ store }: { store: Store }) {
  const closure = store.status.value?.closure;
  return (
    <p class="hint" aria-label="Closure">
      {closure
        ? `After ${rounds(closure.cycles)} the joints are ${offsetWords(closure.offset)} from where they were a round before.`
        : 'Let the goals run a whole round to see whether the joints come back, too.'}
    </p>
  );
}

const rounds = (count: number): string => `${count} ${count === 1 ? 'round' : 'rounds'}`;
export const offsetWords = (offset: number): string =>
  offset >= 1e-3 ? `${((offset * 180) / Math.PI).toFixed(2)}°` : `${offset.toExponential(1)} rad`;
