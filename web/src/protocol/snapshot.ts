// A snapshot: everything that is drawn at one instant, evaluated by the server. Little-endian:
//
//    0  u8  1 (kind)         12  u16 segments         24  f64 time [s]                   52  u16 contacts
//    1  u8  light            14  u16 values           32  f32 mean step time [us]        54  u16 obstacles that move
//    2  u8  flags            16  u16 tasks            36  f32 steps per second           56  f32 clearance now [m]
//    3  u8  0                18  u16 levels           40  f32 centre of mass x y z       60  f32 least since the last snapshot [m]
//    4  u32 sequence         20  u16 singular values  66  u16 forces, corners, joints   64  u16 ends of virtual arms
//    8  u32 figure revision  22  u16 watched (0 or 1)                                    72  the lists, in this order
//
//   segments x f32 [x y z, qx qy qz qw]       poses in the world
//   values   x f32                            the posture
//   tasks    x {u32 number, u8 satisfied, u8 enabled, u8 0, u8 0, f32 error, f32 effector x y z, f32 goal x y z}
//   levels   x f32 [priority, error, residual, rank, lambda]
//   singular values x f32                     of the rows of all enabled tasks, largest first
//   watched  x f32 [x y z, J J^T row by row]  3 + 9
//   contacts x {i32 segment, i32 obstacle or -1, i32 other segment or -1, f32 point, other point, normal, clearance}  nearest first
//   obstacles that move x {u32 number, f32 x y z of their reference point}
//   ends of virtual arms x {i32 segment, f32 x y z, f32 search radius}
//
// and with the flag `statics`, while a window shows it (statics-show):
//
//   f32 [balanced, effort, margin [m] or NaN, friction needed or NaN, weight [N], unmet force [N], unmet moment [N m],
//        gyration xx yy zz xy xz yz [m^2], worst way x y z]
//   forces  x {u16 support, u16 state, f32 place x y z, force x y z [N]}   at every corner of every support
//   corners x f32 [x y z]                                                  of the region of the centre of mass, in order
//   joints  x {i32 segment, f32 ratio, strength, torque, compression, shear, moment x y z}
//
// A clearance is infinite if nothing is near, and negative on penetration.

export const lights = ['green', 'orange', 'red'] as const;
export type Light = (typeof lights)[number];

export const flag = { moving: 1, recording: 2, playing: 4, dragging: 8, paused: 16, statics: 32 } as const;

export interface TaskPoint {
  number: number;
  satisfied: boolean;
  enabled: boolean;
  error: number;
  effector: Float32Array; // x y z
  goal: Float32Array;
}
export interface LevelPoint {
  priority: number;
  error: number;
  residual: number;
  rank: number;
  lambda: number;
}
export interface ContactPoint {
  segment: number;
  obstacle: number; // index in the scene's world; -1: the figure itself
  otherSegment: number; // -1: an obstacle
  point: Float32Array; // on the segment
  other: Float32Array; // on the obstacle or the other segment
  normal: Float32Array; // from `other` to `point`: pushes them apart
  clearance: number; // [m]
}
export interface MovedObstacle {
  obstacle: number;
  position: Float32Array;
}
export interface ArmEnd {
  segment: number;
  position: Float32Array;
  radius: number; // [m]
}
export const supportStates = ['holds', 'slips', 'tips', 'lifts', 'off'] as const;
export interface SupportForce {
  support: number; // index in the scene's supports
  state: (typeof supportStates)[number]; // off: it touches nothing; else where nothing balances: how it gives way
  place: Float32Array; // [m]
  force: Float32Array; // [N] on the figure
}
export interface JointLoad {
  segment: number;
  ratio: number; // of its strength, or of 100 N m if it has none
  strength: number; // [N m]; 0: none given
  torque: number; // [N m] or [N] the largest of its coordinates
  compression: number; // [N]
  shear: number; // [N]
  moment: Float32Array; // [N m] on the outer part, world axes
}
export interface StaticsNow {
  balanced: boolean;
  effort: number;
  margin: number | null; // [m] the centre of mass may move, the worst way; null: there is no region
  frictionNeeded: number | null; // part of the friction with which it still stands
  weight: number; // [N]
  unmetForce: number; // [N]
  unmetMoment: number; // [N m]
  gyration: Float32Array; // [m^2] xx yy zz xy xz yz
  worstWay: Float32Array; // unit, level
  forces: SupportForce[];
  region: Float32Array[]; // corners
  joints: JointLoad[];
}
export interface Snapshot {
  light: Light;
  flags: number;
  sequence: number;
  figureRevision: number;
  time: number;
  stepMicroseconds: number;
  stepsPerSecond: number;
  centerOfMass: Float32Array;
  segments: Float32Array; // 7 per segment
  values: Float32Array;
  tasks: TaskPoint[];
  levels: LevelPoint[];
  singularValues: Float32Array;
  watched: { position: Float32Array; jjt: Float32Array } | null;
  clearance: number; // [m] of this posture
  leastClearance: number; // [m] of all steps since the last snapshot
  contacts: ContactPoint[];
  moved: MovedObstacle[];
  arms: ArmEnd[];
  statics: StaticsNow | null; // null: not asked for
}

