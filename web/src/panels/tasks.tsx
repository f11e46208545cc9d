// The tasks in order of priority, and the criteria below them. Rows are moved by dragging, or with Alt and arrow keys.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Commands } from '../protocol/commands';
import type { TaskStatus } from '../protocol/messages';
import type { Store } from '../state/store';
import { kinds } from '../state/task_kinds';
import { groupsOf, isOn, moved, stateOf, type Task } from '../state/task_list';
import { landingAt, type GroupPlace, type Landing } from '../state/task_drop';
import { WhatIf } from '../state/what_if';
import { CriteriaPanel } from './criteria';
import { addOfType, loopByClicking, reachByClicking, setOrder, unfolded } from './task_actions';
import { TaskRow } from './task_row';
import { Button, Icon, openMenu, type MenuEntry, WhyNot } from './widgets';

export function TasksPanel({ store }: { store: Store }) {
  const scene = store.scene.value;
  const list = useRef<HTMLDivElement>(null);
  const questions = useMemo(() => new WhatIf((question: Commands['what-if']) => store.ask('what-if', question)), [store]);
  const [drag, setDrag] = useState<{ number: number; landing: Landing | null } | null>(null);
  const sceneNumber = store.sceneNumber.value;
  useEffect(() => void (unfolded.value = new Set()), [sceneNumber]);
  if (!scene) return null;
  const groups = groupsOf(scene.tasks);
  const status = new Map(store.status.value?.tasks.map((each) => [each.number, each]));
  const firstPriority = groups[0]?.priority ?? 1;

  const grab = (event: PointerEvent, number: number) => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('input, .toggle, .icon-only'))) return;
    followDrag(event, list.current, number, setDrag, (landing) =>
      setOrder(store, moved(store.scene.value?.tasks ?? [], number, landing.spot)),
    );
  };

  return (
    <div class="tasks-panel">
      <div class="panel-head">
        <h2>{summary(scene.tasks, status)}</h2>
        <Button
          icon="plus"
          popup="menu"
          tip="New tasks get the lowest priority."
          onClick={(event) => openMenu('Add task', event.currentTarget, addMenu(store))}
        >
          Add task
        </Button>
      </div>
      {groups.length > 1 && scene.solver.without_effect.priorities && <WhyNot words={scene.solver.without_effect.priorities} />}
      {groups.length === 0 && <EmptyTasks store={store} />}
      <div class="task-list" ref={list}>
        {groups.map((group, level) => (
          <div class="priority-group" key={group.priority} data-priority={group.priority} style={{ '--level': Math.min(level, 4) }}>
            <h3 class="priority-head">
              <span class="priority-number">{group.priority}</span>
              {level === 0 ? 'first priority' : 'then'}
            </h3>
            <ol aria-label={`Priority ${group.priority}`}>
              {group.tasks.map((task) => (
                <TaskRow
                  key={task.number}
                  store={store}
                  task={task}
                  status={status.get(task.number)}
                  firstPriority={firstPriority}
                  questions={questions}
                  dragged={drag?.number === task.number}
                  onGrab={grab}
                />
              ))}
            </ol>
          </div>
        ))}
        {drag?.landing && (
          <div class={`landing ${drag.landing.spot.kind}`} style={{ top: `${drag.landing.y}px` }}>
            {drag.landing.spot.kind === 'after' && <span>new priority</span>}
          </div>
        )}
      </div>
      <CriteriaPanel store={store} />
    </div>
  );
}

// "3 of 4 reached"
function summary(tasks: readonly Task[], status: ReadonlyMap<number, TaskStatus>): string {
  const on = tasks.filter(isOn);
  if (on.length === 0) return 'Tasks';
  const reached = on.filter((task) => stateOf(task, status.get(task.number)) === 'reached').length;
  if (on.length === 1) return reached === 1 ? 'Task reached' : 'Task not reached';
  if (reached < on.length) return `${reached} of ${on.length} tasks reached`;
  return on.length === 2 ? 'Both tasks reached' : `All ${on.length} tasks reached`;
}

