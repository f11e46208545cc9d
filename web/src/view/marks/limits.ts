// The limits of the selected joint. Swing: the boundary on a sphere around the joint, and the present direction as a dot;
// twist: an arc around the limb. Hinge: an arc with end stops and a pointer.

import { Quaternion, Vector3 } from 'three';
import type { JointJson, Range, SegmentInfo, Vec3 } from '../../protocol/messages';
import { coordinatesOf } from '../../state/joint_values';
import { outlinesOf } from '../../state/swing_outlines';
import { isTable, twistAt, withTwistAt } from '../../state/twist_tables';
import { accent, pale } from '../palette';
import { fromRotationVector, jointFrames, segmentPose, type Pose } from '../poses';
import type { Drawing } from './drawing';

const boundarySteps = 96;
const zAxis = new Vector3(0, 0, 1);

// The directions of the boundary in the joint's base frame, in order; null: no swing limit.
export function swingBoundary(joint: JointJson): Vector3[] | null {
  const around = (radii: [number, number]): Vector3[] =>
    Array.from({ length: boundarySteps }, (_, k) => {
      const angle = (2 * Math.PI * k) / boundarySteps;
      return zAxis.clone().applyQuaternion(fromRotationVector([radii[0] * Math.cos(angle), radii[1] * Math.sin(angle), 0]));
    });
  if (joint.swing && 'ellipse' in joint.swing) return around(joint.swing.ellipse);
  const [outline] = outlinesOf(joint.swing);
  if (outline) return alongOutline(outline);
  if (joint.type === 'swing' && joint.ranges) {
    const [x, y] = joint.ranges.map((range) => [range?.[0] ?? -Math.PI, range?.[1] ?? Math.PI] as const);
    if (!x || !y || !joint.ranges.some((range) => range)) return null;
    const corners = [
      [x[0], y[0]],
      [x[1], y[0]],
      [x[1], y[1]],
      [x[0], y[1]],
    ] as const;
    return corners.flatMap((corner, k) => {
      const next = corners[(k + 1) % 4]!;
      return Array.from({ length: 24 }, (_, step) => {
        const t = step / 24;
        return zAxis
          .clone()
          .applyQuaternion(fromRotationVector([corner[0] + t * (next[0] - corner[0]), corner[1] + t * (next[1] - corner[1]), 0]));
      });
    });
  }
  return null;
}

function alongOutline(outline: readonly Vec3[]): Vector3[] {
  const corners = outline.map((corner) => new Vector3(...corner).normalize());
  return corners.flatMap((corner, k) => {
    const next = corners[(k + 1) % corners.length]!;
    return Array.from({ length: 12 }, (_, step) => onGreatArc(corner, next, step / 12));
  });
}

export function onGreatArc(a: Vector3, b: Vector3, t: number): Vector3 {
  const turn = new Quaternion().setFromUnitVectors(a, b);
  return a.clone().applyQuaternion(new Quaternion().slerp(turn, t));
}

// How far the segment's shapes reach from its joint, limited to a readable size on the screen.
function limbLength(d: Drawing, index: number, at: Vector3): number {
  let far = 0;
  d.solids.forEach((solid, k) => {
    if (solid.segment !== index) return;
    far = Math.max(
      far,
      d.poses[k]!.position.distanceTo(at) + 0.6 * Math.max(solid.extent.length(), solid.radii.x, solid.radii.y, solid.radii.z),
    );
  });
  const pixel = d.rig.metresPerPixel(at);
  return Math.min(Math.max(far, 40 * pixel), 160 * pixel);
}

