// Couplings: linear relations between joints. Listed with their present value, switched, edited, added and removed.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CouplingJson, FigureMessage } from '../protocol/messages';
import { coordinatesOfJoint, couplesLengths, couplingValue, firstCoupling, rangeWords, type Term } from '../state/couplings';
import type { Store } from '../state/store';
import { jointNames } from './joint_patterns';
import { Button, classes, Field, Icon, IconButton, NumberField, Section, Select, TextField, Toggle } from './widgets';

export function Couplings({ store, joint }: { store: Store; joint: string | null }) {
  const figure = store.figure.value;
  const [open, setOpen] = useState<number | null>(null);
  if (!figure) return null;
  const off = new Set(store.scene.value?.couplings_off ?? []);
  const add = async () => {
    const coupling = store.snapshot && firstCoupling(figure, joint, store.snapshot.values);
    if (!coupling) return;
    try {
      setOpen((await store.ask('coupling-add', { coupling })).number);
    } catch (refusal) {
      store.notify('refusal', (refusal as Error).message);
    }
  };
  const rows = figure.couplings.map((coupling, number) => ({ coupling, number }));
  const own = rows.filter(({ coupling }) => joint === null || coupling.terms.some((term) => term.joint === joint));
  return (
    <Section
      title={joint === null ? 'Couplings' : `Couplings of ${joint}`}
      remember="couplings"
      tip="Relations between joints that always hold, like hip and knee."
      actions={
        <IconButton icon="plus" label="Add coupling" tip="Holds the present sum of two joints; then edit it." onClick={() => void add()} />
      }
    >
      {own.length === 0 && <p class="hint">{rows.length === 0 ? 'None.' : `None of the ${rows.length} of this figure.`}</p>}
      <ul class="couplings" aria-label="Couplings">
        {own.map(({ coupling, number }) => (
          <Coupling
            key={number}
            store={store}
            figure={figure}
            coupling={coupling}
            number={number}
            on={!off.has(number)}
            open={open === number}
            onOpen={() => setOpen(open === number ? null : number)}
          />
        ))}
      </ul>
    </Section>
  );
}

interface CouplingProps {
  store: Store;
  figure: FigureMessage;
  coupling: CouplingJson;
  number: number;
  on: boolean;
  open: boolean;
  onOpen: () => void;
}

function Coupling({ store, figure, coupling, number, on, open, onOpen }: CouplingProps) {
  const value = useValue(store, figure, coupling);
  const lengths = couplesLengths(figure, coupling);
  const tenths = (x: number) => (Math.round(10 * x) / 10 + 0).toFixed(1); // + 0: no -0.0
  const shown = lengths ? `${tenths(100 * value)} cm` : `${tenths((value * 180) / Math.PI)}°`;
  const name = coupling.name || `coupling ${number + 1}`;
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    if (open) row.current?.scrollIntoView({ block: 'nearest' }); // what it unfolds may be below the edge of the panel
  }, [open]);
  return (
    <li class={classes('coupling', { off: !on })} aria-label={name} ref={row}>
      <div class="coupling-head">
        <Toggle
          label={`${name} holds`}
          hideLabel
          checked={on}
          onChange={(next) => void store.send('coupling-switch', { number, on: next })}
        />
        <button type="button" class="coupling-name" aria-expanded={open} onClick={onOpen}>
          <span>{name}</span>
          <span class="hint">
            {shown} {rangeWords(coupling, lengths)}
          </span>
          <Icon name="chevron" />
        </button>
      </div>
      {open && <CouplingEditor store={store} figure={figure} coupling={coupling} number={number} lengths={lengths} value={value} />}
    </li>
  );
}

function useValue(store: Store, figure: FigureMessage, coupling: CouplingJson): number {
  const now = () => (store.snapshot ? couplingValue(figure, coupling, store.snapshot.values) : 0);
  const [value, setValue] = useState(now);
  useEffect(() => {
    setValue(now());
    return store.onSnapshot((snapshot) => {
      const next = couplingValue(figure, coupling, snapshot.values);
      setValue((old) => (Math.abs(next - old) < 2e-4 ? old : next));
    });
  }, [figure, coupling]);
  return value;
}

type EditorProps = Pick<CouplingProps, 'store' | 'figure' | 'coupling' | 'number'> & { lengths: boolean; value: number };

