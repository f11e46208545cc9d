// Paths of goals: kinds, moving them, and lines drawn by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CurveJson, Vec3 } from '../src/protocol/messages';
import { ErrorsAlong, GoalTime, kindOf, moved, newPath, pathFromCsv, pathThrough, slowWords, withKey } from '../src/state/goal_paths';

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
  assert.equal(moved({ recorded: { times: [], points: [], samples: 5000 } }, [0, 0, 1]), null); // they were not sent
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

test('what a goal passed between two pictures has its error, too', () => {
  const errors = new ErrorsAlong(Array.from({ length: 12 }, (_, x) => [x, 0, 0] as Vec3));
  errors.add([10, 0, 0], 0.1);
  errors.add([0, 0, 0], 0.2); // over the end
  errors.add([6, 0, 0], 0.3); // too far to say which way
  assert.deepEqual(
    Array.from({ length: 12 }, (_, i) => errors.at(i)),
    [0.2, null, null, null, null, null, 0.3, null, null, null, 0.2, 0.2],
  );
});

test('the clock of goals goes on at the pace of the messages, and not far beyond the last one', () => {
  const time = new GoalTime();
  time.note(1, 10);
  assert.ok(Math.abs(time.at(10.1) - 1.1) < 1e-9);
  // Steps of 363 ms, each of them a millisecond of the goals.
  for (let k = 1; k <= 10; k++) {
    time.note(1 + 0.001 * k, 10 + 0.363 * k);
    assert.ok(time.at(10 + 0.363 * (k + 0.99)) < 1 + 0.001 * (k + 1), 'never ahead of the next message');
  }
  assert.ok(Math.abs(time.pace - 0.001 / 0.363) < 1e-9);
  assert.equal(slowWords(time.pace), '0.003× real time');
  // Quick again: the pace of what is over a second ago does not count.
  for (let k = 1; k <= 30; k++) time.note(1.01 + 0.1 * k, 13.63 + 0.1 * k);
  assert.ok(Math.abs(time.pace - 1) < 1e-9);
  assert.equal(slowWords(time.pace), null);
  time.note(0, 20); // moved to their start
  assert.equal(time.at(20), 0);
  assert.equal(time.pace, 1);
});

test('samples come from a CSV file, and what is wrong there is said with its line', () => {
  assert.deepEqual(pathFromCsv('time;x;y;z\r\n# still\r\n0;1;2;3\r\n\r\n0.5;1;2;4\r\n', false), {
    recorded: {
      times: [0, 0.5],
      points: [
        [1, 2, 3],
        [1, 2, 4],
      ],
    },
  });
  assert.deepEqual(pathFromCsv('0, 0.1\n1, 0.2', true), { recorded: { times: [0, 1], points: [0.1, 0.2] } });
  assert.throws(() => pathFromCsv('0,0,0,0\n1,nan,0,0', false), /line 2: expected numbers/);
  assert.throws(() => pathFromCsv('0,0,0', false), /line 1: expected 4 numbers, time first, got 3/);
  assert.throws(() => pathFromCsv('time,x,y,z', false), /no line of numbers/);
});
