// Planes other than the ground, the regions and surfaces of tasks, and the compass of axes.

import { Vector3, type Color } from 'three';
import type { TaskJson } from '../../protocol/messages';
import { accent, axisColors, calm, warning } from '../palette';
import { placePose, Pose } from '../poses';
import type { Drawing } from './drawing';

const axes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)] as const;

export function drawSlopes(d: Drawing): void {
  for (const shape of d.scene.world) {
    if (shape.shape !== 'plane') continue;
    const normal = new Vector3(...(shape.normal ?? [0, 0, 1])).normalize();
    if (normal.z > 0.99 && Math.abs((shape.point?.[2] ?? 0) - d.floor) < 1e-6) continue; // the ground
    const marked = [d.selection, d.hover].some((one) => one?.kind === 'obstacle' && one.name === shape.name);
    const lit = d.lit.some((one) => one?.kind === 'obstacle' && one.name === shape.name);
    const u = across(normal),
      v = new Vector3().crossVectors(normal, u),
      half = Math.max(d.figure.reach, 1e-3);
    const middle = new Vector3(...(shape.point ?? [0, 0, 0]));
    for (let k = -4; k <= 4; k++) {
      const style = { color: lit ? warning : marked ? accent : calm, width: marked || lit ? 1.6 : 1, alpha: Math.abs(k) === 4 ? 0.6 : 0.2 };
      for (const [along, side] of [
        [u, v],
        [v, u],
      ] as const) {
        const at = middle.clone().addScaledVector(side, (k / 4) * half);
        d.lines.line(at.clone().addScaledVector(along, -half), at.clone().addScaledVector(along, half), style);
      }
    }
  }
}

function across(normal: Vector3): Vector3 {
  const side = Math.abs(normal.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
  return side.addScaledVector(normal, -side.dot(normal)).normalize();
}

// An ellipsoid as three great circles.
function drawEllipsoid(d: Drawing, pose: Pose, radii: Vector3, color: Color): void {
  for (let k = 0; k < 3; k++) {
    const a = axes[k]!,
      b = axes[(k + 1) % 3]!;
    const points = Array.from({ length: 49 }, (_, step) => {
      const angle = (2 * Math.PI * step) / 48;
      return pose.point(a.clone().multiplyScalar(Math.cos(angle)).addScaledVector(b, Math.sin(angle)).multiply(radii));
    });
    d.lines.polyline(points, { color, width: 1.4, alpha: 0.7 });
  }
}

function drawBox(d: Drawing, pose: Pose, half: Vector3, color: Color): void {
  for (let k = 0; k < 3; k++) {
    const other = [axes[(k + 1) % 3]!, axes[(k + 2) % 3]!] as const;
    for (const s of [-1, 1])
      for (const t of [-1, 1]) {
        const corner = other[0].clone().multiplyScalar(s).addScaledVector(other[1], t);
        const end = (sign: number): Vector3 => pose.point(corner.clone().addScaledVector(axes[k]!, sign).multiply(half));
        d.lines.line(end(-1), end(1), { color, width: 1.4, alpha: 0.7 });
      }
  }
}

function drawWall(d: Drawing, pose: Pose, normal: Vector3, offset: number, color: Color): void {
  const u = across(normal),
    v = new Vector3().crossVectors(normal, u),
    half = 0.3 * d.figure.reach;
  const middle = normal.clone().multiplyScalar(offset);
  const at = (x: number, y: number): Vector3 =>
    pose.point(
      middle
        .clone()
        .addScaledVector(u, x * half)
        .addScaledVector(v, y * half),
    );
  for (let k = -2; k <= 2; k++) {
    d.lines.line(at(-1, k / 2), at(1, k / 2), { color, width: 1.2, alpha: 0.5 });
    d.lines.line(at(k / 2, -1), at(k / 2, 1), { color, width: 1.2, alpha: 0.5 });
  }
  // points to the allowed side
  d.lines.line(at(0, 0), pose.point(normal.clone().multiplyScalar(offset - 0.4 * half)), { color, width: 2.4 });
}

function drawRegion(d: Drawing, task: TaskJson, color: Color): void {
  if (task.type === 'on-ellipsoid' && task.center !== undefined && task.radii) {
    const pose = placePose(task.center, d.figure, d.snapshot);
    if (pose) drawEllipsoid(d, pose, new Vector3(...task.radii), color);
  }
  if (task.type !== 'region' || !task.inside) return;
  const pose = task.in === undefined ? new Pose() : placePose(task.in, d.figure, d.snapshot);
  if (!pose) return;
  switch (task.inside.shape) {
    case 'sphere':
      drawEllipsoid(d, pose, new Vector3().setScalar(task.inside.radius), color);
      break;
    case 'box':
      drawBox(d, pose, new Vector3(...task.inside.size).multiplyScalar(0.5), color);
      break;
    case 'half-space': {
      const normal = new Vector3(...task.inside.normal),
        length = normal.length();
      drawWall(d, pose, normal.divideScalar(length), task.inside.offset / length, color);
    }
  }
}

export function drawRegions(d: Drawing): void {
  const isMarked = (number: number): boolean => [d.selection, d.hover].some((one) => one?.kind === 'task' && one.number === number);
  for (const task of d.scene.tasks) {
    if (task.enabled !== false) drawRegion(d, task, isMarked(task.number) ? accent : calm);
  }
}

// The axes in the lower left corner of a view.
export function drawCompass(d: Drawing): void {
  const { rect } = d.rig,
    x = rect.x + 34,
    y = rect.y + rect.height - 34;
  const far = d.rig.onPlane(x, y, d.rig.target);
  if (!far) return;
  // close to the eye, in front of everything
  const at = d.rig.flat
    ? far.addScaledVector(d.rig.backward, 40 * d.rig.distance)
    : d.rig.target.clone().addScaledVector(d.rig.backward, d.rig.distance).lerp(far, 0.02);
  const pixel = d.rig.metresPerPixel(at);
  axes.forEach((axis, k) => {
    const end = at.clone().addScaledVector(axis, 20 * pixel);
    d.lines.line(at, end, { color: axisColors[k]!, width: 2, alpha: 0.9, over: true });
    if (Math.abs(axis.dot(d.rig.backward)) < 0.95) d.label(at.clone().addScaledVector(axis, 27 * pixel), 'xyz'[k]!, 'axis', [-3, -8]);
  });
}
