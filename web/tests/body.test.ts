import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Box3, Quaternion, Vector3 } from 'three';
import type { FigureMessage, ShapeJson } from '../src/protocol/messages';
import { blendingOf, distanceFrom, mostNeighbours } from '../src/view/blending';
import { chainSkins } from '../src/view/chains';
import { fromRotationVector, Pose } from '../src/view/poses';
import { addBounds, halfBox, solidsOfFigure, solidsOfWorld } from '../src/view/solids';
import { Stage } from '../src/view/stage';
import { arm } from './figures';

function figureWith(
  segments: { parent: number; shapes: ShapeJson[]; chain?: string }[],
  chains: FigureMessage['chains'] = [],
): FigureMessage {
  return { ...arm, chains, segments: segments.map((segment, k) => ({ ...arm.segments[1]!, name: `s${k}`, ...segment })) };
}
function blended(figure: FigureMessage) {
  const solids = solidsOfFigure(figure),
    poses = solids.map((solid) => solid.local);
  const blending = blendingOf(figure, solids, poses, chainSkins(solids));
  const neighbours = (solid: number): number[] =>
    [...blending.neighbours.subarray(solid * mostNeighbours, (solid + 1) * mostNeighbours)].filter((entry) => entry >= 0);
  return { ...blending, neighbours, solids };
}
const ball = (x: number, radius: number, color = '#888888'): ShapeJson => ({ shape: 'sphere', center: [x, 0, 0], radius, color });

test('touching solids of one colour blend within a segment and with its parent', () => {
  const { neighbours } = blended(
    figureWith([
      { parent: -1, shapes: [ball(0, 1), ball(1.5, 1)] },
      { parent: 0, shapes: [ball(-2.5, 1)] },
    ]),
  );
  assert.deepEqual(neighbours(0).sort(), [1, 2]);
  assert.deepEqual(neighbours(1), [0]);
  assert.deepEqual(neighbours(2), [0]);
});

test('siblings and distant solids do not blend', () => {
  const { neighbours } = blended(
    figureWith([
      { parent: -1, shapes: [ball(50, 1)] },
      { parent: 0, shapes: [ball(0, 1)] },
      { parent: 0, shapes: [ball(1, 1)] },
    ]),
  );
  assert.deepEqual([neighbours(0), neighbours(1), neighbours(2)], [[], [], []]);
});

test('a solid of another colour does not blend, and the skin does not swell over it', () => {
  const { neighbours } = blended(figureWith([{ parent: -1, shapes: [ball(0, 1), ball(0.8, 1), ball(1.7, 0.4, '#000000')] }]));
  assert.deepEqual(neighbours(1), [0, 2.5]);
});

test('an eye on a head stays sharp', () => {
  const { reach } = blended(figureWith([{ parent: -1, shapes: [ball(0, 1), ball(0.5, 1), ball(1, 0.05)] }]));
  assert.ok(reach[0]! > 0);
  assert.equal(reach[2], 0);
});

test('distances from round solids are exact on the surface, for spheres and capsules everywhere', () => {
  const [sphere, capsule, ellipsoid] = solidsOfWorld([
    { name: 'a', shape: 'sphere', radius: 0.5 },
    { name: 'b', shape: 'capsule', a: [0, 0, -1], b: [0, 0, 1], radius: 0.2 },
    { name: 'c', shape: 'ellipsoid', radii: [1, 2, 3] },
  ]);
  const at = new Pose();
  assert.ok(Math.abs(distanceFrom(sphere!, at, new Vector3(0, 2, 0)) - 1.5) < 1e-12);
  assert.ok(Math.abs(distanceFrom(capsule!, at, new Vector3(0.5, 0, 0.7)) - 0.3) < 1e-12);
  assert.ok(Math.abs(distanceFrom(capsule!, at, new Vector3(0, 0, 1.5)) - 0.3) < 1e-12);
  assert.ok(Math.abs(distanceFrom(ellipsoid!, at, new Vector3(0, 2, 0))) < 1e-12);
});

