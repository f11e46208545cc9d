// Poses of the figure's places in the world, from a snapshot.

import type { Snapshot } from '../protocol/snapshot';
import type { FigureMessage, PlaceJson, Quat, Vec3 } from '../protocol/messages';

export interface WorldPlace {
  position: Vec3;
  quaternion: Quat;
}

export function rotate([x, y, z, w]: Quat, [vx, vy, vz]: Vec3): Vec3 {
  // v + 2 w (u x v) + 2 u x (u x v)
  const tx = 2 * (y * vz - z * vy),
    ty = 2 * (z * vx - x * vz),
    tz = 2 * (x * vy - y * vx);
  return [vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx];
}

export const compose = ([ax, ay, az, aw]: Quat, [bx, by, bz, bw]: Quat): Quat => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];

export function rotationVector([x, y, z, w]: Quat): Vec3 {
  const sign = w < 0 ? -1 : 1,
    sine = Math.hypot(x, y, z);
  const scale = sine < 1e-12 ? 2 * sign : (2 * sign * Math.atan2(sine, Math.abs(w))) / sine;
  return [scale * x, scale * y, scale * z];
}

export function fromRotationVector([x, y, z]: Vec3): Quat {
  const angle = Math.hypot(x, y, z),
    scale = angle < 1e-12 ? 0.5 : Math.sin(angle / 2) / angle;
  return [scale * x, scale * y, scale * z, Math.cos(angle / 2)];
}

const plus = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const still: Quat = [0, 0, 0, 1];

// Null: the place is not on this figure.
export function worldPlace(figure: FigureMessage, snapshot: Snapshot | null, place: PlaceJson): WorldPlace | null {
  if (typeof place === 'object' && 'world' in place) {
    return { position: place.world.position ?? [0, 0, 0], quaternion: fromRotationVector(place.world.rotation ?? [0, 0, 0]) };
  }
  let segment: number, position: Vec3, quaternion: Quat;
  if (typeof place === 'string') {
    const named = figure.frames.find((each) => each.name === place);
    if (!named) return null;
    ({ segment, position, quaternion } = named);
  } else {
    segment = figure.segments.findIndex((each) => each.name === place.segment);
    const pose = 'pose' in place ? place.pose : { position: place.point };
    position = pose.position ?? [0, 0, 0];
    quaternion = fromRotationVector(pose.rotation ?? [0, 0, 0]);
  }
  if (!snapshot || segment < 0 || 7 * segment + 7 > snapshot.segments.length) return null;
  const at = (i: number): number => snapshot.segments[7 * segment + i] ?? 0;
  const turn: Quat = [at(3), at(4), at(5), at(6)];
  return { position: plus([at(0), at(1), at(2)], rotate(turn, position)), quaternion: compose(turn, quaternion ?? still) };
}

// "hand.r", "spot on forearm.r", "world"
export function placeName(place: PlaceJson | undefined): string {
  if (place === undefined) return 'world';
  if (typeof place === 'string') return place;
  return 'world' in place ? 'fixed in the world' : `spot on ${place.segment}`;
}
