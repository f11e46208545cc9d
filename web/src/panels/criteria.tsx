// Criteria: what the freedom left by the tasks is used for, each with a gain.

import type { Axes, CriterionJson, PlaceJson } from '../protocol/messages';
import type { Store } from '../state/store';
import { likelyPlace } from '../state/task_kinds';
import { AxesField } from './axes_field';
import { JointNumberRows } from './joint_numbers';
import { jointNames } from './joint_patterns';
import { PlaceField } from './place_field';
import { nowOf } from './task_actions';
import { Button, Field, IconButton, openMenu, Section, Select, SliderField, tip, Toggle, WhyNot } from './widgets';

type CriterionType = CriterionJson['type'];
const words: Record<CriterionType, { label: string; words: string }> = {
  posture: { label: 'Posture', words: 'Stays near a posture; by default the rest posture.' },
  'mid-range': { label: 'Mid-range', words: 'Keeps joints near the middle of their ranges.' },
  manipulability: { label: 'Manipulability', words: 'Keeps a point able to move in all directions.' },
  effort: { label: 'Effort', words: 'Spares the joints: their torques, by their strength, squared.' },
  flexion: { label: 'Flexion', words: 'Minimises or maximises a sum of joint values.' },
};
const types = Object.keys(words) as CriterionType[];

export function CriteriaPanel({ store }: { store: Store }) {
  const criteria = store.scene.value?.criteria ?? [];
  const whyNot = store.scene.value?.solver.without_effect.criteria;
  const set = (next: CriterionJson[], gesture?: number) =>
    void store.send('criteria-set', { criteria: next, ...(gesture ? { gesture } : {}) });
  const edit = (i: number) => (change: Partial<CriterionJson>, gesture?: number) =>
    set(
      criteria.map((old, j) => (i === j ? { ...old, ...change } : old)),
      gesture,
    );
  const add = (
    <Button
      kind="quiet"
      icon="plus"
      popup="menu"
      label="Add criterion"
      onClick={(event) =>
        openMenu(
          'Add criterion',
          event.currentTarget,
          types.map((type) => ({
            words: words[type].label,
            note: words[type].words,
            action: () => set([...criteria, first(store, type)]),
          })),
        )
      }
    >
      Add
    </Button>
  );
  return (
    <Section title="Criteria" remember="criteria" actions={add} tip="Goals for the freedom that the tasks leave.">
      {criteria.length > 0 && whyNot && <WhyNot words={whyNot} />}
      {criteria.length === 0 && <p class="hint">None: joints that no task needs do not move.</p>}
      <ul class="criteria" aria-label="Criteria">
        {criteria.map((criterion, i) => (
          <Criterion key={i} store={store} criterion={criterion} edit={edit(i)} remove={() => set(criteria.filter((_, j) => i !== j))} />
        ))}
      </ul>
    </Section>
  );
}

interface CriterionProps {
  store: Store;
  criterion: CriterionJson;
  edit: (change: Partial<CriterionJson>, gesture?: number) => void;
  remove: () => void;
}

function Criterion({ store, criterion, edit, remove }: CriterionProps) {
  const on = criterion.enabled ?? true;
  const name = criterion.name ?? words[criterion.type].label;
  return (
    <li class={`criterion ${on ? '' : 'off'}`} aria-label={name}>
      <div class="criterion-head">
        <Toggle label="Enabled" hideLabel checked={on} onChange={(enabled) => edit({ enabled })} />
        <span class="criterion-name" {...tip(name, words[criterion.type].words)}>
          {name}
        </span>
        <IconButton icon="trash" label={`Remove ${name}`} onClick={remove} />
      </div>
      <SliderField
        label="Gain"
        unit=""
        min={0}
        max={1}
        step={0.01}
        value={criterion.gain ?? 0.1}
        disabled={!on}
        onChange={(gain, gesture) => edit({ gain }, gesture)}
      />
      {criterion.type === 'manipulability' && (
        <>
          <Field label="Point">
            <PlaceField
              store={store}
              label="Point"
              value={criterion.frame as PlaceJson}
              pickWords="Click the point to keep movable"
              onChange={(frame) => edit({ frame })}
            />
          </Field>
          <AxesField axes={(criterion.axes as Axes | undefined) ?? 'xyz'} onChange={(axes) => edit({ axes })} />
        </>
      )}
      {criterion.type === 'posture' && <PostureFields store={store} criterion={criterion} edit={edit} />}
      {criterion.type === 'flexion' && <FlexionTerms store={store} criterion={criterion} edit={edit} />}
    </li>
  );
}

