// Twist tables: read where the limb points, and changed there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableOfRange, twistAt, withTwistAt } from '../src/state/twist_tables';

const twist = {
  largest_deviation: 1,
  rows: [
    [
      [-1, 1],
      [-1, 1],
      [-1, 1],
      [-1, 1],
    ],
    [
      [-0.5, 0.5],
      [-1, 1],
      [-0.5, 0.5],
      [-1, 1],
    ],
  ] as [number, number][][],
};

test('a twist table is interpolated between its rows and columns', () => {
  assert.deepEqual(twistAt(twist, [0, 0]), [-1, 1]);
  assert.deepEqual(twistAt(twist, [0.5, 0]), [-0.75, 0.75]);
  assert.deepEqual(twistAt(twist, [0, 1]), [-1, 1]);
  assert.deepEqual(twistAt([-2, 1], [0.3, 0.3]), [-2, 1]);
});

const near = (a: readonly (number | null)[], b: readonly number[]) => b.every((x, i) => Math.abs(a[i]! - x) < 1e-12);

test('a table takes the range it is given where the limb points, and stays as it is far from there', () => {
  for (const swing of [
    [0.5, 0],
    [0.3, 0.4],
    [-0.2, 0.9],
    [0, 0],
    [2, 1],
  ] as [number, number][]) {
    const changed = withTwistAt(twist, swing, [-0.4, 0.9]);
    assert.ok(near(twistAt(changed, swing), [-0.4, 0.9]), String(swing));
    const first = changed.rows[0]!;
    assert.ok(
      first.every((range) => range![0] === first[0]![0] && range![1] === first[0]![1]),
      'no azimuth without swing',
    );
  }
  const changed = withTwistAt(twist, [1, 0], [-0.4, 0.9]);
  assert.deepEqual(changed.rows[0], twist.rows[0]);
  assert.deepEqual(changed.rows[1]!.slice(1), twist.rows[1]!.slice(1));
  assert.deepEqual(twist.rows[1]![0], [-0.5, 0.5], 'the given table is not changed');
});

test('no range of a table is turned inside out', () => {
  const changed = withTwistAt(twist, [0.5, 0.1], [0.8, 0.8]);
  assert.ok(changed.rows.every((row) => row.every((range) => range![0]! <= range![1]!)));
});

test('a range made a table is the same everywhere', () => {
  const table = tableOfRange([-1, 0.5], 1.2);
  for (const swing of [
    [0, 0],
    [0.4, -0.9],
    [-3, 0.1],
  ] as [number, number][]) {
    assert.ok(near(twistAt(table, swing), [-1, 0.5]));
  }
});
