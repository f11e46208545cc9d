// The kinds of tasks: what each does, which fields it has, and a default task for a place.

import type { Snapshot } from '../protocol/snapshot';
import type { Axes, FigureMessage, PlaceJson, SceneMessage, TaskJson, TaskType, Vec3 } from '../protocol/messages';
import { rotationVector, worldPlace } from './places';
import type { Selection } from './store';
import type { Unit } from './error_words';

export interface Kind {
  type: TaskType;
  label: string;
  words: string; // what it does, in one sentence
  unit: Unit;
  target?: 'point' | 'rotation' | 'number';
  place?: 'frame' | 'first';
  second?: boolean;
  axes?: Axes; // default; undefined: the kind has no axes
  in?: boolean;
}

export const kinds: Record<TaskType, Kind> = {
  reach: {
    type: 'reach',
    label: 'Reach',
    words: 'Moves a point of the body to a target.',
    unit: 'm',
    target: 'point',
    place: 'frame',
    axes: 'xyz',
    in: true,
  },
  'look-at': {
    type: 'look-at',
    label: 'Look at',
    words: 'Turns a frame to face a point.',
    unit: 'rad',
    target: 'point',
    place: 'frame',
    in: true,
  },
  orient: {
    type: 'orient',
    label: 'Orient',
    words: 'Turns a frame to a given orientation.',
    unit: 'rad',
    target: 'rotation',
    place: 'frame',
    axes: 'xyz',
    in: true,
  },
  'center-of-mass': {
    type: 'center-of-mass',
    label: 'Balance',
    words: 'Keeps the centre of mass above a point.',
    unit: 'm',
    target: 'point',
    axes: 'xy',
    in: true,
  },
  'joint-value': {
    type: 'joint-value',
    label: 'Hold joint',
    words: 'Holds one coordinate of a joint at a value.',
    unit: 'rad',
    target: 'number',
  },
  region: {
    type: 'region',
    label: 'Stay in region',
    words: 'Keeps a point inside a box, a ball or a half-space.',
    unit: 'm',
    place: 'frame',
    in: true,
  },
  'relative-position': {
    type: 'relative-position',
    label: 'Hold together',
    words: 'Keeps two points of the body together, for example to close a loop.',
    unit: 'm',
    place: 'first',
    second: true,
    axes: 'xyz',
  },
  'relative-orientation': {
    type: 'relative-orientation',
    label: 'Turn together',
    words: 'Keeps two frames at the same orientation.',
    unit: 'rad',
    place: 'first',
    second: true,
    axes: 'xyz',
  },
  'on-ellipsoid': {
    type: 'on-ellipsoid',
    label: 'On ellipsoid',
    words: 'Keeps a point on an ellipsoid, like a shoulder blade on the ribs.',
    unit: 'm',
    place: 'frame',
  },
  equilibrium: {
    type: 'equilibrium',
    label: 'Equilibrium',
    words: 'Stands so that every support carries its share in the middle, whatever pushes.',
    unit: 'm',
  },
  balance: {
    type: 'balance',
    label: 'Keep from falling',
    words: 'Keeps the centre of mass where the supports can still hold it, by a margin.',
    unit: 'm',
  },
  'center-over-supports': {
    type: 'center-over-supports',
    label: 'Above the supports',
    words: 'Keeps the centre of mass above the middle of the supports.',
    unit: 'm',
  },
  'support-share': { type: 'support-share', label: 'Share', words: 'Lets a support carry a part of the load.', unit: '' },
  'joint-strength': { type: 'joint-strength', label: 'Spare a joint', words: 'Keeps a joint below its strength.', unit: '' },
  inertia: { type: 'inertia', label: 'Spread', words: 'Spreads the mass about an axis to a radius.', unit: 'm' },
  drag: { type: 'drag', label: 'Drag', words: 'A point of the body follows the pointer.', unit: 'm' },
};

// What a default task depends on.
export interface Now {
  figure: FigureMessage;
  scene: Pick<SceneMessage, 'tasks' | 'chain' | 'supports'>;
  snapshot: Snapshot | null;
  selection: Selection;
}

// The place a new task is for: the selection, else the end of the chain, else a tip or a hand, else the last frame.
export function likelyPlace({ figure, scene, selection }: Now): PlaceJson {
  if (selection?.kind === 'frame') return selection.frame;
  if (selection?.kind === 'segment') return { segment: selection.segment, point: selection.point ?? [0, 0, 0] };
  const named =
    figure.frames.find((frame) => frame.name === scene.chain.end) ??
    figure.frames.find((frame) => /(^|\W)tip$|^hand\b/.test(frame.name)) ??
    figure.frames.at(-1);
  return named?.name ?? { segment: figure.segments.at(-1)?.name ?? '', point: [0, 0, 0] };
}

// New tasks come last, so that they do not disturb the others.
export const newPriority = (tasks: readonly TaskJson[]): number =>
  tasks.reduce((last, task) => Math.max(last, task.priority ?? 1), tasks.length > 0 ? 1 : 0) + 1;

const rounded = (v: Vec3): Vec3 => v.map((x) => Number(x.toFixed(4))) as Vec3;

// Eyes, else a head, else a camera, else the place any other task would get.
const likelyEyes = (now: Now): PlaceJson =>
  [/^eyes?$/, /eye/, /gaze/, /^head$/, /camera/].flatMap((words) => now.figure.frames.filter(({ name }) => words.test(name)))[0]?.name ??
  likelyPlace(now);

