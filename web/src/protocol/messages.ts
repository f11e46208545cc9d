// The messages between page and server: protocol/README.md as types. Text messages are JSON; snapshots are binary
// (snapshot.ts). Data that is also in scene files has the same form there (scene_forms.ts).

import type {
  CameraJson,
  Color,
  CouplingJson,
  CriterionJson,
  JointJson,
  ObstacleJson,
  PlaceJson,
  PoseJson,
  Quat,
  ShapeJson,
  TaskJson,
  TreeJson,
  Vec3,
} from './scene_forms';

export type * from './scene_forms';

export const protocolVersion = 2;

// --- server -> page -------------------------------------------------------------------------------------------------

export interface Welcome {
  type: 'welcome';
  protocol: number;
  version: string; // of Limber
  window: number; // this connection; counts from 1
}

export interface SegmentInfo {
  name: string;
  parent: number; // index, -1 for the root; parents come first
  chain?: string; // the chain (trunk, snake, tail) it belongs to
  joint: JointJson & { name: string };
  first_value: number;
  first_dof: number;
  coordinates: { name: string; min: number | null; max: number | null; length: boolean }[]; // joint_coordinate.h order
  before: { position: Vec3; quaternion: Quat }; // joint's base frame in the parent
  after: { position: Vec3; quaternion: Quat };
  at?: PoseJson; // as in the file
  then?: PoseJson;
  shapes: ShapeJson[];
  mass: number; // [kg]
  mass_center: Vec3;
  density?: number;
}

// Sent to new windows and when the figure changed. A scene message always follows.
export interface FigureMessage {
  type: 'figure';
  figure_revision: number;
  name: string;
  dof: number;
  values: number; // length of a posture
  reach: number; // [m] size of the figure, for default zooms
  planar: Vec3 | null; // normal of the plane all joints move in, or null
  segments: SegmentInfo[];
  frames: { name: string; segment: number; position: Vec3; quaternion: Quat }[];
  couplings: CouplingJson[];
  chains: { name: string; links: number; length: number }[];
}

export interface SolverJson {
  limits: 'active-set' | 'projection' | 'clipping' | 'off';
  formulation: 'lexicographic' | 'projector' | 'chiaverini';
  svd: string; // one of svd_methods
  damping: string; // one of damping_rules
  lambda: number;
  bound: number;
  largest_error: number;
  clamp: 'per-level' | 'global';
  largest_turn: number;
  metres_per_radian: number;
  line_search: boolean;
  fade_steps: number;
  recruitment: Record<string, number>; // joint pattern -> cost
  svd_methods: string[]; // what the server offers
  damping_rules: string[];
}
export type SolverOptions = Omit<SolverJson, 'svd_methods' | 'damping_rules'>;

// Sent when anything but the posture changed.
export interface SceneMessage {
  type: 'scene';
  scene_number: number; // of the open scene: another number, another scene
  revision: number;
  figure_revision: number;
  title: string; // "elephant"
  file: string | null; // in the user's folder; null: never saved (from the gallery, dropped, recovered)
  saved: boolean; // no changes since it was saved
  undo: string | null; // what undo would take back: "move goal of reach tip"
  redo: string | null;
  root: string; // the segment the figure is held at
  chain: { root: string | null; end: string | null }; // Ge's chain: the segment where drags stop, the frame that reaches
  tasks: (TaskJson & { number: number })[];
  criteria: CriterionJson[];
  solver: SolverJson;
  solver_defaults: SolverOptions;
  world: WorldObstacle[];
  world_moves: boolean; // obstacles with a velocity move
  trees: { name: string; tree: TreeJson }[]; // groups of obstacles "name.1", "name.2", ... and their grammars
  avoidance: AvoidanceJson;
  forces: { frame: string; force: Vec3 }[];
  camera: CameraJson | null;
  running: boolean; // false: the solver is paused
}

// An obstacle of the scene, with the group it belongs to: "tree" for the branches "tree.1", "tree.2", ...
export type WorldObstacle = ObstacleJson & { group?: string };