const headerBytes = 72;
const taskBytes = 36;
const contactBytes = 52,
  movedBytes = 16,
  armBytes = 20,
  staticsBytes = 64;

// Throws RangeError or Error when the bytes are not a snapshot.
export function decodeSnapshot(bytes: ArrayBuffer): Snapshot {
  const view = new DataView(bytes);
  if (view.getUint8(0) !== 1) throw new Error(`unknown message kind ${view.getUint8(0)}`);
  const u16 = (at: number) => view.getUint16(at, true);
  const segmentCount = u16(12),
    valueCount = u16(14),
    taskCount = u16(16);
  const levelCount = u16(18),
    singularCount = u16(20),
    watchedCount = u16(22);
  const contactCount = u16(52),
    movedCount = u16(54),
    armCount = u16(64);
  const hasStatics = (view.getUint8(2) & flag.statics) !== 0;
  const expected =
    headerBytes +
    28 * segmentCount +
    4 * valueCount +
    taskBytes * taskCount +
    20 * levelCount +
    4 * singularCount +
    48 * watchedCount +
    contactBytes * contactCount +
    movedBytes * movedCount +
    armBytes * armCount +
    (hasStatics ? staticsBytes + 28 * u16(66) + 12 * u16(68) + 36 * u16(70) : 0);
  if (bytes.byteLength !== expected) throw new Error(`the snapshot has ${bytes.byteLength} bytes, expected ${expected}`);

  let at = headerBytes;
  const floats = (count: number) => {
    const list = new Float32Array(bytes, at, count);
    at += 4 * count;
    return list;
  };
  const segments = floats(7 * segmentCount);
  const values = floats(valueCount);
  const tasks: TaskPoint[] = [];
  for (let i = 0; i < taskCount; i++, at += taskBytes) {
    tasks.push({
      number: view.getUint32(at, true),
      satisfied: view.getUint8(at + 4) !== 0,
      enabled: view.getUint8(at + 5) !== 0,
      error: view.getFloat32(at + 8, true),
      effector: new Float32Array(bytes, at + 12, 3),
      goal: new Float32Array(bytes, at + 24, 3),
    });
  }
  const levels: LevelPoint[] = [];
  for (let i = 0; i < levelCount; i++) {
    const [priority, error, residual, rank, lambda] = floats(5) as unknown as [number, number, number, number, number];
    levels.push({ priority, error, residual, rank, lambda });
  }
  const singularValues = floats(singularCount);
  const watched = watchedCount > 0 ? { position: floats(3), jjt: floats(9) } : null;
  const integer = (): number => view.getInt32((at += 4) - 4, true);
  const list = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read);
  const contacts = list(contactCount, (): ContactPoint => ({
    segment: integer(),
    obstacle: integer(),
    otherSegment: integer(),
    point: floats(3),
    other: floats(3),
    normal: floats(3),
    clearance: floats(1)[0]!,
  }));
  const moved = list(movedCount, (): MovedObstacle => ({ obstacle: integer(), position: floats(3) }));
  const arms = list(armCount, (): ArmEnd => ({ segment: integer(), position: floats(3), radius: floats(1)[0]! }));
  const readStatics = (): StaticsNow => {
    const numbers = floats(16);
    const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
    const word = (): number => view.getUint16((at += 2) - 2, true);
    const forces = list(u16(66), (): SupportForce => ({
      support: word(),
      state: supportStates[word()] ?? 'holds',
      place: floats(3),
      force: floats(3),
    }));
    const region = list(u16(68), () => floats(3));
    const joints = list(u16(70), (): JointLoad => {
      const segment = integer(),
        [ratio, strength, torque, compression, shear] = floats(5) as unknown as [number, number, number, number, number];
      return { segment, ratio, strength, torque, compression, shear, moment: floats(3) };
    });
    return {
      balanced: numbers[0] !== 0,
      effort: numbers[1]!,
      margin: orNull(numbers[2]!),
      frictionNeeded: orNull(numbers[3]!),
      weight: numbers[4]!,
      unmetForce: numbers[5]!,
      unmetMoment: numbers[6]!,
      gyration: numbers.subarray(7, 13),
      worstWay: numbers.subarray(13, 16),
      forces,
      region,
      joints,
    };
  };
  const statics = hasStatics ? readStatics() : null;
  return {
    light: lights[view.getUint8(1)] ?? 'red',
    flags: view.getUint8(2),
    sequence: view.getUint32(4, true),
    figureRevision: view.getUint32(8, true),
    time: view.getFloat64(24, true),
    stepMicroseconds: view.getFloat32(32, true),
    stepsPerSecond: view.getFloat32(36, true),
    centerOfMass: new Float32Array(bytes, 40, 3),
    segments,
    values,
    tasks,
    levels,
    singularValues,
    watched,
    clearance: view.getFloat32(56, true),
    leastClearance: view.getFloat32(60, true),
    contacts,
    moved,
    arms,
    statics,
  };
}
