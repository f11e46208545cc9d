import assert from 'node:assert/strict';
import test from 'node:test';
import { Store } from '../src/state/store';
import type { FigureMessage, SceneMessage } from '../src/protocol/messages';
import type { Snapshot } from '../src/protocol/snapshot';

const figure = (revision: number, names: string[]): FigureMessage => ({
  type: 'figure',
  figure_revision: revision,
  name: 'f',
  dof: 0,
  values: 0,
  reach: 1,
  planar: null,
  frames: [],
  couplings: [],
  ties: [],
  chains: [],
  segments: names.map((name) => ({ name }) as FigureMessage['segments'][number]),
});
const scene = (tasks: number[]): SceneMessage =>
  ({ type: 'scene', tasks: tasks.map((number) => ({ number, type: 'reach' })), world: [] }) as unknown as SceneMessage;
const snapshot = (figureRevision: number): Snapshot => ({ figureRevision, light: 'orange', flags: 1 }) as Snapshot;

test('a snapshot of another figure is dropped', () => {
  const store = new Store(() => Promise.reject(new Error('no')));
  const seen: number[] = [];
  store.onSnapshot((shown) => seen.push(shown.figureRevision));
  store.receive(figure(2, ['a']));
  store.receiveSnapshot(snapshot(1));
  assert.equal(store.snapshot, null);
  store.receiveSnapshot(snapshot(2));
  assert.deepEqual(seen, [2]);
  assert.equal(store.light.value, 'orange');
  assert.equal(store.moving.value, true);
});

test('a selection is dropped when an edit removes it, and kept otherwise', () => {
  const store = new Store(() => Promise.reject(new Error('no')));
  store.receive(figure(1, ['a', 'b']));
  store.receive(scene([4]));
  store.selection.value = { kind: 'segment', segment: 'b' };
  store.hover.value = { kind: 'task', number: 4 };
  store.lit.value = [
    { kind: 'segment', segment: 'a' },
    { kind: 'task', number: 4 },
  ];
  store.receive(figure(2, ['a']));
  store.receive(scene([]));
  assert.equal(store.selection.value, null);
  assert.equal(store.hover.value, null);
  assert.deepEqual(store.lit.value, [{ kind: 'segment', segment: 'a' }]);
});

test('a selection follows its renaming, also when the new name comes before the answer', async () => {
  let answer = (): void => undefined;
  const store = new Store(() => new Promise((resolve) => (answer = () => resolve(undefined as never))));
  store.receive(figure(1, ['a', 'b']));
  store.receive(scene([]));
  store.selection.value = { kind: 'segment', segment: 'b' };
  const renaming = store.rename({ kind: 'segment', segment: 'c' }, store.ask('segment-set', { segment: 'b', name: 'c' }));
  store.receive(figure(2, ['a', 'c']));
  assert.deepEqual(store.selection.value, { kind: 'segment', segment: 'c' });
  store.receive(scene([]));
  answer();
  await renaming;
  assert.deepEqual(store.selection.value, { kind: 'segment', segment: 'c' });
});

test('a refused renaming leaves the selection alone, and a later edit does not follow it', async () => {
  const store = new Store(() => Promise.reject(new Error('There is already a segment "a".')));
  store.receive(figure(1, ['a', 'b']));
  store.receive(scene([]));
  store.selection.value = { kind: 'segment', segment: 'b' };
  await assert.rejects(store.rename({ kind: 'segment', segment: 'a' }, store.ask('segment-set', { segment: 'b', name: 'a' })));
  store.receive(figure(2, ['a']));
  store.receive(scene([]));
  assert.equal(store.selection.value, null);
});

test('a refusal becomes a notice, and the same notice is not shown twice', async () => {
  const store = new Store(() => Promise.reject(new Error('There is nothing to undo.')));
  assert.equal(await store.send('undo', {}), undefined);
  await store.send('undo', {});
  assert.deepEqual(
    store.notices.value.map((notice) => notice.words),
    ['There is nothing to undo.'],
  );
  store.dismiss(store.notices.value[0]!.number);
  assert.deepEqual(store.notices.value, []);
});

test('at most four notices are kept', () => {
  const store = new Store(() => Promise.reject(new Error('no')));
  for (const words of ['1', '2', '3', '4', '5']) store.notify('info', words);
  assert.deepEqual(
    store.notices.value.map((notice) => notice.words),
    ['2', '3', '4', '5'],
  );
});

test('opening another scene clears the selection; editing or renaming the scene does not', () => {
  const store = new Store(() => Promise.reject(new Error('no')));
  const numbered = (scene_number: number, title: string, figure_revision: number) => ({
    ...scene([1]),
    scene_number,
    title,
    figure_revision,
  });
  store.receive(figure(1, ['a']));
  store.receive(numbered(1, 'elephant', 1));
  store.selection.value = { kind: 'task', number: 1 };
  store.receive(numbered(1, 'elephant', 2));
  store.receive(numbered(1, 'mine', 2)); // saved under another name
  assert.deepEqual(store.selection.value, { kind: 'task', number: 1 });
  store.receive(numbered(2, 'mine', 2)); // another scene, even with the same title and figure
  assert.equal(store.selection.value, null);
  assert.equal(store.sceneNumber.value, 2);
});

test('when a chain loses its selected last link, the new last link is selected', () => {
  const store = new Store(() => Promise.reject(new Error('no')));
  const chain = (revision: number, links: number): FigureMessage => {
    const message = figure(revision, ['base', ...Array.from({ length: links }, (_, k) => `tail.${k + 1}`)]);
    message.segments.forEach((segment) => {
      if (segment.name !== 'base') segment.chain = 'tail';
    });
    return message;
  };
  store.receive(chain(1, 5));
  store.receive(scene([]));
  store.selection.value = { kind: 'segment', segment: 'tail.5' };
  store.receive(chain(2, 3));
  store.receive(scene([]));
  assert.deepEqual(store.selection.value, { kind: 'segment', segment: 'tail.3' });
  store.receive(figure(3, ['base']));
  store.receive(scene([]));
  assert.equal(store.selection.value, null);
});

test('a selected tree is deselected with its last branch', () => {
  const store = new Store(() => Promise.reject(new Error('no')));
  const around = (names: string[]) =>
    ({ ...scene([]), world: names.map((name) => ({ name, group: 'tree', shape: 'sphere', radius: 1 })) }) as SceneMessage;
  store.receive(around(['tree.1', 'tree.2']));
  store.selection.value = { kind: 'obstacle', name: 'tree' };
  store.receive(around(['tree.2']));
  assert.deepEqual(store.selection.value, { kind: 'obstacle', name: 'tree' });
  store.receive(around([]));
  assert.equal(store.selection.value, null);
});