function drawSwing(d: Drawing, joint: JointJson, base: Pose, moving: Pose, radius: number): void {
  const boundary = swingBoundary(joint);
  const onSphere = (direction: Vector3): Vector3 => base.position.clone().addScaledVector(base.direction(direction), radius);
  if (boundary) {
    const rim = boundary.map(onSphere);
    d.lines.polyline(rim, { color: accent, width: 2 }, true);
    // The sides of the cone, and rings inside the boundary: a net instead of a surface keeps the limb visible.
    const every = Math.max(1, Math.round(rim.length / 12));
    for (let k = 0; k < rim.length; k += every) d.lines.line(base.position, rim[k]!, { color: accent, width: 1, alpha: 0.35 });
    const middle = boundary.reduce((sum, one) => sum.add(one), new Vector3()).normalize();
    for (const part of [1 / 3, 2 / 3]) {
      d.lines.polyline(
        boundary.map((one) => onSphere(onGreatArc(middle, one, part))),
        { color: accent, width: 1, alpha: 0.3 },
        true,
      );
    }
  }
  for (const hole of outlinesOf(joint.swing).slice(1)) {
    d.lines.polyline(alongOutline(hole).map(onSphere), { color: accent, width: 2 }, true);
  }
  const tip = base.position.clone().addScaledVector(moving.direction(zAxis), radius);
  d.lines.line(base.position, tip, { color: pale, width: 1.5 });
  d.lines.dot(tip, { color: pale, width: 9 });
}

// Angles are measured from `zero`, a direction normal to the axis.
function drawArc(d: Drawing, at: Vector3, axis: Vector3, zero: Vector3, range: Range | undefined, value: number, radius: number): void {
  const toward = (angle: number): Vector3 => at.clone().addScaledVector(zero.clone().applyAxisAngle(axis, angle), radius);
  const free = !range || range[0] === null || range[1] === null;
  const from = range?.[0] ?? value - Math.PI,
    to = range?.[1] ?? value + Math.PI;
  const steps = Math.max(8, Math.min(96, Math.round(((to - from) * 180) / Math.PI / 3)));
  const arc = Array.from({ length: steps + 1 }, (_, k) => toward(from + ((to - from) * k) / steps));
  d.lines.polyline(arc, { color: accent, width: 2, dash: free ? 8 : 0 });
  for (const [end, there] of [
    [from, range?.[0] ?? null],
    [to, range?.[1] ?? null],
  ] as const) {
    if (there === null) continue;
    const outward = zero.clone().applyAxisAngle(axis, end);
    const stop = (part: number): Vector3 => at.clone().addScaledVector(outward, part * radius);
    d.lines.line(stop(0.86), stop(1.14), { color: accent, width: 3 });
    d.lines.line(at, toward(end), { color: accent, width: 1, alpha: 0.35 });
    d.label(toward(end), `${Math.round((there * 180) / Math.PI)}°`, 'axis', [6, -6]);
  }
  d.lines.line(at, toward(value), { color: pale, width: 1.6 });
  d.lines.dot(toward(value), { color: pale, width: 8 });
}

// The pointer of a hinge: from the axis towards the middle of the segment.
function across(axis: Vector3, toward: Vector3): Vector3 {
  const side = toward.clone().addScaledVector(axis, -toward.dot(axis));
  if (side.length() < 1e-3 * toward.length() || side.length() < 1e-9) {
    side.set(Math.abs(axis.x) < 0.9 ? 1 : 0, Math.abs(axis.x) < 0.9 ? 0 : 1, 0).addScaledVector(axis, -axis.dot(side));
  }
  return side.normalize();
}

export interface LimitPlaces {
  segment: SegmentInfo;
  base: Pose; // of the joint
  moving: Pose;
  radius: number; // [m] of the sphere and the arcs
  middle: Vector3; // of the segment, from the joint
}

// The selected joint whose limits are drawn; null: none.
export function limitPlaces(d: Drawing): LimitPlaces | null {
  if (!d.options.limits || d.selection?.kind !== 'segment') return null;
  const name = d.selection.segment;
  const index = d.figure.segments.findIndex((segment) => segment.name === name);
  const segment = d.figure.segments[index];
  if (!segment) return null;
  const { base, moving } = jointFrames(d.figure, d.snapshot, index);
  const middle = segmentPose(d.snapshot, index)
    .point(new Vector3(...segment.mass_center))
    .sub(base.position);
  return { segment, base, moving, radius: limbLength(d, index, base.position), middle };
}

// A range of turns about an axis, drawn as an arc.
export interface LimitArc {
  words: string;
  at: Vector3;
  axis: Vector3;
  zero: Vector3; // normal to the axis: where the value is 0
  radius: number;
  value: number;
  range: Range | undefined;
  set?: (range: Range) => JointJson; // absent: it cannot be dragged
  toward(angle: number): Vector3;
}

