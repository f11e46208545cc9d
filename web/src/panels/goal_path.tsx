// How the target of a task moves in time: the kind of path, its numbers, and drawing one by hand.

import type { CurveJson, PathPoint, Vec3 } from '../protocol/messages';
import { kindOf, kindWords, newPath, pathOf, type PathKind } from '../state/goal_paths';
import type { Store } from '../state/store';
import type { Task } from '../state/task_list';
import { VectorField } from './vector_field';
import { Button, Field, IconButton, NumberField, Select } from './widgets';

type SetPath = (path: CurveJson | null, gesture?: number) => void;

const mayMove: ReadonlySet<Task['type']> = new Set(['reach', 'orient', 'look-at', 'center-of-mass', 'joint-value']);
const drawable: ReadonlySet<Task['type']> = new Set(['reach', 'look-at', 'center-of-mass']);

export function GoalPathFields({ store, task }: { store: Store; task: Task }) {
  if (!mayMove.has(task.type)) return null;
  const path = pathOf(store.scene.value, task.number)?.path ?? null,
    kind = kindOf(path);
  const set: SetPath = (next, gesture) =>
    void store.send('goal-path-set', { number: task.number, path: next, ...(gesture ? { gesture } : {}) });
  const start = (task.target as PathPoint | undefined) ?? [0, 0, 0];
  const offered = (Object.keys(kindWords) as PathKind[]).filter(
    (each) => each === kind || each === 'none' || each === 'sines' || each === 'spline' || (each === 'circle' && typeof start !== 'number'),
  );
  return (
    <>
      <Field label="In time" tip="How the target moves while goals run (below, in the timeline).">
        <Select
          label="In time"
          value={kind}
          choices={offered.map((value) => ({ value, words: kindWords[value][0] }))}
          onChange={(next) => set(newPath(next as PathKind, start, store.figure.value?.reach ?? 1))}
        />
      </Field>
      {kind !== 'none' && <p class="hint">{kindWords[kind][1]}</p>}
      {path && <PathNumbers task={task} path={path} set={set} />}
      {drawable.has(task.type) && (
        <Field label="">
          <Button
            kind="quiet"
            icon="edit"
            tip="Then drag the goal in the viewport as it should move."
            onClick={() => (store.mode.value = { kind: 'draw-path', task: task.number, words: 'Drag the goal as it should move' })}
          >
            Draw path
          </Button>
        </Field>
      )}
    </>
  );
}

interface Point {
  label: string;
  task: Task;
  value: PathPoint;
  onChange: (value: PathPoint, gesture?: number) => void;
}
const PointField = ({ label, task, value, onChange }: Point) =>
  typeof value === 'number' ? (
    <Field label={label}>
      <NumberField label={label} unit="deg" value={value} onChange={onChange} />
    </Field>
  ) : (
    <VectorField label={label} unit={task.type === 'orient' ? 'deg' : 'm'} value={value} onChange={onChange} />
  );

const Seconds = ({ label, value, min = 0.05, onChange }: { label: string; value: number; min?: number; onChange: Point['onChange'] }) => (
  <Field label={label}>
    <NumberField label={label} unit="s" min={min} max={3600} step={0.1} value={value} onChange={onChange} />
  </Field>
);

function PathNumbers({ task, path, set }: { task: Task; path: CurveJson; set: SetPath }) {
  if ('circle' in path) {
    const { circle } = path;
    const change = (edit: Partial<typeof circle>, gesture?: number) => set({ circle: { ...circle, ...edit } }, gesture);
    return (
      <>
        <PointField label="Centre" task={task} value={circle.center} onChange={(center, g) => change({ center: center as Vec3 }, g)} />
        <Field label="Radius">
          <NumberField label="Radius" unit="m" min={0} value={circle.radius} onChange={(radius, g) => change({ radius }, g)} />
        </Field>
        <Seconds label="Period" value={circle.period} onChange={(period, g) => change({ period: period as number }, g)} />
        <VectorField
          label="Normal"
          unit=""
          value={circle.normal ?? [0, 0, 1]}
          tip="It turns counter-clockwise about it."
          onChange={(normal, g) => change({ normal: unit(normal) }, g)}
        />
      </>
    );
  }
  if ('sines' in path) {
    const { sines } = path;
    return (
      <>
        <PointField label="Centre" task={task} value={sines.center} onChange={(center, g) => set({ sines: { ...sines, center } }, g)} />
        {sines.terms.map((term, i) => {
          const change = (edit: Partial<typeof term>, g?: number) =>
            set({ sines: { ...sines, terms: sines.terms.map((old, k) => (k === i ? { ...old, ...edit } : old)) } }, g);
          return (
            <div key={i} role="group" aria-label={`Sine ${i + 1}`}>
              <PointField label="Amplitude" task={task} value={term.amplitude} onChange={(amplitude, g) => change({ amplitude }, g)} />
              <Seconds label="Period" value={term.period} onChange={(period, g) => change({ period: period as number }, g)} />
            </div>
          );
        })}
      </>
    );
  }
  if ('spline' in path) return <KeyRows path={path.spline} set={set} />;
  const period = 'recorded' in path ? path.recorded.period : path.csv.period;
  return period ? <p class="hint">Repeats after {period.toFixed(2)} s.</p> : null;
}

const unit = (v: Vec3): Vec3 => {
  const length = Math.hypot(...v);
  return length > 0 ? (v.map((x) => x / length) as Vec3) : [0, 0, 1];
};

type Spline = Extract<CurveJson, { spline: unknown }>['spline'];

function KeyRows({ path, set }: { path: Spline; set: SetPath }) {
  const { keys, period } = path,
    last = keys.at(-1)!;
  return (
    <>
      <div class="path-keys" role="group" aria-label="Keys of the path">
        {keys.map((key, i) => (
          <span class="path-key" key={i}>
            <NumberField
              label={`Time of key ${i + 1}`}
              unit="s"
              min={i === 0 ? 0 : keys[i - 1]!.time + 0.01}
              max={(keys[i + 1]?.time ?? period ?? 3600) - 0.01}
              step={0.05}
              value={key.time}
              onChange={(time, g) => set({ spline: { ...path, keys: keys.map((old, k) => (k === i ? { ...old, time } : old)) } }, g)}
            />
            <IconButton
              icon="close"
              label={`Remove key ${i + 1}`}
              disabled={keys.length <= 2}
              onClick={() => set({ spline: { ...path, keys: keys.filter((_, k) => k !== i) } })}
            />
          </span>
        ))}
        <IconButton
          icon="plus"
          label="Add a key"
          onClick={() =>
            set({
              spline: {
                ...path,
                keys: [...keys, { time: last.time + 0.5, target: last.target }],
                ...(period ? { period: Math.max(period, last.time + 1) } : {}),
              },
            })
          }
        />
      </div>
      <Field label="Repeats" tip="After how long; empty: it stops at the last key.">
        <NumberField
          label="Repeats after"
          unit="s"
          min={last.time + 0.01}
          max={3600}
          step={0.1}
          value={period ?? null}
          empty="never"
          onClear={() => set({ spline: { keys } })}
          onChange={(next, g) => set({ spline: { keys, period: next } }, g)}
        />
      </Field>
    </>
  );
}
