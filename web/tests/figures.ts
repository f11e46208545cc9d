// A figure with answers doable on paper: a base, an upper arm hinged about y at (0, 0, 1), a forearm on a ball joint.

import type { Snapshot } from '../src/protocol/snapshot';
import type { FigureMessage, SegmentInfo } from '../src/protocol/messages';
import { fromRotationVector, Pose, vec3 } from '../src/view/poses';
import { Vector3 } from 'three';

type Place = { position: [number, number, number]; quaternion: [number, number, number, number] };
const place = (x: number, y: number, z: number): Place => ({ position: [x, y, z], quaternion: [0, 0, 0, 1] });

function segment(name: string, parent: number, joint: SegmentInfo['joint'], before: Place, rest: Partial<SegmentInfo> = {}): SegmentInfo {
  return {
    name,
    parent,
    joint,
    first_value: 0,
    first_dof: 0,
    coordinates: [],
    before,
    after: place(0, 0, 0),
    shapes: [],
    mass: 1,
    mass_center: [0, 0, 0],
    ...rest,
  };
}

export const arm: FigureMessage = {
  type: 'figure',
  figure_revision: 1,
  name: 'arm',
  dof: 4,
  values: 5,
  reach: 2,
  planar: null,
  couplings: [],
  ties: [],
  chains: [],
  segments: [
    segment('base', -1, { type: 'free', name: 'root' }, place(0.1, 0.2, 0.3), { after: place(0, 0, 0.5) }),
    segment('upper arm', 0, { type: 'revolute', name: 'shoulder', axis: [0, 1, 0], range: [-1, 1] }, place(0, 0, 1), {
      shapes: [{ shape: 'capsule', a: [0, 0, 0], b: [0, 0, 0.5], radius: 0.05 }],
    }),
    segment('forearm', 1, { type: 'ball', name: 'elbow', swing: { ellipse: [1, 0.5] } }, place(0, 0, 0.5), { first_value: 1 }),
  ],
  frames: [{ name: 'hand', segment: 2, ...place(0, 0, 0.4) }],
};

export function snapshotOf(poses: Pose[], rest: Partial<Snapshot> = {}): Snapshot {
  return {
    light: 'green',
    flags: 0,
    sequence: 1,
    figureRevision: 1,
    time: 0,
    stepMicroseconds: 0,
    stepsPerSecond: 0,
    centerOfMass: new Float32Array(3),
    statics: null,
    values: new Float32Array(5),
    tasks: [],
    levels: [],
    singularValues: new Float32Array(),
    watched: null,
    clearance: Infinity,
    leastClearance: Infinity,
    contacts: [],
    moved: [],
    arms: [],
    // in double precision, so that tests need no tolerance
    segments: poses.flatMap(({ position, quaternion }) => [
      ...vec3(position),
      quaternion.x,
      quaternion.y,
      quaternion.z,
      quaternion.w,
    ]) as unknown as Float32Array,
    ...rest,
  };
}

// The arm with its base at the origin, the shoulder turned by `angle` about y and the elbow by a rotation vector.
export function armPoses(angle: number, elbow: [number, number, number]): Pose[] {
  const base = new Pose();
  const upper = base.times(new Pose(new Vector3(0, 0, 1), fromRotationVector([0, angle, 0])));
  const fore = upper.times(new Pose(new Vector3(0, 0, 0.5), fromRotationVector(elbow)));
  return [base, upper, fore];
}
