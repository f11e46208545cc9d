import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Commands, FoundSpace, Verb } from '../src/protocol/commands';
import { AccessFinder } from '../src/state/access_finder';
import { colorsOf, spaceCsv, tellingColor, valuesOf } from '../src/state/spaces';
import { Store, type Sender } from '../src/state/store';
import { sheetOf } from '../src/view/access_fill';
import { mapColor } from '../src/view/palette';

const found: FoundSpace = {
  frame: 'tip, left',
  cell: 0.1,
  u: [1, 0, 0],
  v: [0, 0, 1],
  in_plane: true,
  size: 0.02,
  places: [0, 0, 0, 0.1, 0, 0],
  edges: [1, 0],
  effort: [2, null],
  margin: [null, null],
  boundary: [-0.05, 0, 0],
  outlines: [[-0.05, 0, 0, 0.1, 0, 0.05, 0.1, 0, -0.05]],
  cut_off: false,
  left_out: [],
  unmet: [],
  words: '',
};

function made() {
  const said: { verb: Verb; body: unknown; done: (result?: unknown) => void; refuse: (words: string) => void }[] = [];
  const sender = ((verb: Verb, body: Commands[Verb]) =>
    new Promise<unknown>((resolve, reject) => {
      said.push({ verb, body, done: resolve, refuse: (words) => reject(new Error(words)) });
    })) as Sender;
  const store = new Store(sender);
  return { store, finder: new AccessFinder(store), said };
}

test('what was found stays, coloured by what it has, until it is removed', async () => {
  const { store, finder, said } = made();
  finder.planeOf = () => ({ point: [0, 0.2, 0], normal: [0, 1, 0] });
  const searching = finder.find('tip', true);
  assert.deepEqual([said[0]!.verb, said[0]!.body], ['access-find', { frame: 'tip', plane: { point: [0, 0.2, 0], normal: [0, 1, 0] } }]);
  assert.equal(finder.searching.value?.frame, 'tip');
  said[0]!.done(found);
  await searching;
  assert.equal(finder.searching.value, null);
  const [space] = store.spaces.value;
  assert.equal(space!.color, 'effort');
  assert.deepEqual(colorsOf(space!), ['effort']);
  assert.deepEqual(valuesOf(space!), { least: 2, largest: 2 });
  finder.setColor(space!.id, 'none');
  assert.equal(valuesOf(store.spaces.value[0]!), null);
  finder.remove(space!.id);
  assert.deepEqual(store.spaces.value, []);
});

test('a search that is stopped leaves nothing behind, whatever comes later', async () => {
  const { store, finder, said } = made();
  const searching = finder.find('tip', false);
  assert.deepEqual(said[0]!.body, { frame: 'tip' });
  finder.stop();
  assert.equal(said.at(-1)!.verb, 'access-stop');
  said[0]!.refuse('the search was stopped');
  await searching;
  assert.deepEqual([finder.searching.value, store.spaces.value, store.notices.value], [null, [], []]);
});

test('a refusal is a notice', async () => {
  const { store, finder, said } = made();
  const searching = finder.find('tip', false);
  said[0]!.refuse('frame "tip" cannot reach the plane');
  await searching;
  assert.equal(store.notices.value.length, 1);
  assert.equal(finder.searching.value, null);
});

test('a sheet has two triangles per cell around its middle, and the CSV a line per cell and boundary point', () => {
  const { positions, colors } = sheetOf({ ...found, id: 1, color: 'effort', cut_open: false });
  assert.equal(positions.length, 2 * 18);
  assert.equal(colors.length, positions.length);
  const xs = Array.from({ length: 6 }, (_, k) => positions[3 * k]!);
  assert.ok(Math.abs(Math.min(...xs) + 0.05) < 1e-6 && Math.abs(Math.max(...xs) - 0.05) < 1e-6);
  const lines = spaceCsv(found).split('\n');
  assert.equal(lines[1], '"tip, left",edge,0.0000,0.0000,0.0000,2,');
  assert.equal(lines.length, 1 + 2 + 1 + 1);
  const brightness = [0, 0.25, 0.5, 0.75, 1].map(
    (share) => 0.2126 * mapColor(share).r + 0.7152 * mapColor(share).g + 0.0722 * mapColor(share).b,
  );
  assert.ok(brightness.every((level, k) => k === 0 || level > brightness[k - 1]!));
});

test('a map is asked for by itself, and is coloured and written with what its cells have', async () => {
  const { store, finder, said } = made();
  const searching = finder.findMap('tip');
  assert.deepEqual([said[0]!.verb, said[0]!.body], ['map-find', { frame: 'tip' }]);
  const map: FoundSpace = { ...found, in_plane: false, map: true, manipulability: [0.1, 0.3], room: [0, 1] };
  said[0]!.done(map);
  await searching;
  const [space] = store.spaces.value;
  assert.deepEqual(colorsOf(space!), ['effort', 'manipulability', 'room']);
  assert.equal(tellingColor({ ...map, effort: [0, 0] }), 'manipulability', 'an effort of 0 everywhere tells nothing');
  assert.equal(space!.cut_open, true);
  finder.cutOpen(space!.id, false);
  assert.equal(store.spaces.value[0]!.cut_open, false);
  finder.setColor(space!.id, 'manipulability');
  assert.deepEqual(valuesOf(store.spaces.value[0]!), { least: 0.1, largest: 0.3 });
  const lines = spaceCsv(map).split('\n');
  assert.equal(lines[0], 'frame,part,x,y,z,effort,margin,manipulability,room');
  assert.equal(lines[2], '"tip, left",inside,0.1000,0.0000,0.0000,,,0.3,1');
});
