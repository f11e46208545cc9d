// What the page and the server say to each other: protocol/README.md in types. Text frames are JSON, one message each;
// postures come as binary frames (frame.ts). Everything named as in scene files keeps the form it has there (scene_forms.ts).

import type {
  CameraJson, Color, CouplingJson, CriterionJson, JointJson, ObstacleJson, PlaceJson, PoseJson, Quat, ShapeJson, TaskJson, TreeJson, Vec3,
} from './scene_forms';

export type * from './scene_forms';

export const protocolVersion = 1;

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
  chain?: string; // the chain (trunk, snake, tail) it is a link of
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

// Sent when the figure changed and to new windows. Always followed by a scene message.
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
  // All keys are always there.
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
  svd_methods: string[]; // the words the server knows
  damping_rules: string[];
}

// Sent when anything but the posture changed.
export interface SceneMessage {
  type: 'scene';
  revision: number;
  figure_revision: number;
  title: string; // "elephant"
  file: string | null; // in the user's folder; null: never saved (from the gallery, dropped, recovered)
  saved: boolean; // nothing has changed since
  undo: string | null; // what would be undone, in words: "move goal of reach tip"
  redo: string | null;
  root: string; // segment the figure is held at
  chain: { root: string | null; end: string | null }; // Ge's chain: segment drags stop at, frame that reaches
  tasks: (TaskJson & { number: number })[];
  criteria: CriterionJson[];
  solver: SolverJson;
  world: ObstacleJson[];
  world_moves: boolean; // obstacles that have a velocity move
  trees: { name: string; tree: TreeJson }[]; // groups of obstacles "name.1", "name.2", ... and how they were grown
  avoidance: AvoidanceJson;
  forces: { frame: string; force: Vec3 }[];
  camera: CameraJson | null;
  running: boolean; // false: the solver is paused and the figure holds still
}

// How obstacles are avoided: the technique chosen, and the numbers it looks at (TechniquesMessage says which).
export interface AvoidanceJson {
  technique: string;
  parameters: Record<string, number>; // by key; truths are 0 and 1
}
export type AvoidanceEdit = { technique?: string; parameters?: Record<string, number> };

