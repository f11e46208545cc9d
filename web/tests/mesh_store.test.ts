// Meshes are asked for once, kept while the figure has them, and drawn in one piece.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FigureMessage } from '../src/protocol/messages';
import { MeshStore, readMesh } from '../src/state/mesh_store';
import { isDrawnByMeshes, solidsOfVisuals, visualsPieces } from '../src/view/visuals';

// Two triangles, the second without a colour of its own; with `textured` it has a texture of two pixels.
function bytes(textured = false): ArrayBuffer {
  const plain = 24 + 24 * 4 + 12 * 2 + 20 * 2;
  const buffer = new ArrayBuffer(plain + (textured ? 8 * 4 + 16 : 0)),
    view = new DataView(buffer);
  [4, 2, 2, 0, textured ? 4 : 0, textured ? 1 : 0].forEach((count, k) => view.setUint32(4 * k, count, true));
  [0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 2, 0].forEach((x, k) => view.setFloat32(24 + 4 * k, x, true));
  for (let k = 0; k < 4; k++) view.setFloat32(24 + 48 + 12 * k + 8, 1, true);
  [0, 1, 2, 1, 3, 2].forEach((corner, k) => view.setUint32(24 + 96 + 4 * k, corner, true));
  [
    [1, 0.5, 0.25, 0],
    [1, -1, -1, -1],
  ].forEach(([count, ...rgb], part) => {
    view.setUint32(144 + 20 * part, count!, true);
    rgb.forEach((x, k) => view.setFloat32(148 + 20 * part + 4 * k, x, true));
    view.setInt32(160 + 20 * part, textured && part === 1 ? 0 : -1, true);
  });
  if (!textured) return buffer;
  [0, 0, 1, 0, 0, 1, 0.25, 0.75].forEach((x, k) => view.setFloat32(plain + 4 * k, x, true));
  [0x9abcdef0, 0x12345678, 2, 1].forEach((word, k) => view.setUint32(plain + 32 + 4 * k, word, true));
  return buffer;
}
const noTexture = () => Promise.resolve(null);

const figure = (hashes: string[], scale: [number, number, number] = [1, 1, 1]): FigureMessage =>
  ({
    segments: hashes.map((mesh) => ({ shapes: [], visuals: [{ mesh, bytes: 10, position: [0, 0, 0], quaternion: [0, 0, 0, 1], scale }] })),
    chains: [],
  }) as unknown as FigureMessage;

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a mesh is read as it was written', async () => {
  const mesh = await readMesh(bytes(), noTexture);
  assert.deepEqual([...mesh.triangles], [0, 1, 2, 1, 3, 2]);
  assert.deepEqual(mesh.parts, [
    { triangles: 1, color: [0.5, 0.25, 0], texture: null },
    { triangles: 1, color: null, texture: null },
  ]);
  await assert.rejects(readMesh(bytes().slice(0, 100), noTexture));
});

test('a texture that two meshes share is asked for once, and its triangles are a draw call of their own', async () => {
  const asked: string[] = [];
  const store = new MeshStore(
    () => 'key',
    (address) => {
      asked.push(address);
      return Promise.resolve(address.startsWith('/texture/') ? new Uint8Array([255, 0, 0, 0, 0, 255]).buffer : bytes(true));
    },
  );
  store.want(figure(['a', 'b']));
  await settled();
  assert.deepEqual(
    asked.filter((address) => address.startsWith('/texture/')),
    ['/texture/123456789abcdef0?token=key'],
  );
  const meshes = store.meshes.value,
    texture = meshes.get('a')!.parts[1]!.texture!;
  assert.deepEqual([texture.width, texture.height], [2, 1]);
  assert.deepEqual([...texture.rgba], [255, 0, 0, 255, 0, 0, 255, 255]);
  const pieces = visualsPieces(figure(['a', 'b']), meshes, 3);
  assert.deepEqual(
    pieces.map((piece) => piece.texture),
    [null, texture],
  );
  assert.deepEqual([...pieces[1]!.geometry.getAttribute('uv').array].slice(0, 6), [1, 0, 0.25, 0.75, 0, 1]);
  assert.deepEqual([...pieces[1]!.geometry.getAttribute('shape').array], [4, 4, 4, 6, 6, 6]);
  assert.deepEqual(solidsOfVisuals(figure(['a']), meshes)[1]!.color.toArray(), [1, 1, 1], 'the image as it is');
});

test('a texture that does not come leaves its mesh with plain colours', async () => {
  const store = new MeshStore(
    () => 'key',
    (address) => (address.startsWith('/texture/') ? Promise.reject(new Error('gone')) : Promise.resolve(bytes(true))),
  );
  store.want(figure(['a']));
  await settled();
  assert.equal(store.meshes.value.get('a')!.parts[1]!.texture, null);
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

test('all visuals are one geometry, with a row for each colour; a mirrored one is gone round the other way', async () => {
  const meshes = new Map([['a', await readMesh(bytes(), noTexture)]]);
  const two = figure(['a', 'a'], [-2, 1, 1]);
  assert.ok(isDrawnByMeshes(two, 0, meshes));
  assert.ok(!isDrawnByMeshes(figure(['b']), 0, meshes));
  assert.equal(solidsOfVisuals(two, meshes).length, 4);
  const pieces = visualsPieces(two, meshes, 7),
    geometry = pieces[0]!.geometry;
  assert.equal(pieces.length, 1);
  assert.equal(geometry.getAttribute('position').count, 12);
  assert.deepEqual([...geometry.getAttribute('shape').array], [7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 10]);
  const x = [0, 1, 2].map((k) => geometry.getAttribute('position').getX(k) * 0.01);
  assert.deepEqual(
    x.map((value) => Math.round(value) || 0),
    [0, 0, -2],
  );
});
