// The task list of the panel: groups by priority, moving tasks within and between them, and why tasks fall short.

import type { Commands } from '../protocol/commands';
import type { Axes, ReasonInfo, TaskJson, TaskStatus, WorldObstacle } from '../protocol/messages';
import { selectableName } from './obstacle_list';
import { sameValue } from './same_value';
import type { Selection } from './store';

export type Task = TaskJson & { number: number };
export type Order = { number: number; priority: number }[];

export interface Group {
  priority: number;
  tasks: Task[];
}

export const priorityOf = (task: TaskJson): number => task.priority ?? 1;
export const isOn = (task: TaskJson): boolean => task.enabled ?? true;

// Highest priority first; within a priority, in the order of the scene.
export function groupsOf(tasks: readonly Task[]): Group[] {
  const groups = new Map<number, Task[]>();
  for (const task of tasks) {
    const group = groups.get(priorityOf(task));
    if (group) group.push(task);
    else groups.set(priorityOf(task), [task]);
  }
  return [...groups].sort(([a], [b]) => a - b).map(([priority, members]) => ({ priority, tasks: members }));
}

// Where a task is dropped: into a group at an index, or between groups, which creates a new one.
export type Spot = { kind: 'in'; priority: number; index: number } | { kind: 'after'; priority: number };

const ordered = (groups: readonly Group[]): Order =>
  groups.flatMap((group) => group.tasks.map(({ number }) => ({ number, priority: group.priority })));

// The order with the task moved; null if nothing changes. `index` counts the group without the task.
export function moved(tasks: readonly Task[], number: number, spot: Spot): Order | null {
  const task = tasks.find((each) => each.number === number);
  if (!task) return null;
  const before = groupsOf(tasks);
  const groups = before.map((group) => ({ ...group, tasks: group.tasks.filter((each) => each !== task) }));

  const home = groups.findIndex((group) => group.priority === (spot.kind === 'in' ? spot.priority : priorityOf(task)));
  if (spot.kind === 'in') {
    if (home >= 0) groups[home]!.tasks.splice(spot.index, 0, task);
    else groups.push({ priority: spot.priority, tasks: [task] });
  } else {
    const rest = groups.filter((group) => group.tasks.length > 0);
    const place = rest.filter((group) => group.priority <= spot.priority).length;
    const priority = (rest[place - 1]?.priority ?? 0) + 1;
    // Later priorities increase only where there is no gap.
    let least = priority + 1;
    for (const group of rest.slice(place)) {
      group.priority = Math.max(group.priority, least);
      least = group.priority + 1;
    }
    groups.splice(0, groups.length, ...rest);
    groups.splice(place, 0, { priority, tasks: [task] });
  }
  const order = ordered(groups.filter((group) => group.tasks.length > 0).sort((a, b) => a.priority - b.priority));
  return sameValue(order, ordered(before)) ? null : order;
}

// One place up or down, by key. At the edge of its group a task first gets a priority of its own, then joins the next
// group: so every order can be reached.
export function nudged(tasks: readonly Task[], number: number, direction: -1 | 1): Order | null {
  const groups = groupsOf(tasks);
  const home = groups.findIndex((group) => group.tasks.some((task) => task.number === number));
  const group = groups[home];
  if (!group) return null;
  const index = group.tasks.findIndex((task) => task.number === number);
  const inside = index + direction;
  if (inside >= 0 && inside < group.tasks.length) return moved(tasks, number, { kind: 'in', priority: group.priority, index: inside });
  if (group.tasks.length > 1) {
    const after = direction > 0 ? group.priority : (groups[home - 1]?.priority ?? 0);
    return moved(tasks, number, { kind: 'after', priority: after });
  }
  const neighbour = groups[home + direction];
  if (!neighbour) return null;
  return moved(tasks, number, { kind: 'in', priority: neighbour.priority, index: direction < 0 ? neighbour.tasks.length : 0 });
}

