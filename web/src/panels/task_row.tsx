// One task in the list: its light, its name, its error live, and why it falls short.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Snapshot } from '../protocol/snapshot';
import type { Commands } from '../protocol/commands';
import type { ReasonInfo, TaskStatus } from '../protocol/messages';
import { pointedReason } from '../state/blockers';
import { barFraction, formatError } from '../state/error_words';
import { selectableName } from '../state/obstacle_list';
import { isStuck } from '../state/path_finder';
import type { Store } from '../state/store';
import { kinds, subject } from '../state/task_kinds';
import { isOn, lightOf, litBy, questionFor, stateOf, type Task } from '../state/task_list';
import type { WhatIf } from '../state/what_if';
import { LightShape } from './light';
import { TaskEditor } from './task_editor';
import { nameOf, nudge, removeTask, select, setTask, unfold, unfolded } from './task_actions';
import { taskMenu } from './task_menu';
import { FindPathChip } from './path';
import { classes, Icon, IconButton, openMenu, tip, Toggle } from './widgets';

export type Questions = WhatIf<Commands['what-if']>;

export interface TaskRowProps {
  store: Store;
  task: Task;
  status: TaskStatus | undefined;
  firstPriority: number;
  questions: Questions;
  dragged: boolean;
  onGrab: (event: PointerEvent, number: number) => void;
}

// A row that moved to another group is a new element; after a move by key it takes the focus.
let focusAfterMove: number | null = null;

