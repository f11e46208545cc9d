// Meshes are asked for once, kept while the figure has them, and drawn in one piece.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FigureMessage } from '../src/protocol/messages';
import { MeshStore, readMesh } from '../src/state/mesh_store';
import { isDrawnByMeshes, solidsOfVisuals, visualsGeometry } from '../src/view/visuals';

// Two triangles, the second without a colour of its own.
function bytes(): ArrayBuffer {
  const buffer = new ArrayBuffer(16 + 24 * 4 + 12 * 2 + 16 * 2),
    view = new DataView(buffer);
  [4, 2, 2, 0].forEach((count, k) => view.setUint32(4 * k, count, true));
  [0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 2, 0].forEach((x, k) => view.setFloat32(16 + 4 * k, x, true));
  for (let k = 0; k < 4; k++) view.setFloat32(16 + 48 + 12 * k + 8, 1, true);
  [0, 1, 2, 1, 3, 2].forEach((corner, k) => view.setUint32(16 + 96 + 4 * k, corner, true));
  [
    [1, 0.5, 0.25, 0],
    [1, -1, -1, -1],
  ].forEach(([count, ...rgb], part) => {
    view.setUint32(136 + 16 * part, count!, true);
    rgb.forEach((x, k) => view.setFloat32(140 + 16 * part + 4 * k, x, true));
  });
  return buffer;
}

const figure = (hashes: string[], scale: [number, number, number] = [1, 1, 1]): FigureMessage =>
  ({
    segments: hashes.map((mesh) => ({ shapes: [], visuals: [{ mesh, bytes: 10, position: [0, 0, 0], quaternion: [0, 0, 0, 1], scale }] })),
    chains: [],
  }) as unknown as FigureMessage;

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a mesh is read as it was written', () => {
  const mesh = readMesh(bytes());
  assert.deepEqual([...mesh.triangles], [0, 1, 2, 1, 3, 2]);
  assert.deepEqual(mesh.parts, [
    { triangles: 1, color: [0.5, 0.25, 0] },
    { triangles: 1, color: null },
  ]);
  assert.throws(() => readMesh(bytes().slice(0, 100)));
});

test('every mesh is asked for once, with the key, and forgotten with its figure', async () => {
  const asked: string[] = [];
  const store = new MeshStore(
    () => 'key',
    (address) => (asked.push(address), Promise.resolve(bytes())),
  );
  store.want(figure(['a', 'b', 'a']));
  assert.equal(typeof store.progress.value, 'number');
  store.want(figure(['a', 'b']));
  await settled();
  assert.deepEqual(asked, ['/mesh/a?token=key', '/mesh/b?token=key']);
  assert.equal(store.progress.value, null);
  assert.deepEqual([...store.meshes.value.keys()], ['a', 'b']);
  store.want(figure(['b']));
  assert.deepEqual([...store.meshes.value.keys()], ['b']);
});

test('a mesh that does not come leaves the others', async () => {
  const store = new MeshStore(
    () => '',
    (address) => (address === '/mesh/a' ? Promise.reject(new Error('gone')) : Promise.resolve(bytes())),
  );
  store.want(figure(['a', 'b', 'c', 'd', 'e', 'f']));
  await settled();
  assert.deepEqual([...store.meshes.value.keys()], ['b', 'c', 'd', 'e', 'f']);
  assert.equal(store.progress.value, null);
});

test('all visuals are one geometry, with a row for each colour; a mirrored one is gone round the other way', () => {
  const meshes = new Map([['a', readMesh(bytes())]]);
  const two = figure(['a', 'a'], [-2, 1, 1]);
  assert.ok(isDrawnByMeshes(two, 0, meshes));
  assert.ok(!isDrawnByMeshes(figure(['b']), 0, meshes));
  assert.equal(solidsOfVisuals(two, meshes).length, 4);
  const geometry = visualsGeometry(two, meshes, 7)!;
  assert.equal(geometry.getAttribute('position').count, 12);
  assert.deepEqual([...geometry.getAttribute('shape').array], [7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 10]);
  const x = [0, 1, 2].map((k) => geometry.getAttribute('position').getX(k) * 0.01);
  assert.deepEqual(
    x.map((value) => Math.round(value) || 0),
    [0, 0, -2],
  );
});
