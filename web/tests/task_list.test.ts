import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  groupsOf,
  jointPatterns,
  lightOf,
  litBy,
  matches,
  moved,
  nudged,
  questionFor,
  withAxis,
  withPriority,
  type Order,
  type Task,
} from '../src/state/task_list';

// a 1, b 1, c 2, d 4
const tasks: Task[] = [
  { number: 3, name: 'c', type: 'reach', priority: 2 },
  { number: 1, name: 'a', type: 'reach' },
  { number: 4, name: 'd', type: 'reach', priority: 4 },
  { number: 2, name: 'b', type: 'reach', priority: 1 },
];
const names = 'oabcdef';
const shown = (order: Order | null): string | null =>
  order &&
  [...new Set(order.map(({ priority }) => priority))]
    .map(
      (p) =>
        p +
        order
          .filter((each) => each.priority === p)
          .map((each) => names[each.number])
          .join(''),
    )
    .join(' ');
const after = (order: Order): Task[] =>
  order.map(({ number, priority }) => ({ ...tasks.find((task) => task.number === number)!, priority }));

test('tasks are grouped by priority, highest first, and keep the order of the scene within a group', () => {
  assert.deepEqual(
    groupsOf(tasks).map(({ priority, tasks: group }) => [priority, group.map((task) => task.name)]),
    [
      [1, ['a', 'b']],
      [2, ['c']],
      [4, ['d']],
    ],
  );
});

test('a task dropped into a group takes its priority and the position of the drop', () => {
  assert.equal(shown(moved(tasks, 3, { kind: 'in', priority: 1, index: 1 })), '1acb 4d');
  assert.equal(shown(moved(tasks, 1, { kind: 'in', priority: 2, index: 1 })), '1b 2ca 4d');
  assert.equal(shown(moved(tasks, 1, { kind: 'in', priority: 1, index: 1 })), '1ba 2c 4d');
});

test('a drop that changes nothing gives null', () => {
  assert.equal(moved(tasks, 3, { kind: 'in', priority: 2, index: 0 }), null);
  assert.equal(moved(tasks, 99, { kind: 'in', priority: 2, index: 0 }), null);
});

test('a task dropped between groups gets its own priority, and later ones shift only if there is no gap', () => {
  assert.equal(shown(moved(tasks, 1, { kind: 'after', priority: 2 })), '1b 2c 3a 4d');
  assert.equal(shown(moved(tasks, 1, { kind: 'after', priority: 1 })), '1b 2a 3c 4d');
  assert.equal(shown(moved(tasks, 4, { kind: 'after', priority: 0 })), '1d 2ab 3c');
  assert.equal(shown(moved(tasks, 1, { kind: 'after', priority: 4 })), '1b 2c 4d 5a');
});

test('every order contains every task once', () => {
  for (const task of tasks) {
    for (const priority of [0, 1, 2, 3, 4]) {
      const order = moved(tasks, task.number, { kind: 'after', priority });
      if (order) assert.deepEqual(order.map(({ number }) => number).sort(), [1, 2, 3, 4]);
    }
  }
});

test('nudged up repeatedly, the last task passes every position up to the top', () => {
  let now: Task[] = tasks;
  const seen: (string | null)[] = [];
  for (;;) {
    const order = nudged(now, 4, -1);
    if (!order) break;
    seen.push(shown(order));
    now = after(order);
  }
  assert.deepEqual(seen, ['1ab 2cd', '1ab 2dc', '1ab 2d 3c', '1abd 3c', '1adb 3c', '1dab 3c', '1d 2ab 3c']);
});

test('nudging down, then up, restores the order', () => {
  const down = nudged(tasks, 1, 1)!;
  assert.equal(shown(down), '1ba 2c 4d');
  assert.equal(shown(nudged(after(down), 1, -1)), '1ab 2c 4d');
});

test('a task with a new priority goes to the end of that group', () => {
  assert.equal(shown(withPriority(tasks, 4, 1)), '1abd 2c');
  assert.equal(shown(withPriority(tasks, 1, 9)), '1b 2c 4d 9a');
});

test('a blocking task or the segment of a blocking joint is lit up', () => {
  assert.deepEqual(
    litBy([
      { blocker: 'higher_task', share: 0.7, words: 'balance comes first', task: 2 },
      { blocker: 'joint_limit', share: 0.2, words: 'elbow at its limit', segment: 'forearm' },
      { blocker: 'out_of_reach', share: 0.1, words: 'stretched out' },
    ]),
    [
      { kind: 'task', number: 2 },
      { kind: 'segment', segment: 'forearm' },
    ],
  );
});

test('a what-if question removes exactly what the reason names', () => {
  assert.deepEqual(questionFor(5, { blocker: 'higher_task', share: 1, words: '', task: 2 }), { task: 5, without_tasks: [2] });
  assert.deepEqual(questionFor(5, { blocker: 'joint_limit', share: 1, words: '', segment: 'arm' }), { task: 5, without_segments: ['arm'] });
  assert.deepEqual(questionFor(5, { blocker: 'coupling', share: 1, words: '', coupling: 'hip' }), { task: 5, without_couplings: ['hip'] });
  assert.deepEqual(questionFor(5, { blocker: 'tie', share: 1, words: '', tie: 'blade' }), { task: 5, without_ties: ['blade'] });
  assert.deepEqual(questionFor(5, { blocker: 'obstacle', share: 1, words: '', obstacle: 'table' }), {
    task: 5,
    without_obstacles: ['table'],
  });
  assert.equal(questionFor(5, { blocker: 'out_of_reach', share: 1, words: '' }), null);
});

test('only a task of the first priority is red when it falls short', () => {
  const short = { number: 1, satisfied: false, error: 1, unit: 'm' as const, words: '', reasons: [] };
  assert.equal(lightOf(tasks[1]!, short, 1), 'red');
  assert.equal(lightOf(tasks[0]!, short, 1), 'orange');
  assert.equal(lightOf(tasks[0]!, { ...short, satisfied: true }, 1), 'green');
  assert.equal(lightOf({ ...tasks[0]!, enabled: false }, short, 1), 'off');
});

test('axes toggle one by one, and the last one stays', () => {
  assert.equal(withAxis('xyz', 'y'), 'xz');
  assert.equal(withAxis('xz', 'y'), 'xyz');
  assert.equal(withAxis('z', 'z'), 'z');
});

test('suggested joint patterns begin with common stems and sides', () => {
  const joints = ['spine.1', 'spine.2', 'elbow.l', 'elbow.r', 'knee.r', 'head'];
  assert.deepEqual(jointPatterns(joints).slice(0, 3), ['spine*', 'elbow*', '*.r']);
  assert.deepEqual(jointPatterns(joints, 'spi'), ['spine*', 'spine.1', 'spine.2']);
});

test('in a pattern only the star is special', () => {
  assert.ok(matches('spine*', 'spine.1') && matches('*.r', 'elbow.r') && matches('head', 'head'));
  assert.ok(!matches('spine.1', 'spineX1') && !matches('ead', 'head'));
});
