// Strengths by axis, angle and direction: as the panel edits them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisNames, everyWay, isByDirection, tablesOf, withAngleAdded, withEntry, withTables } from '../src/state/strengths';

const hip = { joints: 'hip*', axes: [200, [{ angle: 0, positive: 90, negative: 60 }], 40] };

test('a strength by axes survives being edited', () => {
  assert.deepEqual(withTables('hip*', tablesOf(hip, 3)), hip);
  assert.ok(isByDirection(hip) && !isByDirection({ joints: '*', torque: 5 }));
});

test('one number becomes a table for every axis, and the least of them one number', () => {
  const tables = tablesOf({ joints: 'hip*', torque: 80 }, axisNames('ball').length);
  assert.deepEqual(withTables('hip*', tables), { joints: 'hip*', axes: [80, 80, 80] });
  assert.deepEqual(everyWay(hip), { joints: 'hip*', torque: 40 });
  assert.deepEqual(withTables('knee', tablesOf({ joints: 'knee', torque: 80 }, 1)), {
    joints: 'knee',
    table: [{ angle: 0, positive: 80, negative: 80 }],
  });
});

test('angles stay in order, and none is there twice', () => {
  const table = withAngleAdded([{ angle: 0, positive: 1, negative: 2 }]);
  assert.deepEqual(
    table.map(({ angle }) => angle),
    [0, 0.5],
  );
  assert.deepEqual(
    withEntry(table, 1, { ...table[1]!, angle: -1 }).map(({ angle }) => angle),
    [-1, 0],
  );
  assert.equal(withEntry(table, 1, { ...table[1]!, angle: 0 }).length, 1);
});
