// A path in time: its kind, its numbers, its keys, or samples from a file. Of a goal or of an obstacle.

import { useRef } from 'preact/hooks';
import type { CurveJson, PathPoint, Vec3 } from '../protocol/messages';
import { kindOf, kindWords, newPath, pathFromCsv, type PathKind } from '../state/goal_paths';
import { formatWithUnit } from '../state/quantities';
import type { Store } from '../state/store';
import { Vector, VectorField } from './vector_field';
import { Button, Field, IconButton, NumberField, Select } from './widgets';

type SetPath = (path: CurveJson | null, gesture?: number) => void;

interface PathProps {
  store: Store;
  path: CurveJson | null;
  start: PathPoint; // where it is without one
  turns?: boolean; // points are rotation vectors
  keysInView?: boolean; // they can be dragged there
  tip: string;
  set: SetPath;
}

const offered: readonly PathKind[] = ['none', 'circle', 'sines', 'spline'];

export function PathFields({ store, path, start, turns = false, keysInView = false, tip, set }: PathProps) {
  const kind = kindOf(path),
    isNumber = typeof start === 'number',
    unit = isNumber || turns ? 'deg' : 'm';
  const kinds = [...offered.filter((each) => each !== 'circle' || !isNumber), ...(offered.includes(kind) ? [] : [kind])];
  return (
    <>
      <Field label="In time" tip={tip}>
        <Select
          label="In time"
          value={kind}
          choices={kinds.map((value) => ({ value, words: kindWords[value][0] }))}
          onChange={(next) => set(newPath(next as PathKind, start, store.figure.value?.reach ?? 1))}
        />
      </Field>
      {kind !== 'none' && (
        <p class="hint">
          {kindWords[kind][1]}
          {kind === 'spline' && keysInView && ' Drag the keys in the viewport.'}
        </p>
      )}
      {path && <PathNumbers unit={unit} path={path} set={set} />}
      <Field label="">
        <FromFile store={store} isNumber={isNumber} set={set} />
      </Field>
    </>
  );
}

function FromFile({ store, isNumber, set }: Pick<PathProps, 'store' | 'set'> & { isNumber: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    try {
      set(pathFromCsv(await file.text(), isNumber));
    } catch (problem) {
      store.notify('refusal', `${file.name}: ${(problem as Error).message}`);
    }
  };
  return (
    <>
      <Button
        kind="quiet"
        icon="folder"
        tip={`Lines of time and ${isNumber ? 'angle [s, rad]' : 'x, y, z'}, from a CSV file.`}
        onClick={() => input.current?.click()}
      >
        From a file…
      </Button>
      <input
        type="file"
        hidden
        ref={input}
        accept=".csv,.txt"
        aria-label="File of the path"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void read(file);
        }}
      />
    </>
  );
}

type PathUnit = 'm' | 'deg';
interface Point {
  label: string;
  unit: PathUnit;
  value: PathPoint;
  onChange: (value: PathPoint, gesture?: number) => void;
}
const PointField = ({ label, unit, value, onChange }: Point) =>
  typeof value === 'number' ? (
    <Field label={label}>
      <NumberField label={label} unit={unit} value={value} onChange={onChange} />
    </Field>
  ) : (
    <VectorField label={label} unit={unit} value={value} onChange={onChange} />
  );

const Seconds = ({ label, value, onChange }: { label: string; value: number; onChange: (value: number, gesture?: number) => void }) => (
  <Field label={label}>
    <NumberField
      label={label}
      unit="s"
      min={0.05}
      max={3600}
      outside="It is between 0.05 s and an hour."
      step={0.1}
      value={value}
      onChange={onChange}
    />
  </Field>
);
const Phase = ({ value, onChange }: { value: number | undefined; onChange: (value: number, gesture?: number) => void }) => (
  <Field label="Phase" tip="Where in its round it is at time 0.">
    <NumberField label="Phase" unit="deg" value={value ?? 0} onChange={onChange} />
  </Field>
);

function PathNumbers({ unit, path, set }: { unit: PathUnit; path: CurveJson; set: SetPath }) {
  if ('circle' in path) {
    const { circle } = path;
    const change = (edit: Partial<typeof circle>, gesture?: number) => set({ circle: { ...circle, ...edit } }, gesture);
    return (
      <>
        <PointField label="Centre" unit={unit} value={circle.center} onChange={(center, g) => change({ center: center as Vec3 }, g)} />
        <Field label="Radius">
          <NumberField
            label="Radius"
            unit={unit}
            min={0}
            outside="It cannot be negative."
            value={circle.radius}
            onChange={(radius, g) => change({ radius }, g)}
          />
        </Field>
        <Seconds label="Period" value={circle.period} onChange={(period, g) => change({ period }, g)} />
        <Phase value={circle.phase} onChange={(phase, g) => change({ phase }, g)} />
        <VectorField
          label="Normal"
          unit=""
          value={circle.normal ?? [0, 0, 1]}
          tip="It turns counter-clockwise about it."
          onChange={(normal, g) => change({ normal: ofLengthOne(normal) }, g)}
        />
      </>
    );
  }
  if ('sines' in path) return <SineRows unit={unit} path={path.sines} set={set} />;
  if ('spline' in path) return <KeyRows unit={unit} path={path.spline} set={set} />;
  const period = 'recorded' in path ? path.recorded.period : path.csv.period;
  return period ? <p class="hint">Repeats after {period.toFixed(2)} s.</p> : null;
}

