import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from '../src/protocol/snapshot';
import type { FigureMessage } from '../src/protocol/messages';
import { fromRotationVector, rotate, rotationVector, worldPlace } from '../src/state/places';
import { firstTask, likelyPlace, newPriority, withType, type Now } from '../src/state/task_kinds';

const quarter = Math.SQRT1_2;
const segment = (name: string, parent: number, coordinates: string[]) => ({
  name,
  parent,
  joint: { type: 'revolute' as const, name: `${name} joint` },
  first_value: 0,
  first_dof: 0,
  coordinates: coordinates.map((each) => ({ name: each, min: null, max: null, length: false })),
  before: { position: [0, 0, 0] as [number, number, number], quaternion: [0, 0, 0, 1] as [number, number, number, number] },
  after: { position: [0, 0, 0] as [number, number, number], quaternion: [0, 0, 0, 1] as [number, number, number, number] },
  shapes: [],
  mass: 1,
  mass_center: [0, 0, 0] as [number, number, number],
});
const figure: FigureMessage = {
  type: 'figure',
  figure_revision: 1,
  name: 'arm',
  dof: 1,
  values: 1,
  reach: 2,
  planar: null,
  segments: [segment('base', -1, []), segment('arm', 0, ['angle']), segment('hand', 1, [])],
  frames: [{ name: 'tip', segment: 2, position: [1, 0, 0], quaternion: [0, 0, 0, 1] }],
  couplings: [],
  ties: [],
  chains: [],
};
// the hand at (0, 0, 1), a quarter turn about z
const snapshot = {
  segments: new Float32Array([0, 0, 0, 0, 0, 0, 1, 0, 0, 0.5, 0, 0, 0, 1, 0, 0, 1, 0, 0, quarter, quarter]),
  values: new Float32Array([0.7]),
  centerOfMass: new Float32Array([0.1, 0.2, 0.5]),
} as unknown as Snapshot;
const now: Now = { figure, scene: { tasks: [], supports: [], chain: { root: null, end: 'tip' } }, snapshot, selection: null };
const near = (a: readonly number[], b: readonly number[]) =>
  a.forEach((value, i) => assert.ok(Math.abs(value - b[i]!) < 1e-6, `${a} is not ${b}`));

test('rotation vectors and quaternions describe the same rotation', () => {
  for (const v of [
    [0.1, -2, 0.3],
    [0, 0, 0],
    [3, 0.2, 0],
  ] as [number, number, number][])
    near(rotationVector(fromRotationVector(v)), v);
  near(rotate(fromRotationVector([0, 0, Math.PI / 2]), [1, 0, 0]), [0, 1, 0]);
});

test('a place is found in the world by frame, by a point on a segment, or by a pose', () => {
  near(worldPlace(figure, snapshot, 'tip')!.position, [0, 1, 1]);
  near(worldPlace(figure, snapshot, { segment: 'hand', point: [0, 1, 0] })!.position, [-1, 0, 1]);
  near(worldPlace(figure, snapshot, { world: { position: [4, 5, 6] } })!.position, [4, 5, 6]);
  assert.equal(worldPlace(figure, snapshot, 'nose'), null);
});

test('a new reach, orient or balance task is satisfied already', () => {
  near(firstTask('reach', now).target as number[], [0, 1, 1]);
  near(firstTask('orient', now).target as number[], [0, 0, 1.5708]);
  near(firstTask('center-of-mass', now).target as number[], [0.1, 0.2, 0.5]);
  assert.equal(firstTask('center-of-mass', now).axes, 'xy');
});

test('a new look-at task looks where the frame already looks', () => {
  near(firstTask('look-at', now).target as number[], [0, 1, 3]);
});

test('a new hold-joint task takes the joint that moves the place, with its present value', () => {
  assert.deepEqual(firstTask('joint-value', now), { type: 'joint-value', priority: 1, joint: 'arm joint', coordinate: 0, target: 0.7 });
});

test('a new task is for the selection, else the end of the chain', () => {
  assert.equal(likelyPlace(now), 'tip');
  assert.deepEqual(likelyPlace({ ...now, selection: { kind: 'segment', segment: 'arm', point: [1, 2, 3] } }), {
    segment: 'arm',
    point: [1, 2, 3],
  });
});

test('without a selection or a chain, a new task is for a tip or a hand', () => {
  const human = { ...figure, frames: ['eyes', 'hand.l', 'toe.r'].map((name) => ({ ...figure.frames[0]!, name })) };
  const nothing = { ...now, scene: { tasks: [], supports: [], chain: { root: null, end: null } } };
  assert.equal(likelyPlace({ ...nothing, figure: human }), 'hand.l');
  assert.equal(likelyPlace({ ...nothing, figure: { ...human, frames: human.frames.slice(2) } }), 'toe.r');
});

test('new tasks get the lowest priority', () => {
  assert.equal(newPriority([]), 1);
  assert.equal(newPriority([{ type: 'reach' }]), 2);
  assert.equal(
    newPriority([
      { type: 'reach', priority: 3 },
      { type: 'reach', priority: 2 },
    ]),
    4,
  );
});

test('a task with another type keeps the fields that both types have', () => {
  const reach = {
    type: 'reach' as const,
    name: 'hand',
    priority: 3,
    weight: 2,
    frame: 'tip',
    target: [1, 1, 1] as [number, number, number],
    axes: 'xy' as const,
  };
  assert.deepEqual(withType(reach, 'look-at', now), {
    type: 'look-at',
    name: 'hand',
    priority: 3,
    weight: 2,
    frame: 'tip',
    target: [1, 1, 1],
  });
  const region = withType(reach, 'region', now);
  assert.equal(region.frame, 'tip');
  assert.equal(region.target, undefined);
  assert.equal(region.axes, undefined);
});
