// Forces, supports and strengths of the scene: what the panel, the arrows and the plots need of them.

import type { BodyPoint } from '../protocol/commands';
import type { FigureMessage, ForceJson, SceneMessage, SupportJson, Vec3 } from '../protocol/messages';
import type { JointLoad, StaticsNow } from '../protocol/snapshot';

const gravity = 9.81; // [m/s^2]
// The weight as an arrow, in parts of the figure's size. What pushes is far less than the weight, so its arrows are four times
// as long as those of the supports: they can be grasped, and set to a few newtons.
const carriedLength = 0.35,
  pushLength = 1.4;
const nearFrame = 0.03; // part of the figure's size: a point this near to a frame is that frame
const firstPush = 0.1; // of the weight

export const hasLoads = (scene: SceneMessage): boolean =>
  scene.forces.length > 0 || scene.supports.length > 0 || scene.strengths.length > 0;

export const massOf = (figure: FigureMessage): number => figure.segments.reduce((sum, segment) => sum + segment.mass, 0);

// How long an arrow is for a newton [m/N]: of what acts on the figure, and of what its supports give.
export const metresPerNewton = (figure: FigureMessage, of: 'push' | 'carried'): number =>
  ((of === 'push' ? pushLength : carriedLength) * Math.max(figure.reach, 1e-3)) / Math.max(gravity * massOf(figure), 1);

export const length = (v: readonly number[] | Float32Array): number => Math.hypot(v[0] ?? 0, v[1] ?? 0, v[2] ?? 0);

// With another length, in the same direction; one without a direction points forwards.
export function withLength(v: Vec3, wanted: number): Vec3 {
  const now = length(v);
  return now > 0 ? (v.map((x) => (x * wanted) / now) as Vec3) : [wanted, 0, 0];
}

// "60 N", "6 kg", "4 N m": what a row says.
export function forceWords(force: ForceJson): string {
  const parts: string[] = [];
  const size = length(force.force ?? [0, 0, 0]);
  if (size > 0) parts.push(newtons(size));
  if (force.mass) parts.push(`${Number(force.mass.toFixed(2))} kg`);
  if (force.torque && length(force.torque) > 0) parts.push(newtonMetres(length(force.torque)));
  return parts.join(', ') || '0 N';
}
export const newtons = (force: number): string =>
  force < 9995 ? `${force.toFixed(force < 99.5 ? 1 : 0)} N` : `${(force / 1e3).toFixed(1)} kN`;
export const newtonMetres = (torque: number): string => `${torque.toFixed(Math.abs(torque) < 99.5 ? 1 : 0)} N m`;
export const percent = (share: number): string => `${Math.round(100 * share)} %`;

// --- places

function freeName(taken: Iterable<string>, stem: string, separator = '.'): string {
  const names = new Set(taken);
  let i = 1;
  while (names.has(`${stem}${separator}${i}`)) i++;
  return `${stem}${separator}${i}`;
}

// The frame for a load at a point of the body: one that is near on the same segment, or a new one at that point.
export function frameFor(figure: FigureMessage, place: BodyPoint, stem: 'force' | 'support'): { frame: string; at?: BodyPoint } {
  const segment = figure.segments.findIndex(({ name }) => name === place.segment);
  const away = (position: Vec3): number => Math.hypot(...position.map((x, k) => x - place.point[k]!));
  const [near] = figure.frames.filter((frame) => frame.segment === segment).sort((a, b) => away(a.position) - away(b.position));
  if (near && away(near.position) < nearFrame * figure.reach) return { frame: near.name };
  const frames = figure.frames.map(({ name }) => name);
  return { frame: freeName(frames, stem), at: { segment: place.segment, point: place.point.map((x) => Number(x.toFixed(5))) as Vec3 } };
}

// A tenth of the weight, forwards.
export const firstForce = (figure: FigureMessage): Vec3 => [Math.max(1, Math.round((firstPush * gravity * massOf(figure)) / 5) * 5), 0, 0];

// --- supports

export const freeSupportName = (supports: readonly SupportJson[], frame: string): string => {
  const names = supports.map(({ name }) => name);
  return names.includes(frame) ? freeName(names, frame, ' ') : frame;
};

