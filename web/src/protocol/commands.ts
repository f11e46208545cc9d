// The commands from the page to the server, and their results: protocol/README.md as types.
//
// Every command is {"id": n, "do": verb, ...}. Edits may carry "gesture": a number; all edits of one gesture (dragging a
// gizmo or a slider) are undone together.

import type { AvoidanceEdit, CurveJson, Distribution, DynamicsJson, SolverOptions } from './messages';
import type {
  CameraJson,
  Color,
  CouplingJson,
  CriterionJson,
  ForceJson,
  JointJson,
  ObstacleJson,
  PlaceJson,
  PoseJson,
  ShapeJson,
  StrengthJson,
  SupportJson,
  TaskJson,
  TreeJson,
  Vec3,
} from './scene_forms';

// A key of the time strip; joints at rest may be left out.
export interface KeyJson {
  time: number; // [s]
  posture: Record<string, unknown>;
}

export interface Commands {
  // connection
  hello: { protocol: number; token?: string }; // must be the first message
  seen: { snapshot: number }; // acknowledges a snapshot; not answered
  // dragging the body (Ge A.5.2)
  'drag-begin': { segment: string; point: Vec3; target: Vec3 }; // point in the segment's frame, target in the world
  'drag-move': { target: Vec3 }; // not answered
  'drag-end': { keep?: boolean }; // keep: leaves a reach task -> {number}
  // tasks and criteria
  'task-add': { task: TaskJson }; // -> {number}; gets a name if it has none
  'task-set': { number: number; task: TaskJson; gesture?: number }; // replaces it
  'task-remove': { number: number };
  'tasks-order': { order: { number: number; priority: number }[] }; // all tasks, in the new order
  'criteria-set': { criteria: CriterionJson[]; gesture?: number };
  'criterion-posture': { number: number }; // the posture shown becomes the reference of this posture criterion
  'solver-set': { solver: Partial<SolverOptions>; gesture?: number };
  'run-set': { running: boolean };
  // the figure
  'segment-set': {
    segment: string;
    name?: string;
    joint?: JointJson;
    at?: PoseJson;
    then?: PoseJson;
    shapes?: ShapeJson[];
    mass?: { mass: number; center?: Vec3; inertia?: number[] } | null;
    density?: number | null;
    gesture?: number;
  };
  'segment-scale': { segment: string; factor: number; branch?: boolean; gesture?: number }; // shapes, mass, attachment points
  'scale-reset': { segment?: string }; // to the sizes when the scene was opened: of all segments, or of this one
  'branch-add': { parent: string; segment?: Record<string, unknown> }; // a segment as in a figure file; absent: a default limb -> {segment}
  'branch-delete': { segment: string };
  'branch-move': { segment: string; parent: string }; // keeps its pose in the world
  'root-set': { segment: string };
  'chain-links': { chain: string; links: number; gesture?: number };
  'chain-set': { root?: string | null; end?: string | null };
  'loop-join': { first: PlaceJson; second: PlaceJson }; // a relative-position task of priority 1 -> {number}
  'loop-break': { number: number };
  'frame-add': { name: string; segment: string; position: Vec3; rotation?: Vec3 };
  'frame-set': { frame: string; name?: string; segment?: string; position?: Vec3; rotation?: Vec3; gesture?: number };
  'frame-remove': { frame: string };
  // couplings, by their number in the figure message
  'coupling-add': { coupling: CouplingJson }; // -> {number}
  'coupling-set': { number: number; coupling: CouplingJson; gesture?: number };
  'coupling-remove': { number: number };
  'coupling-switch': { number: number; on: boolean };
  // the posture
  'joint-set': { segment: string; values: number[]; gesture?: number }; // coordinates; clamped to the limits
  'joints-copy': { form: 'json' | 'csv' }; // -> {text}: the values of all joints
  'joints-paste': { text: string }; // in either form, or as ROS has joint states
  'posture-rest': { segment?: string }; // of the whole figure, or of this segment and what is beyond it
  'path-follow': { path: number }; // the path that path-find found; the solver pauses until its end
  // the world
  // `obstacle` is a name, or the name of a group ("tree" for "tree.1", "tree.2", ...).
  'world-set': { world: ObstacleJson[]; gesture?: number };
  'obstacle-add': { obstacle: ShapeJson & { name?: string; velocity?: Vec3 } }; // -> {name}; gets a name if it has none
  'obstacle-set': {
    obstacle: string;
    name?: string;
    shape?: ShapeJson; // not for a group; the colour stays unless the shape has one
    color?: Color | null;
    velocity?: Vec3;
    solid?: boolean; // false: drawn but not avoided, e.g. a ball to grasp
    gesture?: number;
  };
  'obstacle-move': { obstacle: string; by: PoseJson; gesture?: number }; // x -> rotation * x + position, in the world
  'obstacle-copy': { obstacle: string; by?: PoseJson }; // -> {name}
  'obstacle-remove': { obstacle: string };
  'tree-grow': { name: string; tree: TreeJson; color?: Color; gesture?: number }; // replaces the group of that name -> {count}
  'world-run': { moves: boolean };
  // forces, by their number in the scene message, and supports, by their names; with `at`, the frame they name is put there first
  'force-add': { force: ForceJson; at?: BodyPoint; gesture?: number }; // -> {number}
  'force-set': { number: number; force: ForceJson; at?: BodyPoint; gesture?: number };
  'force-remove': { number: number };
  'support-add': { support: SupportJson; at?: BodyPoint };
  'support-set': { support: string; to: SupportJson; at?: BodyPoint; gesture?: number };
  'support-remove': { support: string };
  'strengths-set': { strengths: StrengthJson[]; gesture?: number };
  'loads-set': { gravity?: Vec3; distribution?: Distribution; gesture?: number };
  'avoidance-set': { avoidance: AvoidanceEdit; gesture?: number };
  'dynamics-set': { dynamics: Partial<DynamicsJson>; gesture?: number };
  // goals that move in time
  'goal-path-set': { number: number; path: CurveJson | null; gesture?: number }; // null: the goal stays where it is
  'obstacle-path-set': { obstacle: string; path: CurveJson | null; gesture?: number }; // an obstacle or a group
  'goals-run': { run: boolean };
  'goals-seek': { time: number };
  'goals-keep': Record<string, never>; // makes keyframes of the last round -> {keys}
  // Makes a round smooth over all its frames; `time` [s]: what changes faster goes. -> keys for key-set-all
  'goals-smooth': { time: number };
  'motion-set': {
    motion: { redundancy?: { method: string; gain?: number }; speeds?: Record<string, number>; accelerations?: Record<string, number> };
    gesture?: number;
  };
  'camera-set': { camera: CameraJson }; // saved with the scene; not undone
  // undo
  undo: Record<string, never>;
  redo: Record<string, never>;
  // files
  open: { file: string; where: 'gallery' | 'folder' };
  save: { replace?: boolean }; // refused if the scene has no file yet, or another program has changed it
  'save-as': { file: string; replace?: boolean };
  import: { name: string; text: string }; // a scene, figure or URDF dropped onto the page
  // A piece of a file of a dropped folder, as base64. begin: of the first; open: the last piece of the robot's own file.
  drop: { path: string; data: string; begin?: boolean; open?: boolean };
  // A motion (BVH, glTF, FBX) that the figure carries out, sent as by drop: it becomes the keyframes. -> RetargetAnswer, of the last
  // piece. hands: they stay on what they touch; balance: the figure stays over its feet where the source does; both if absent.
  retarget: { path: string; data: string; begin?: boolean; open?: boolean; hands?: boolean; balance?: boolean };
  export: { what: 'scene' | 'figure' }; // -> {name, text}
  files: Record<string, never>; // answered by a files message
  // time
  'record-start': Record<string, never>;
  'record-stop': Record<string, never>; // -> {duration, steps, hash}
  'record-save': { file: string; replace?: boolean }; // writes a timing file beside it
  // With methods other than recorded: writes their timing file.
  'record-open': { file: string; technique?: string; svd?: string; svd_mode?: string };
  play: { source: 'recording' | 'keyframes'; from?: number };
  pause: Record<string, never>;
  seek: { source: 'recording' | 'keyframes'; position: number };
  live: Record<string, never>; // continues solving from the posture shown
  'loop-set': { loop: boolean };
  'speed-set': { speed: number };
  'key-add': { time: number }; // the posture shown
  'key-move': { number: number; time: number };
  'key-remove': { number: number };
  'key-set-all': { keys: KeyJson[] }; // in place of those there were
  'key-ghosts': Record<string, never>; // where segments are at each key -> {ghosts}: x y z, x y z, ... of each
  // questions, answered while the solver goes on
  'what-if': {
    task: number;
    without_tasks?: number[];
    without_segments?: string[];
    without_couplings?: string[];
    without_ties?: string[];
    without_obstacles?: string[];
  };
  'reach-cloud': { place: PlaceJson; count: number }; // -> {points: number[]} x y z, x y z, ...
  // Repeats the last drag with one technique; without a drag, runs until the figure is at rest.
  compare: { technique: string };
  // Looks for parameters of the chosen technique that meet these wishes on the same drag.
  tune: { clearance?: number; bend?: number; mean_error?: number; reversals?: number };
  'compare-stop': Record<string, never>; // the running comparison or tuning is refused
  // Searches for a collision-free path to a posture that satisfies the tasks. Refused when there is none within the time,
  // or when the scene was edited meanwhile.
  'path-find': { seconds: number };
  'path-stop': Record<string, never>; // the running search is refused
  // Where a frame can be brought with the tasks kept, in a plane or in space; keep: only tasks up to this priority.
  'access-find': { frame: string; plane?: { point: Vec3; normal: Vec3 }; cell?: number; keep?: number };
  // Where the figure alone could bring a frame: every cell of a grid is asked, with its root held where it is.
  'map-find': { frame: string; cell?: number; orientations?: number };
  'access-progress': Record<string, never>; // of the running search
  'access-stop': Record<string, never>; // the running search is refused
  'tree-preview': { tree: TreeJson }; // -> {capsules: number[]} a, b, radius: 7 numbers each
  'statics-show': { on: boolean }; // snapshots and status messages then carry what supports carry and joints bear
  'statics-what-if': { friction_of?: string; without_force?: number; without_support?: string };
  watch: { place: PlaceJson | null }; // snapshots then carry its manipulability
}
export type Verb = keyof Commands;
export type BodyPoint = { segment: string; point: Vec3 }; // in the segment's frame