// How obstacles are avoided: the technique and its parameters (described by TechniquesMessage).
export interface AvoidanceJson {
  technique: string;
  parameters: Record<string, number>; // by key; false is 0, true is 1
}
export type AvoidanceEdit = { technique?: string; parameters?: Record<string, number> };

export interface ParameterInfo {
  key: string;
  words: string; // one line: what it does, and what 0 means
  unit: string; // "m", "rad", ...; empty: no unit
  kind: 'number' | 'integer' | 'truth';
  least: number;
  most: number;
  usual: number;
}
export interface TechniqueInfo {
  key: string;
  title: string;
  summary: string; // one sentence
  source: string;
  parameters: ParameterInfo[];
}
// Sent once, to new windows.
export interface TechniquesMessage {
  type: 'techniques';
  techniques: TechniqueInfo[];
}

export interface ReasonInfo {
  blocker: 'out_of_reach' | 'joint_limit' | 'coupling' | 'higher_task' | 'equal_task' | 'joint_subset' | 'obstacle' | 'own_body';
  share: number; // 0..1
  words: string; // "elbow.r at its limit"
  segment?: string; // the segment of the joint, or the part of the body that blocks
  coordinate?: string;
  task?: number;
  coupling?: string;
  obstacle?: string;
}
export interface TaskStatus {
  number: number;
  satisfied: boolean;
  error: number;
  unit: 'm' | 'rad';
  words: string; // "7 cm short: balance comes first"; "reached" when satisfied
  reasons: ReasonInfo[];
}
// The smallest distance, and between what.
export interface ClearanceStatus {
  clearance: number; // [m] surface to surface; negative: inside
  segment: string;
  obstacle?: string; // absent: another segment
  other_segment?: string;
  words: string; // "hand 1.2 cm clear of table", "hand 3 mm inside table"
}
// Sent when it changed, at most ten times a second.
export interface StatusMessage {
  type: 'status';
  light: 'green' | 'orange' | 'red';
  words: string; // a summary in one sentence
  moving: boolean;
  tasks: TaskStatus[];
  drag: { words: string; reasons: ReasonInfo[] } | null; // why the dragged point does not follow the pointer
  clearance: ClearanceStatus | null; // null: nothing is near
  path: number | null; // 0..1: how much of the path has been followed; null: no path
}

export interface TimeMessage {
  type: 'time';
  mode: 'live' | 'recording' | 'playing' | 'paused'; // paused: scrubbing, the figure shows `position`
  source: 'recording' | 'keyframes' | null; // what is played
  position: number; // [s]
  duration: number; // [s]
  loop: boolean;
  speed: number;
  keys: { number: number; time: number }[];
  recording: { name: string | null; duration: number; steps: number; hash: string } | null; // the last one made or opened
}

export interface FilesMessage {
  type: 'files';
  folder: string; // shown to the user
  gallery: { file: string; title: string; words: string; thumbnail: string }[]; // thumbnail: address of a PNG
  scenes: { file: string; modified: number; thumbnail: string }[]; // in the folder; modified: [ms since 1970]
  recordings: { file: string; modified: number }[];
}

export interface NoticeMessage {
  type: 'notice';
  kind: 'info' | 'warning';
  words: string;
}

export interface DoneMessage {
  type: 'done';
  id: number;
  result?: unknown; // see Results
}
export interface RefusedMessage {
  type: 'refused';
  id: number | null; // null: the message could not be parsed
  words: string; // one sentence
}

export type ServerMessage =
  | Welcome
  | TechniquesMessage
  | FigureMessage
  | SceneMessage
  | StatusMessage
  | TimeMessage
  | FilesMessage
  | NoticeMessage
  | DoneMessage
  | RefusedMessage;

// --- page -> server: commands ---------------------------------------------------------------------------------------
// Every command is {"id": n, "do": verb, ...}. Edits may carry "gesture": a number; all edits of one gesture (dragging a
// gizmo or a slider) are undone together.