// Which posture, and how much each joint counts.
function PostureFields({ store, criterion, edit }: Omit<CriterionProps, 'remove'>) {
  const weights = Object.entries((criterion.weights as Record<string, number> | undefined) ?? {}),
    angles = Object.entries((criterion.stiffens_at as Record<string, number> | undefined) ?? {});
  return (
    <div class="posture-fields">
      <Field label="Posture">
        <Select
          label="Posture"
          value={criterion.reference ? 'own' : 'rest'}
          choices={[
            { value: 'rest', words: 'the rest posture' },
            ...(criterion.reference ? [{ value: 'own', words: 'its own posture' }] : []),
            { value: 'now', words: 'the posture now' },
          ]}
          onChange={(which) => {
            if (which === 'now') void store.send('criterion-posture', { number: numberOf(store, criterion) });
            else if (which === 'rest') edit({ reference: undefined });
          }}
        />
      </Field>
      {criterion.reference !== undefined && (
        <Button kind="quiet" icon="target" onClick={() => void store.send('criterion-posture', { number: numberOf(store, criterion) })}>
          Set to the posture now
        </Button>
      )}
      <span class="hint">{weights.length === 0 ? 'All joints weigh 1.' : 'Weights of joints; the others weigh 1.'}</span>
      <JointNumberRows
        store={store}
        label="Weight"
        addLabel="Add joints with a weight"
        numbers={weights}
        min={0}
        first={5}
        onChange={(next, gesture) => edit({ weights: next.length === 0 ? undefined : Object.fromEntries(next) }, gesture)}
      />
      <span class="hint">
        {angles.length === 0
          ? 'No joint stiffens.'
          : 'From these angles on joints pull back twice as hard as their weight says, and ever harder.'}
      </span>
      <JointNumberRows
        store={store}
        label="Stiffens at"
        addLabel="Add joints that stiffen"
        unit="deg"
        numbers={angles}
        min={1e-4}
        first={0.1}
        onChange={(next, gesture) => edit({ stiffens_at: next.length === 0 ? undefined : Object.fromEntries(next) }, gesture)}
      />
    </div>
  );
}
const numberOf = (store: Store, criterion: CriterionJson): number => store.scene.value?.criteria.indexOf(criterion) ?? -1;

interface Term {
  joint: string;
  coordinate?: number;
  sign?: number;
}

function FlexionTerms({ store, criterion, edit }: Omit<CriterionProps, 'remove'>) {
  const terms = (criterion.terms as Term[] | undefined) ?? [];
  const joints = jointNames(store);
  const set = (i: number, change: Partial<Term>) => edit({ terms: terms.map((old, j) => (i === j ? { ...old, ...change } : old)) });
  return (
    <div class="flexion-terms">
      <div class="flexion-whole">
        <Button kind="quiet" tip="All joints that bend the body forwards or fold its limbs." onClick={() => edit({ terms: 'whole-body' })}>
          Flex the whole body
        </Button>
        <Button kind="quiet" onClick={() => edit({ terms: 'whole-body-extension' })}>
          Extend it
        </Button>
      </div>
      {terms.map((term, i) => {
        const coordinates = store.figure.value?.segments.find((segment) => segment.joint.name === term.joint)?.coordinates ?? [];
        return (
          <div class="flexion-term" key={i}>
            <Select label={`Joint ${i + 1}`} value={term.joint} choices={joints} onChange={(joint) => set(i, { joint, coordinate: 0 })} />
            <Select
              label={`Value of joint ${i + 1}`}
              value={String(term.coordinate ?? 0)}
              disabled={coordinates.length < 2}
              choices={coordinates.map((each, j) => ({ value: String(j), words: each.name }))}
              onChange={(value) => set(i, { coordinate: Number(value) })}
            />
            <Select
              label={`Direction of joint ${i + 1}`}
              value={(term.sign ?? 1) < 0 ? 'large' : 'small'}
              choices={['small', 'large']}
              onChange={(which) => set(i, { sign: which === 'large' ? -1 : 1 })}
            />
            <IconButton
              icon="close"
              label={`Remove joint ${i + 1}`}
              disabled={terms.length < 2}
              onClick={() => edit({ terms: terms.filter((_, j) => i !== j) })}
            />
          </div>
        );
      })}
      <Button kind="quiet" icon="plus" disabled={joints.length === 0} onClick={() => edit({ terms: [...terms, { joint: joints[0]! }] })}>
        Add joint
      </Button>
    </div>
  );
}

function first(store: Store, type: CriterionType): CriterionJson {
  const now = nowOf(store);
  if (type === 'manipulability' && now) return { type, gain: 0.1, frame: likelyPlace(now) };
  if (type === 'flexion') return { type, gain: 0.1, terms: [{ joint: jointNames(store)[0] ?? '' }] };
  return { type, gain: 0.1 };
}
