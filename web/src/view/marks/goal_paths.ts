// Paths of goals: a line coloured by the error the goal had there, the keys of a spline as dots.

import { Vector3 } from 'three';
import type { GoalPath, TaskJson, Vec3 } from '../../protocol/messages';
import { ErrorsAlong, kindOf } from '../../state/goal_paths';
import { middleOf } from '../../state/obstacle_list';
import { sameValue } from '../../state/same_value';
import { accent, calm, reached, warning } from '../palette';
import { placePose, Pose, vec3 } from '../poses';
import type { Drawing } from './drawing';

const keyGrip = 10; // [px]
const badErrors = 100; // times the tolerance: orange all the way

type Seen = Pick<Drawing, 'figure' | 'scene' | 'snapshot'>;

// What the points of a task's path are measured in; null: it is no path of points.
function frameOf(d: Pick<Seen, 'figure' | 'snapshot'>, task: TaskJson): Pose | null {
  if (task.type !== 'reach' && task.type !== 'look-at' && task.type !== 'center-of-mass') return null;
  return task.in === undefined ? new Pose() : placePose(task.in, d.figure, d.snapshot);
}

function tasksWithPaths(d: Seen): { task: TaskJson & { number: number }; path: GoalPath; frame: Pose }[] {
  return d.scene.paths.flatMap((path) => {
    const task = d.scene.tasks.find((each) => each.number === path.task),
      frame = task && frameOf(d, task);
    return task && frame ? [{ task, path, frame }] : [];
  });
}

// Of every goal with a path, since the path was changed.
export class PathErrors {
  private readonly of = new Map<number, ErrorsAlong>();
  add(seen: Seen): void {
    for (const { task, path, frame } of tasksWithPaths(seen)) {
      const known = this.of.get(task.number),
        along = known && sameValue(known.line, path.line) ? known : new ErrorsAlong(path.line);
      if (along !== known) this.of.set(task.number, along);
      const now = seen.snapshot.tasks.find((each) => each.number === task.number);
      if (now?.enabled) along.add(vec3(frame.toLocal(new Vector3(...now.goal))), now.error);
    }
  }
  get(task: number): ErrorsAlong | undefined {
    return this.of.get(task);
  }
}

// Where the middle of an obstacle goes: from where the world has it.
function drawObstaclePaths(d: Drawing): void {
  for (const { obstacle, line } of d.scene.paths) {
    const middle = obstacle === undefined ? null : middleOf(d.scene, obstacle),
      first = line[0];
    if (!middle || !first) continue;
    const points = line.map((point) => new Vector3(...point.map((x, k) => middle[k]! + x - first[k]!)));
    d.lines.polyline(points, { color: calm, width: 1.7, alpha: 0.85, over: d.rig.locked });
  }
}

export function drawGoalPaths(d: Drawing, errors: PathErrors): void {
  drawObstaclePaths(d);
  for (const { task, path, frame } of tasksWithPaths(d)) {
    const chosen = d.selection?.kind === 'task' && d.selection.number === task.number;
    const points = path.line.map((point) => frame.point(new Vector3(...point)));
    const along = errors.get(task.number),
      tolerance = task.tolerance ?? 1e-4;
    for (let i = 0; i + 1 < points.length; i++) {
      const error = task.enabled === false ? null : (along?.at(i) ?? null);
      const color = error === null ? calm : error <= tolerance ? reached : reached.clone().lerp(warning, share(error, tolerance));
      d.lines.line(points[i]!, points[i + 1]!, { color, width: chosen ? 2.4 : 1.7, alpha: 0.85, over: d.rig.locked });
    }
    if (chosen) for (const key of keysOf(path, frame)) d.lines.dot(key, { color: accent, width: 8, over: true });
  }
}

// 0 at the tolerance, 1 at a hundred times that.
const share = (error: number, tolerance: number): number => Math.min(1, Math.log(error / tolerance) / Math.log(badErrors));

const keysOf = ({ path }: GoalPath, frame: Pose): Vector3[] =>
  kindOf(path) === 'spline' && 'spline' in path ? path.spline.keys.map(({ target }) => frame.point(new Vector3(...(target as Vec3)))) : [];

export interface PathKey {
  task: number;
  key: number;
  at: Vector3; // in the world
  frame: Pose; // of its coordinates
}

// The key of the chosen task's path under the pointer.
export function pathKeyAt(d: Seen & Pick<Drawing, 'rig'>, task: number, x: number, y: number): PathKey | null {
  const chosen = tasksWithPaths(d).find((each) => each.task.number === task);
  let best: PathKey | null = null,
    nearest = keyGrip;
  for (const [key, at] of (chosen ? keysOf(chosen.path, chosen.frame) : []).entries()) {
    const on = d.rig.project(at),
      away = on ? Math.hypot(on.x - x, on.y - y) : Infinity;
    if (away < nearest) ((nearest = away), (best = { task, key, at, frame: chosen!.frame }));
  }
  return best;
}