export interface Commands {
  // connection
  hello: { protocol: number }; // must be the first message
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
  'branch-add': { parent: string; segment?: Record<string, unknown> }; // a segment as in a figure file; absent: a default limb -> {segment}
  'branch-delete': { segment: string };
  'branch-move': { segment: string; parent: string }; // keeps its pose in the world
  'root-set': { segment: string };
  'chain-links': { chain: string; links: number; gesture?: number };
  'chain-set': { root?: string | null; end?: string | null };
  'loop-join': { first: PlaceJson; second: PlaceJson }; // a relative-position task of priority 1 -> {number}
  'loop-break': { number: number };
  'frame-add': { name: string; segment: string; position: Vec3 };
  // the posture
  'joint-set': { segment: string; values: number[]; gesture?: number }; // coordinates; clamped to the limits
  'posture-rest': Record<string, never>;
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
  'avoidance-set': { avoidance: AvoidanceEdit; gesture?: number };
  'camera-set': { camera: CameraJson }; // saved with the scene; not undone
  // undo
  undo: Record<string, never>;
  redo: Record<string, never>;
  // files
  open: { file: string; where: 'gallery' | 'folder' };
  save: Record<string, never>; // refused if the scene has no file yet
  'save-as': { file: string; replace?: boolean };
  import: { name: string; text: string }; // a scene, figure or URDF dropped onto the page
  export: { what: 'scene' | 'figure' }; // -> {name, text}
  files: Record<string, never>; // answered by a files message
  // time
  'record-start': Record<string, never>;
  'record-stop': Record<string, never>; // -> {duration, steps, hash}
  'record-save': { file: string; replace?: boolean }; // writes a timing file beside it
  'record-open': { file: string };
  play: { source: 'recording' | 'keyframes'; from?: number };
  pause: Record<string, never>;
  seek: { source: 'recording' | 'keyframes'; position: number };
  live: Record<string, never>; // continues solving from the posture shown
  'loop-set': { loop: boolean };
  'speed-set': { speed: number };
  'key-add': { time: number }; // the posture shown
  'key-move': { number: number; time: number };
  'key-remove': { number: number };
  // questions, answered while the solver goes on
  'what-if': {
    task: number;
    without_tasks?: number[];
    without_segments?: string[];
    without_couplings?: string[];
    without_obstacles?: string[];
  };
  'reach-cloud': { place: PlaceJson; count: number }; // -> {points: number[]} x y z, x y z, ...
  // Repeats the last drag with one technique; without a drag, runs until the figure is at rest.
  compare: { technique: string };
  'compare-stop': Record<string, never>; // the running comparison is refused
  // Searches for a collision-free path to a posture that satisfies the tasks. Refused when there is none within the time,
  // or when the scene was edited meanwhile.
  'path-find': { seconds: number };
  'path-stop': Record<string, never>; // the running search is refused
  'tree-preview': { tree: TreeJson }; // -> {capsules: number[]} a, b, radius: 7 numbers each
  watch: { place: PlaceJson | null }; // snapshots then carry its manipulability
}
export type Verb = keyof Commands;

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

export interface FoundPath {
  path: number; // for path-follow
  line: number[]; // x y z, x y z, ...: the effector's path; empty: no task has an effector point
  length: number; // [m] of the point that moves farthest
  clearance: number; // [m] the smallest along the path
  seconds: number; // spent searching
  duration: number; // [s] of following it
  words: string; // "A path was found in 0.4 s: ..."
}

export interface Results {
  'drag-end': { number?: number };
  'task-add': { number: number };
  'branch-add': { segment: string };
  'loop-join': { number: number };
  'record-stop': { duration: number; steps: number; hash: string };
  'record-open': { duration: number; steps: number; hash: string; same: boolean }; // same: it replayed to the same bits
  'key-add': { number: number };
  'obstacle-add': { name: string };
  'obstacle-copy': { name: string };
  'tree-grow': { count: number };
  'tree-preview': { capsules: number[] };
  compare: ComparisonRow;
  'path-find': FoundPath;
  'what-if': { satisfied: boolean; error: number; unit: 'm' | 'rad'; words: string };
  'reach-cloud': { points: number[] };
  export: { name: string; text: string };
}
