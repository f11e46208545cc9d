// Joint coordinates as shown to users (joint_coordinates.h), computed from a posture, and default joints of each type.

import type { FigureMessage, JointJson, JointType, Quat, Range, SegmentInfo, Vec3 } from '../protocol/messages';
import { rotationVector } from './places';

// (s_x, s_y, tau) of R = exp(s_x, s_y, 0) R_z(tau), as in math/swing_twist.h.
export function swingTwist([x, y, z, w]: Quat): Vec3 {
  const sign = w < 0 || (w === 0 && z < 0) ? -1 : 1;
  const [qx, qy, qz, qw] = [sign * x, sign * y, sign * z, sign * w];
  const sine = Math.hypot(qx, qy),
    cosine = Math.hypot(qz, qw);
  const gamma = cosine > 1e-14 * sine ? Math.atan2(qz, qw) : 0;
  const scale = sine < 1e-8 * cosine ? 2 / cosine : (2 * Math.atan2(sine, cosine)) / sine;
  const c = Math.cos(gamma),
    s = Math.sin(gamma);
  return [scale * (c * qx - s * qy), scale * (s * qx + c * qy), 2 * gamma];
}

// `values` is a whole posture.
export function coordinatesOf(segment: SegmentInfo, values: ArrayLike<number>): number[] {
  const at = segment.first_value;
  const value = (i: number) => values[at + i] ?? 0;
  switch (segment.joint.type) {
    case 'fixed':
      return [];
    case 'revolute':
    case 'prismatic':
      return [value(0)];
    case 'elbow':
    case 'swing':
      return [value(0), value(1)];
    case 'ball':
      return swingTwist([value(0), value(1), value(2), value(3)]);
    case 'free':
      return [value(0), value(1), value(2), ...rotationVector([value(3), value(4), value(5), value(6)])];
  }
}

// "elbow", or "shoulder swing x" where a joint has several degrees of freedom.
export function dofName(figure: Pick<FigureMessage, 'segments'> | null, dof: number): string {
  const segment = figure?.segments.filter(({ first_dof, joint }) => joint.type !== 'fixed' && first_dof <= dof).at(-1);
  if (!segment) return String(dof);
  const { joint, coordinates, first_dof } = segment;
  return coordinates.length > 1 ? `${joint.name} ${coordinates[dof - first_dof]?.name ?? dof - first_dof + 1}` : joint.name;
}

export const jointTypes: readonly { value: JointType; words: string }[] = [
  { value: 'fixed', words: 'fixed' },
  { value: 'revolute', words: 'revolute: turns about an axis' },
  { value: 'prismatic', words: 'prismatic: slides along an axis' },
  { value: 'elbow', words: 'elbow: bends and twists' },
  { value: 'swing', words: 'swing: points anywhere, no twist' },
  { value: 'ball', words: 'ball: points anywhere and twists' },
  { value: 'free', words: 'free: moves and turns' },
];

// The joint with another type: keeps its name, cost and axes, and gets default limits.
export function withType(joint: JointJson, type: JointType): JointJson {
  const cost = joint.cost === undefined ? {} : { cost: joint.cost };
  const named = { ...(joint.name === undefined ? {} : { name: joint.name }), ...cost };
  const axis = joint.axis ? { axis: joint.axis } : {};
  const turn: Range = [-Math.PI / 2, Math.PI / 2];
  switch (type) {
    case 'fixed':
    case 'free':
      return { type, ...named };
    case 'revolute':
      return { type, ...named, ...axis, range: joint.ranges?.[0] ?? turn };
    case 'prismatic':
      return { type, ...named, ...axis, range: [-0.1, 0.1] };
    case 'elbow':
      return {
        type,
        ...named,
        axis: joint.axis ?? [0, 1, 0],
        twist_axis: joint.twist_axis ?? otherAxis(joint.axis ?? [0, 1, 0]),
        ranges: [joint.range ?? turn, turn],
      };
    case 'swing':
      return { type, ...named, swing: joint.swing ?? { ellipse: [1, 1] } };
    case 'ball':
      return { type, ...named, swing: joint.swing ?? { ellipse: [1, 1] }, twist: turn };
  }
}

// A coordinate axis that is far from parallel to this one.
const otherAxis = (axis: Vec3): Vec3 => (Math.abs(axis[0]) < Math.hypot(axis[1], axis[2]) ? [1, 0, 0] : [0, 0, 1]);

// The limits of a joint that are plain ranges, each with a function that replaces it.
export interface LimitField {
  words: string;
  length: boolean; // metres, not radians
  range: Range;
  set: (range: Range) => JointJson;
}
export function limitFields(joint: JointJson): LimitField[] {
  switch (joint.type) {
    case 'revolute':
      return [{ words: 'angle', length: false, range: joint.range ?? null, set: (range) => ({ ...joint, range }) }];
    case 'prismatic':
      return [{ words: 'length', length: true, range: joint.range ?? null, set: (range) => ({ ...joint, range }) }];
    case 'elbow':
      return pair(joint, ['flexion', 'twist']);
    case 'swing':
      return joint.swing ? [] : pair(joint, ['swing x', 'swing y']);
    case 'ball': {
      const twist = joint.twist ?? null;
      if (twist && !Array.isArray(twist)) return []; // a table from a file
      return [{ words: 'twist', length: false, range: twist, set: (range) => ({ ...joint, twist: range }) }];
    }
    default:
      return [];
  }
}
function pair(joint: JointJson, words: [string, string]): LimitField[] {
  const ranges: [Range, Range] = [joint.ranges?.[0] ?? null, joint.ranges?.[1] ?? null];
  return words.map((name, i) => ({
    words: name,
    length: false,
    range: ranges[i]!,
    set: (range) => ({ ...joint, ranges: i === 0 ? [range, ranges[1]] : [ranges[0], range] }),
  }));
}

// Simple limits about as wide as the joint's own: an ellipse for the swing, one range for the twist.
export function swingRadii({ coordinates }: SegmentInfo): [number, number] {
  const radius = (i: number) => Math.min(3.1, Math.max(0.01, Math.abs(coordinates[i]?.min ?? 1), Math.abs(coordinates[i]?.max ?? 1)));
  return [radius(0), radius(1)];
}
export const twistRange = ({ coordinates }: SegmentInfo): Range => rangeOf(coordinates[2]?.min ?? null, coordinates[2]?.max ?? null);

// Without either limit there is no range.
export const rangeOf = (min: number | null, max: number | null): Range => (min === null && max === null ? null : [min, max]);
