// Inertia as rings about the centre of mass (Baerlocher 2001, 7.3.3): one of the radius of gyration sqrt(I/m), on which all mass
// would have the same inertia, and for every task about it the ring wanted, which can be dragged.

import { Vector3 } from 'three';
import type { TaskJson } from '../../protocol/messages';
import { formatError } from '../../state/error_words';
import { accent, calm, pale, reached } from '../palette';
import type { Drawing } from './drawing';
import { pointOf } from './goals';

const sides = 96;

export interface InertiaRing {
  task: TaskJson & { number: number };
  center: Vector3;
  axis: Vector3;
  now: number; // [m] radius of gyration
  wanted: number; // [m]
  enabled: boolean;
  satisfied: boolean;
}

type Around = Pick<Drawing, 'scene' | 'snapshot'>;

export function inertiaRings({ scene, snapshot }: Around): InertiaRing[] {
  const points = new Map(snapshot.tasks.map((point) => [point.number, point]));
  const center = pointOf(snapshot.centerOfMass);
  return scene.tasks.flatMap((task) => {
    const point = points.get(task.number);
    if (task.type !== 'inertia' || !point) return [];
    const axis = new Vector3(...(task.axis ?? [0, 0, 1])).normalize();
    const { enabled, satisfied } = point;
    return [{ task, center, axis, now: pointOf(point.effector).distanceTo(center), wanted: task.radius ?? 0, enabled, satisfied }];
  });
}

export function ringPoints(center: Vector3, axis: Vector3, radius: number): Vector3[] {
  const u = (Math.abs(axis.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0)).projectOnPlane(axis).normalize(),
    v = new Vector3().crossVectors(axis, u);
  return Array.from({ length: sides }, (_, k) => {
    const angle = (2 * Math.PI * k) / sides;
    return center
      .clone()
      .addScaledVector(u, radius * Math.cos(angle))
      .addScaledVector(v, radius * Math.sin(angle));
  });
}

export function drawInertiaRings(d: Drawing): void {
  for (const ring of inertiaRings(d)) {
    const { task, center, axis, now, wanted, enabled, satisfied } = ring;
    const marked = [d.selection, d.hover].some((one) => one?.kind === 'task' && one.number === task.number);
    const color = !enabled ? calm : satisfied ? reached : accent;
    if (now > 0) d.lines.polyline(ringPoints(center, axis, now), { color: pale, width: 1.6, alpha: 0.8, over: true }, true);
    if (wanted <= 0) continue;
    const goal = ringPoints(center, axis, wanted);
    d.lines.polyline(goal, { color, width: marked ? 3.2 : 2.2, dash: satisfied ? 0 : 9, alpha: 0.95, over: true }, true);
    const right = goal.reduce((best, point) =>
      (d.rig.project(point)?.x ?? -Infinity) > (d.rig.project(best)?.x ?? -Infinity) ? point : best,
    );
    d.lines.dot(right, { color, width: marked ? 9 : 7, over: true });
    if (marked || d.options.names) d.label(right, `${formatError(now, 'm')} of ${formatError(wanted, 'm')}`, 'goal', [10, -8]);
  }
}

// The task whose wanted ring passes under the pointer.
export function inertiaRingAt(d: Pick<Drawing, 'scene' | 'snapshot' | 'rig'>, x: number, y: number, within: number): number | null {
  let best: number | null = null,
    nearest = within;
  for (const { task, center, axis, wanted, enabled } of inertiaRings(d)) {
    if (!enabled || wanted <= 0) continue;
    const on = ringPoints(center, axis, wanted).map((point) => d.rig.project(point));
    on.forEach((a, k) => {
      const b = on[(k + 1) % on.length];
      if (!a || !b) return;
      const away = distanceToPiece(x, y, a, b);
      if (away < nearest) ((nearest = away), (best = task.number));
    });
  }
  return best;
}

interface OnPage {
  x: number;
  y: number;
}
function distanceToPiece(x: number, y: number, a: OnPage, b: OnPage): number {
  const dx = b.x - a.x,
    dy = b.y - a.y,
    square = dx * dx + dy * dy;
  const along = square > 0 ? Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / square)) : 0;
  return Math.hypot(x - a.x - along * dx, y - a.y - along * dy);
}
