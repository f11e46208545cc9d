// Converts task goals to world coordinates and back. A task's target is measured in its `in` place, which may move with
// the figure; a relative task's offset is measured in the frame of its second place.

import { Quaternion, Vector3 } from 'three';
import type { Snapshot } from '../protocol/snapshot';
import type { FigureMessage, PlaceJson, TaskJson, Vec3 } from '../protocol/messages';
import { fromRotationVector, placePose, Pose, rotationVectorOf, vec3 } from '../view/poses';

interface Around {
  figure: FigureMessage;
  snapshot: Snapshot;
}

const measuredIn = (task: TaskJson, { figure, snapshot }: Around): Pose | null =>
  task.in === undefined ? new Pose() : placePose(task.in, figure, snapshot);
const vectorOr = (value: Vec3 | number | undefined, fallback: Vec3): Vec3 => (Array.isArray(value) ? value : fallback);

// The place moved to `to`; null: a named frame, which other things depend on.
function movedPlace(place: PlaceJson | undefined, to: Vector3, around: Around): PlaceJson | null {
  if (place === undefined) return { world: { position: vec3(to) } };
  if (typeof place === 'string') return null;
  if ('world' in place) return { world: { ...place.world, position: vec3(to) } };
  const segment = placePose({ segment: place.segment, point: [0, 0, 0] }, around.figure, around.snapshot);
  if (!segment) return null;
  const local = vec3(segment.toLocal(to));
  return 'point' in place ? { ...place, point: local } : { ...place, pose: { ...place.pose, position: local } };
}

// The pose of the goal; null: it has none.
export function goalPose(task: TaskJson, around: Around): Pose | null {
  switch (task.type) {
    case 'equilibrium':
    case 'center-over-supports':
    case 'balance':
    case 'support-share':
    case 'joint-strength':
    case 'inertia':
      return null;
    case 'reach':
    case 'look-at':
    case 'center-of-mass':
    case 'drag': {
      const base = task.type === 'drag' ? new Pose() : measuredIn(task, around);
      return base && new Pose(base.point(new Vector3(...vectorOr(task.target, [0, 0, 0]))), base.quaternion);
    }
    case 'orient': {
      const base = measuredIn(task, around),
        turn = fromRotationVector(vectorOr(task.target, [0, 0, 0]));
      const effector = task.frame === undefined ? null : placePose(task.frame, around.figure, around.snapshot);
      return base && effector && new Pose(effector.position, base.quaternion.clone().multiply(turn));
    }
    case 'relative-position':
    case 'relative-orientation': {
      const second = task.second === undefined ? null : placePose(task.second, around.figure, around.snapshot);
      if (!second) return null;
      if (task.type === 'relative-position') return new Pose(second.point(new Vector3(...(task.offset ?? [0, 0, 0]))), second.quaternion);
      const first = task.first === undefined ? null : placePose(task.first, around.figure, around.snapshot);
      return first && new Pose(first.position, second.quaternion.clone().multiply(fromRotationVector(vectorOr(task.target, [0, 0, 0]))));
    }
    case 'region':
      return measuredIn(task, around);
    case 'on-ellipsoid':
      return task.center === undefined ? null : placePose(task.center, around.figure, around.snapshot);
    case 'joint-value':
      return null;
  }
}

// The task with its goal at `to` in the world; null: this goal cannot be moved.
export function withGoalAt(task: TaskJson, to: Vector3, around: Around): TaskJson | null {
  switch (task.type) {
    case 'drag':
      return { ...task, target: vec3(to) };
    case 'reach':
    case 'look-at':
    case 'center-of-mass': {
      const base = measuredIn(task, around);
      return base && { ...task, target: vec3(base.toLocal(to)) };
    }
    case 'relative-position': {
      const second = task.second === undefined ? null : placePose(task.second, around.figure, around.snapshot);
      return second && { ...task, offset: vec3(second.toLocal(to)) };
    }
    case 'region': {
      const place = movedPlace(task.in, to, around);
      return place === null ? null : { ...task, in: place };
    }
    case 'on-ellipsoid': {
      const place = task.center === undefined ? null : movedPlace(task.center, to, around);
      return place === null ? null : { ...task, center: place };
    }
    default:
      return null;
  }
}

// The task with its goal turned to `to` in the world; null: this goal cannot be turned.
export function withGoalTurned(task: TaskJson, to: Quaternion, around: Around): TaskJson | null {
  const base =
    task.type === 'orient'
      ? measuredIn(task, around)
      : task.type === 'relative-orientation' && task.second !== undefined
        ? placePose(task.second, around.figure, around.snapshot)
        : null;
  return base && { ...task, target: rotationVectorOf(base.quaternion.clone().conjugate().multiply(to)) };
}
