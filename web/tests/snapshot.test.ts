import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeSnapshot } from '../src/protocol/snapshot';

test('a snapshot of the wrong length is refused', () => {
  const bytes = new ArrayBuffer(76);
  new DataView(bytes).setUint8(0, 1);
  assert.throws(() => decodeSnapshot(bytes), /expected 72/);
});
