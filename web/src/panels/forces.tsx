// The forces panel: whether the figure stands and why not, what pushes it, what it stands on, what its joints bear.

import { useEffect, useState } from 'preact/hooks';
import type { StaticsNow } from '../protocol/snapshot';
import {
  carriedBy,
  forceWords,
  hardestJoints,
  hasLoads,
  length,
  newtonMetres,
  newtons,
  percent,
  stateWords,
  toneOf,
} from '../state/forces';
import type { Shell } from '../state/shell';
import { sameSelection, type Selection, type Store } from '../state/store';
import { carryByClicking, pushByClicking, removeForce, removeSupport, supportByClicking } from './force_actions';
import { ForceEditor } from './force_editor';
import { forcePlots } from './force_plots';
import { Plots } from './plots';
import { Standing } from './standing';
import { StrengthRows } from './strengths';
import { SupportEditor } from './support_editor';
import { Vector } from './vector_field';
import { Bar, Button, classes, Field, Icon, IconButton, openMenu, Section, Select, tip, type IconName } from './widgets';

export function ForcesPanel({ shell }: { shell: Shell }) {
  const { store } = shell;
  const scene = store.scene.value;
  const statics = useStatics(store);
  if (!scene) return null;
  return (
    <div class="forces-panel">
      <div class="panel-head">
        <h2>{headline(store)}</h2>
        <Button
          icon="plus"
          popup="menu"
          tip="A force, something to carry, or something to stand on."
          onClick={(event) => openMenu('Add', event.currentTarget, addMenu(store))}
        >
          Add
        </Button>
      </div>
      <Standing store={store} statics={statics} />
      {!hasLoads(scene) && (
        <div class="empty">
          <Icon name="scales" />
          <strong>Nothing to stand on yet</strong>
          <span>Add a support under each foot, then Ctrl-drag the figure to push it.</span>
        </div>
      )}
      <Forces store={store} />
      <Supports store={store} statics={statics} />
      <Joints store={store} statics={statics} />
      <Section title="Plots" remember="force-plots" open={false}>
        <Plots store={store} kinds={forcePlots} />
      </Section>
      <Strengths store={store} />
    </div>
  );
}

const addMenu = (store: Store) => [
  { words: 'Force', icon: 'push' as const, note: 'Click where it acts; then drag its tip', action: () => pushByClicking(store) },
  { words: 'Carried mass', icon: 'anchor' as const, note: 'Click the hand that carries it', action: () => carryByClicking(store) },
  { words: 'Support', icon: 'ground' as const, note: 'Click what stands on something', action: () => supportByClicking(store) },
];