export interface ParameterInfo {
  key: string;
  words: string; // one line: what it does, and what 0 stands for
  unit: string; // "m", "rad", ...; empty: a pure number
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
  segment?: string; // whose joint it is, or what of the body is in the way, for lighting up
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
// What comes nearest to what.
export interface ClearanceStatus {
  clearance: number; // [m] surface to surface; negative: inside
  segment: string;
  obstacle?: string; // absent: another segment
  other_segment?: string;
  words: string; // "hand 1.2 cm clear of table", "hand 3 mm inside table"
}
// At most ten times a second, when it changed.
export interface StatusMessage {
  type: 'status';
  light: 'green' | 'orange' | 'red';
  words: string; // the whole in one sentence
  moving: boolean;
  tasks: TaskStatus[];
  drag: { words: string; reasons: ReasonInfo[] } | null; // why what is being dragged does not follow
  clearance: ClearanceStatus | null; // null: nothing is near
  way: number | null; // 0..1 of a way that is being followed; null: none is
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
  id: number | null; // null: the message could not even be read
  words: string; // one sentence
}

export type ServerMessage =
  | Welcome | TechniquesMessage | FigureMessage | SceneMessage | StatusMessage | TimeMessage | FilesMessage | NoticeMessage
  | DoneMessage | RefusedMessage;

// --- page -> server: commands ---------------------------------------------------------------------------------------
// Every command is {"id": n, "do": verb, ...}. Edits may carry "gesture": a number; edits of one gesture (a gizmo being
// dragged, a slider) are one step of undo.

export interface Commands {
  // connection
  hello: { protocol: number }; // first message; anything else is refused until then
  seen: { frame: number }; // acknowledges a posture frame; not answered
  // dragging the body (Ge A.5.2)
  'drag-begin': { segment: string; point: Vec3; target: Vec3 }; // point in the segment's frame, target in the world
  'drag-move': { target: Vec3 }; // not answered
  'drag-end': { keep?: boolean }; // keep: leaves a reach task; its number is the result
  // tasks and criteria
  'task-add': { task: TaskJson }; // -> {number}; without a name one is made up
  'task-set': { number: number; task: TaskJson; gesture?: number }; // replaces it
  'task-remove': { number: number };
  'tasks-order': { order: { number: number; priority: number }[] }; // all tasks, as they shall stand
  'criteria-set': { criteria: CriterionJson[]; gesture?: number };
  'solver-set': { solver: Partial<Omit<SolverJson, 'svd_methods' | 'damping_rules'>>; gesture?: number };
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
  'segment-scale': { segment: string; factor: number; branch?: boolean; gesture?: number }; // its shapes, mass and what hangs from it
  'branch-add': { parent: string; segment?: Record<string, unknown> }; // a segment as in a figure file; absent: a default limb -> {segment}
  'branch-delete': { segment: string };
  'branch-move': { segment: string; parent: string }; // keeps its place in the world
  'root-set': { segment: string };
  'chain-links': { chain: string; links: number; gesture?: number };
  'chain-set': { root?: string | null; end?: string | null };
  'loop-join': { first: PlaceJson; second: PlaceJson }; // a relative-position task of priority 1 -> {number}
  'loop-break': { number: number };
  'frame-add': { name: string; segment: string; position: Vec3 };
  // the posture
  'joint-set': { segment: string; values: number[]; gesture?: number }; // coordinates; brought inside the limits
  'posture-rest': Record<string, never>;
  'way-follow': { postures: number[][] }; // a way that begins at the posture shown is walked, in the place of the solver
  // the world
  // An obstacle is meant by its name, a group ("tree.1", "tree.2", ...) by what its names begin with ("tree").
  'world-set': { world: ObstacleJson[]; gesture?: number };
  'obstacle-add': { obstacle: ShapeJson & { name?: string; velocity?: Vec3 } }; // -> {name}; without a name one is made up
  'obstacle-set': {
    obstacle: string;
    name?: string;
    shape?: ShapeJson; // not of a group; keeps its colour unless it has one
    color?: Color | null;
    velocity?: Vec3;
    solid?: boolean; // false: seen, and nothing keeps clear of it
    gesture?: number;
  };
  'obstacle-move': { obstacle: string; by: PoseJson; gesture?: number }; // x -> rotation * x + position, in the world
  'obstacle-copy': { obstacle: string; by?: PoseJson }; // -> {name}
  'obstacle-remove': { obstacle: string };
  'tree-grow': { name: string; tree: TreeJson; color?: Color; gesture?: number }; // in the place of the group of that name -> {count}
  'world-run': { moves: boolean };
  'avoidance-set': { avoidance: AvoidanceEdit; gesture?: number };
  'camera-set': { camera: CameraJson }; // kept with the scene, not undone
  // undo
  undo: Record<string, never>;
  redo: Record<string, never>;
  // files
  open: { file: string; where: 'gallery' | 'folder' };
  save: Record<string, never>; // refused when it has no file yet
  'save-as': { file: string; replace?: boolean };
  import: { name: string; text: string }; // a scene, figure or URDF dropped onto the page
  export: { what: 'scene' | 'figure' }; // -> {name, text}
  files: Record<string, never>; // answered by a files message
  // time
  'record-start': Record<string, never>;
  'record-stop': Record<string, never>; // -> {duration, steps, hash}
  'record-save': { file: string; replace?: boolean }; // and the timing file beside it
  'record-open': { file: string };
  play: { source: 'recording' | 'keyframes'; from?: number };
  pause: Record<string, never>;
  seek: { source: 'recording' | 'keyframes'; position: number };
  live: Record<string, never>; // back to solving, from the posture shown
  'loop-set': { loop: boolean };
  'speed-set': { speed: number };
  'key-add': { time: number }; // the posture shown
  'key-move': { number: number; time: number };
  'key-remove': { number: number };
  // questions, answered without holding up the solver
  'what-if': { task: number; without_tasks?: number[]; without_segments?: string[]; without_couplings?: string[]; without_obstacles?: string[] };
  'reach-cloud': { place: PlaceJson; count: number }; // -> {points: number[]} x y z, x y z, ...
  // Runs one technique on the last drag, or where there was none until the figure rests; measured from a start of its own.
  compare: { technique: string };
  'compare-stop': Record<string, never>; // the one under way is given up: it is refused
  // Looks for a way to a posture that meets the tasks, clear of everything; refused when none was found in time, or the scene was edited.
  'way-find': { seconds: number };
  'way-stop': Record<string, never>; // the search under way is given up: it is refused
  'tree-preview': { tree: TreeJson }; // -> {capsules: number[]} a, b, radius: 7 numbers each
  watch: { place: PlaceJson | null }; // frames then carry its manipulability
}
export type Verb = keyof Commands;

export interface ComparisonRow {
  technique: string;
  course: number; // counts drags: rows of different ones are not comparable
  frames: number;
  least_clearance: number | null; // [m] null: nothing came near
  penetrations: number; // frames
  mean_error: number; // [m] of the worst task
  final_error: number;
  largest_bend: number; // [rad] between links, as far as it differs from the rest posture
  reversals: number; // frames in which a joint moves back
  step_microseconds: number;
}

export interface FoundPath {
  postures: number[][]; // all values of each, for way-follow
  line: number[]; // x y z, x y z, ...: where what shall reach a goal goes; empty: there is no such point
  length: number; // [m] what moves farthest goes
  clearance: number; // [m] least of the postures
  seconds: number; // the search took
  duration: number; // [s] the walk will take
  words: string; // "A way was found in 0.4 s: ..."
}

export interface Results {
  'drag-end': { number?: number };
  'task-add': { number: number };
  'branch-add': { segment: string };
  'loop-join': { number: number };
  'record-stop': { duration: number; steps: number; hash: string };
  'record-open': { duration: number; steps: number; hash: string; same: boolean }; // once it has been run again; same: to the last bit
  'key-add': { number: number };
  'obstacle-add': { name: string };
  'obstacle-copy': { name: string };
  'tree-grow': { count: number };
  'tree-preview': { capsules: number[] };
  compare: ComparisonRow;
  'way-find': FoundPath;
  'what-if': { satisfied: boolean; error: number; unit: 'm' | 'rad'; words: string };
  'reach-cloud': { points: number[] };
  export: { name: string; text: string };
}
