// The gizmo: arrows move along the world's axes, a square moves parallel to the screen, rings turn, knobs on the surface
// resize. Drawn with the overlay's lines and picked in screen space: no extra draw calls, the same look in every view.

import { Quaternion, Ray, Vector3, type Color } from 'three';
import type { GizmoMode, Store } from '../state/store';
import type { ViewAccess } from '../view/access';
import { accent, axisColors } from '../view/palette';
import type { CameraRig } from '../view/camera';
import type { Drawing } from '../view/marks/drawing';
import { pixelAxes } from '../view/marks/goals';
import { Pose } from '../view/poses';
import type { Gesture } from './gesture';
import type { Handle, SizeHandle } from './handles';

export type GizmoPart = { kind: 'axis' | 'ring' | 'size'; axis: number } | { kind: 'screen' };

const arrow = 74,
  arrowStart = 20,
  ring = 62,
  square = 8; // [px]
const grip = 9; // [px] distance within which a part is picked
export const worldAxes = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)] as const;

// The parameter t of the line origin + t direction where the ray comes nearest; null: they are parallel.
export function nearestOnLine(ray: Ray, origin: Vector3, direction: Vector3): number | null {
  const between = origin.clone().sub(ray.origin);
  const b = direction.dot(ray.direction),
    a = direction.lengthSq(),
    c = ray.direction.lengthSq();
  const denominator = a * c - b * b;
  if (denominator < 1e-6 * a * c) return null;
  return (b * ray.direction.dot(between) - c * direction.dot(between)) / denominator;
}

// The angle about `axis` where the ray meets the plane through `origin` normal to it; null: the plane is seen edge-on.
export function angleOnPlane(ray: Ray, origin: Vector3, axis: Vector3): number | null {
  const slope = ray.direction.dot(axis);
  if (Math.abs(slope) < 0.02 * ray.direction.length()) return null;
  const at = ray.at(origin.clone().sub(ray.origin).dot(axis) / slope, new Vector3()).sub(origin);
  const u = (Math.abs(axis.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0)).addScaledVector(axis, 0);
  u.addScaledVector(axis, -u.dot(axis)).normalize();
  return Math.atan2(at.dot(new Vector3().crossVectors(axis, u)), at.dot(u));
}

function ringPoints(rig: CameraRig, at: Vector3, axis: Vector3): Vector3[] {
  const size = ring * rig.metresPerPixel(at);
  const u = Math.abs(axis.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
  u.addScaledVector(axis, -u.dot(axis)).normalize();
  const v = new Vector3().crossVectors(axis, u);
  return Array.from({ length: 65 }, (_, k) => {
    const angle = (2 * Math.PI * k) / 64;
    return at
      .clone()
      .addScaledVector(u, size * Math.cos(angle))
      .addScaledVector(v, size * Math.sin(angle));
  });
}

function pixelsFrom(rig: CameraRig, points: Vector3[], x: number, y: number): number {
  let nearest = Infinity;
  const on = points.map((point) => rig.project(point));
  for (let i = 0; i + 1 < on.length; i++) {
    const a = on[i],
      b = on[i + 1];
    if (!a || !b) continue;
    const dx = b.x - a.x,
      dy = b.y - a.y,
      length = dx * dx + dy * dy;
    const t = length > 0 ? Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / length)) : 0;
    nearest = Math.min(nearest, Math.hypot(x - a.x - t * dx, y - a.y - t * dy));
  }
  return nearest;
}

const arrowPoints = (rig: CameraRig, at: Vector3, axis: Vector3): [Vector3, Vector3] => {
  const pixel = rig.metresPerPixel(at);
  return [at.clone().addScaledVector(axis, arrowStart * pixel), at.clone().addScaledVector(axis, arrow * pixel)];
};
// An axis that points at the eye cannot be dragged and hides the others.
const isUseful = (rig: CameraRig, axis: Vector3): boolean => Math.abs(axis.dot(rig.backward)) < 0.97;

export function shownMode(handle: Handle, mode: GizmoMode): GizmoMode {
  if (mode === 'size' && handle.sizes) return 'size';
  return mode === 'turn' ? (handle.turns ? 'turn' : 'move') : handle.moves ? 'move' : 'turn';
}

// A knob is on the surface, but never so near the middle that the knobs overlap.
function knobAt(rig: CameraRig, at: Vector3, { axis, half }: SizeHandle): Vector3 {
  return at.clone().addScaledVector(axis, Math.max(half, 26 * rig.metresPerPixel(at)));
}

export function gizmoPartAt(rig: CameraRig, handle: Handle, mode: GizmoMode, x: number, y: number): GizmoPart | null {
  const at = handle.pose.position;
  let best: GizmoPart | null = null,
    nearest = grip;
  const offer = (part: GizmoPart, away: number): void => {
    if (away < nearest) ((nearest = away), (best = part));
  };
  const shown = shownMode(handle, mode);
  if (shown === 'size') {
    handle.sizes!.forEach((size, k) => {
      const knob = rig.project(knobAt(rig, at, size));
      if (knob) offer({ kind: 'size', axis: k }, Math.hypot(x - knob.x, y - knob.y));
    });
    return best;
  }
  worldAxes.forEach((axis, k) => {
    if (shown === 'turn') offer({ kind: 'ring', axis: k }, pixelsFrom(rig, ringPoints(rig, at, axis), x, y));
    else if (isUseful(rig, axis)) offer({ kind: 'axis', axis: k }, pixelsFrom(rig, arrowPoints(rig, at, axis), x, y));
  });
  const middle = rig.project(at),
    inSquare = middle && Math.max(Math.abs(x - middle.x), Math.abs(y - middle.y)) < square + 3;
  return inSquare && shown === 'move' ? { kind: 'screen' } : best;
}