export interface ComparisonRow {
  technique: string;
  course: number; // counts drags; rows are comparable only within one
  steps: number;
  least_clearance: number | null; // [m] null: nothing came near
  penetrations: number; // steps
  mean_error: number; // [m] of the worst task
  final_error: number;
  largest_bend: number; // [rad] between links, relative to the rest posture
  reversals: number; // steps in which a joint reverses
  step_microseconds: number;
}

export interface TuningAnswer {
  technique: string;
  found: boolean; // all wishes are met
  words: string; // one sentence
  trials: number;
  parameters: Record<string, number>; // the best, by key
}

export interface FoundPath {
  path: number; // for path-follow
  line: number[]; // x y z, x y z, ...: the effector's path; empty: no task has an effector point
  length: number; // [m] of the point that moves farthest
  clearance: number; // [m] the smallest along the path
  seconds: number; // spent searching
  duration: number; // [s] of following it
  words: string; // "A path was found in 0.4 s: ..."
}

// A goal of retargeting that was missed.
export interface MissedGoal {
  role: string; // "hand.l"
  error: number; // [m], or [rad] if `angle`
  angle: boolean;
  reason: string;
}
export interface RetargetAnswer {
  name: string; // of the file
  scale: number; // of the way of the pelvis, from the source to the figure
  frames: number;
  duration: number; // [s]
  whole: boolean; // false: the motion goes on for longer
  unmatched: string[]; // roles of the source that no segment of the figure was found for
  summary: (MissedGoal & { frames: number; time: number })[]; // the worst of each role
  keys: { time: number; missed: MissedGoal[] }[];
  source: { parents: number[]; frames: number[][] }; // joints of the source at each key: x y z, x y z, ...
}

