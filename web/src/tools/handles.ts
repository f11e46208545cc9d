// What the gizmo moves: the goal of the selected task, the selected obstacle or frame, or the figure's free root.

import { Quaternion, Vector3 } from 'three';
import type { Snapshot } from '../protocol/snapshot';
import type { FigureMessage, GoalPath, ObstacleJson, PoseJson, SceneMessage, ShapeJson, TaskJson } from '../protocol/messages';
import { middleOf, obstaclesNamed } from '../state/obstacle_list';
import { moved, pathOf, withKey } from '../state/goal_paths';
import { shapeHalves, withHalf } from '../state/shape_numbers';
import type { Selection, Store } from '../state/store';
import type { PathKey } from '../view/marks/goal_paths';
import { Pose, rotationVectorOf, segmentPose, vec3 } from '../view/poses';
import { solidsOfWorld } from '../view/solids';
import { goalPose, withGoalAt, withGoalTurned } from './goal_edit';

export interface SizeHandle {
  axis: Vector3; // in the world, unit
  half: number; // [m] from the middle to the surface; updated during the gesture
  set(half: number, gesture: number): void;
}
export interface Handle {
  pose: Pose; // where the gizmo is drawn; updated during the gesture
  moves: boolean;
  turns: boolean;
  sizes?: SizeHandle[];
  set(to: Pose, gesture: number): void; // sends the command
}

interface Known {
  figure: FigureMessage;
  scene: SceneMessage;
  snapshot: Snapshot;
}

export function handleOf(store: Store, known: Known, selection: Selection): Handle | null {
  switch (selection?.kind) {
    case 'task':
      return taskHandle(store, known, selection.number);
    case 'obstacle':
      return obstacleHandle(store, known, selection.name);
    case 'frame':
      return frameHandle(store, known, selection.frame);
    case 'segment':
      return rootHandle(store, known, selection.segment);
    default:
      return null;
  }
}

export function taskHandle(store: Store, known: Known, number: number): Handle | null {
  const numbered = known.scene.tasks.find((task) => task.number === number);
  if (!numbered) return null;
  const { number: _, ...task } = numbered;
  const pose = goalPose(task, known);
  if (!pose) return null;
  const moves = withGoalAt(task, pose.position, known) !== null,
    turns = withGoalTurned(task, pose.quaternion, known) !== null;
  if (!moves && !turns) return null;
  const path = pathOf(known.scene, number);
  if (path) return moves ? pathHandle(store, known, pose, path) : null;
  return {
    pose,
    moves,
    turns,
    set(to, gesture) {
      const around = { figure: known.figure, snapshot: store.snapshot ?? known.snapshot }; // places move while the gizmo does
      const edited: TaskJson | null = moves ? withGoalAt(task, to.position, around) : withGoalTurned(task, to.quaternion, around);
      if (edited) void store.send('task-set', { number, task: edited, gesture });
    },
  };
}

// A goal that moves takes its path along: the gizmo is where the goal is now.
function pathHandle(store: Store, { snapshot }: Known, atStart: Pose, { path, task: number }: GoalPath): Handle | null {
  const now = snapshot.tasks.find((each) => each.number === number);
  if (!now || number === undefined || moved(path, [0, 0, 0]) === null) return null;
  const from = new Vector3(...now.goal),
    axes = atStart.quaternion.clone().conjugate(); // of what the target is measured in
  return {
    pose: new Pose(from.clone(), atStart.quaternion),
    moves: true,
    turns: false,
    set(to, gesture) {
      const by = vec3(to.position.clone().sub(from).applyQuaternion(axes));
      void store.send('goal-path-set', { number, path: moved(path, by), gesture });
    },
  };
}

// A key of a goal's path.
export function pathKeyHandle(store: Store, { scene }: Pick<Known, 'scene'>, { task, key, at, frame }: PathKey): Handle | null {
  const path = pathOf(scene, task)?.path;
  return path
    ? {
        pose: new Pose(at.clone()),
        moves: true,
        turns: false,
        set: (to, gesture) =>
          void store.send('goal-path-set', { number: task, path: withKey(path, key, vec3(frame.toLocal(to.position))), gesture }),
      }
    : null;
}