// What the newest snapshot says; ten times a second is enough for words. Nothing until the snapshot is of the figure that is
// open: its joints are numbers of segments.
function useStatics(store: Store): StaticsNow | null {
  const [shown, setShown] = useState({ statics: store.snapshot?.statics ?? null, revision: store.snapshot?.figureRevision });
  useEffect(() => {
    let last = -Infinity,
      timer = 0;
    const show = () => {
      timer = 0;
      last = performance.now();
      setShown({ statics: store.snapshot?.statics ?? null, revision: store.snapshot?.figureRevision });
    };
    show();
    const stop = store.onSnapshot(() => {
      if (timer !== 0) return;
      timer = window.setTimeout(show, Math.max(0, 100 - (performance.now() - last)));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store]);
  return shown.revision === store.figure.value?.figure_revision ? shown.statics : null;
}

function headline(store: Store): string {
  const status = store.status.value?.statics;
  if (!status) return 'Forces';
  return status.words.charAt(0).toUpperCase() + status.words.slice(1);
}

// --- lists

function Forces({ store }: { store: Store }) {
  const forces = store.scene.value?.forces ?? [];
  const selected = store.selection.value;
  const chosen = selected?.kind === 'force' ? selected.number : null;
  if (forces.length === 0) return null;
  return (
    <Section title="Forces" remember="forces" tip="What the environment does to the figure.">
      <ul class="loads" aria-label="Forces">
        {forces.map((force, number) => (
          <LoadRow
            key={number}
            store={store}
            of={{ kind: 'force', number }}
            icon={force.mass && !force.force ? 'anchor' : 'push'}
            name={force.frame}
            words={forceWords(force)}
            remove={() => removeForce(store, number)}
          />
        ))}
      </ul>
      {chosen !== null && forces[chosen] && <ForceEditor key={chosen} store={store} number={chosen} force={forces[chosen]} />}
    </Section>
  );
}

function Supports({ store, statics }: { store: Store; statics: StaticsNow | null }) {
  const scene = store.scene.value,
    supports = scene?.supports ?? [];
  const selected = store.selection.value;
  const chosen = selected?.kind === 'support' ? supports.find(({ name }) => name === selected.name) : undefined;
  if (supports.length === 0) return null;
  const carried = statics && scene ? carriedBy(statics, scene) : [];
  return (
    <Section title="Supports" remember="supports" tip="What the figure stands on or holds on to.">
      <ul class="loads" aria-label="Supports">
        {supports.map((support, i) => {
          const now = carried[i];
          const gives = now !== undefined && now.state !== 'holds';
          return (
            <LoadRow
              key={support.name}
              store={store}
              of={{ kind: 'support', name: support.name }}
              icon={support.grip ? 'link' : 'ground'}
              name={support.name}
              words={!now ? '' : gives ? stateWords(now.state) : `${newtons(length(now.force))} · ${percent(now.share)}`}
              bad={gives}
              remove={() => removeSupport(store, support.name)}
            />
          );
        })}
      </ul>
      {chosen && <SupportEditor key={supports.indexOf(chosen)} store={store} support={chosen} />}
    </Section>
  );
}

interface LoadRowProps {
  store: Store;
  of: { kind: 'force'; number: number } | { kind: 'support'; name: string };
  icon: IconName;
  name: string;
  words: string;
  bad?: boolean;
  remove: () => void;
}

// Arrow keys move through the list, Delete removes.
function LoadRow({ store, of, icon, name, words, bad = false, remove }: LoadRowProps) {
  const same = (one: Selection): boolean => sameSelection(one, of);
  const chosen = same(store.selection.value);
  const keyDown = (event: KeyboardEvent) => {
    const row = (event.currentTarget as HTMLElement).closest('li');
    const next = event.key === 'ArrowDown' ? row?.nextElementSibling : event.key === 'ArrowUp' ? row?.previousElementSibling : null;
    if (event.key === 'Delete' || event.key === 'Backspace') remove();
    else if (next) next.querySelector<HTMLElement>('button')?.click();
    else if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    next?.querySelector<HTMLElement>('button')?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <li>
      <button
        type="button"
        class={classes('obstacle-row', { hovered: same(store.hover.value), lit: bad })}
        aria-pressed={chosen}
        onClick={() => (store.selection.value = of)}
        onKeyDown={keyDown}
        onPointerEnter={() => (store.hover.value = of)}
        onPointerLeave={() => (store.hover.value = null)}
      >
        <Icon name={icon} />
        <span class="row-name">{name}</span>
        <span class="row-words">{words}</span>
      </button>
      <IconButton icon="trash" label={`Remove ${name}`} onClick={remove} />
    </li>
  );
}

// --- joints

const shownJoints = 8;

function Joints({ store, statics }: { store: Store; statics: StaticsNow | null }) {
  const figure = store.figure.value;
  const joints = statics && figure ? hardestJoints(statics, shownJoints) : [];
  if (!figure || joints.length === 0) return null;
  const torques = store.viewOptions.value.torques;
  return (
    <Section
      title="Joints"
      remember="joint-loads"
      tip="Those that bear most, by their strength."
      actions={
        <IconButton
          icon="rotate"
          label="Show joint torques"
          keys="J"
          pressed={torques}
          onClick={() => (store.viewOptions.value = { ...store.viewOptions.value, torques: !torques })}
        />
      }
    >
      <ul class="joint-loads" aria-label="Joints that bear most">
        {joints.map((load) => {
          const segment = figure.segments[load.segment]!;
          const across = segment.coordinates.length === 1 && segment.coordinates[0]!.length;
          const words = across ? newtons(Math.abs(load.torque)) : newtonMetres(length(load.moment));
          return (
            <li key={load.segment}>
              <button
                type="button"
                class="joint-load"
                onClick={() => (store.selection.value = { kind: 'segment', segment: segment.name })}
                onPointerEnter={() => (store.hover.value = { kind: 'segment', segment: segment.name })}
                onPointerLeave={() => (store.hover.value = null)}
                {...tip(
                  segment.joint.name,
                  `${words}; along the limb ${newtons(Math.abs(load.compression))} ${load.compression < 0 ? 'of pull' : 'of pressure'}, ` +
                    `across it ${newtons(load.shear)}. Muscles are left out: what they press it together with comes on top.`,
                )}
              >
                <span class="joint-load-name">{segment.joint.name}</span>
                <Bar label={segment.joint.name} share={load.ratio} tone={load.strength > 0 ? toneOf(load.ratio) : 'plain'} words={words} />
                <span class="meter-words">{load.strength > 0 ? percent(load.ratio) : words}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function Strengths({ store }: { store: Store }) {
  const scene = store.scene.value;
  if (!scene) return null;
  return (
    <Section
      title="Strength and weight"
      remember="strengths"
      open={false}
      tip="The largest torque of joints, gravity, and how supports share."
    >
      {scene.strengths.length === 0 && <p class="hint">The strengths of the figure hold; joints without one count with 100 N m.</p>}
      <StrengthRows store={store} />
      <Field label="Supports" tip="Which of the forces that balance the figure are shown.">
        <Select
          label="Distribution"
          value={scene.distribution}
          choices={[
            { value: 'even', words: 'share the load evenly' },
            { value: 'least-tangential', words: 'push sideways least' },
          ]}
          onChange={(distribution) => void store.send('loads-set', { distribution })}
        />
      </Field>
      <Field label="Gravity, m/s²">
        <Vector
          label="Gravity"
          unit=""
          value={scene.gravity}
          onChange={(gravity, gesture) => void store.send('loads-set', { gravity, ...(gesture ? { gesture } : {}) })}
        />
      </Field>
    </Section>
  );
}
