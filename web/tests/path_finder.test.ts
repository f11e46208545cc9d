import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Commands, FoundPath, Verb } from '../src/protocol/commands';
import type { ReasonInfo, StatusMessage, TaskStatus } from '../src/protocol/messages';
import { Store, type Sender } from '../src/state/store';
import { isStuck, PathFinder } from '../src/state/path_finder';

const found: FoundPath = {
  path: 3,
  line: [0, 0, 0, 1, 0, 0],
  length: 1,
  clearance: 0.01,
  seconds: 0.2,
  duration: 1.5,
  words: 'A path was found in 0.2 s.',
};
const status = (path: number | null): StatusMessage => ({
  type: 'status',
  light: 'red',
  words: '',
  moving: true,
  tasks: [],
  drag: null,
  dragged_by: null,
  clearance: null,
  energy: null,
  statics: null,
  goal_time: null,
  closure: null,
  optimality: null,
  path,
});

// The commands sent; the test answers them.
function made() {
  const said: { verb: Verb; body: unknown; done: (result?: unknown) => void; refuse: (words: string) => void }[] = [];
  const sender = ((verb: Verb, body: Commands[Verb]) =>
    new Promise<unknown>((resolve, reject) => {
      said.push({ verb, body, done: resolve, refuse: (words) => reject(new Error(words)) });
    })) as Sender;
  const store = new Store(sender);
  return { store, finder: new PathFinder(store, () => 0), said };
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a path that is found is followed, drawn meanwhile, and described', async () => {
  const { store, finder, said } = made();
  finder.seconds.value = 7;
  const searching = finder.find();
  assert.deepEqual([said[0]!.verb, said[0]!.body], ['path-find', { seconds: 7 }]);
  assert.equal(finder.searching.value?.seconds, 7);
  said[0]!.done(found);
  await turn();
  assert.deepEqual([said[1]!.verb, said[1]!.body], ['path-follow', { path: 3 }]);
  said[1]!.done();
  await searching;
  assert.equal(finder.searching.value, null);
  assert.equal(finder.words.value, found.words);
  assert.equal(store.path.value, found.line);
  store.receive(status(0.1));
  store.receive(status(0.9));
  assert.equal(store.path.value, found.line);
  store.receive(status(null));
  assert.equal(store.path.value, null);
});

test('a failed search gives a sentence, and nothing is followed', async () => {
  const { store, finder, said } = made();
  const searching = finder.find();
  said[0]!.refuse('no path was found in 10 s');
  await searching;
  assert.equal(finder.words.value, 'No path was found in 10 s.');
  assert.equal(store.notices.value[0]?.words, finder.words.value);
  assert.deepEqual([said.length, finder.searching.value, store.path.value], [1, null, null]);
});

test('there is one search at a time, and the result of a stopped search is dropped', async () => {
  const { store, finder, said } = made();
  const searching = finder.find();
  await finder.find();
  assert.equal(said.length, 1);
  finder.stop();
  assert.equal(said[1]!.verb, 'path-stop');
  assert.equal(finder.words.value, 'Stopped.');
  const again = finder.find();
  said[0]!.refuse('the search was stopped');
  await searching;
  assert.deepEqual([store.notices.value.length, finder.searching.value !== null], [0, true]);
  said[2]!.done(found);
  await turn();
  said[3]!.refuse('the figure is not at the start of this path');
  await again;
  assert.match(store.notices.value[0]!.words, /not at the start/);
  finder.stop();
  assert.equal(said.length, 4, 'there is no search to stop');
});

test('a search helps against obstacles and the figure’s own body, not against limits', () => {
  const task = (satisfied: boolean, ...blockers: ReasonInfo['blocker'][]): TaskStatus => ({
    number: 1,
    satisfied,
    error: 0.1,
    unit: 'm',
    words: '',
    reasons: blockers.map((blocker) => ({ blocker, share: 0.5, words: '' })),
  });
  assert.ok(isStuck(task(false, 'joint_limit', 'obstacle')));
  assert.ok(isStuck(task(false, 'own_body')));
  assert.ok(!isStuck(task(false, 'joint_limit', 'higher_task')));
  assert.ok(!isStuck(task(true, 'obstacle')));
  assert.ok(!isStuck(undefined));
});
