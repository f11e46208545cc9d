import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JointJson, JointType, SegmentInfo } from '../src/protocol/messages';
import {
  coordinatesOf,
  dofName,
  jointTypes,
  limitFields,
  rangeOf,
  swingRadii,
  swingTwist,
  twistRange,
  withType,
} from '../src/state/joint_values';
import { compose, fromRotationVector } from '../src/state/places';

const near = (a: readonly number[], b: readonly number[]) => {
  assert.equal(a.length, b.length);
  a.forEach((x, i) => assert.ok(Math.abs(x - b[i]!) < 1e-9, `${a.join(' ')} is not ${b.join(' ')}`));
};
const of = (type: JointType, first_value: number): SegmentInfo => ({
  name: 's',
  parent: 0,
  joint: { type, name: 's' },
  first_value,
  first_dof: 0,
  coordinates: [],
  before: { position: [0, 0, 0], quaternion: [0, 0, 0, 1] },
  after: { position: [0, 0, 0], quaternion: [0, 0, 0, 1] },
  shapes: [],
  mass: 0,
  mass_center: [0, 0, 0],
});

test('swingTwist recovers the swing and twist of a rotation', () => {
  for (const [x, y, twist] of [
    [0, 0, 0],
    [0.3, -0.4, 0],
    [0, 0, 1.2],
    [0.7, 0.2, -2.5],
    [-2, 1.5, 3],
  ] as const) {
    const rotation = compose(fromRotationVector([x, y, 0]), fromRotationVector([0, 0, twist]));
    near(swingTwist(rotation), [x, y, twist]);
    near(swingTwist([-rotation[0], -rotation[1], -rotation[2], -rotation[3]]), [x, y, twist]);
  }
});

test('coordinates are read at the joint’s position in the posture', () => {
  near(coordinatesOf(of('revolute', 1), [9, 0.5, 9]), [0.5]);
  near(coordinatesOf(of('elbow', 1), [9, 0.5, 0.6]), [0.5, 0.6]);
  near(coordinatesOf(of('fixed', 1), [9, 9]), []);
  near(coordinatesOf(of('ball', 0), fromRotationVector([0.1, 0.2, 0])), [0.1, 0.2, 0]);
  near(coordinatesOf(of('free', 0), [1, 2, 3, ...fromRotationVector([0, 0.4, 0])]), [1, 2, 3, 0, 0.4, 0]);
});

test('a joint with another type keeps its name and gets limits of that type', () => {
  const joint: JointJson = { type: 'revolute', name: 'knee', axis: [0, 1, 0], range: [0, 2] };
  for (const { value } of jointTypes) {
    const changed = withType(joint, value);
    assert.equal(changed.type, value);
    assert.equal(changed.name, 'knee');
    assert.equal('range' in changed, value === 'revolute' || value === 'prismatic');
    assert.equal('ranges' in changed, value === 'elbow');
    assert.equal('swing' in changed, value === 'swing' || value === 'ball');
  }
  assert.deepEqual(withType(joint, 'elbow').ranges?.[0], [0, 2]);
  assert.notDeepEqual(withType({ type: 'ball', name: 'k' }, 'elbow').axis, withType({ type: 'ball', name: 'k' }, 'elbow').twist_axis);
});

test('editing a limit changes only that limit', () => {
  const elbow: JointJson = {
    type: 'elbow',
    ranges: [
      [0, 1],
      [-1, 1],
    ],
  };
  const [bend, twist] = limitFields(elbow);
  assert.deepEqual(bend?.set([0, 2]).ranges, [
    [0, 2],
    [-1, 1],
  ]);
  assert.deepEqual(twist?.set(null).ranges, [[0, 1], null]);
  assert.deepEqual(limitFields({ type: 'prismatic', range: [0, 1] })[0]?.length, true);
  assert.deepEqual(limitFields({ type: 'fixed' }), []);
});

test('an outline becomes an ellipse, a table a range, about as wide', () => {
  const coordinate = (min: number | null, max: number | null) => ({ name: '', min, max, length: false });
  const ball = { ...of('ball', 0), coordinates: [coordinate(-0.5, 1.2), coordinate(-0.7, 0.2), coordinate(-1, 2)] };
  assert.deepEqual(swingRadii(ball), [1.2, 0.7]);
  assert.deepEqual(twistRange(ball), [-1, 2]);
  assert.equal(twistRange({ ...ball, coordinates: [] }), null);
  assert.deepEqual(swingRadii({ ...ball, coordinates: [coordinate(null, null), coordinate(-9, 9)] }), [1, 3.1]);
});

test('a range without limits is null', () => {
  assert.equal(rangeOf(null, null), null);
  assert.deepEqual(rangeOf(null, 1), [null, 1]);
});

test('degrees of freedom have the names of their joints', () => {
  const hip = { ...of('revolute', 0), joint: { type: 'revolute' as const, name: 'hip' }, first_dof: 0 };
  const skin = { ...of('fixed', 1), joint: { type: 'fixed' as const, name: 'skin' }, first_dof: 1, coordinates: [] };
  const arm = {
    ...of('swing', 1),
    joint: { type: 'swing' as const, name: 'arm' },
    first_dof: 1,
    coordinates: ['swing x', 'swing y'].map((name) => ({ name, min: null, max: null, length: false })),
  };
  const figure = { segments: [hip, arm, { ...skin, first_dof: 3 }] };
  assert.deepEqual(
    [0, 1, 2].map((dof) => dofName(figure, dof)),
    ['hip', 'arm swing x', 'arm swing y'],
  );
});