test('a chain of balls or capsules gets one skin through every link', () => {
  const chain = (shape: (k: number) => ShapeJson) =>
    figureWith(
      Array.from({ length: 4 }, (_, k) => ({ parent: k - 1, chain: 'tail', shapes: [shape(k)] })),
      [{ name: 'tail', links: 4, length: 1 }],
    );
  const balls = chainSkins(solidsOfFigure(chain(() => ball(0.1, 0.1))));
  assert.deepEqual(
    balls[0]?.knots.map(({ solid }) => solid),
    [0, 1, 2, 3],
  );
  const short = chainSkins(solidsOfFigure(chain(() => ({ shape: 'capsule', a: [0, 0, 0], b: [0.1, 0, 0], radius: 0.1 }))));
  assert.deepEqual(
    short[0]?.knots.map(({ z }) => Math.sign(z)),
    [-1, 1, 1, 1, 1],
  );
  const long = chainSkins(solidsOfFigure(chain(() => ({ shape: 'capsule', a: [0, 0, 0], b: [1, 0, 0], radius: 0.1 }))));
  assert.equal(long[0]?.knots.length, 8); // straight except near the ends
  assert.deepEqual(chainSkins(solidsOfFigure(chain(() => ({ shape: 'box', size: [1, 1, 1] })))), []);
});

test('the bounding box of a solid is tight', () => {
  const q = fromRotationVector([0.4, -0.9, 0.3]);
  for (const shape of [
    { shape: 'ellipsoid', radii: [0.3, 0.5, 0.9] },
    { shape: 'capsule', a: [0, 0, -0.4], b: [0, 0, 0.4], radius: 0.2 },
    { shape: 'box', size: [1, 2, 3] },
    { shape: 'cylinder', a: [0, 0, -0.4], b: [0, 0, 0.4], radius: 0.2 },
  ] as ShapeJson[]) {
    const solid = solidsOfWorld([{ name: 'it', ...shape }])[0]!,
      half = halfBox(solid, q, new Vector3());
    for (const axis of ['x', 'y', 'z'] as const) {
      // farthest point in that direction, in the solid's frame
      const d = new Vector3().setComponent('xyz'.indexOf(axis), 1).applyQuaternion(new Quaternion().copy(q).conjugate());
      const corner = new Vector3(Math.sign(d.x), Math.sign(d.y), Math.sign(d.z)).multiply(solid.extent);
      const scaled = d.clone().multiply(solid.radii),
        flat = Math.hypot(d.x, d.y);
      const round =
        solid.kind === 'cylinder'
          ? new Vector3(d.x / flat, d.y / flat, 0).multiplyScalar(solid.radii.x)
          : solid.kind === 'box'
            ? new Vector3()
            : scaled.clone().normalize().multiply(solid.radii);
      assert.ok(Math.abs(corner.add(round).dot(d) - half[axis]) < 1e-12, `${solid.kind} ${axis}`);
    }
  }
});

test('a wedge that stands on the ground does not end below it', () => {
  const wedge: ShapeJson = {
    shape: 'convex',
    vertices: [0, 1].flatMap(
      (y) =>
        [
          [0, y, 0],
          [2, y, 0],
          [0, y, 0.1],
          [2, y, 0.5],
        ] as [number, number, number][],
    ),
  };
  const [solid] = solidsOfWorld([{ name: 'wedge', ...wedge }]),
    bounds = new Box3();
  addBounds(solid!, solid!.local, bounds);
  const { min, max } = bounds;
  for (const [found, expected] of [
    [min, new Vector3(0, 0, 0)],
    [max, new Vector3(2, 1, 0.5)],
  ] as const)
    assert.ok(found.distanceTo(expected) < 1e-9, JSON.stringify(bounds));
});

test('the stage stays while the figure moves inside it, grows when it leaves, and shrinks when far too large', () => {
  const stage = new Stage(),
    box = (size: number, x = 0) => new Box3(new Vector3(x, 0, 0), new Vector3(x + size, size, size));
  assert.ok(stage.fit(box(1)));
  assert.ok(!stage.fit(box(1, 0.1)));
  assert.ok(stage.fit(box(1, 1)));
  assert.ok(stage.box.containsBox(box(1, 1)));
  assert.ok(stage.fit(box(0.2, 1.2)));
});
