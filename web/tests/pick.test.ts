import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ray, Vector3 } from 'three';
import type { ShapeJson } from '../src/protocol/messages';
import { cast } from '../src/view/pick';
import { Pose } from '../src/view/poses';
import { solidsOfWorld, type Solid } from '../src/view/solids';

// Reproducible random numbers.
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const solid = (shape: ShapeJson): Solid => solidsOfWorld([{ name: 'it', ...shape }])[0]!;

function isInside(s: Solid, p: Vector3): boolean {
  const q = s.local.toLocal(p),
    { extent, radii } = s;
  switch (s.kind) {
    case 'ball':
      return q.clone().divide(radii).length() <= 1;
    case 'capsule':
      return (
        q
          .clone()
          .setZ(q.z - Math.max(-extent.z, Math.min(extent.z, q.z)))
          .length() <= radii.x
      );
    case 'cylinder':
      return Math.hypot(q.x, q.y) <= radii.x && Math.abs(q.z) <= extent.z;
    case 'mesh':
      return false;
    case 'box':
      return Math.abs(q.x) <= extent.x && Math.abs(q.y) <= extent.y && Math.abs(q.z) <= extent.z;
    case 'hull':
      return s.hull!.planes.every(({ normal, offset }) => normal.dot(q) <= offset + 1e-9);
    case 'plane':
      return q.z <= 0;
  }
}

// Walks along the ray in small steps.
function firstInside(s: Solid, ray: Ray, far: number, step: number): number {
  for (let t = 0; t < far; t += step) if (isInside(s, ray.at(t, new Vector3()))) return t;
  return Infinity;
}

const shapes: Record<string, ShapeJson> = {
  sphere: { shape: 'sphere', center: [0.1, -0.2, 0.3], radius: 0.5 },
  ellipsoid: { shape: 'ellipsoid', center: [0.1, 0.2, 0], radii: [0.7, 0.2, 0.4], rotation: [0.4, -0.3, 0.9] },
  capsule: { shape: 'capsule', a: [-0.5, 0.1, 0], b: [0.4, 0.3, 0.5], radius: 0.2 },
  cylinder: { shape: 'cylinder', a: [-0.5, 0.1, 0], b: [0.4, 0.3, 0.5], radius: 0.3 },
  box: { shape: 'box', center: [0, 0.1, 0], size: [0.8, 0.5, 0.3], rotation: [0.2, 0.7, -0.4] },
  mesh: { shape: 'mesh', file: 'hand.stl', center: [0, 0.1, 0], size: [0.8, 0.5, 0.3] },
  convex: {
    shape: 'convex',
    vertices: [
      [0.5, 0, -0.2],
      [-0.4, 0.5, 0],
      [-0.3, -0.5, 0.1],
      [0, 0.1, 0.7],
      [0.1, 0, -0.5],
      [0, 0, 0],
    ],
  },
  plane: { shape: 'plane', point: [0, 0, -0.4], normal: [0.1, 0.2, 1] },
};

for (const [name, shape] of Object.entries(shapes)) {
  test(`a ray hits a ${name} where marching along it does`, () => {
    const random = makeRandom(7),
      it = solid(shape),
      step = 0.002;
    let hits = 0;
    for (let trial = 0; trial < 150; trial++) {
      const out = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
      const origin = out.multiplyScalar(2);
      if (isInside(it, origin)) continue;
      const toward = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).multiplyScalar(1.2);
      const ray = new Ray(origin, toward.sub(origin).normalize());
      const walked = firstInside(it, ray, 4, step),
        hit = cast(ray, [it], [it.local]);
      if (walked === Infinity) {
        // marching may miss a graze shorter than a step
        if (hit && hit.distance < 4) assert.ok(!isInside(it, ray.at(hit.distance + 2 * step, new Vector3())));
      } else {
        assert.ok(hit, 'marching hit it');
        assert.ok(Math.abs(hit.distance - walked) <= step + 1e-9, `${hit.distance} against ${walked}`);
        hits++;
      }
    }
    assert.ok(hits > 20, `${hits} hits are too few to say anything`);
  });
}

test('the nearest of several solids is picked, wherever it is in the list', () => {
  const near = solid({ shape: 'sphere', radius: 0.1 }),
    far = solid({ shape: 'sphere', radius: 0.1 });
  const poses = [new Pose(new Vector3(0, 0, -5)), new Pose(new Vector3(0, 0, -2))];
  const hit = cast(new Ray(new Vector3(), new Vector3(0, 0, -1)), [far, near], poses);
  assert.equal(hit?.solid, near);
  assert.ok(Math.abs(hit!.distance - 1.9) < 1e-12);
  assert.ok(hit!.point.distanceTo(new Vector3(0, 0, -1.9)) < 1e-12);
});

test('solids around or behind the eye are not picked', () => {
  const around = solid({ shape: 'sphere', radius: 1 }),
    behind = new Pose(new Vector3(0, 0, 5));
  const ray = new Ray(new Vector3(), new Vector3(0, 0, -1));
  assert.equal(cast(ray, [around], [new Pose()]), null);
  assert.equal(cast(ray, [around], [behind]), null);
});
