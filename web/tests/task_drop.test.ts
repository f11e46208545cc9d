import assert from 'node:assert/strict';
import { test } from 'node:test';
import { landingAt, type GroupPlace } from '../src/state/task_drop';

// two groups: heading 20 high, rows 40 high
const groups: GroupPlace[] = [
  {
    priority: 1,
    top: 0,
    listTop: 20,
    bottom: 100,
    rows: [
      { number: 1, top: 20, bottom: 60 },
      { number: 2, top: 60, bottom: 100 },
    ],
  },
  { priority: 3, top: 100, listTop: 120, bottom: 160, rows: [{ number: 3, top: 120, bottom: 160 }] },
];
const at = (y: number, dragged = 3) => landingAt(y, groups, dragged)?.spot;

test('over rows, a task lands between them', () => {
  assert.deepEqual(at(25), { kind: 'in', priority: 1, index: 0 });
  assert.deepEqual(at(50), { kind: 'in', priority: 1, index: 1 });
  assert.deepEqual(at(95), { kind: 'in', priority: 1, index: 2 });
});

test('the dragged row does not count', () => {
  assert.deepEqual(at(95, 1), { kind: 'in', priority: 1, index: 1 });
  assert.deepEqual(at(150, 3), { kind: 'in', priority: 3, index: 0 });
});

test('the upper half of a heading and the space above and below all groups create a new priority', () => {
  assert.deepEqual(at(104), { kind: 'after', priority: 1 });
  assert.deepEqual(at(116), { kind: 'in', priority: 3, index: 0 });
  assert.deepEqual(at(-30), { kind: 'after', priority: 0 });
  assert.deepEqual(at(170), { kind: 'after', priority: 3 });
  assert.equal(landingAt(10, [], 1), null);
});

test('the line is drawn where the task would land', () => {
  assert.deepEqual(
    [25, 50, 95].map((y) => landingAt(y, groups, 3)!.y),
    [20, 60, 100],
  );
});
