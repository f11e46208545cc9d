// The goals of tasks as targets, and lines from their effectors: solid green if satisfied, dashed orange if not, grey if the
// task is off.

import { Vector3, type Color } from 'three';
import type { TaskPoint } from '../../protocol/snapshot';
import type { TaskJson } from '../../protocol/messages';
import { accent, calm, reached, warning } from '../palette';
import type { Drawing } from './drawing';
import type { CameraRig } from '../camera';
import type { Lines, LineStyle } from '../lines';

const arm = 9; // [px] of a target's cross

export const pointOf = (list: Float32Array): Vector3 => new Vector3(list[0], list[1], list[2]);

const pointless: ReadonlySet<TaskJson['type']> = new Set([
  'joint-value',
  'orient',
  'relative-orientation',
  'equilibrium',
  'center-over-supports',
  'balance',
  'support-share',
  'joint-strength',
  'inertia',
]);

// Whether the goal of a task is a point that can be shown and moved.
export function hasGoalPoint(task: TaskJson): boolean {
  return !pointless.has(task.type);
}

// The camera's right and up, one pixel long at `at`.
export function pixelAxes(rig: CameraRig, at: Vector3): { right: Vector3; up: Vector3 } {
  const metres = rig.metresPerPixel(at);
  return {
    right: new Vector3().setFromMatrixColumn(rig.camera.matrixWorld, 0).multiplyScalar(metres),
    up: new Vector3().setFromMatrixColumn(rig.camera.matrixWorld, 1).multiplyScalar(metres),
  };
}

export function drawRing(lines: Lines, rig: CameraRig, at: Vector3, radius: number, style: LineStyle, sides = 24): void {
  const { right, up } = pixelAxes(rig, at);
  const points = Array.from({ length: sides }, (_, k) => {
    const angle = (2 * Math.PI * k) / sides;
    return at
      .clone()
      .addScaledVector(right, radius * Math.cos(angle))
      .addScaledVector(up, radius * Math.sin(angle));
  });
  lines.polyline(points, style, true);
}

function drawTarget(d: Drawing, at: Vector3, color: Color, satisfied: boolean, chosen: boolean): void {
  const { right, up } = pixelAxes(d.rig, at);
  const width = chosen ? 2.2 : 1.5,
    gap = 3.5,
    over = chosen || d.rig.locked; // in a plane nothing is hidden
  for (const direction of [right, up]) {
    for (const sign of [-1, 1]) {
      d.lines.line(at.clone().addScaledVector(direction, sign * gap), at.clone().addScaledVector(direction, sign * arm), {
        color,
        width,
        over,
      });
    }
  }
  drawRing(d.lines, d.rig, at, 6, { color, width, over });
  if (satisfied) d.lines.dot(at, { color, width: 4.5, over });
}

// Another goal, of a task that is on, is near enough for their names to overlap.
function isCrowded(d: Drawing, goal: Vector3): boolean {
  const on = d.rig.project(goal);
  return d.snapshot.tasks.some((other) => {
    const there = other.enabled ? d.rig.project(pointOf(other.goal)) : null;
    return on !== null && there !== null && Math.hypot(on.x - there.x, on.y - there.y) < 60;
  });
}

function drawGoal(d: Drawing, task: TaskJson & { number: number }, point: TaskPoint): void {
  const goal = pointOf(point.goal),
    effector = pointOf(point.effector);
  const chosen = d.selection?.kind === 'task' && d.selection.number === task.number;
  const hovered = d.hover?.kind === 'task' && d.hover.number === task.number;
  const lit = d.lit.some((one) => one?.kind === 'task' && one.number === task.number);
  const color = lit ? warning : !point.enabled ? calm : point.satisfied ? reached : accent;
  const positional = hasGoalPoint(task);
  if (positional) {
    if (d.options.goalLines && point.enabled) {
      d.lines.line(effector, goal, { color, width: chosen ? 2.2 : 1.6, dash: point.satisfied ? 0 : 9, alpha: 0.9, over: d.rig.locked });
      d.lines.dot(effector, { color, width: 5 });
    }
    drawTarget(d, goal, color, point.satisfied && point.enabled, chosen || hovered);
  }
  const at = positional ? goal : effector;
  if (lit) drawRing(d.lines, d.rig, at, 15, { color: warning, width: 2.5 });
  if (chosen) drawRing(d.lines, d.rig, at, 12, { color, width: 1.2, alpha: 0.8 });
  // Names of goals that are off would crowd those that matter.
  const named = d.options.names || chosen || hovered || lit || (d.scene.tasks.length <= 6 && (point.enabled || !isCrowded(d, goal)));
  if (named && task.name && (positional || chosen || hovered || lit))
    d.label(at, task.name, lit ? 'warning' : point.enabled || chosen ? 'goal' : 'off', [12, -18]);
}

export function drawGoals(d: Drawing): void {
  const points = new Map(d.snapshot.tasks.map((point) => [point.number, point]));
  for (const task of d.scene.tasks) {
    const point = points.get(task.number);
    if (point) drawGoal(d, task, point);
  }
}

// The task with the goal nearest to the pointer, within some pixels. Disabled tasks are skipped, so that the body behind
// their goals can be dragged. Relative positions are moved only with the gizmo: a loop should not break by accident.
export function goalAt(d: Pick<Drawing, 'rig' | 'scene' | 'snapshot'>, x: number, y: number, within: number): number | null {
  let best: number | null = null,
    nearest = within;
  const tasks = new Map(d.scene.tasks.map((task) => [task.number, task]));
  for (const point of d.snapshot.tasks) {
    const task = tasks.get(point.number);
    if (!task || !point.enabled || !hasGoalPoint(task) || task.type === 'relative-position') continue;
    const on = d.rig.project(pointOf(point.goal));
    const away = on ? Math.hypot(on.x - x, on.y - y) : Infinity;
    if (away < nearest) ((nearest = away), (best = point.number));
  }
  return best;
}