export function drawGizmo(d: Drawing, handle: Handle, mode: GizmoMode, hot: GizmoPart | null): void {
  const at = handle.pose.position;
  const style = (k: number): { color: Color; width: number; over: boolean } => {
    const isHot = hot !== null && 'axis' in hot && hot.axis === k;
    return { color: isHot ? accent : axisColors[k]!, width: isHot ? 4 : 2.6, over: mode !== 'turn' };
  };
  if (shownMode(handle, mode) === 'size') {
    handle.sizes!.forEach((size, k) => {
      const knob = knobAt(d.rig, at, size),
        color = hot?.kind === 'size' && hot.axis === k ? accent : axisColors[k]!;
      d.lines.line(at, knob, { color, width: 1.6, over: true });
      d.lines.dot(knob, { color, width: hot?.kind === 'size' && hot.axis === k ? 14 : 10, over: true });
    });
    return;
  }
  if (shownMode(handle, mode) === 'turn') {
    worldAxes.forEach((axis, k) => d.lines.polyline(ringPoints(d.rig, at, axis), style(k)));
    return;
  }
  const { right, up } = pixelAxes(d.rig, at),
    pixel = d.rig.metresPerPixel(at);
  worldAxes.forEach((axis, k) => {
    if (!isUseful(d.rig, axis)) return;
    const [from, to] = arrowPoints(d.rig, at, axis);
    d.lines.line(from, to, style(k));
    const side = new Vector3()
      .crossVectors(axis, d.rig.backward)
      .normalize()
      .multiplyScalar(6 * pixel);
    for (const sign of [-1, 1])
      d.lines.line(
        to,
        to
          .clone()
          .addScaledVector(axis, -11 * pixel)
          .addScaledVector(side, sign),
        style(k),
      );
    d.label(to.clone().addScaledVector(axis, 9 * pixel), 'xyz'[k]!, 'axis', [-3, -8]);
  });
  const corners = (
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const
  ).map(([x, y]) =>
    at
      .clone()
      .addScaledVector(right, square * x)
      .addScaledVector(up, square * y),
  );
  d.lines.polyline(corners, { color: accent, width: hot?.kind === 'screen' ? 3.2 : 1.8, over: true }, true);
}

export class GizmoGesture implements Gesture {
  private readonly start: Pose;
  private readonly gesture: number;
  private readonly grab: number | Vector3 | null;
  private readonly sizes: readonly SizeHandle[];
  private turned = 0;
  private before: number;

  constructor(
    private readonly view: ViewAccess,
    store: Store,
    private readonly handle: Handle,
    readonly part: GizmoPart,
    private readonly rig: CameraRig,
    x: number,
    y: number,
    private readonly through: Vector3 = handle.pose.position.clone(),
  ) {
    this.start = handle.pose.clone();
    this.sizes = (handle.sizes ?? []).map((size) => ({ ...size }));
    this.gesture = store.gesture();
    this.grab = this.read(x, y);
    this.before = typeof this.grab === 'number' ? this.grab : 0;
  }

  move(x: number, y: number): void {
    const now = this.read(x, y);
    if (now === null || this.grab === null) return;
    if (this.part.kind === 'size') return this.resize((now as number) - (this.grab as number));
    const to = this.start.clone();
    if (this.part.kind === 'ring') {
      // sum of small turns: allows more than one revolution
      const step = (now as number) - this.before;
      this.turned += Math.atan2(Math.sin(step), Math.cos(step));
      this.before = now as number;
      to.quaternion.premultiply(new Quaternion().setFromAxisAngle(worldAxes[this.part.axis]!, this.turned));
    } else if (this.part.kind === 'axis') {
      to.position.addScaledVector(worldAxes[this.part.axis]!, (now as number) - (this.grab as number));
    } else {
      to.position.add((now as Vector3).clone().sub(this.grab as Vector3));
    }
    this.handle.pose.position.copy(to.position);
    this.handle.pose.quaternion.copy(to.quaternion);
    this.handle.set(to, this.gesture);
    this.view.invalidate();
  }
  private resize(by: number): void {
    const size = this.sizes[(this.part as { axis: number }).axis]!;
    this.handle.sizes![(this.part as { axis: number }).axis]!.half = Math.max(size.half + by, 0.0005);
    size.set(size.half + by, this.gesture);
    this.view.invalidate();
  }
  end(): void {}
  cancel(): void {
    if (this.part.kind === 'size') this.resize(0);
    else this.handle.set(this.start, this.gesture);
  }
  draw(d: Drawing): void {
    d.lines.line(this.start.position, this.handle.pose.position, { color: accent, width: 1.2, dash: 6, alpha: 0.7 });
  }

  private read(x: number, y: number): number | Vector3 | null {
    const ray = this.rig.ray(x, y),
      at = this.start.position;
    switch (this.part.kind) {
      case 'axis':
        return nearestOnLine(ray, at, worldAxes[this.part.axis]!);
      case 'size':
        return nearestOnLine(ray, at, this.sizes[this.part.axis]!.axis);
      case 'ring':
        return angleOnPlane(ray, at, worldAxes[this.part.axis]!);
      case 'screen':
        return this.rig.onPlane(x, y, this.through);
    }
  }
}
