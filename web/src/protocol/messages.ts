// The messages from the server to the page: protocol/README.md as types. Text messages are JSON; snapshots are binary
// (snapshot.ts). Data that is also in scene files has the same form there (scene_forms.ts).

import type {
  CameraJson,
  Color,
  CouplingJson,
  CriterionJson,
  ForceJson,
  JointJson,
  ObstacleJson,
  PoseJson,
  Quat,
  ShapeJson,
  StrengthJson,
  SupportJson,
  TaskJson,
  TieJson,
  TreeJson,
  Vec3,
} from './scene_forms';

export type * from './scene_forms';

export const protocolVersion = 2;

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
  visuals?: VisualInfo[]; // drawn in place of the shapes
  mass: number; // [kg]
  mass_center: Vec3;
  density?: number;
}

// A mesh, at /mesh/HASH of the server.
export interface VisualInfo {
  mesh: string; // the hash of its contents
  bytes: number;
  position: Vec3; // in the segment's frame
  quaternion: Quat;
  scale: Vec3;
  color?: Color; // in place of the mesh's own
}

// A character's skin, its mesh at /mesh/HASH. Drawn in place of the shapes of the segments that carry it.
export interface SkinInfo {
  mesh: string;
  bytes: number;
  rigid: boolean; // no bone is stretched: dual quaternions can blend it
  bones: { segment: number; matrix: number[] }[]; // 3 rows of 4: from the mesh to the segment's frame
}

// A named place of the figure.
export interface FrameInfo {
  name: string;
  segment: number;
  position: Vec3; // in the segment's frame
  quaternion: Quat;
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
  frames: FrameInfo[];
  couplings: CouplingJson[];
  ties: TieJson[];
  chains: { name: string; links: number; length: number }[];
  skin?: SkinInfo;
}

export interface SolverJson {
  limits: 'active-set' | 'projection' | 'clipping' | 'off';
  formulation: 'lexicographic' | 'projector' | 'chiaverini';
  svd: string; // one of svd_methods
  svd_mode: string; // one of svd_modes
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
  svd_modes: string[];
  damping_rules: string[];
  without_effect: Record<string, string>; // option, "criteria" or "priorities" -> why it has no effect with this technique
}
export type SolverOptions = Omit<SolverJson, 'svd_methods' | 'svd_modes' | 'damping_rules' | 'without_effect'>;

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
  paths: GoalPath[]; // of goals and obstacles that move in time
  motion: MotionJson;
  trees: { name: string; tree: TreeJson }[]; // groups of obstacles "name.1", "name.2", ... and their grammars
  avoidance: AvoidanceJson;
  dynamics: DynamicsJson;
  forces: ForceJson[];
  supports: SupportJson[];
  strengths: StrengthJson[];
  gravity: Vec3; // [m/s^2]
  distribution: Distribution;
  scalings: { segment: string; branch: boolean; factor: number }[]; // since the scene was opened
  couplings_off: number[]; // couplings of the figure that are switched off
  camera: CameraJson | null;
  running: boolean; // false: the solver is paused
}

export type Distribution = 'even' | 'least-tangential';

// An obstacle of the scene, with the group it belongs to: "tree" for the branches "tree.1", "tree.2", ...
export type WorldObstacle = ObstacleJson & { group?: string };

// How obstacles are avoided: the technique and its parameters (described by TechniquesMessage).
export interface AvoidanceJson {
  technique: string;
  parameters: Record<string, number>; // by key; false is 0, true is 1
  not_followed?: string; // of this scene by this technique; absent: everything is followed
}
export type AvoidanceEdit = { technique?: string; parameters?: Record<string, number> };

// How a target moves; points are rotation vectors of an orient task, numbers of a joint task.
export type PathPoint = Vec3 | number;
export type CurveJson =
  | { circle: { center: Vec3; radius: number; period: number; normal?: Vec3; phase?: number } }
  | { sines: { center: PathPoint; terms: { amplitude: PathPoint; period: number; phase?: number }[] } }
  | { spline: { keys: { time: number; target: PathPoint }[]; period?: number } }
  // samples: how many a long recording has, which is sent without them
  | { recorded: { times: number[]; points: PathPoint[]; period?: number; samples?: number } }
  | { csv: { file: string; period?: number } };
