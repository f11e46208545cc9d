import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Vector3 } from 'three';
import { sampleCurve, tubeLayout, writeTube } from '../src/view/tube';

const bent = [
  [0, 0, 0, 0.2],
  [0.3, 0, 0.05, 0.18],
  [0.55, 0.1, 0.2, 0.15],
  [0.7, 0.3, 0.4, 0.1],
  [0.7, 0.55, 0.5, 0.06],
];

function build(knots: number[][], perLink = 4, around = 20) {
  const layout = tubeLayout(knots.length, perLink, around);
  const curve = new Float64Array(4 * layout.rings);
  sampleCurve(new Float64Array(knots.flat()), layout, curve);
  const positions = new Float32Array(3 * layout.vertices),
    normals = new Float32Array(3 * layout.vertices);
  writeTube(layout, curve, positions, normals);
  const point = (i: number) => new Vector3().fromArray(positions, 3 * i),
    normal = (i: number) => new Vector3().fromArray(normals, 3 * i);
  return { layout, curve, point, normal };
}

test('a tube is closed: every edge belongs to two triangles with opposite directions', () => {
  const { layout } = build(bent);
  const edges = new Set<string>();
  for (let t = 0; t < layout.index.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const edge = `${layout.index[t + k]} ${layout.index[t + ((k + 1) % 3)]}`;
      assert.ok(!edges.has(edge), 'no directed edge occurs twice');
      edges.add(edge);
    }
  }
  for (const edge of edges) assert.ok(edges.has(edge.split(' ').reverse().join(' ')));
  assert.equal(layout.vertices - edges.size / 2 + layout.index.length / 3, 2); // Euler: a sphere
});

test('normals and triangles of a tube point outwards, and normals have unit length', () => {
  const { layout, point, normal } = build(bent);
  let volume = 0;
  for (let t = 0; t < layout.index.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => point(layout.index[t + k]!)) as [Vector3, Vector3, Vector3];
    volume += a.dot(new Vector3().crossVectors(b, c)) / 6;
    const face = new Vector3().crossVectors(b.clone().sub(a), c.clone().sub(a));
    if (face.length() < 1e-9) continue;
    for (let k = 0; k < 3; k++) assert.ok(face.dot(normal(layout.index[t + k]!)) > 0);
  }
  assert.ok(volume > 0);
  for (let i = 0; i < layout.vertices; i++) assert.ok(Math.abs(normal(i).length() - 1) < 1e-5);
});

test('a straight tube has a constant radius and round ends', () => {
  const { layout, point } = build([
    [0, 0, 0, 0.1],
    [0.5, 0, 0, 0.1],
    [1, 0, 0, 0.1],
  ]);
  for (let i = 0; i < layout.vertices; i++) {
    const p = point(i),
      onAxis = new Vector3(Math.max(0, Math.min(1, p.x)), 0, 0);
    assert.ok(Math.abs(p.distanceTo(onAxis) - 0.1) < 1e-6);
  }
});

test('the curve passes through every knot with its radius', () => {
  const { layout, curve } = build(bent);
  bent.forEach((knot, i) => knot.forEach((value, c) => assert.ok(Math.abs(curve[4 * i * layout.perLink + c]! - value) < 1e-12)));
});

test('a tube of length zero, or along z, has finite vertices', () => {
  for (const knots of [
    [
      [0, 0, 0, 0.1],
      [0, 0, 0, 0.1],
      [0, 0, 0, 0.1],
    ],
    [
      [0, 0, 0, 0.1],
      [0, 0, 1, 0.1],
      [0, 0, 2, 0.1],
    ],
  ]) {
    const { layout, point, normal } = build(knots);
    for (let i = 0; i < layout.vertices; i++) {
      assert.ok(point(i).toArray().every(Number.isFinite));
      assert.ok(Math.abs(normal(i).length() - 1) < 1e-5);
    }
  }
});