// Moves a task to the end of another priority's group.
export const withPriority = (tasks: readonly Task[], number: number, priority: number): Order | null =>
  moved(tasks, number, {
    kind: 'in',
    priority,
    index: tasks.filter((task) => task.number !== number && priorityOf(task) === priority).length,
  });

// --- why a task falls short -----------------------------------------------------------------------------------------

// What the viewport lights up for these reasons.
export function litBy(reasons: readonly ReasonInfo[]): Selection[] {
  const lit: Selection[] = [];
  for (const reason of reasons) {
    if (reason.task !== undefined) lit.push({ kind: 'task', number: reason.task });
    else if (reason.tie !== undefined) lit.push({ kind: 'tie', name: reason.tie });
    else if (reason.obstacle !== undefined) lit.push({ kind: 'obstacle', name: reason.obstacle });
    else if (reason.segment !== undefined) lit.push({ kind: 'segment', segment: reason.segment });
  }
  return lit;
}

// The question "what if this did not block?"; null if it cannot be removed.
export function questionFor(task: number, reason: ReasonInfo, world: readonly WorldObstacle[] = []): Commands['what-if'] | null {
  switch (reason.blocker) {
    case 'higher_task':
    case 'equal_task':
      return reason.task === undefined ? null : { task, without_tasks: [reason.task] };
    case 'joint_limit':
      return reason.segment === undefined ? null : { task, without_segments: [reason.segment] };
    case 'obstacle':
      return reason.obstacle === undefined ? null : { task, without_obstacles: [selectableName(world, reason.obstacle)] };
    case 'coupling':
      return reason.coupling === undefined ? null : { task, without_couplings: [reason.coupling] };
    case 'tie':
      return reason.tie === undefined ? null : { task, without_ties: [reason.tie] };
    default:
      return null;
  }
}

export type TaskState = 'off' | 'reached' | 'short';
export function stateOf(task: TaskJson, status: TaskStatus | undefined): TaskState {
  if (!isOn(task)) return 'off';
  return status === undefined || status.satisfied ? 'reached' : 'short';
}

// The light of one task; only a task of the first priority can be red.
export function lightOf(task: TaskJson, status: TaskStatus | undefined, firstPriority: number): 'off' | 'green' | 'orange' | 'red' {
  const state = stateOf(task, status);
  if (state === 'off') return 'off';
  return state === 'reached' ? 'green' : priorityOf(task) <= firstPriority ? 'red' : 'orange';
}

// --- axes and joint patterns ----------------------------------------------------------------------------------------

// The axes with one toggled; at least one stays on.
export function withAxis(axes: Axes, axis: 'x' | 'y' | 'z'): Axes {
  const next = ['x', 'y', 'z'].filter((each) => (each === axis) !== axes.includes(each)).join('');
  return next === '' ? axes : (next as Axes);
}

// Suggestions for the typed text: patterns for names with a common stem ("spine*"), then the names themselves.
export function jointPatterns(joints: readonly string[], typed = ''): string[] {
  const counts = new Map<string, number>();
  for (const name of joints) {
    const stem = name.replace(/[.\d].*$/, '');
    if (stem !== name && stem !== '') counts.set(stem, (counts.get(stem) ?? 0) + 1);
    const side = /\.(l|r)$/.exec(name);
    if (side) counts.set(`*${side[0]}|`, (counts.get(`*${side[0]}|`) ?? 0) + 1);
  }
  const stems = [...counts].filter(([, count]) => count > 1).map(([stem]) => (stem.endsWith('|') ? stem.slice(0, -1) : `${stem}*`));
  const wanted = typed.toLowerCase().replaceAll('*', '');
  return [...stems, ...joints].filter((name) => name.toLowerCase().includes(wanted)).slice(0, 40);
}

export function matches(pattern: string, name: string): boolean {
  const escaped = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`).test(name);
}
