import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sameValue } from '../src/state/same_value';

test('equal data is the same value, wherever it is nested and in whatever order the keys are', () => {
  assert.ok(sameValue({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] }));
  assert.ok(sameValue([], []));
  assert.ok(sameValue(null, null));
});

test('any difference in value, length or key makes another value', () => {
  for (const [a, b] of [
    [1, 2],
    [1, '1'],
    [null, 0],
    [null, {}],
    [[], {}],
    [[1], [1, 2]],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: 2 }],
  ]) {
    assert.ok(!sameValue(a, b), JSON.stringify([a, b]));
    assert.ok(!sameValue(b, a), JSON.stringify([b, a]));
  }
});

test('a key that is undefined counts as absent', () => {
  assert.ok(sameValue({ a: 1, b: undefined }, { a: 1 }));
  assert.ok(!sameValue({ b: undefined, c: 1 }, { b: 1 }));
});