// The motion x -> rotation * x + position from one pose to another.
export function motionBetween(from: Pose, to: Pose): PoseJson {
  const turn = to.quaternion.clone().multiply(from.quaternion.clone().conjugate());
  return { position: vec3(to.position.clone().sub(from.position.clone().applyQuaternion(turn))), rotation: rotationVectorOf(turn) };
}

// Each command gives the motion since the previous one: obstacles may also move by themselves.
export function obstacleHandle(store: Store, { scene }: Pick<Known, 'scene'>, name: string): Handle | null {
  const members = obstaclesNamed(scene.world, name),
    middle = middleOf(scene, name);
  const [obstacle] = members;
  if (!obstacle || !middle) return null;
  let last = new Pose(new Vector3(...middle));
  return {
    pose: last.clone(),
    moves: true,
    turns: members.length > 1 || obstacle.shape !== 'sphere',
    ...(members.length === 1 ? sizesOf(store, obstacle) : {}),
    set(to, gesture) {
      void store.send('obstacle-move', { obstacle: name, by: motionBetween(last, to), gesture });
      last = to.clone();
    },
  };
}

// Knobs along the shape's own axes, on its surface; a sphere's single size has three.
function sizesOf(store: Store, obstacle: ObstacleJson): Pick<Handle, 'sizes'> {
  const halves = shapeHalves(obstacle),
    [solid] = solidsOfWorld([obstacle]);
  if (!halves || !solid) return {};
  const own = obstacle.shape === 'convex' ? new Quaternion() : solid.local.quaternion;
  const { name, color: _, velocity: __, ...shape } = obstacle;
  return {
    sizes: [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)].flatMap((axis, k) =>
      halves[k]! === 0
        ? []
        : [
            {
              axis: axis.applyQuaternion(own),
              half: halves[k]!,
              set: (half: number, gesture: number) =>
                void store.send('obstacle-set', { obstacle: name, shape: withHalf(shape as ShapeJson, k, half), gesture }),
            },
          ],
    ),
  };
}

// X = before * J * after: the coordinates of J, a translation and a rotation vector.
export function freeCoordinates(figure: FigureMessage, index: number, to: Pose): number[] {
  const { before, after, joint } = figure.segments[index]!;
  const motion = Pose.of(before.position, before.quaternion).inverse().times(to).times(Pose.of(after.position, after.quaternion).inverse());
  const own = joint.inverted ? motion.inverse() : motion;
  return [...vec3(own.position), ...rotationVectorOf(own.quaternion)];
}

// A frame moves and turns on its segment; the end of a chain belongs to the chain.
function frameHandle(store: Store, { figure, snapshot }: Known, name: string): Handle | null {
  const frame = figure.frames.find((each) => each.name === name);
  if (!frame || figure.chains.some((chain) => name === `${chain.name}.tip`)) return null;
  const segment = segmentPose(snapshot, frame.segment);
  return {
    pose: segment.times(Pose.of(frame.position, frame.quaternion)),
    moves: true,
    turns: true,
    set(to, gesture) {
      const local = segment.inverse().times(to);
      void store.send('frame-set', { frame: name, position: vec3(local.position), rotation: rotationVectorOf(local.quaternion), gesture });
    },
  };
}

function rootHandle(store: Store, { figure, snapshot }: Known, name: string): Handle | null {
  const index = figure.segments.findIndex((segment) => segment.name === name);
  const segment = figure.segments[index];
  if (!segment || segment.parent >= 0 || segment.joint.type !== 'free') return null;
  return {
    pose: segmentPose(snapshot, index),
    moves: true,
    turns: true,
    set: (to, gesture) => void store.send('joint-set', { segment: name, values: freeCoordinates(figure, index, to), gesture }),
  };
}
