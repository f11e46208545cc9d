// Ray casting against the solids: exact, in their own frames, on the CPU.

import { Ray, Vector3 } from 'three';
import type { Hull } from './hull';
import type { Pose } from './poses';
import type { Solid } from './solids';

export interface Hit {
  solid: Solid;
  distance: number;
  point: Vector3; // in the world
}

const none = Infinity;

// The t >= 0 at which a ray enters, from a t^2 + 2 b t + c = 0; none if it starts inside (a solid around the eye is not
// picked).
function entering(a: number, b: number, c: number): number {
  const discriminant = b * b - a * c;
  if (discriminant < 0 || a === 0) return none;
  const t = (-b - Math.sqrt(discriminant)) / a;
  return t >= 0 ? t : none;
}

function ball(o: Vector3, d: Vector3, radii: Vector3): number {
  const ox = o.x / radii.x,
    oy = o.y / radii.y,
    oz = o.z / radii.z;
  const dx = d.x / radii.x,
    dy = d.y / radii.y,
    dz = d.z / radii.z;
  return entering(dx * dx + dy * dy + dz * dz, ox * dx + oy * dy + oz * dz, ox * ox + oy * oy + oz * oz - 1);
}

function tubeSide(o: Vector3, d: Vector3, radius: number, half: number): number {
  const t = entering(d.x * d.x + d.y * d.y, o.x * d.x + o.y * d.y, o.x * o.x + o.y * o.y - radius * radius);
  return Math.abs(o.z + t * d.z) <= half ? t : none;
}

const shifted = new Vector3();
function capsule(o: Vector3, d: Vector3, radii: Vector3, half: number): number {
  const top = ball(shifted.copy(o).setZ(o.z - half), d, radii);
  const bottom = ball(shifted.copy(o).setZ(o.z + half), d, radii);
  return Math.min(tubeSide(o, d, radii.x, half), top, bottom);
}

function cylinder(o: Vector3, d: Vector3, radius: number, half: number): number {
  let first = tubeSide(o, d, radius, half);
  if (d.z !== 0 && Math.abs(o.z) > half) {
    const t = (Math.sign(o.z) * half - o.z) / d.z;
    if (t >= 0 && Math.hypot(o.x + t * d.x, o.y + t * d.y) <= radius) first = Math.min(first, t);
  }
  return first;
}

function box(o: Vector3, d: Vector3, half: Vector3): number {
  let enter = -Infinity,
    leave = Infinity;
  for (const k of ['x', 'y', 'z'] as const) {
    if (d[k] === 0) {
      if (Math.abs(o[k]) > half[k]) return none;
      continue;
    }
    const near = (-Math.sign(d[k]) * half[k] - o[k]) / d[k],
      far = (Math.sign(d[k]) * half[k] - o[k]) / d[k];
    enter = Math.max(enter, near);
    leave = Math.min(leave, far);
  }
  return enter <= leave && enter >= 0 ? enter : none;
}

function hullAt(o: Vector3, d: Vector3, hull: Hull): number {
  let enter = -Infinity,
    leave = Infinity;
  for (const { normal, offset } of hull.planes) {
    const slope = normal.dot(d),
      room = offset - normal.dot(o);
    if (slope === 0) {
      if (room < 0) return none;
    } else if (slope < 0) enter = Math.max(enter, room / slope);
    else leave = Math.min(leave, room / slope);
  }
  return enter <= leave && enter >= 0 ? enter : none;
}

// The distance along a ray in the solid's own frame, in units of |direction|; Infinity: missed.
export function castLocal(solid: Solid, origin: Vector3, direction: Vector3): number {
  switch (solid.kind) {
    case 'ball':
      return ball(origin, direction, solid.radii);
    case 'capsule':
      return capsule(origin, direction, solid.radii, solid.extent.z);
    case 'cylinder':
      return cylinder(origin, direction, solid.radii.x, solid.extent.z);
    case 'box':
      return box(origin, direction, solid.extent);
    case 'hull':
      return solid.hull ? hullAt(origin, direction, solid.hull) : none;
    case 'mesh':
      return none;
    case 'plane':
      return direction.z < 0 && origin.z >= 0 ? -origin.z / direction.z : none;
  }
}

const origin = new Vector3(),
  direction = new Vector3();
const back = { x: 0, y: 0, z: 0, w: 1 };

export function cast(ray: Ray, solids: readonly Solid[], poses: readonly Pose[]): Hit | null {
  let best: Hit | null = null;
  for (let index = 0; index < solids.length; index++) {
    const solid = solids[index] as Solid,
      pose = poses[index] as Pose;
    ((back.x = -pose.quaternion.x), (back.y = -pose.quaternion.y), (back.z = -pose.quaternion.z), (back.w = pose.quaternion.w));
    origin
      .copy(ray.origin)
      .sub(pose.position)
      .applyQuaternion(back as never);
    direction.copy(ray.direction).applyQuaternion(back as never);
    const distance = castLocal(solid, origin, direction);
    if (distance < (best?.distance ?? none)) best = { solid, distance, point: ray.at(distance, new Vector3()) };
  }
  return best;
}
