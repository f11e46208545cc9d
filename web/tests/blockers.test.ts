import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReasonInfo, SceneMessage, StatusMessage } from '../src/protocol/messages';
import { lightUpBlockers, pointedReason } from '../src/state/blockers';
import { Store } from '../src/state/store';

const reason: ReasonInfo = { blocker: 'higher_task', share: 0.8, words: 'balance comes first', task: 7 };
const joint: ReasonInfo = { blocker: 'joint_limit', share: 0.2, words: 'elbow at its limit', segment: 'forearm' };
const status = (satisfied: boolean): StatusMessage => ({
  type: 'status',
  light: 'orange',
  words: '',
  moving: false,
  tasks: [{ number: 1, satisfied, error: 0.1, unit: 'm', words: '', reasons: [reason, joint] }],
  drag: null,
  dragged_by: null,
  clearance: null,
  energy: null,
  statics: null,
  goal_time: null,
  closure: null,
  optimality: null,
  path: null,
});

function made(): Store {
  const store = new Store(() => Promise.reject(new Error('not asked')));
  store.receive({ type: 'scene', tasks: [{ number: 1 }, { number: 7 }], world: [] } as unknown as SceneMessage);
  store.receive(status(false));
  lightUpBlockers(store);
  return store;
}

test('selecting a task that falls short lights up everything that blocks it', () => {
  const store = made();
  assert.deepEqual(store.lit.value, []);
  store.selection.value = { kind: 'task', number: 1 };
  assert.deepEqual(store.lit.value, [
    { kind: 'task', number: 7 },
    { kind: 'segment', segment: 'forearm' },
  ]);
  store.selection.value = null;
  assert.deepEqual(store.lit.value, []);
});

test('a hovered task comes before the selected one, and a hovered reason before all', () => {
  const store = made();
  store.selection.value = { kind: 'task', number: 7 };
  store.hover.value = { kind: 'task', number: 1 };
  assert.equal(store.lit.value.length, 2);
  pointedReason.value = joint;
  assert.deepEqual(store.lit.value, [{ kind: 'segment', segment: 'forearm' }]);
  pointedReason.value = null;
});

test('nothing blocks a task that is reached', () => {
  const store = made();
  store.selection.value = { kind: 'task', number: 1 };
  store.receive(status(true));
  assert.deepEqual(store.lit.value, []);
});

test('the same blockers again do not cause a redraw', () => {
  const store = made();
  store.selection.value = { kind: 'task', number: 1 };
  const before = store.lit.value;
  store.receive(status(false));
  assert.equal(store.lit.value, before);
});
