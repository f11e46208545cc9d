import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SceneMessage } from '../src/protocol/messages';
import { Store } from '../src/state/store';
import { followWatchedPlace, watchedPlace } from '../src/state/watched_place';
import { arm } from './figures';

const scene = {
  type: 'scene',
  tasks: [{ number: 1, type: 'reach', frame: 'hand' }],
  world: [],
  chain: { root: null, end: null },
} as unknown as SceneMessage;

function setUp() {
  const sent: [string, unknown][] = [],
    answers: ((result: unknown) => void)[] = [];
  const store = new Store(
    ((verb: string, body: unknown) =>
      new Promise((resolve) => {
        sent.push([verb, body]);
        answers.push(resolve);
      })) as never,
  );
  store.receive(arm);
  store.receive(scene);
  followWatchedPlace(store);
  const show = (part: object) => (store.viewOptions.value = { ...store.viewOptions.value, ...part });
  return { store, sent, answers, show };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('the place watched is what is selected, else the end of the chain, else what reaches', () => {
  assert.equal(watchedPlace(arm, scene, null), 'hand');
  assert.equal(watchedPlace(arm, { ...scene, chain: { root: null, end: 'tip' } }, null), 'tip');
  assert.equal(watchedPlace(arm, scene, { kind: 'frame', frame: 'hand' }), 'hand');
  assert.deepEqual(watchedPlace(arm, scene, { kind: 'segment', segment: 'base' }), { segment: 'base', point: [0, 0, 0] });
  assert.equal(watchedPlace({ ...arm, frames: [] }, { ...scene, tasks: [] }, null), null);
});

test('nothing is asked until something about the place is shown', () => {
  const { store, sent } = setUp();
  store.selection.value = { kind: 'frame', frame: 'hand' };
  assert.deepEqual(sent, []);
});

test('the server watches the place while manipulability is shown, and hears of each other place once', () => {
  const { store, sent, show } = setUp();
  show({ manipulability: true });
  show({ names: true });
  store.selection.value = { kind: 'segment', segment: 'base' };
  store.receive(scene);
  show({ manipulability: false });
  assert.deepEqual(sent, [
    ['watch', { place: 'hand' }],
    ['watch', { place: { segment: 'base', point: [0, 0, 0] } }],
    ['watch', { place: null }],
  ]);
});

test('the reach cloud is fetched while it is shown, and an answer about another place is dropped', async () => {
  const { store, sent, answers, show } = setUp();
  show({ reachCloud: true });
  store.selection.value = { kind: 'segment', segment: 'base' };
  answers[0]!({ points: [1, 2, 3] });
  await settled();
  assert.equal(store.reachCloud.value, null);
  answers[1]!({ points: [4, 5, 6] });
  await settled();
  assert.deepEqual(store.reachCloud.value, [4, 5, 6]);
  show({ reachCloud: false });
  assert.equal(store.reachCloud.value, null);
  assert.deepEqual(
    sent.map(([verb]) => verb),
    ['reach-cloud', 'reach-cloud'],
  );
});