export function limitArcs(d: Drawing, places: LimitPlaces): LimitArc[] {
  const { segment, base, moving, radius, middle } = places,
    { joint } = segment;
  const now = coordinatesOf(segment, d.snapshot.values);
  const axis = (direction: readonly number[] | undefined, fallback: Vector3, pose: Pose): Vector3 =>
    pose.direction(direction ? new Vector3(...direction).normalize() : fallback);
  const arc = (of: Omit<LimitArc, 'toward'>): LimitArc => ({
    ...of,
    toward: (angle) => of.at.clone().addScaledVector(of.zero.clone().applyAxisAngle(of.axis, angle), of.radius),
  });
  // An inverted joint turns the other way as seen from its base.
  const sign = joint.inverted ? -1 : 1;
  const seen = (range: Range | undefined): Range | undefined =>
    range && sign < 0 ? [range[1] === null ? null : -range[1], range[0] === null ? null : -range[0]] : range;
  switch (joint.type) {
    case 'revolute':
    case 'elbow': {
      const hinge = axis(joint.axis, zAxis, base),
        value = sign * (now[0] ?? 0),
        ranges: [Range, Range] = [joint.ranges?.[0] ?? null, joint.ranges?.[1] ?? null];
      const bend = arc({
        words: joint.type === 'elbow' ? 'flexion' : 'angle',
        at: base.position,
        axis: hinge,
        zero: across(hinge, middle).applyAxisAngle(hinge, -value),
        radius,
        value,
        range: seen(joint.type === 'elbow' ? ranges[0] : joint.range),
        set: (range) =>
          joint.type === 'elbow' ? { ...joint, ranges: [seen(range) ?? null, ranges[1]] } : { ...joint, range: seen(range) ?? null },
      });
      if (joint.type === 'revolute') return [bend];
      const twist = axis(joint.twist_axis, new Vector3(1, 0, 0), moving);
      const turn = arc({
        words: 'twist',
        at: base.position.clone().addScaledVector(twist, 0.5 * radius * Math.sign(twist.dot(middle) || 1)),
        axis: twist,
        zero: across(twist, hinge).applyAxisAngle(twist, -(now[1] ?? 0)),
        radius: 0.4 * radius,
        value: now[1] ?? 0,
        range: ranges[1],
        set: (range) => ({ ...joint, ranges: [ranges[0], range] }),
      });
      return [bend, turn];
    }
    case 'ball': {
      const [x = 0, y = 0, twist = 0] = now,
        limb = moving.direction(zAxis),
        { twist: limit } = joint,
        range = twistAt(limit, [x, y]);
      return [
        arc({
          words: 'twist',
          at: base.position.clone().addScaledVector(limb, 0.8 * radius),
          axis: limb,
          zero: moving.direction(new Vector3(1, 0, 0)).applyAxisAngle(limb, -twist),
          radius: 0.3 * radius,
          value: twist,
          range: limit ? range : undefined,
          // Of a table, the entries around where the limb points.
          set: (changed) => ({ ...joint, twist: isTable(limit) ? withTwistAt(limit, [x, y], changed) : changed }),
        }),
      ];
    }
    default:
      return [];
  }
}

export function drawLimits(d: Drawing): void {
  const places = limitPlaces(d);
  if (!places) return;
  const { segment, base, moving, radius } = places,
    { joint } = segment;
  if (joint.type === 'ball' || joint.type === 'swing') drawSwing(d, joint, base, moving, radius);
  for (const { at, axis, zero, range, value, radius: size } of limitArcs(d, places)) drawArc(d, at, axis, zero, range, value, size);
  if (joint.type !== 'prismatic') return;
  const along = base.direction(joint.axis ? new Vector3(...joint.axis).normalize() : zAxis),
    value = d.snapshot.values[segment.first_value] ?? 0,
    { range } = joint;
  const at = (length: number): Vector3 => base.position.clone().addScaledVector(along, length);
  const from = range?.[0] ?? value - radius,
    to = range?.[1] ?? value + radius;
  d.lines.line(at(from), at(to), { color: accent, width: 2, dash: range?.[0] == null || range?.[1] == null ? 8 : 0 });
  for (const end of [from, to]) d.lines.dot(at(end), { color: accent, width: 7 });
  d.lines.dot(at(value), { color: pale, width: 8 });
}
