import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Quaternion, Vector3 } from 'three';
import type { TaskJson } from '../src/protocol/messages';
import { goalPose, withGoalAt, withGoalTurned } from '../src/tools/goal_edit';
import { freeCoordinates, motionBetween } from '../src/tools/handles';
import { fromRotationVector, Pose, rotationVectorOf } from '../src/view/poses';
import { arm, armPoses, snapshotOf } from './figures';

const around = { figure: arm, snapshot: snapshotOf(armPoses(0.7, [0.3, -0.5, 0.2])) };
const near = (a: Vector3, b: Vector3): void => assert.ok(a.distanceTo(b) < 1e-12, `${a.toArray()} is not ${b.toArray()}`);
const spot = new Vector3(0.4, -0.2, 0.9);

const movable: TaskJson[] = [
  { type: 'reach', frame: 'hand', target: [0, 0, 0] },
  { type: 'reach', frame: 'hand', target: [0, 0, 0], in: 'hand' },
  { type: 'reach', frame: 'hand', target: [0, 0, 0], in: { segment: 'upper arm', pose: { position: [0, 0.1, 0], rotation: [0.2, 0, 1] } } },
  { type: 'look-at', frame: 'hand', target: [1, 0, 0], in: { world: { position: [1, 2, 3], rotation: [0, 0, 1] } } },
  { type: 'center-of-mass', target: [0, 0, 0], in: { segment: 'base', point: [0, 0, 0.2] } },
  { type: 'relative-position', first: 'hand', second: { segment: 'upper arm', point: [0, 0, 0.1] } },
  { type: 'drag', segment: 'forearm', point: [0, 0, 0], target: [0, 0, 0] },
  { type: 'region', frame: 'hand', inside: { shape: 'sphere', radius: 0.1 } },
  { type: 'region', frame: 'hand', inside: { shape: 'sphere', radius: 0.1 }, in: { segment: 'upper arm', pose: { rotation: [1, 0, 0] } } },
  { type: 'on-ellipsoid', frame: 'hand', radii: [1, 1, 1], center: { segment: 'base', point: [0, 0, 0] } },
];
for (const task of movable) {
  test(`a moved goal is where it was moved to: ${JSON.stringify(task)}`, () => {
    const moved = withGoalAt(task, spot, around);
    assert.ok(moved);
    near(goalPose(moved, around)!.position, spot);
    assert.equal(moved.type, task.type);
  });
}

test('a goal measured in a named frame is given in its coordinates', () => {
  const task: TaskJson = { type: 'reach', frame: 'hand', target: [0, 0, 0], in: 'hand' };
  const straight = { figure: arm, snapshot: snapshotOf(armPoses(0, [0, 0, 0])) };
  const moved = withGoalAt(task, new Vector3(0.1, 0.2, 2.2), straight);
  near(new Vector3(...(moved!.target as [number, number, number])), new Vector3(0.1, 0.2, 0.3)); // the hand is at (0, 0, 1.9)
});

test('goals tied to a named frame, and orientations, cannot be moved', () => {
  assert.equal(withGoalAt({ type: 'on-ellipsoid', frame: 'hand', radii: [1, 1, 1], center: 'hand' }, spot, around), null);
  assert.equal(withGoalAt({ type: 'orient', frame: 'hand', target: [0, 0, 0] }, spot, around), null);
  assert.equal(withGoalAt({ type: 'joint-value', joint: 'shoulder', target: 1 }, spot, around), null);
});

for (const task of [
  { type: 'orient', frame: 'hand', target: [0, 0, 0] },
  { type: 'orient', frame: 'hand', target: [0, 0, 0], in: { segment: 'upper arm', point: [0, 0, 0] } },
  { type: 'relative-orientation', first: 'hand', second: { segment: 'base', pose: { rotation: [0.1, 0.2, 2] } } },
] as TaskJson[]) {
  test(`a turned goal has the orientation it was turned to: ${JSON.stringify(task)}`, () => {
    const wanted = fromRotationVector([0.5, -1, 0.3]);
    const turned = withGoalTurned(task, wanted, around);
    assert.ok(goalPose(turned!, around)!.quaternion.angleTo(wanted) < 1e-7);
  });
}

test('rotation vectors survive the conversion to quaternions and back, up to half turns', () => {
  for (const v of [
    [0, 0, 0],
    [1e-13, 0, 0],
    [0.3, -2, 1],
    [0, Math.PI - 1e-9, 0],
  ] as [number, number, number][]) {
    rotationVectorOf(fromRotationVector(v)).forEach((x, k) => assert.ok(Math.abs(x - v[k]!) < 1e-7));
  }
  assert.ok(Math.abs(Math.hypot(...rotationVectorOf(new Quaternion(0, 0, -0.6, -0.8))) - 2 * Math.atan2(0.6, 0.8)) < 1e-12);
});

test('the coordinates of a free root put it where it was dragged', () => {
  const to = new Pose(new Vector3(1, 2, 3), fromRotationVector([0.2, 0.4, -0.6]));
  const [x, y, z, ...turn] = freeCoordinates(arm, 0, to) as [number, number, number, number, number, number];
  const { before, after } = arm.segments[0]!;
  const reached = Pose.of(before.position, before.quaternion)
    .times(new Pose(new Vector3(x, y, z), fromRotationVector(turn as never)))
    .times(Pose.of(after.position, after.quaternion));
  near(reached.position, to.position);
  assert.ok(reached.quaternion.angleTo(to.quaternion) < 1e-7);
});

test('the motion between two poses moves points as the gizmo does, about its middle', () => {
  const from = new Pose(new Vector3(1, 0, 1)),
    to = new Pose(new Vector3(2, 0, 1), fromRotationVector([0, Math.PI / 2, 0]));
  const by = Pose.fromJson(motionBetween(from, to));
  near(by.point(new Vector3(1, 0, 0)), new Vector3(1, 0, 1));
  near(by.point(new Vector3(1, 0, 2)), new Vector3(3, 0, 1));
  near(by.point(from.position), to.position);
});
