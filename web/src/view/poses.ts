// Poses in the world: of segments and places from a snapshot, and of the frames of joints.

import { Quaternion, Vector3 } from 'three';
import type { Snapshot } from '../protocol/snapshot';
import type { FigureMessage, PlaceJson, PoseJson, Quat, SegmentInfo, Vec3 } from '../protocol/messages';

export class Pose {
  constructor(
    readonly position = new Vector3(),
    readonly quaternion = new Quaternion(),
  ) {}

  static of(position: Vec3, quaternion: Quat): Pose {
    return new Pose(new Vector3(...position), new Quaternion(...quaternion));
  }
  static fromJson(json: PoseJson | undefined): Pose {
    return new Pose(new Vector3(...(json?.position ?? [0, 0, 0])), fromRotationVector(json?.rotation ?? [0, 0, 0]));
  }
  clone(): Pose {
    return new Pose(this.position.clone(), this.quaternion.clone());
  }
  times(inner: Pose): Pose {
    return new Pose(this.point(inner.position), this.quaternion.clone().multiply(inner.quaternion));
  }
  inverse(): Pose {
    const quaternion = this.quaternion.clone().conjugate();
    return new Pose(this.position.clone().negate().applyQuaternion(quaternion), quaternion);
  }
  point(local: Vector3): Vector3 {
    return local.clone().applyQuaternion(this.quaternion).add(this.position);
  }
  direction(local: Vector3): Vector3 {
    return local.clone().applyQuaternion(this.quaternion);
  }
  toLocal(world: Vector3): Vector3 {
    return world.clone().sub(this.position).applyQuaternion(this.quaternion.clone().conjugate());
  }
}

export function fromRotationVector(v: Vec3): Quaternion {
  const angle = Math.hypot(...v);
  if (angle < 1e-12) return new Quaternion(v[0] / 2, v[1] / 2, v[2] / 2, 1).normalize();
  return new Quaternion().setFromAxisAngle(new Vector3(v[0] / angle, v[1] / angle, v[2] / angle), angle);
}

export function rotationVectorOf(q: Quaternion): Vec3 {
  const sign = q.w < 0 ? -1 : 1; // the shorter rotation
  const sine = Math.hypot(q.x, q.y, q.z);
  const scale = sine < 1e-9 ? 2 * sign : (sign * 2 * Math.atan2(sine, Math.abs(q.w))) / sine;
  return [q.x * scale, q.y * scale, q.z * scale];
}

export const vec3 = (v: Vector3): Vec3 => [v.x, v.y, v.z];

export function segmentPose(snapshot: Snapshot, segment: number): Pose {
  const s = snapshot.segments,
    at = 7 * segment;
  return new Pose(new Vector3(s[at], s[at + 1], s[at + 2]), new Quaternion(s[at + 3], s[at + 4], s[at + 5], s[at + 6]));
}

// Null: the figure has no such segment or frame.
export function placePose(place: PlaceJson, figure: FigureMessage, snapshot: Snapshot): Pose | null {
  const onSegment = (name: string, inner: Pose): Pose | null => {
    const segment = figure.segments.findIndex((other) => other.name === name);
    return segment < 0 ? null : segmentPose(snapshot, segment).times(inner);
  };
  if (typeof place === 'string') {
    const named = figure.frames.find((other) => other.name === place);
    return named ? segmentPose(snapshot, named.segment).times(Pose.of(named.position, named.quaternion)) : null;
  }
  if ('world' in place) return Pose.fromJson(place.world);
  if ('point' in place) return onSegment(place.segment, new Pose(new Vector3(...place.point)));
  return onSegment(place.segment, Pose.fromJson(place.pose));
}

// X_segment = X_parent * before * J(q) * after: `base` is the side J starts from, `moving` the side it ends at. An
// inverted joint starts at its outer side.
export function jointFrames(figure: FigureMessage, snapshot: Snapshot, index: number): { base: Pose; moving: Pose } {
  const segment = figure.segments[index] as SegmentInfo;
  const parent = segment.parent < 0 ? new Pose() : segmentPose(snapshot, segment.parent);
  const inner = parent.times(Pose.of(segment.before.position, segment.before.quaternion));
  const outer = segmentPose(snapshot, index).times(Pose.of(segment.after.position, segment.after.quaternion).inverse());
  return segment.joint.inverted ? { base: outer, moving: inner } : { base: inner, moving: outer };
}