export function TaskRow({ store, task, status, firstPriority, questions, dragged, onGrab }: TaskRowProps) {
  const name = nameOf(task);
  const open = unfolded.value.has(task.number);
  const selection = store.selection.value;
  const selected = selection?.kind === 'task' && selection.number === task.number;
  const hover = store.hover.value;
  const hovered = hover?.kind === 'task' && hover.number === task.number;
  const lit = store.lit.value.some((each) => each?.kind === 'task' && each.number === task.number);
  const state = stateOf(task, status);
  const light = lightOf(task, status, firstPriority);
  const row = useRef<HTMLLIElement>(null);
  const [supposed, setSupposed] = useState<string | null>(null); // "Without balance: 1 mm"
  const reasons = state === 'short' ? (status?.reasons ?? []) : [];

  useEffect(() => {
    if (focusAfterMove !== task.number) return;
    focusAfterMove = null;
    row.current?.querySelector<HTMLElement>('.task-main')?.focus();
  }, []);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  const suppose = (reason: ReasonInfo) => {
    pointedReason.value = reason;
    const question = questionFor(task.number, reason, store.scene.value?.world);
    if (!question) return setSupposed(null);
    questions.want(question, store.scene.value?.revision ?? 0, (answer) =>
      setSupposed(
        answer instanceof Error
          ? answer.message
          : `Without ${takenAway(store, reason)}: ${answer.satisfied ? 'reached' : formatError(answer.error, answer.unit)}`,
      ),
    );
  };
  const supposeNothing = () => {
    questions.cancel();
    setSupposed(null);
    pointedReason.value = null;
  };
  const keyDown = (event: KeyboardEvent) => {
    const up = event.key === 'ArrowUp',
      down = event.key === 'ArrowDown';
    if (event.altKey && (up || down)) {
      focusAfterMove = task.number;
      nudge(store, task.number, up ? -1 : 1);
    } else if (up || down) neighbour(row.current, up ? -1 : 1)?.focus();
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      (neighbour(row.current, 1) ?? neighbour(row.current, -1))?.focus();
      void removeTask(store, task);
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') unfold(task.number, event.key === 'ArrowRight');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <li
      ref={row}
      class={classes('task', light, { selected, hovered, lit, dragged })}
      aria-label={name}
      data-number={task.number}
      onPointerEnter={() => (store.hover.value = { kind: 'task', number: task.number })}
      onPointerLeave={() => {
        if (hovered) store.hover.value = null;
      }}
    >
      <div
        class="task-head"
        onPointerDown={(event) => onGrab(event, task.number)}
        onContextMenu={(event) => {
          event.preventDefault();
          openMenu(name, event, taskMenu(store, task));
        }}
      >
        <LightShape light={light} />
        <button
          type="button"
          class="task-main"
          aria-current={selected || undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
          {...tip(name, `${kinds[task.type].words} Drag the row to change its priority.`, 'Alt+↑↓')}
          onClick={() => select(store, task.number)}
          onDblClick={() => unfold(task.number, !open)}
          onKeyDown={keyDown}
        >
          <span class="task-name">{name}</span>
          <span class="task-kind">{kindWords(task)}</span>
        </button>
        <LiveError store={store} task={task} unit={status?.unit ?? kinds[task.type].unit} />
        <Toggle
          label="Enabled"
          hideLabel
          checked={isOn(task)}
          tip="Off: the task is ignored."
          onChange={(enabled) => setTask(store, task, { enabled })}
        />
        <IconButton icon={open ? 'chevron-down' : 'chevron'} label="Edit" expanded={open} onClick={() => unfold(task.number, !open)} />
      </div>
      {state !== 'off' && status && (state === 'short' || supposed) && (
        <p class={`task-words ${supposed ? 'supposed' : ''}`}>{supposed ?? status.words}</p>
      )}
      {reasons.length > 0 && (
        <div class="reasons" role="group" aria-label="Blocked by">
          {reasons.map((reason) => (
            <button
              key={reason.words}
              type="button"
              class="chip reason"
              style={{ '--share': percent(reason) }}
              {...tip(reason.words, reasonTip(store, task, reason))}
              onPointerEnter={() => suppose(reason)}
              onPointerLeave={supposeNothing}
              onFocus={() => suppose(reason)}
              onBlur={supposeNothing}
              onClick={() => goTo(store, reason)}
            >
              <Icon name={chipIcons[reason.blocker]} />
              {chipWords(store, reason)}
              <span class="seen-by-readers">
                {' '}
                {percent(reason)}: {reason.words}
              </span>
            </button>
          ))}
          {isStuck(status) && store.status.value?.drag == null && <FindPathChip store={store} />}
        </div>
      )}
      {open && <TaskEditor store={store} task={task} />}
    </li>
  );
}

function reasonTip(store: Store, task: Task, reason: ReasonInfo): string {
  const canAsk = questionFor(task.number, reason, store.scene.value?.world) !== null;
  return `${percent(reason)} of the shortfall.${canAsk ? ' The row shows the error without it.' : ''}`;
}

const percent = (reason: ReasonInfo): string => `${Math.round(100 * reason.share)}%`;

const chipIcons = {
  out_of_reach: 'tip',
  joint_limit: 'joint',
  coupling: 'link',
  tie: 'link',
  higher_task: 'target',
  equal_task: 'target',
  joint_subset: 'joint',
  obstacle: 'cube',
  own_body: 'bone',
  support: 'tip',
  fixed_root: 'joint',
  not_followed: 'link',
  technique: 'link',
} as const;

// The name of what blocks.
function chipWords(store: Store, reason: ReasonInfo): string {
  const task = store.scene.value?.tasks.find((each) => each.number === reason.task);
  if (task) return nameOf(task);
  if (reason.coupling) return reason.coupling;
  if (reason.tie) return reason.tie;
  if (reason.obstacle) return selectableName(store.scene.value?.world ?? [], reason.obstacle);
  if (reason.blocker === 'own_body' && reason.segment) return reason.segment;
  if (reason.blocker === 'fixed_root') return 'fixed root';
  const segment = store.figure.value?.segments.find((each) => each.name === reason.segment);
  if (segment)
    return reason.coordinate && reason.coordinate !== segment.joint.name
      ? `${segment.joint.name} ${reason.coordinate}`
      : segment.joint.name;
  return reason.blocker === 'out_of_reach' ? 'out of reach' : reason.words;
}

// For "Without ...": the question removes all limits of a joint, not only the one that blocks.
function takenAway(store: Store, reason: ReasonInfo): string {
  const joint = store.figure.value?.segments.find((each) => each.name === reason.segment)?.joint.name;
  return reason.blocker === 'joint_limit' && joint ? `the limits of ${joint}` : chipWords(store, reason);
}

function goTo(store: Store, reason: ReasonInfo): void {
  const [what] = litBy([reason]);
  if (what)
    store.selection.value =
      what.kind === 'obstacle' ? { kind: 'obstacle', name: selectableName(store.scene.value?.world ?? [], what.name) } : what;
}

function kindWords(task: Task): string {
  const about = subject(task);
  const label = kinds[task.type].label;
  return about && about !== nameOf(task) ? `${label} · ${about}` : label;
}

const neighbour = (row: HTMLElement | null, by: -1 | 1): HTMLElement | undefined => {
  const all = [...(row?.closest('.task-list')?.querySelectorAll<HTMLElement>('.task-main') ?? [])];
  return all[all.findIndex((each) => row?.contains(each)) + by];
};

// Written directly into the DOM: snapshots arrive up to sixty times a second, and nothing else in the row changes.
function LiveError({ store, task, unit }: { store: Store; task: Task; unit: 'm' | 'rad' | '' }) {
  const number = useRef<HTMLSpanElement>(null),
    meter = useRef<HTMLDivElement>(null),
    fill = useRef<HTMLDivElement>(null);
  const on = isOn(task);
  useEffect(() => {
    const write = (snapshot: Snapshot) => {
      const point = snapshot.tasks.find((each) => each.number === task.number);
      if (!point || !number.current || !fill.current || !meter.current) return;
      const words = formatError(point.error, unit);
      const share = barFraction(point.error, unit, task.tolerance ?? 1e-4, store.figure.value?.reach ?? 1);
      if (number.current.textContent !== words) {
        number.current.textContent = words;
        meter.current.setAttribute('aria-valuetext', words);
        meter.current.setAttribute('aria-valuenow', String(Math.round(100 * share)));
      }
      const width = `${(100 * share).toFixed(1)}%`;
      if (fill.current.style.width !== width) fill.current.style.width = width;
    };
    if (!on) {
      if (number.current) number.current.textContent = 'off';
      if (fill.current) fill.current.style.width = '0';
      return;
    }
    if (store.snapshot) write(store.snapshot);
    return store.onSnapshot(write);
  }, [store, task.number, unit, task.tolerance, on]);
  return (
    <div class="live-error">
      <span class="live-number" ref={number} />
      <div class="bar" role="meter" aria-label="Error" aria-valuemin={0} aria-valuemax={100} aria-valuenow={0} ref={meter}>
        <div class="fill" ref={fill} />
      </div>
    </div>
  );
}