export type PatchKind = 'point' | 'edge' | 'patch';
export const patchKind = ({ patch = [] }: SupportJson): PatchKind => (patch.length < 2 ? 'point' : patch.length === 2 ? 'edge' : 'patch');

// The length along the frame's x and the width along y.
export function patchSize(patch: readonly [number, number][]): { length: number; width: number } {
  const range = (k: 0 | 1): number => Math.max(...patch.map((corner) => corner[k])) - Math.min(...patch.map((corner) => corner[k]));
  return patch.length === 0 ? { length: 0, width: 0 } : { length: range(0), width: range(1) };
}

// A patch of another kind, as large as the one before or as a foot would be.
export function patchOfKind(support: SupportJson, kind: PatchKind, reach: number): [number, number][] {
  const { length: before } = patchSize(support.patch ?? []);
  const half = Number((before > 0 ? before / 2 : 0.06 * reach).toFixed(3)),
    side = Number((half / 3).toFixed(3));
  if (kind === 'point') return [];
  if (kind === 'edge')
    return [
      [-half, 0],
      [half, 0],
    ];
  return [
    [-half, -side],
    [half, -side],
    [half, side],
    [-half, side],
  ];
}

// Scales a patch about its middle.
export function resized(patch: readonly [number, number][], k: 0 | 1, size: number): [number, number][] {
  const values = patch.map((corner) => corner[k]);
  const middle = (Math.max(...values) + Math.min(...values)) / 2,
    factor = size / Math.max(Math.max(...values) - Math.min(...values), 1e-9);
  return patch.map((corner) => {
    const moved: [number, number] = [...corner];
    moved[k] = Number((middle + (corner[k] - middle) * factor).toFixed(5));
    return moved;
  });
}

// [N] The part of a force against gravity; without gravity, along z.
export function upwards(force: ArrayLike<number>, gravity: Vec3): number {
  const size = length(gravity);
  return size > 0 ? -gravity.reduce((sum, g, k) => sum + g * force[k]!, 0) / size : force[2]!;
}

// In words, how a support holds or gives way.
export const stateWords = (state: string): string => (state === 'off' ? 'touches nothing' : state);

// What a support carries now.
export interface Carried {
  force: Vec3; // [N]
  place: Vec3; // [m] where the sum acts
  share: number; // of what all supports carry upwards, as a scene's `share` counts
  state: string;
}
export function carriedBy(statics: StaticsNow, { supports: { length: supports }, gravity: down }: SceneMessage): Carried[] {
  const list = Array.from({ length: supports }, (): Carried => ({ force: [0, 0, 0], place: [0, 0, 0], share: 0, state: 'holds' }));
  const weights = list.map(() => 0),
    counts = list.map(() => 0),
    middles = list.map((): Vec3 => [0, 0, 0]);
  for (const { support, state, place, force } of statics.forces) {
    const one = list[support];
    if (!one) continue;
    const size = length(force);
    one.state = state;
    weights[support]! += size;
    counts[support]!++;
    for (const k of [0, 1, 2] as const) {
      one.force[k] += force[k]!;
      one.place[k] += size * place[k]!;
      middles[support]![k] += place[k]!;
    }
  }
  const all = list.reduce((sum, { force }) => sum + upwards(force, down), 0);
  list.forEach((one, i) => {
    one.place = one.place.map((x, k) => (weights[i]! > 1e-6 ? x / weights[i]! : middles[i]![k]! / Math.max(counts[i]!, 1))) as Vec3;
    one.share = all > 0 ? upwards(one.force, down) / all : 0;
  });
  return list;
}

// --- joints

// Those that bear most first; without strengths by their torque.
export const hardestJoints = (statics: StaticsNow, count: number): JointLoad[] =>
  statics.joints
    .filter(({ ratio }) => ratio > 1e-3)
    .sort((a, b) => b.ratio - a.ratio)
    .slice(0, count);

export const toneOf = (share: number): 'good' | 'warn' | 'bad' => (share < 0.7 ? 'good' : share < 0.999 ? 'warn' : 'bad');