// Accessible space: one entry of `edges`, `effort` and `margin` per place.
export interface FoundSpace {
  frame: string;
  cell: number; // [m]
  u: Vec3; // directions of the grid
  v: Vec3;
  in_plane: boolean;
  size: number; // [m^2], in space [m^3]
  places: number[]; // x y z, x y z, ...: of the cells that were reached
  edges: (0 | 1)[]; // 1: a neighbour was not reached
  effort: (number | null)[]; // sum of (torque/strength)^2
  margin: (number | null)[]; // [m] of balance
  map?: boolean; // of cells that were asked one by one, with these two as well
  manipulability?: number[]; // [m^3]
  room?: number[]; // 0..1: how far the joint nearest to a limit is from it
  boundary: number[]; // x y z, ...
  outlines: number[][]; // in a plane, closed: x y z, ...
  cut_off: boolean; // it goes on farther away
  left_out: string[]; // tasks about the frame's own position
  unmet: string[]; // tasks not satisfied at the start: kept as far as they are
  words: string;
}

export interface Results {
  retarget: RetargetAnswer;
  'joints-copy': { text: string };
  'drag-end': { number?: number };
  'task-add': { number: number };
  'branch-add': { segment: string };
  'loop-join': { number: number };
  'coupling-add': { number: number };
  'force-add': { number: number };
  'record-stop': { duration: number; steps: number; hash: string };
  'record-open': { duration: number; steps: number; hash: string; same: boolean }; // same: it replayed to the same bits
  'key-add': { number: number };
  'goals-keep': { keys: number };
  'goals-smooth': { found: boolean; cyclic: boolean; cost_before: number; cost_after: number; keys: KeyJson[] };
  'key-ghosts': { ghosts: number[][] };
  'obstacle-add': { name: string };
  'obstacle-copy': { name: string };
  'tree-grow': { count: number };
  'tree-preview': { capsules: number[] };
  compare: ComparisonRow;
  tune: TuningAnswer;
  'path-find': FoundPath;
  'access-find': FoundSpace;
  'map-find': FoundSpace;
  'access-progress': { filling: boolean; cells: number; share: number };
  'what-if': { satisfied: boolean; error: number; unit: 'm' | 'rad' | ''; words: string };
  'statics-what-if': { words: string };
  'reach-cloud': { points: number[] };
  export: { name: string; text: string };
}
