// What supports carry is counted against gravity, whichever way it points.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upwards } from '../src/state/forces';

test('upwards is against gravity', () => {
  assert.equal(upwards([1, 5, 2], [0, -9.81, 0]), 5);
  assert.equal(upwards([1, 5, 2], [0, 0, -1.62]), 2);
  assert.equal(upwards([1, 5, 2], [0, 0, 0]), 2);
});
