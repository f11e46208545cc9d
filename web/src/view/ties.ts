// How far the two places of a tie are apart: what the solver keeps at nothing, and techniques of the documents do not.

import { Vector3 } from 'three';
import type { FigureMessage, TieJson } from '../protocol/messages';
import type { Snapshot } from '../protocol/snapshot';
import { placePose, type Pose } from './poses';

const closed = 1e-4; // [m] nearer than this is a rounding of the numbers that the page gets

export interface TieState {
  frame: Pose;
  to: Pose;
  gap: number; // [m]
  holds: boolean;
}

// Null: the figure has no such frames.
export function tieState(tie: TieJson, figure: FigureMessage, snapshot: Snapshot): TieState | null {
  const frame = placePose(tie.frame, figure, snapshot),
    to = placePose(tie.to, figure, snapshot);
  if (!frame || !to) return null;
  const gap = tie.radii ? fromEllipsoid(to.toLocal(frame.position), tie.radii) : frame.position.distanceTo(to.position);
  return { frame, to, gap, holds: gap < closed };
}

// To first order: (|x/r| - 1) / |grad|, exact on the surface and for spheres.
export function fromEllipsoid(at: Vector3, [a, b, c]: readonly [number, number, number]): number {
  const size = Math.hypot(at.x / a, at.y / b, at.z / c);
  const slope = Math.hypot(at.x / (a * a), at.y / (b * b), at.z / (c * c)) / Math.max(size, 1e-12);
  return slope > 0 ? Math.abs(size - 1) / slope : Math.min(a, b, c);
}

// The outline of an ellipsoid as seen from `eye` [m], or along `direction` from infinitely far: the circle in which the
// tangents from there touch the unit ball, stretched.
export function outlineOfEllipsoid(
  pose: Pose,
  radii: readonly [number, number, number],
  seen: { eye: Vector3 } | { direction: Vector3 },
): Vector3[] {
  const stretch = new Vector3(...radii);
  const from =
    'eye' in seen ? pose.toLocal(seen.eye).divide(stretch) : pose.toLocal(seen.direction.clone().add(pose.position)).divide(stretch);
  const distance = from.length();
  if (distance <= ('eye' in seen ? 1 : 0)) return [];
  const axis = from.divideScalar(distance);
  const middle = 'eye' in seen ? 1 / distance : 0,
    radius = Math.sqrt(1 - middle * middle);
  const u = Math.abs(axis.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
  u.addScaledVector(axis, -u.dot(axis)).normalize();
  const v = new Vector3().crossVectors(axis, u);
  return Array.from({ length: 64 }, (_, k) => {
    const angle = (2 * Math.PI * k) / 64;
    return pose.point(
      axis
        .clone()
        .multiplyScalar(middle)
        .addScaledVector(u, radius * Math.cos(angle))
        .addScaledVector(v, radius * Math.sin(angle))
        .multiply(stretch),
    );
  });
}
