// What the gizmo holds: the goal of the selected task, the selected obstacle, or the figure's free root.

import { Quaternion, Vector3 } from 'three';
import type { Frame } from '../protocol/frame';
import type { FigureMessage, ObstacleJson, SceneMessage, TaskJson } from '../protocol/messages';
import type { Selection, Store } from '../state/store';
import { fromRotationVector, Pose, rotationVectorOf, segmentPose, vec3 } from '../view/poses';
import { goalPose, withGoalAt, withGoalTurned } from './goal_edit';

export interface Handle {
  pose: Pose; // where the gizmo is drawn; moves with it
  moves: boolean;
  turns: boolean;
  set(to: Pose, gesture: number): void; // sends it
}

interface Known { figure: FigureMessage; scene: SceneMessage; frame: Frame }

export function handleOf(store: Store, known: Known, selection: Selection): Handle | null {
  switch (selection?.kind) {
    case 'task': return taskHandle(store, known, selection.number);
    case 'obstacle': return obstacleHandle(store, known, selection.name);
    case 'segment': return rootHandle(store, known, selection.segment);
    default: return null;
  }
}

export function taskHandle(store: Store, known: Known, number: number): Handle | null {
  const numbered = known.scene.tasks.find((task) => task.number === number);
  if (!numbered) return null;
  const { number: _, ...task } = numbered;
  const pose = goalPose(task, known);
  if (!pose) return null;
  const moves = withGoalAt(task, pose.position, known) !== null, turns = withGoalTurned(task, pose.quaternion, known) !== null;
  if (!moves && !turns) return null;
  return {
    pose, moves, turns,
    set(to, gesture) {
      const around = { figure: known.figure, frame: store.frame ?? known.frame }; // places move while the gizmo does
      const edited: TaskJson | null = moves ? withGoalAt(task, to.position, around) : withGoalTurned(task, to.quaternion, around);
      if (edited) void store.send('task-set', { number, task: edited, gesture });
    },
  };
}

// The obstacle with its middle moved by what leads from one pose to the other, and turned about it.
export function movedObstacle(obstacle: ObstacleJson, from: Pose, to: Pose): ObstacleJson {
  const turn = to.quaternion.clone().multiply(from.quaternion.clone().conjugate());
  const carried = (point: readonly number[] | undefined) =>
    vec3(new Vector3(...(point ?? [0, 0, 0])).sub(from.position).applyQuaternion(turn).add(to.position));
  const turned = (rotation: [number, number, number] | undefined) =>
    rotationVectorOf(turn.clone().multiply(fromRotationVector(rotation ?? [0, 0, 0])));
  switch (obstacle.shape) {
    case 'sphere': return { ...obstacle, center: carried(obstacle.center) };
    case 'capsule':
    case 'cylinder': return { ...obstacle, a: carried(obstacle.a), b: carried(obstacle.b) };
    case 'plane': {
      const normal = new Vector3(...(obstacle.normal ?? [0, 0, 1])).applyQuaternion(turn);
      return { ...obstacle, point: carried(obstacle.point), normal: vec3(normal) };
    }
    case 'mesh': {
      const at = Pose.fromJson(obstacle.at);
      return {
        ...obstacle, center: carried(obstacle.center), rotation: turned(obstacle.rotation),
        at: { position: carried(vec3(at.position)), rotation: rotationVectorOf(turn.clone().multiply(at.quaternion)) },
      };
    }
    default: return { ...obstacle, center: carried(obstacle.center), rotation: turned(obstacle.rotation) };
  }
}

function middleOf(obstacle: ObstacleJson): Vector3 {
  if ('a' in obstacle) return new Vector3(...obstacle.a).add(new Vector3(...obstacle.b)).multiplyScalar(0.5);
  return new Vector3(...((obstacle.shape === 'plane' ? obstacle.point : obstacle.center) ?? [0, 0, 0]));
}

function obstacleHandle(store: Store, { scene }: Known, name: string): Handle | null {
  const obstacle = scene.world.find((other) => other.name === name);
  if (!obstacle) return null;
  const from = new Pose(middleOf(obstacle), new Quaternion());
  return {
    pose: from.clone(), moves: true, turns: obstacle.shape !== 'sphere',
    set(to, gesture) {
      const world = scene.world.map((other) => (other.name === name ? movedObstacle(obstacle, from, to) : other));
      void store.send('world-set', { world, gesture });
    },
  };
}

// X = before * J * after: the coordinates of J, a translation and a rotation vector.
export function freeCoordinates(figure: FigureMessage, index: number, to: Pose): number[] {
  const { before, after, joint } = figure.segments[index]!;
  const motion = Pose.of(before.position, before.quaternion).inverse().times(to).times(Pose.of(after.position, after.quaternion).inverse());
  const own = joint.inverted ? motion.inverse() : motion;
  return [...vec3(own.position), ...rotationVectorOf(own.quaternion)];
}

function rootHandle(store: Store, { figure, frame }: Known, name: string): Handle | null {
  const index = figure.segments.findIndex((segment) => segment.name === name);
  const segment = figure.segments[index];
  if (!segment || segment.parent >= 0 || segment.joint.type !== 'free') return null;
  return {
    pose: segmentPose(frame, index), moves: true, turns: true,
    set: (to, gesture) => void store.send('joint-set', { segment: name, values: freeCoordinates(figure, index, to), gesture }),
  };
}