const ofLengthOne = (v: Vec3): Vec3 => {
  const length = Math.hypot(...v);
  return length > 0 ? (v.map((x) => x / length) as Vec3) : [0, 0, 1];
};

type Sines = Extract<CurveJson, { sines: unknown }>['sines'];

function SineRows({ unit, path, set }: { unit: PathUnit; path: Sines; set: SetPath }) {
  const { center, terms } = path,
    last = terms.at(-1);
  const put = (next: Sines['terms'], g?: number) => set({ sines: { center, terms: next } }, g);
  return (
    <>
      <PointField label="Centre" unit={unit} value={center} onChange={(to, g) => set({ sines: { center: to, terms } }, g)} />
      {terms.map((term, i) => {
        const change = (edit: Partial<typeof term>, g?: number) =>
          put(
            terms.map((old, k) => (k === i ? { ...old, ...edit } : old)),
            g,
          );
        return (
          <div key={i} class="sine" role="group" aria-label={`Sine ${i + 1}`}>
            <PointField label="Amplitude" unit={unit} value={term.amplitude} onChange={(amplitude, g) => change({ amplitude }, g)} />
            <Seconds label="Period" value={term.period} onChange={(period, g) => change({ period }, g)} />
            <Phase value={term.phase} onChange={(phase, g) => change({ phase }, g)} />
            {terms.length > 1 && (
              <IconButton icon="close" label={`Remove sine ${i + 1}`} onClick={() => put(terms.filter((_, k) => k !== i))} />
            )}
          </div>
        );
      })}
      <Field label="">
        <Button
          kind="quiet"
          icon="plus"
          onClick={() =>
            put([...terms, { amplitude: typeof center === 'number' ? 0 : [0, 0, 0], period: Number(((last?.period ?? 2) / 2).toFixed(3)) }])
          }
        >
          Add a sine
        </Button>
      </Field>
    </>
  );
}

type Spline = Extract<CurveJson, { spline: unknown }>['spline'];

const apart = 0.01; // [s] two keys at least
function besideWords({ keys, period }: Spline, i: number): string {
  const beside = [keys[i - 1]?.time, keys[i + 1]?.time ?? period].filter((time) => time !== undefined);
  const times = beside.map((time) => formatWithUnit(time, 's')).join(' and ');
  return `Keys follow one another from 0 s on; next to this one: ${times}.`;
}

function KeyRows({ unit, path, set }: { unit: PathUnit; path: Spline; set: SetPath }) {
  const { keys, period } = path,
    last = keys.at(-1)!;
  const change = (i: number, edit: Partial<Spline['keys'][number]>, g?: number) =>
    set({ spline: { ...path, keys: keys.map((old, k) => (k === i ? { ...old, ...edit } : old)) } }, g);
  return (
    <>
      <div class="path-keys" role="group" aria-label="Keys of the path">
        <div class="path-key head" aria-hidden="true">
          <span>Time</span>
          <span>{typeof last.target === 'number' ? 'Value, °' : unit === 'm' ? 'x, y, z in m' : 'x, y, z in °'}</span>
        </div>
        {keys.map((key, i) => (
          <div class="path-key" key={i}>
            <NumberField
              label={`Time of key ${i + 1}`}
              unit="s"
              min={i === 0 ? 0 : keys[i - 1]!.time + apart}
              max={(keys[i + 1]?.time ?? period ?? 3600) - apart}
              outside={besideWords(path, i)}
              step={0.05}
              value={key.time}
              onChange={(time, g) => change(i, { time }, g)}
            />
            {typeof key.target === 'number' ? (
              <NumberField label={`Key ${i + 1}`} unit={unit} value={key.target} onChange={(target, g) => change(i, { target }, g)} />
            ) : (
              <Vector label={`Key ${i + 1}`} unit={unit} value={key.target} onChange={(target, g) => change(i, { target }, g)} />
            )}
            <IconButton
              icon="close"
              label={`Remove key ${i + 1}`}
              disabled={keys.length <= 2}
              onClick={() => set({ spline: { ...path, keys: keys.filter((_, k) => k !== i) } })}
            />
          </div>
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
          min={last.time + apart}
          max={3600}
          outside={`It repeats after its last key, which is at ${formatWithUnit(last.time, 's')}, within an hour.`}
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