function EmptyTasks({ store }: { store: Store }) {
  return (
    <div class="empty">
      <Icon name="target" />
      <strong>No tasks yet</strong>
      <span>Hold Shift while you drag a point of the body to pin it there.</span>
      <Button kind="primary" icon="target" onClick={() => reachByClicking(store)}>
        Reach by clicking
      </Button>
    </div>
  );
}

const taskIcons = {
  reach: 'tip',
  'look-at': 'eye',
  orient: 'rotate',
  'center-of-mass': 'anchor',
  'joint-value': 'joint',
  region: 'box',
  'relative-orientation': 'chain',
  'on-ellipsoid': 'ground',
  balance: 'anchor',
  equilibrium: 'scales',
  'support-share': 'scales',
  'joint-strength': 'joint',
  inertia: 'rotate',
} as const;

const addMenu = (store: Store): MenuEntry[] => [
  {
    words: 'Reach by clicking',
    icon: 'target',
    note: 'Click a point of the body; it stays there until you move its goal.',
    action: () => reachByClicking(store),
  },
  'line',
  ...(['reach', 'look-at', 'orient', 'center-of-mass', 'joint-value', 'region'] as const).map((type) => ({
    words: kinds[type].label,
    icon: taskIcons[type],
    note: kinds[type].words,
    action: () => addOfType(store, type),
  })),
  ...((store.scene.value?.supports.length ?? 0) === 0
    ? []
    : [
        'line' as const,
        ...(['balance', 'equilibrium', 'support-share', 'joint-strength', 'inertia'] as const).map((type) => ({
          words: kinds[type].label,
          icon: taskIcons[type],
          note: kinds[type].words,
          action: () => addOfType(store, type),
        })),
      ]),
  'line',
  { words: 'Loop', icon: 'link', note: 'Click two points of the body to join them.', action: () => loopByClicking(store) },
  ...(['relative-orientation', 'on-ellipsoid'] as const).map((type) => ({
    words: kinds[type].label,
    icon: taskIcons[type],
    note: kinds[type].words,
    action: () => addOfType(store, type),
  })),
];

// Follows the pointer until it is released. Less than four pixels is a click.
function followDrag(
  start: PointerEvent,
  list: HTMLElement | null,
  number: number,
  show: (drag: { number: number; landing: Landing | null } | null) => void,
  drop: (landing: Landing) => void,
): void {
  if (!list) return;
  const top = () => list.getBoundingClientRect().top;
  let landing: Landing | null = null,
    moving = false;
  const move = (event: PointerEvent) => {
    if (!moving && Math.abs(event.clientY - start.clientY) < 4) return;
    moving = true;
    list.classList.add('dragging');
    landing = landingAt(event.clientY - top(), layoutOf(list), number);
    show({ number, landing });
  };
  const finish = () => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', finish);
    removeEventListener('keydown', key, true);
    list.classList.remove('dragging');
    show(null);
  };
  const up = () => {
    if (moving && landing) drop(landing);
    finish();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !moving) return;
    event.stopPropagation();
    finish();
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', finish);
  addEventListener('keydown', key, true);
}

function layoutOf(list: HTMLElement): GroupPlace[] {
  const origin = list.getBoundingClientRect().top;
  return [...list.querySelectorAll<HTMLElement>('.priority-group')].map((group) => {
    const own = group.getBoundingClientRect();
    const head = group.querySelector('.priority-head')!.getBoundingClientRect();
    const rows = [...group.querySelectorAll<HTMLElement>('.task')].map((row) => {
      const place = row.getBoundingClientRect();
      return { number: Number(row.dataset.number), top: place.top - origin, bottom: place.bottom - origin };
    });
    return {
      priority: Number(group.dataset.priority),
      top: own.top - origin,
      listTop: head.bottom - origin,
      bottom: own.bottom - origin,
      rows,
    };
  });
}
