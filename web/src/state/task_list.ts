// The list of tasks as the panel shows it: groups by priority, moves inside and between them, and why tasks fall short.

import type { Axes, ReasonInfo, TaskJson, TaskStatus } from '../protocol/messages';
import { selectableName } from './obstacle_list';
import type { Selection } from './store';

export type Task = TaskJson & { number: number };
export type Order = { number: number; priority: number }[];

export interface Group {
  priority: number;
  tasks: Task[];
}

export const priorityOf = (task: TaskJson): number => task.priority ?? 1;
export const isOn = (task: TaskJson): boolean => task.enabled ?? true;

// Most important first; inside a priority in the order of the scene.
export function groupsOf(tasks: readonly Task[]): Group[] {
  const groups = new Map<number, Task[]>();
  for (const task of tasks) {
    const group = groups.get(priorityOf(task));
    if (group) group.push(task);
    else groups.set(priorityOf(task), [task]);
  }
  return [...groups].sort(([a], [b]) => a - b).map(([priority, members]) => ({ priority, tasks: members }));
}

// Where a task is dropped: into the group of a priority, as its nth; or between groups, which makes a new one.
export type Spot = { kind: 'in'; priority: number; index: number } | { kind: 'after'; priority: number };

const ordered = (groups: readonly Group[]): Order =>
  groups.flatMap((group) => group.tasks.map(({ number }) => ({ number, priority: group.priority })));

// The list with the task moved; null when that changes nothing. `index` counts the group without the task.
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
    // Only where there is no gap do the later priorities move on.
    let least = priority + 1;
    for (const group of rest.slice(place)) {
      group.priority = Math.max(group.priority, least);
      least = group.priority + 1;
    }
    groups.splice(0, groups.length, ...rest);
    groups.splice(place, 0, { priority, tasks: [task] });
  }
  const order = ordered(groups.filter((group) => group.tasks.length > 0).sort((a, b) => a.priority - b.priority));
  return JSON.stringify(order) === JSON.stringify(ordered(before)) ? null : order;
}

// One place up or down, by key. At the edge of its group a task first gets a priority of its own, then joins its
// neighbours: so every order can be reached.
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

// Puts a task where it shows another priority, at the end of that group.
export const withPriority = (tasks: readonly Task[], number: number, priority: number): Order | null =>
  moved(tasks, number, {
    kind: 'in', priority,
    index: tasks.filter((task) => task.number !== number && priorityOf(task) === priority).length,
  });

// --- why a task falls short -----------------------------------------------------------------------------------------

// What blocks, to be lit up in the viewport.
export function litBy(reasons: readonly ReasonInfo[]): Selection[] {
  const lit: Selection[] = [];
  for (const reason of reasons) {
    if (reason.task !== undefined) lit.push({ kind: 'task', number: reason.task });
    else if (reason.obstacle !== undefined) lit.push({ kind: 'obstacle', name: reason.obstacle });
    else if (reason.segment !== undefined) lit.push({ kind: 'segment', segment: reason.segment });
  }
  return lit;
}

// The question "what if this were not in the way"; null where nothing could be taken away.
export function questionFor(task: number, reason: ReasonInfo):
    { task: number; without_tasks?: number[]; without_segments?: string[]; without_couplings?: string[]; without_obstacles?: string[] } | null {
  switch (reason.blocker) {
    case 'higher_task':
    case 'equal_task': return reason.task === undefined ? null : { task, without_tasks: [reason.task] };
    case 'joint_limit': return reason.segment === undefined ? null : { task, without_segments: [reason.segment] };
    case 'obstacle': return reason.obstacle === undefined ? null : { task, without_obstacles: [selectableName(reason.obstacle)] };
    case 'coupling': return reason.coupling === undefined ? null : { task, without_couplings: [reason.coupling] };
    default: return null;
  }
}

export type TaskState = 'off' | 'reached' | 'short';
export function stateOf(task: TaskJson, status: TaskStatus | undefined): TaskState {
  if (!isOn(task)) return 'off';
  return status === undefined || status.satisfied ? 'reached' : 'short';
}

// The light of a task by itself: red belongs to what should hold before everything else.
export function lightOf(task: TaskJson, status: TaskStatus | undefined, firstPriority: number): 'off' | 'green' | 'orange' | 'red' {
  const state = stateOf(task, status);
  if (state === 'off') return 'off';
  return state === 'reached' ? 'green' : priorityOf(task) <= firstPriority ? 'red' : 'orange';
}

// --- axes and joint patterns ----------------------------------------------------------------------------------------

// The axes with one switched; the last one cannot be switched off.
export function withAxis(axes: Axes, axis: 'x' | 'y' | 'z'): Axes {
  const next = ['x', 'y', 'z'].filter((each) => (each === axis) !== axes.includes(each)).join('');
  return next === '' ? axes : (next as Axes);
}

// What to offer for the text typed: patterns for names that share a stem ("spine*"), then the names themselves.
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
