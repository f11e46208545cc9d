// Paths of goals: kinds, moving them, and lines drawn by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CurveJson, Vec3 } from '../src/protocol/messages';
import { ErrorsAlong, goalTimeAfter, kindOf, moved, newPath, pathThrough, withKey } from '../src/state/goal_paths';

test('a new path begins where the goal is', () => {
  const circle = newPath('circle', [1, 2, 3], 2) as Extract<CurveJson, { circle: unknown }>;
  assert.deepEqual(circle.circle.center[0] + circle.circle.radius, 1);
  assert.equal(kindOf(newPath('spline', 0.5, 2)), 'spline');
  assert.equal(newPath('circle', 0.5, 2), null); // a joint has no circle
  assert.equal(newPath('none', [0, 0, 0], 2), null);
});

test('a path moves as a whole, a key alone', () => {
  const path: CurveJson = { spline: { keys: [0, 1].map((time) => ({ time, target: [time, 0, 0] as Vec3 })), period: 3 } };
  assert.deepEqual(moved(path, [0, 0, 1]), { spline: { keys: [0, 1].map((time) => ({ time, target: [time, 0, 1] })), period: 3 } });
  assert.deepEqual((withKey(path, 1, [5, 5, 5]) as typeof path).spline.keys[1]!.target, [5, 5, 5]);
  assert.equal(moved({ csv: { file: 'a.csv' } }, [0, 0, 1]), null);
});

const round = (turns: number, seconds: number) =>
  Array.from({ length: 61 }, (_, i) => {
    const angle = (2 * Math.PI * turns * i) / 60;
    return { time: (seconds * i) / 60, at: [Math.cos(angle), Math.sin(angle), 0] as Vec3 };
  });

test('a line that ends where it began loops without a stop', () => {
  const path = pathThrough(round(1, 2)) as Extract<CurveJson, { spline: unknown }>;
  assert.equal(path.spline.period, 2);
  assert.equal(path.spline.keys.length, 8);
  assert.ok(path.spline.keys.at(-1)!.time < 2);
});

test('an open line returns to its start; a click is no line', () => {
  const path = pathThrough(round(0.5, 2)) as Extract<CurveJson, { spline: unknown }>;
  assert.equal(path.spline.period, 2.5);
  assert.deepEqual(path.spline.keys.at(-1)!.target, [-1, 0, 0]);
  assert.equal(pathThrough(round(1, 0.01)), null);
  assert.equal(pathThrough([]), null);
});

test('errors are kept where the goal was', () => {
  const errors = new ErrorsAlong([0, 1, 2].map((x) => [x, 0, 0] as Vec3));
  errors.add([1.2, 0, 0], 0.3);
  assert.deepEqual(
    [0, 1, 2].map((i) => errors.at(i)),
    [null, 0.3, null],
  );
});

test('the clock goes on between messages and stops at the end', () => {
  assert.equal(goalTimeAfter({ run: true, time: 1, end: 0 }, 0.5), 1.5);
  assert.equal(goalTimeAfter({ run: false, time: 1, end: 0 }, 0.5), 1);
  assert.equal(goalTimeAfter({ run: true, time: 1, end: 1.2 }, 0.5), 1.2);
});