export interface GoalPath {
  task?: number; // whose target it is; absent: an obstacle
  obstacle?: string;
  path: CurveJson;
  line: Vec3[]; // points of one round, or from its beginning to its end, evenly spaced in time
  period: number; // [s] 0: it does not repeat
  end: number; // [s] 0: it goes on for ever
}
// How the figure follows goals that move.
export interface MotionJson {
  method: string; // one of methods
  gain: number; // [1/s]
  methods: string[];
  speeds: Record<string, number>; // joint pattern -> [rad/s] or [m/s]
  accelerations: Record<string, number>;
}

// Torques instead of the solver.
export interface DynamicsJson {
  on: boolean;
  gravity: Vec3; // [m/s^2]
  stiffness: number; // [N m/rad]
  friction: number; // [N m s/rad]
  virtual_arms: 'off' | 'stay' | 'to-base' | 'to-goal';
  pull: number; // [N/m] of a drag; 0: in proportion to the mass
}

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
  origin: 'limber' | 'documents' | 'classics';
  summary: string; // what it does, and what it cannot do
  scope: { about: string; words: string }[]; // what of a scene it follows: tasks, loops, priorities, ...
  source: string;
  parameters: ParameterInfo[];
}
// Sent once, to new windows.
export interface TechniquesMessage {
  type: 'techniques';
  techniques: TechniqueInfo[];
}

export interface ReasonInfo {
  blocker:
    | 'out_of_reach'
    | 'joint_limit'
    | 'coupling'
    | 'tie'
    | 'higher_task'
    | 'equal_task'
    | 'joint_subset'
    | 'obstacle'
    | 'own_body'
    | 'support'
    | 'fixed_root'
    | 'not_followed'
    | 'technique';
  share: number; // 0..1
  words: string; // "elbow.r at its limit"
  segment?: string; // the segment of the joint, or the part of the body that blocks
  coordinate?: string;
  task?: number;
  coupling?: string;
  tie?: string;
  obstacle?: string;
}
export interface TaskStatus {
  number: number;
  satisfied: boolean;
  error: number;
  unit: 'm' | 'rad' | '';
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
// Why the figure does not stand, or which joint is at its strength.
export interface StaticsReason {
  kind: 'slips' | 'tips' | 'lifts' | 'off' | 'strength';
  words: string; // "slips: left foot", "tips over the front edge of right foot", "shoulder.r at its strength"
  support?: string;
  segment?: string;
}
export interface StaticsStatus {
  balanced: boolean;
  words: string; // "stands", "slips: left foot"
  reasons: StaticsReason[];
}
// Sent when it changed, at most ten times a second.
export interface StatusMessage {
  type: 'status';
  light: 'green' | 'orange' | 'red';
  words: string; // a summary in one sentence
  moving: boolean;
  tasks: TaskStatus[];
  drag: { words: string; reasons: ReasonInfo[] } | null; // why the dragged point does not follow the pointer
  dragged_by: number | null; // the window that drags the figure; others cannot meanwhile
  clearance: ClearanceStatus | null; // null: nothing is near
  statics: StaticsStatus | null; // null: no window shows it
  energy: { kinetic: number; potential: number } | null; // [J] null: the solver moves the figure
  // What the criteria could still gain while goals run, as one number and of each degree of freedom; null: they do not.
  optimality: { length: number; joints: number[] } | null;
  goal_time: number | null; // [s] of goals that run; null: they do not
  closure: { offset: number; cycles: number } | null; // [rad] how far joints were from where they were a round before; null: no round yet
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
  // Goals that move, null: there are none; `time` is of this message, `goal_time` of the status goes on while they run.
  goals: { run: boolean; time: number; period: number; end: number } | null;
  replaying: number | null; // 0 to 1: how far the recording that is being opened has been solved again; null: none is
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
  may_replace?: true; // refused only because something would be lost
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