function CouplingEditor({ store, figure, coupling, number, lengths, value }: EditorProps) {
  const unit = lengths ? 'cm' : 'deg';
  const set = (changed: CouplingJson, gesture?: number) =>
    void store.send('coupling-set', { number, coupling: changed, ...(gesture ? { gesture } : {}) });
  const setTerm = (i: number, change: Partial<Term>, gesture?: number) =>
    set({ ...coupling, terms: coupling.terms.map((old, j) => (i === j ? { ...old, ...change } : old)) }, gesture);
  const { equals: _, min, max, ...rest } = coupling;
  const bounded = (from: number | undefined, to: number | undefined): CouplingJson => ({
    ...rest,
    ...(from === undefined ? {} : { min: from }),
    ...(to === undefined ? {} : { max: to }),
  });
  return (
    <div class="coupling-editor">
      <Field label="Name">
        <TextField
          label="Coupling name"
          value={coupling.name}
          onCommit={(name) => store.ask('coupling-set', { number, coupling: { ...coupling, name } })}
        />
      </Field>
      {coupling.terms.map((term, i) => (
        <CouplingTerm
          key={i}
          store={store}
          figure={figure}
          term={term}
          at={i}
          set={(change, gesture) => setTerm(i, change, gesture)}
          remove={coupling.terms.length > 1 ? () => set({ ...coupling, terms: coupling.terms.filter((_, j) => i !== j) }) : null}
        />
      ))}
      <Button
        kind="quiet"
        icon="plus"
        onClick={() => set({ ...coupling, terms: [...coupling.terms, { joint: jointNames(store)[0] ?? '', coefficient: 1 }] })}
      >
        Add joint
      </Button>
      <Field label="The sum" tip="Of the joints’ values times their factors.">
        <Select
          label="What holds"
          value={coupling.equals === undefined ? 'between' : 'equals'}
          choices={[
            { value: 'equals', words: 'is always the same' },
            { value: 'between', words: 'stays in a range' },
          ]}
          onChange={(kind) => set(kind === 'equals' ? { ...rest, equals: value } : { ...rest, min: value - 0.2, max: value + 0.2 })}
        />
      </Field>
      {coupling.equals !== undefined ? (
        <Field label="Value">
          <NumberField label="Sum" value={coupling.equals} unit={unit} onChange={(equals, gesture) => set({ ...rest, equals }, gesture)} />
        </Field>
      ) : (
        <Field label="From, to" tip="An empty field means no limit; one of the two stays.">
          <div class="pair">
            <NumberField
              label="Least sum"
              value={min ?? null}
              unit={unit}
              max={max}
              onChange={(from, gesture) => set(bounded(from, max), gesture)}
              onClear={() => max !== undefined && set(bounded(undefined, max))}
            />
            <NumberField
              label="Largest sum"
              value={max ?? null}
              unit={unit}
              min={min}
              onChange={(to, gesture) => set(bounded(min, to), gesture)}
              onClear={() => min !== undefined && set(bounded(min, undefined))}
            />
          </div>
        </Field>
      )}
      <Button kind="quiet" icon="trash" onClick={() => void store.send('coupling-remove', { number })}>
        Remove coupling
      </Button>
    </div>
  );
}

interface TermProps {
  store: Store;
  figure: FigureMessage;
  term: Term;
  at: number;
  set: (change: Partial<Term>, gesture?: number) => void;
  remove: (() => void) | null;
}

function CouplingTerm({ store, figure, term, at, set, remove }: TermProps) {
  const coordinates = coordinatesOfJoint(figure, term.joint);
  return (
    <div class="coupling-term">
      <NumberField
        label={`Factor of joint ${at + 1}`}
        value={term.coefficient ?? 1}
        unit="×"
        step={0.5}
        onChange={(coefficient, gesture) => coefficient !== 0 && set({ coefficient }, gesture)}
      />
      <Select
        label={`Joint ${at + 1}`}
        value={term.joint}
        choices={jointNames(store)}
        onChange={(joint) => set({ joint, coordinate: 0 })}
      />
      <IconButton icon="close" label={`Remove joint ${at + 1}`} disabled={remove === null} onClick={() => remove?.()} />
      {coordinates.length > 1 && (
        <Select
          label={`Value of joint ${at + 1}`}
          value={String(term.coordinate ?? 0)}
          choices={coordinates.slice(0, 3).map((name, j) => ({ value: String(j), words: name }))}
          onChange={(coordinate) => set({ coordinate: Number(coordinate) })}
        />
      )}
    </div>
  );
}
