// Swing outlines: editing their corners, and where a pointer meets the sphere they are on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Quaternion, Ray, Vector3 } from 'three';
import type { Vec3 } from '../src/protocol/messages';
import {
  angleBetween,
  holeAround,
  longestEdge,
  outlineOfEllipse,
  outlinesOf,
  withCorner,
  withNewCorner,
  withOutlines,
  withoutCorner,
} from '../src/state/swing_outlines';
import { directionOnSphere } from '../src/tools/limit_knobs';
import { CameraRig } from '../src/view/camera';
import { Pose } from '../src/view/poses';

const square: Vec3[] = outlineOfEllipse([0.8, 0.5], 4);

// The solid angle's sign: counter-clockwise seen from outside is positive.
const turnsLeft = (corners: Vec3[]): boolean => {
  const [a, b, c] = corners.map((corner) => new Vector3(...corner)) as [Vector3, Vector3, Vector3];
  return new Vector3().crossVectors(a, b).dot(c) > 0;
};

test('one outline is a polygon, several are polygons', () => {
  assert.deepEqual(withOutlines([square]), { polygon: square });
  assert.deepEqual(outlinesOf({ polygon: square }), [square]);
  const two = [square, holeAround([0, 0, 1])];
  assert.deepEqual(outlinesOf(withOutlines(two)), two);
  assert.deepEqual(outlinesOf({ ellipse: [1, 1] }), []);
});

test('an ellipse becomes an outline that turns left, a hole turns right', () => {
  assert.ok(turnsLeft(square));
  assert.ok(!turnsLeft(holeAround([0.6, 0, 0.8])));
  for (const corner of holeAround([0.6, 0, 0.8])) assert.ok(Math.abs(angleBetween(corner, [0.6, 0, 0.8]) - 0.15) < 1e-12);
  assert.ok(Math.abs(angleBetween(square[0]!, [0, 0, 1]) - 0.8) < 1e-12);
});

test('corners are added on an edge, moved onto the sphere, and removed down to three', () => {
  const more = withNewCorner([square], 0, longestEdge(square));
  assert.equal(more[0]!.length, 5);
  const moved = withCorner(more, 0, 1, [3, 0, 4]);
  assert.deepEqual(moved[0]![1], [0.6, 0, 0.8]);
  assert.equal(withoutCorner(more, 0, 0)![0]!.length, 4);
  assert.equal(withoutCorner([square.slice(0, 3)], 0, 0), null);
});

test('a corner is dragged along the near side of the sphere, its far side, or its rim', () => {
  const base = new Pose(new Vector3(1, 2, 3), new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), 0.7));
  const toward = (ray: Ray, behind: boolean) => new Vector3(...directionOnSphere(ray, base, 0.5, behind)).applyQuaternion(base.quaternion);
  const ray = new Ray(new Vector3(1.2, -8, 3.1), new Vector3(0, 1, 0));
  const near = toward(ray, false),
    far = toward(ray, true);
  assert.ok(near.y < 0 && far.y > 0);
  assert.ok(Math.abs(0.5 * near.x - 0.2) < 1e-12 && Math.abs(0.5 * far.z - 0.1) < 1e-12);
  const beside = toward(new Ray(new Vector3(3, -8, 3), new Vector3(0, 1, 0)), false);
  assert.ok(beside.distanceTo(new Vector3(1, 0, 0)) < 1e-12);
});

test('a trackball turns what is under the pointer with it, and rolls the view when it is dragged around the rim', () => {
  const rig = new CameraRig(new Vector3(1, -1, 0.3));
  rig.rect = { x: 0, y: 0, width: 800, height: 600 };
  const center = { x: 400, y: 300 },
    radius = 0.46 * 600;
  const up = (): Vector3 => {
    rig.update();
    return new Vector3().setFromMatrixColumn(rig.camera.matrixWorld, 1);
  };
  const before = up(),
    back = rig.backward;
  // A quarter turn outside the ball: the line of sight stays, the picture rolls.
  for (let k = 0; k < 30; k++) {
    const at = (angle: number) => ({ x: center.x + 1.2 * radius * Math.cos(angle), y: center.y + 1.2 * radius * Math.sin(angle) });
    rig.turnBall(at((k * Math.PI) / 60), at(((k + 1) * Math.PI) / 60));
  }
  assert.ok(rig.backward.distanceTo(back) < 1e-9, 'the line of sight stays');
  assert.ok(Math.abs(up().dot(before)) < 1e-9, 'a quarter turn');
  // Over the pole and on: no direction is special.
  for (let k = 0; k < 200; k++) rig.turnBall(center, { x: center.x, y: center.y + 10 });
  const turned = up();
  assert.ok(Number.isFinite(turned.x) && Math.abs(turned.length() - 1) < 1e-9);
  // There and back again.
  const aim = rig.aim(),
    eye = rig.backward;
  rig.turnBall(center, { x: 520, y: 210 });
  assert.ok(rig.backward.distanceTo(eye) > 0.1);
  rig.turnBall({ x: 520, y: 210 }, center);
  assert.ok(rig.backward.distanceTo(eye) < 1e-9 && Math.abs(Math.sin(rig.roll - aim.roll)) < 1e-6);
  rig.orbit(5, 0);
  assert.equal(rig.roll, 0, 'orbiting is upright again');
});
