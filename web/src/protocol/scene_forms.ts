// What scene files and messages have in common: shapes, joints, places and tasks as JSON (docs/json.md). Lengths in metres,
// angles in radians, z up, quaternions x y z w.

export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number];

export type Range = [number | null, number | null] | null;
export type Color = string | Vec3;

export type ShapeJson = { color?: Color } & (
  | { shape: 'sphere'; center?: Vec3; radius: number }
  | { shape: 'ellipsoid'; center?: Vec3; radii: Vec3; rotation?: Vec3 }
  | { shape: 'capsule'; a: Vec3; b: Vec3; radius: number }
  | { shape: 'cylinder'; a: Vec3; b: Vec3; radius: number }
  | { shape: 'box'; center?: Vec3; size: Vec3; rotation?: Vec3 }
  | { shape: 'plane'; point?: Vec3; normal?: Vec3 }
  | { shape: 'mesh'; file: string; scale?: Vec3; at?: PoseJson; center?: Vec3; size: Vec3; rotation?: Vec3 }
  | { shape: 'rectangle'; center?: Vec3; size: [number, number]; rotation?: Vec3 } // a sheet in its own x y plane
  | { shape: 'convex'; vertices: Vec3[] }
);
export type ObstacleJson = { name: string; velocity?: Vec3; solid?: boolean } & ShapeJson; // solid unless false

// The grammar of an L-system tree.
export interface TreeJson {
  axiom: string;
  rules: { letter: string; word: string; probability?: number }[];
  depth: number;
  angle: number; // [rad]
  angle_spread: number; // [rad]
  length: number; // [m] of the first branch
  radius: number; // [m]
  length_ratio: number;
  radius_ratio: number;
  seed: number;
  place: PoseJson; // of its foot; grows along z
}

export interface PoseJson {
  position?: Vec3;
  rotation?: Vec3; // rotation vector
}

export type JointType = 'fixed' | 'revolute' | 'prismatic' | 'elbow' | 'swing' | 'ball' | 'free';
export interface JointJson {
  type: JointType;
  name?: string;
  axis?: Vec3;
  twist_axis?: Vec3;
  range?: Range;
  ranges?: Range[];
  swing?: { ellipse: [number, number] } | { polygon: Vec3[] } | { polygons: Vec3[][] }; // several: inside all of them
  twist?: Range | { largest_deviation: number; rows: Range[][] };
  rest?: number | number[];
  inverted?: boolean;
  cost?: number; // 1 if absent
}

export type PlaceJson =
  | string // a frame of the figure
  | { segment: string; point: Vec3 }
  | { segment: string; pose: PoseJson }
  | { world: PoseJson };

export type Axes = 'x' | 'y' | 'z' | 'xy' | 'xz' | 'yz' | 'xyz';

export type TaskType =
  | 'reach'
  | 'orient'
  | 'look-at'
  | 'relative-position'
  | 'relative-orientation'
  | 'center-of-mass'
  | 'on-ellipsoid'
  | 'joint-value'
  | 'region'
  | 'drag'
  | 'equilibrium'
  | 'center-over-supports'
  | 'balance'
  | 'inertia'
  | 'support-share'
  | 'joint-strength';

export interface TaskJson {
  name?: string;
  type: TaskType;
  priority?: number;
  weight?: number;
  tolerance?: number;
  joints?: string[];
  costs?: Record<string, number>; // joint pattern -> cost while the task is on
  enabled?: boolean;
  frame?: PlaceJson;
  first?: PlaceJson;
  second?: PlaceJson;
  target?: Vec3 | number;
  in?: PlaceJson;
  axes?: Axes;
  gaze?: Vec3;
  offset?: Vec3;
  center?: PlaceJson;
  radii?: Vec3;
  side?: 'on' | 'inside' | 'outside';
  joint?: string;
  coordinate?: number;
  inside?: { shape: 'box'; size: Vec3 } | { shape: 'sphere'; radius: number } | { shape: 'half-space'; normal: Vec3; offset: number };
  segment?: string;
  point?: Vec3;
  margin?: number;
  axis?: Vec3;
  radius?: number;
  support?: string;
  share?: number;
  most?: number;
}

// What the environment does to the figure at a frame.
export interface ForceJson {
  frame: string;
  force?: Vec3; // [N]
  torque?: Vec3; // [N m]
  in?: 'world' | 'body';
  mass?: number; // [kg] carried
  against?: string; // a frame that is pushed the other way
}
// A place that can carry.
export interface SupportJson {
  name: string;
  frame: string;
  patch?: [number, number][]; // [m] corners in the frame's xy plane
  friction?: number;
  share?: number;
  normal?: Vec3;
  grip?: boolean;
  anywhere?: boolean; // carries wherever it is, not only where it touches the ground or an obstacle
}
export interface StrengthEntry {
  angle: number; // [rad]
  positive: number; // [N m] towards larger angles
  negative: number;
}
export interface StrengthJson {
  joints: string; // a pattern
  torque?: number; // [N m]
  table?: StrengthEntry[];
  axes?: (number | StrengthEntry[])[]; // of joints with several axes, one for each
}

export interface CriterionJson {
  type: 'posture' | 'mid-range' | 'manipulability' | 'flexion' | 'effort';
  name?: string;
  gain?: number;
  enabled?: boolean;
  [key: string]: unknown;
}

export interface CouplingJson {
  name: string;
  terms: { joint: string; coordinate?: number; coefficient?: number }[];
  equals?: number;
  min?: number;
  max?: number;
}

// A relation between two frames of the figure that always holds.
export interface TieJson {
  name: string;
  type: 'on-ellipsoid' | 'same-point' | 'same-pose';
  frame: string;
  to: string;
  radii?: [number, number, number]; // [m]
}

export interface CameraJson {
  eye: Vec3;
  target: Vec3;
  field_of_view?: number;
  roll?: number; // how far what is up leans to the right
}
