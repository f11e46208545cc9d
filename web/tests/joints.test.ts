import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Vector3 } from 'three';
import type { FigureMessage } from '../src/protocol/messages';
import { onGreatArc, swingBoundary } from '../src/view/marks/limits';
import { symmetricRoot } from '../src/view/marks/reach';
import { jointFrames, placePose } from '../src/view/poses';
import { arm, armPoses, snapshotOf } from './figures';

const near = (a: Vector3, b: Vector3): void => assert.ok(a.distanceTo(b) < 1e-12, `${a.toArray()} is not ${b.toArray()}`);

test('the axis of a hinge is fixed to its parent', () => {
  const { base, moving } = jointFrames(arm, snapshotOf(armPoses(0.7, [0, 0, 0])), 1);
  near(base.position, new Vector3(0, 0, 1));
  near(moving.position, base.position);
  near(base.direction(new Vector3(0, 1, 0)), moving.direction(new Vector3(0, 1, 0)));
  near(moving.direction(new Vector3(0, 0, 1)), new Vector3(Math.sin(0.7), 0, Math.cos(0.7)));
});

test('a ball joint moves with its parent and points along its child', () => {
  const { base, moving } = jointFrames(arm, snapshotOf(armPoses(Math.PI / 2, [Math.PI / 2, 0, 0])), 2);
  near(base.position, new Vector3(0.5, 0, 1));
  near(base.direction(new Vector3(0, 0, 1)), new Vector3(1, 0, 0));
  near(moving.direction(new Vector3(0, 0, 1)), new Vector3(0, -1, 0));
});

test('an inverted joint starts at its outer side', () => {
  const segments = arm.segments.map((segment) => ({ ...segment, joint: { ...segment.joint, inverted: true } }));
  const inverted: FigureMessage = { ...arm, segments },
    snapshot = snapshotOf(armPoses(0.4, [0.1, 0.2, 0.3]));
  const usual = jointFrames(arm, snapshot, 2),
    turned = jointFrames(inverted, snapshot, 2);
  near(turned.base.direction(new Vector3(1, 0, 0)), usual.moving.direction(new Vector3(1, 0, 0)));
  near(turned.moving.direction(new Vector3(1, 0, 0)), usual.base.direction(new Vector3(1, 0, 0)));
});

test('places are found by frame, point, pose and in the world; unknown ones give null', () => {
  const snapshot = snapshotOf(armPoses(Math.PI / 2, [0, 0, 0]));
  near(placePose('hand', arm, snapshot)!.position, new Vector3(0.9, 0, 1));
  near(placePose({ segment: 'upper arm', point: [0, 0.1, 0.2] }, arm, snapshot)!.position, new Vector3(0.2, 0.1, 1));
  near(placePose({ world: { position: [1, 2, 3] } }, arm, snapshot)!.position, new Vector3(1, 2, 3));
  assert.equal(placePose('foot', arm, snapshot), null);
  assert.equal(placePose({ segment: 'tail', point: [0, 0, 0] }, arm, snapshot), null);
});

test('the boundary of an elliptic swing limit passes through the ends of its axes', () => {
  const boundary = swingBoundary({ type: 'ball', swing: { ellipse: [1, 0.5] } })!;
  near(boundary[0]!, new Vector3(0, -Math.sin(1), Math.cos(1)));
  near(boundary[boundary.length / 4]!, new Vector3(Math.sin(0.5), 0, Math.cos(0.5)));
});

test('the boundary of a swing polygon follows great arcs through its corners', () => {
  const corners: [number, number, number][] = [
    [1, 0, 1],
    [0, 1, 1],
    [-1, -1, 1],
  ];
  const boundary = swingBoundary({ type: 'ball', swing: { polygon: corners } })!;
  for (const corner of corners) assert.ok(boundary.some((direction) => direction.distanceTo(new Vector3(...corner).normalize()) < 1e-12));
  for (const direction of boundary) assert.ok(Math.abs(direction.length() - 1) < 1e-12);
  const middle = onGreatArc(new Vector3(1, 0, 0), new Vector3(0, 1, 0), 0.5);
  near(middle, new Vector3(Math.SQRT1_2, Math.SQRT1_2, 0));
});

test('a joint without a swing limit has no boundary', () => {
  assert.equal(swingBoundary({ type: 'ball' }), null);
  assert.equal(swingBoundary({ type: 'swing', ranges: [null, null] }), null);
});

test('the square of the root of J J^T is J J^T, also for singular matrices', () => {
  for (const matrix of [
    [2, 0.3, 0.1, 0.3, 1, -0.2, 0.1, -0.2, 0.5],
    [1, 1, 0, 1, 1, 0, 0, 0, 0],
  ]) {
    const root = symmetricRoot(matrix);
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++) {
        const value = [0, 1, 2].reduce((sum, k) => sum + root[3 * row + k]! * root[3 * k + column]!, 0);
        assert.ok(Math.abs(value - matrix[3 * row + column]!) < 1e-9);
      }
  }
});
