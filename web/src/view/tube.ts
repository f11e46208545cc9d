// The skin of a chain: a circle swept along a smooth curve through its links, with round ends.
//
//   curve     centripetal Catmull-Rom through the knots, `perLink` pieces each
//   circle    carried without twist (parallel transport); its radius is interpolated like the curve
//   ends      `capRings` rings of a hemisphere and a pole
//
// Vertices are written into buffers that are reused while the number of links stays the same.

import { Vector3 } from 'three';

export interface TubeLayout {
  knots: number;
  perLink: number;
  around: number;
  capRings: number;
  rings: number; // along the curve
  vertices: number;
  index: Uint32Array;
  knotOfVertex: Uint32Array; // the nearest knot: for colours and highlights
}

export function tubeLayout(knots: number, perLink: number, around: number, capRings = 4): TubeLayout {
  const rings = (knots - 1) * perLink + 1;
  const allRings = rings + 2 * (capRings - 1); // a cap shares its last ring with the curve
  const vertices = allRings * around + 2;
  const index: number[] = [];
  const firstPole = vertices - 2,
    lastPole = vertices - 1;
  for (let ring = 0; ring + 1 < allRings; ring++) {
    for (let k = 0; k < around; k++) {
      const next = (k + 1) % around;
      const a = ring * around + k,
        b = ring * around + next,
        c = a + around,
        d = b + around;
      index.push(a, b, c, b, d, c);
    }
  }
  const last = (allRings - 1) * around;
  for (let k = 0; k < around; k++) {
    const next = (k + 1) % around;
    index.push(firstPole, next, k, lastPole, last + k, last + next);
  }
  const knotOfVertex = new Uint32Array(vertices);
  for (let ring = 0; ring < allRings; ring++) {
    const along = Math.min(Math.max(ring - (capRings - 1), 0), rings - 1);
    knotOfVertex.fill(Math.min(Math.round(along / perLink), knots - 1), ring * around, (ring + 1) * around);
  }
  knotOfVertex[lastPole] = knots - 1;
  return { knots, perLink, around, capRings, rings, vertices, index: new Uint32Array(index), knotOfVertex };
}

const tangent = new Vector3(),
  side = new Vector3(),
  up = new Vector3(),
  normal = new Vector3(),
  axis = new Vector3();

// Samples the curve through knots; knots and samples have 4 numbers each (x y z radius).
export function sampleCurve(knots: Float64Array, layout: TubeLayout, out: Float64Array): void {
  const count = layout.knots;
  const knot = (i: number, c: number): number => {
    // The curve continues straight beyond its ends.
    if (i < 0) return c === 3 ? knots[3]! : 2 * knots[c]! - knots[(count > 1 ? 4 : 0) + c]!;
    if (i >= count) return c === 3 ? knots[4 * (count - 1) + 3]! : 2 * knots[4 * (count - 1) + c]! - knots[4 * Math.max(count - 2, 0) + c]!;
    return knots[4 * i + c]!;
  };
  const gap = (i: number): number =>
    Math.max(Math.sqrt(Math.hypot(knot(i + 1, 0) - knot(i, 0), knot(i + 1, 1) - knot(i, 1), knot(i + 1, 2) - knot(i, 2))), 1e-9);
  for (let i = 0; i + 1 < count; i++) {
    const before = gap(i - 1),
      here = gap(i),
      after = gap(i + 1);
    for (let step = 0; step <= (i + 2 === count ? layout.perLink : layout.perLink - 1); step++) {
      const t = step / layout.perLink;
      const h00 = (1 + 2 * t) * (1 - t) * (1 - t),
        h10 = t * (1 - t) * (1 - t);
      const h01 = t * t * (3 - 2 * t),
        h11 = t * t * (t - 1);
      const at = 4 * (i * layout.perLink + step);
      for (let c = 0; c < 4; c++) {
        const p0 = knot(i - 1, c),
          p1 = knot(i, c),
          p2 = knot(i + 1, c),
          p3 = knot(i + 2, c);
        const m1 = (here * (p2 - p0)) / (before + here),
          m2 = (here * (p3 - p1)) / (here + after);
        out[at + c] = h00 * p1 + h10 * m1 + h01 * p2 + h11 * m2;
      }
    }
  }
}

export function writeTube(layout: TubeLayout, curve: Float64Array, positions: Float32Array, normals: Float32Array): void {
  const { rings, around, capRings } = layout;
  const at = (ring: number, c: number): number => curve[4 * ring + c]!;
  let vertex = 0;
  const put = (ring: number, out: Vector3, along: number, radius: number): void => {
    positions[3 * vertex] = at(ring, 0) + out.x * radius;
    positions[3 * vertex + 1] = at(ring, 1) + out.y * radius;
    positions[3 * vertex + 2] = at(ring, 2) + out.z * radius;
    ((normals[3 * vertex] = out.x), (normals[3 * vertex + 1] = out.y), (normals[3 * vertex + 2] = out.z));
    if (along !== 0) {
      // the normal leans along the curve where the radius changes
      normal.set(out.x, out.y, out.z).addScaledVector(tangent, along).normalize();
      ((normals[3 * vertex] = normal.x), (normals[3 * vertex + 1] = normal.y), (normals[3 * vertex + 2] = normal.z));
    }
    vertex++;
  };
  const circle = (write: (out: Vector3) => void): void => {
    for (let k = 0; k < around; k++) {
      const angle = (2 * Math.PI * k) / around;
      write(axis.copy(side).multiplyScalar(Math.cos(angle)).addScaledVector(up, Math.sin(angle)));
    }
  };
  const cap = (ring: number, toward: number, step: number): void => {
    // `step` 0 is the pole, capRings the curve's own ring
    const angle = (Math.PI / 2) * (step / capRings),
      radius = at(ring, 3);
    circle((out) =>
      put(
        ring,
        normal
          .copy(out)
          .multiplyScalar(Math.sin(angle))
          .addScaledVector(tangent, toward * Math.cos(angle)),
        0,
        radius,
      ),
    );
  };
  let length = 0,
    poles: [Vector3, number, number][] = [];
  for (let ring = 0; ring < rings; ring++) {
    const previous = Math.max(ring - 1, 0),
      next = Math.min(ring + 1, rings - 1);
    tangent.set(at(next, 0) - at(previous, 0), at(next, 1) - at(previous, 1), at(next, 2) - at(previous, 2));
    length = tangent.length();
    if (length > 0) tangent.divideScalar(length);
    else tangent.set(1, 0, 0);
    if (ring === 0) side.set(0, 0, 1).addScaledVector(tangent, -tangent.z).lengthSq() > 1e-4 || side.set(0, 1, 0);
    side.addScaledVector(tangent, -side.dot(tangent)).normalize();
    up.crossVectors(tangent, side);
    if (ring === 0) {
      poles.push([tangent.clone().negate(), 0, at(0, 3)]);
      for (let step = 1; step < capRings; step++) cap(0, -1, step);
    }
    const lean = length > 0 ? -(at(next, 3) - at(previous, 3)) / length : 0;
    circle((out) => put(ring, out, lean, at(ring, 3)));
    if (ring === rings - 1) {
      for (let step = capRings - 1; step >= 1; step--) cap(ring, 1, step);
      poles.push([tangent.clone(), ring, at(ring, 3)]);
    }
  }
  for (const [direction, ring, radius] of poles) put(ring, direction, 0, radius);
}