// A new task of a type whose goal is the present state: nothing moves until it is edited.
export function firstTask(type: TaskType, now: Now, place: PlaceJson = type === 'look-at' ? likelyEyes(now) : likelyPlace(now)): TaskJson {
  const at = worldPlace(now.figure, now.snapshot, place);
  const here = rounded(at?.position ?? [0, 0, 0]);
  const reach = now.figure.reach || 1;
  const common = { type, priority: newPriority(now.scene.tasks) };
  switch (type) {
    case 'reach':
      return { ...common, frame: place, target: here };
    case 'look-at':
      return { ...common, frame: place, target: rounded(ahead(at, reach)) };
    case 'orient':
      return { ...common, frame: place, target: rounded(at ? rotationVector(at.quaternion) : [0, 0, 0]) };
    case 'center-of-mass':
      return { ...common, axes: 'xy', target: rounded(now.snapshot ? ([...now.snapshot.centerOfMass] as Vec3) : [0, 0, 0]) };
    case 'region':
      return {
        ...common,
        frame: place,
        inside: { shape: 'sphere', radius: Number((reach / 10).toFixed(3)) },
        in: { world: { position: here } },
      };
    case 'relative-position':
      return { ...common, first: place, second: { world: { position: here } } };
    case 'relative-orientation':
      return { ...common, first: place, second: otherFrame(now, place) };
    case 'on-ellipsoid': {
      const size = Number((reach / 5).toFixed(3));
      return { ...common, frame: place, center: { world: { position: here } }, radii: [size, size, size], side: 'inside' };
    }
    case 'joint-value':
      return { ...common, ...jointAt(now, place) };
    case 'equilibrium':
    case 'center-over-supports':
      return common;
    case 'balance':
      return { ...common, margin: 0.02 };
    case 'support-share':
      return { ...common, support: now.scene.supports[0]?.name ?? '', share: 0.5 };
    case 'joint-strength':
      return { ...common, joint: jointAt(now, place).joint, most: 1 };
    case 'inertia':
      return { ...common, axis: [0, 0, 1], radius: Number(gyrationRadius(now.snapshot, [0, 0, 1], reach).toFixed(3)) };
    case 'drag':
      return { type, segment: typeof place === 'object' && 'segment' in place ? place.segment : '', point: [0, 0, 0], target: here };
  }
}

// The present radius of gyration about an axis; without it, a part of the figure's size.
function gyrationRadius(snapshot: Snapshot | null, [x, y, z]: Vec3, reach: number): number {
  const g = snapshot?.statics?.gyration;
  if (!g) return 0.2 * reach;
  return Math.sqrt(Math.max(0, g[0]! * x * x + g[1]! * y * y + g[2]! * z * z + 2 * (g[3]! * x * y + g[4]! * x * z + g[5]! * y * z)));
}

function ahead(at: ReturnType<typeof worldPlace>, distance: number): Vec3 {
  if (!at) return [1, 0, 0];
  const [x, y, z, w] = at.quaternion; // its z axis
  const axis: Vec3 = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
  return at.position.map((value, i) => value + distance * axis[i]!) as Vec3;
}

const otherFrame = ({ figure }: Now, place: PlaceJson): PlaceJson =>
  figure.frames.find((frame) => frame.name !== place)?.name ?? { world: {} };

// The joint that moves the place, with its present value.
function jointAt({ figure, snapshot }: Now, place: PlaceJson): Pick<TaskJson, 'joint' | 'coordinate' | 'target'> {
  let index =
    typeof place === 'string'
      ? (figure.frames.find((each) => each.name === place)?.segment ?? -1)
      : 'segment' in place
        ? figure.segments.findIndex((each) => each.name === place.segment)
        : -1;
  while (index >= 0 && figure.segments[index]!.coordinates.length === 0) index = figure.segments[index]!.parent;
  const segment = figure.segments[index] ?? figure.segments.find((each) => each.coordinates.length > 0);
  if (!segment) return { joint: '', coordinate: 0, target: 0 };
  // Joints with one or two coordinates store them in the posture; a ball joint stores a quaternion.
  const simple = segment.coordinates.length <= 2;
  const value = simple ? (snapshot?.values[segment.first_value] ?? 0) : 0;
  return { joint: segment.joint.name, coordinate: 0, target: Number(value.toFixed(4)) };
}

// The task with another type: keeps the fields that both types have; the others get their defaults.
export function withType(task: TaskJson, type: TaskType, now: Now): TaskJson {
  const place = task.frame ?? task.first ?? (task.segment ? { segment: task.segment, point: task.point ?? [0, 0, 0] } : undefined);
  const fresh = firstTask(type, now, place);
  const kept: Partial<TaskJson> = {};
  for (const key of ['name', 'priority', 'weight', 'tolerance', 'joints', 'enabled'] as const) {
    if (task[key] !== undefined) Object.assign(kept, { [key]: task[key] });
  }
  if (kinds[type].in && kinds[task.type].in && task.in !== undefined && type !== 'region') kept.in = task.in;
  if (kinds[type].target === 'point' && kinds[task.type].target === 'point') kept.target = task.target;
  if (kinds[type].axes && kinds[task.type].axes && task.axes) kept.axes = task.axes;
  return { ...fresh, ...kept };
}

// "Reach · hand.r", for rows and announcements.
export function subject(task: TaskJson): string {
  const place = task.frame ?? task.first;
  if (typeof place === 'string') return place;
  if (place && 'segment' in place) return place.segment;
  return task.type === 'center-of-mass' ? 'centre of mass' : (task.joint ?? task.segment ?? task.support ?? '');
}
