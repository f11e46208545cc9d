// A skin follows its bones: blended by matrices or by dual quaternions, and picked where it is seen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Quaternion, Ray, Vector3 } from 'three';
import type { SkinInfo } from '../src/protocol/messages';
import type { Snapshot } from '../src/protocol/snapshot';
import type { MeshData } from '../src/state/mesh_store';
import { CharacterSkin } from '../src/view/character_skin';

const still = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const info: SkinInfo = {
  mesh: 'a',
  bytes: 1,
  rigid: true,
  bones: [
    { segment: 1, matrix: still },
    { segment: 2, matrix: still },
  ],
};
// One triangle of each colour; the points that both have follow both bones by halves.
const mesh: MeshData = {
  points: new Float32Array([0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1]),
  normals: new Float32Array([1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0]),
  triangles: new Uint32Array([0, 1, 2, 1, 3, 2]),
  parts: [
    { triangles: 1, color: [1, 0, 0], texture: null },
    { triangles: 1, color: null, texture: null },
  ],
  bones: new Uint16Array([0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0]),
  weights: new Float32Array([1, 0, 0, 0, 0.5, 0.5, 0, 0, 0.5, 0.5, 0, 0, 1, 0, 0, 0]),
};
const twist = 3.0;
function snapshot(angle: number): Snapshot {
  const q = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), angle);
  return { segments: new Float32Array([9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0.5, 0, 0, q.x, q.y, q.z, q.w]) } as unknown as Snapshot;
}
const point = (skin: CharacterSkin, k: number) => new Vector3().fromArray(skin.posedPoints(), 3 * k);

test('a point that two colours share is drawn twice, and corners keep their order', () => {
  const skin = new CharacterSkin(info, mesh),
    { geometry } = skin.pieces[0]!;
  assert.equal(skin.pieces.length, 1);
  assert.equal(geometry.getAttribute('position').count, 6);
  assert.deepEqual([...geometry.getIndex()!.array], [0, 1, 2, 3, 4, 5]);
  assert.deepEqual([...skin.segments], [1, 2]);
});

test('what has a texture is a draw call of its own, with its places on it', () => {
  const texture = { hash: 'f', width: 1, height: 1, rgba: new Uint8Array(4) };
  const uvs = new Float32Array([0, 0, 1, 0, 0, 1, 0.5, 0.25]);
  const skin = new CharacterSkin(info, { ...mesh, uvs, parts: [mesh.parts[0]!, { ...mesh.parts[1]!, texture }] });
  assert.deepEqual(
    skin.pieces.map((piece) => [piece.texture, [...piece.geometry.getIndex()!.array]]),
    [
      [null, [0, 1, 2]],
      [texture, [3, 4, 5]],
    ],
  );
  assert.deepEqual([...skin.pieces[1]!.geometry.getAttribute('uv').array].slice(6), [1, 0, 0.5, 0.25, 0, 1]);
});

test('matrices shrink what is twisted, dual quaternions do not', () => {
  const skin = new CharacterSkin(info, mesh);
  skin.update(snapshot(twist));
  assert.ok(Math.hypot(point(skin, 1).y, point(skin, 1).z) < 0.08);
  skin.setByDuals(true);
  const kept = point(skin, 1);
  assert.ok(Math.abs(Math.hypot(kept.y, kept.z) - 1) < 1e-6);
  assert.ok(kept.distanceTo(new Vector3(0.25, Math.cos(twist / 2), Math.sin(twist / 2))) < 1e-6);
});

test('bones that are stretched are blended linearly all the same', () => {
  const skin = new CharacterSkin({ ...info, rigid: false }, mesh);
  skin.setByDuals(true);
  assert.equal(skin.uniforms.byDuals.value, 0);
});

test('a ray meets the skin where it is now, and finds the bone that the place follows most', () => {
  const skin = new CharacterSkin(info, mesh);
  skin.update(snapshot(0)); // the second bone has moved by half a metre
  const ray = (y: number, z: number) => new Ray(new Vector3(5, y, z), new Vector3(-1, 0, 0));
  const near = skin.cast(ray(0.1, 0.1))!,
    far = skin.cast(ray(0.9, 0.9))!;
  assert.equal(near.segment, 1);
  assert.equal(far.segment, 2);
  assert.ok(far.point.x > 0.3 && near.point.x < 0.2);
  assert.equal(skin.cast(ray(3, 0)), null);
});
