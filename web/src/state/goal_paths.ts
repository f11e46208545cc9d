// Paths of goals: the kinds to choose from, moving one as a whole, and making one of a drawn line.

import type { CurveJson, GoalPath, PathPoint, SceneMessage, Vec3 } from '../protocol/messages';

export type PathKind = 'none' | 'circle' | 'sines' | 'spline' | 'recorded' | 'csv';

export const kindWords: Record<PathKind, [label: string, words: string]> = {
  none: ['stands still', ''],
  circle: ['circle', 'Round a centre, at an even pace.'],
  sines: ['to and fro', 'A sum of sines about a centre.'],
  spline: ['through keys', 'Smoothly from key to key.'],
  recorded: ['as recorded', 'Along samples, of a file or of a drag.'],
  csv: ['from a file', 'Along the samples of a CSV file.'],
};

export const kindOf = (path: CurveJson | null): PathKind => (path ? (Object.keys(path)[0] as PathKind) : 'none');

export const pathOf = (scene: Pick<SceneMessage, 'paths'> | null, task: number): GoalPath | null =>
  scene?.paths.find((each) => each.task === task) ?? null;

export const obstaclePathOf = (scene: Pick<SceneMessage, 'paths'> | null, obstacle: string): GoalPath | null =>
  scene?.paths.find((each) => each.obstacle === obstacle) ?? null;

const plus = (a: PathPoint, b: PathPoint): PathPoint =>
  typeof a === 'number' ? a + Number(b) : (a.map((x, i) => x + (b as Vec3)[i]!) as Vec3);

// A path of this kind that begins at `at`; `size`: of the figure, so that the path fits it.
export function newPath(kind: PathKind, at: PathPoint, size: number): CurveJson | null {
  const far = Number((0.1 * size).toPrecision(1));
  const beside: PathPoint = typeof at === 'number' ? 0.3 : [far, 0, 0];
  switch (kind) {
    case 'circle':
      return typeof at === 'number' ? null : { circle: { center: [at[0] - far, at[1], at[2]], radius: far, period: 2 } };
    case 'sines':
      return { sines: { center: at, terms: [{ amplitude: beside, period: 2 }] } };
    case 'spline':
      return {
        spline: {
          keys: [
            { time: 0, target: at },
            { time: 1, target: plus(at, beside) },
          ],
          period: 2,
        },
      };
    default:
      return null;
  }
}

// The whole path moved; null: its points are not here.
export function moved(path: CurveJson, by: Vec3): CurveJson | null {
  if ('circle' in path) return { circle: { ...path.circle, center: plus(path.circle.center, by) as Vec3 } };
  if ('sines' in path) return { sines: { ...path.sines, center: plus(path.sines.center, by) } };
  if ('spline' in path)
    return { spline: { ...path.spline, keys: path.spline.keys.map((key) => ({ ...key, target: plus(key.target, by) })) } };
  if ('recorded' in path && path.recorded.samples === undefined)
    return { recorded: { ...path.recorded, points: path.recorded.points.map((point) => plus(point, by)) } };
  return null;
}

// The path with one key elsewhere.
export function withKey(path: CurveJson, key: number, target: PathPoint): CurveJson {
  if (!('spline' in path)) return path;
  return { spline: { ...path.spline, keys: path.spline.keys.map((each, i) => (i === key ? { ...each, target } : each)) } };
}

// Samples from a CSV file: lines of time and coordinates, by commas, semicolons or blanks; a first line of headings and
// lines that begin with # are skipped. Throws an error with a sentence that names the line.
export function pathFromCsv(text: string, isNumber: boolean): CurveJson {
  const columns = isNumber ? 2 : 4,
    times: number[] = [],
    points: PathPoint[] = [];
  for (const [i, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const numbers = line
      .trim()
      .split(/[\s,;]+/)
      .map(Number);
    if (!numbers.every(Number.isFinite)) {
      if (i === 0) continue; // headings
      throw new Error(`line ${i + 1}: expected numbers`);
    }
    if (numbers.length !== columns) throw new Error(`line ${i + 1}: expected ${columns} numbers, time first, got ${numbers.length}`);
    times.push(numbers[0]!);
    points.push(isNumber ? numbers[1]! : (numbers.slice(1) as Vec3));
  }
  if (times.length === 0) throw new Error('it has no line of numbers');
  return { recorded: { times, points } };
}

export interface DrawnPoint {
  time: number; // [s] since the first
  at: Vec3;
}

const keysPerSecond = 4,
  fewestKeys = 4,
  mostKeys = 24;
const closeShare = 0.15; // of the line's extent: ends nearer than this are one
const round = (x: number): number => Number(x.toFixed(4));

// Keys along a line drawn by hand, evenly in time and as many as its length in time deserves. A line that ends where it
// began loops without a stop there; another one loops back to its start in a quarter of its time. Null: too short.
export function pathThrough(drawn: readonly DrawnPoint[]): CurveJson | null {
  const last = drawn.at(-1),
    first = drawn[0];
  if (!first || !last || drawn.length < 3 || last.time < 0.05) return null;
  const away = (point: Vec3): number => Math.hypot(...point.map((x, i) => x - first.at[i]!));
  const extent = Math.max(...drawn.map(({ at }) => away(at)));
  if (extent === 0) return null;
  const closes = away(last.at) < closeShare * extent;
  const count = Math.min(mostKeys, Math.max(fewestKeys, Math.round(keysPerSecond * last.time)));
  const keys = Array.from({ length: closes ? count : count + 1 }, (_, i) => {
    const time = (last.time * i) / count;
    return { time: round(time), target: pointAt(drawn, time).map(round) as Vec3 };
  });
  return { spline: { keys, period: round(closes ? last.time : 1.25 * last.time) } };
}

function pointAt(drawn: readonly DrawnPoint[], time: number): Vec3 {
  const next = Math.max(
    1,
    drawn.findIndex((each) => each.time >= time),
  );
  const from = drawn[next - 1]!,
    to = drawn[next]!;
  const share = to.time > from.time ? (time - from.time) / (to.time - from.time) : 0;
  return from.at.map((x, i) => x + share * (to.at[i]! - x)) as Vec3;
}

// Errors of a goal by where on its line it was: null where it has not been yet. Pictures may be fewer than pieces of the
// line: what was passed since the last one has the error that is seen now.
export class ErrorsAlong {
  private readonly pieces: (number | null)[];
  private last = -1;
  constructor(readonly line: readonly Vec3[]) {
    this.pieces = line.map(() => null);
  }
  add(goal: Vec3, error: number): void {
    const away = this.line.map((point) => Math.hypot(...point.map((x, i) => x - goal[i]!)));
    const now = away.indexOf(Math.min(...away)),
      count = this.pieces.length,
      passed = this.last < 0 ? 0 : (now - this.last + count) % count;
    for (let k = passed < count / 4 ? passed : 0; k >= 0; k--) this.pieces[(now - k + count) % count] = error;
    this.last = now;
  }
  at(piece: number): number | null {
    return this.pieces[piece] ?? null;
  }
}

// The time of goals that run, between the messages that say it: it goes on at the pace of the messages of the last second.
// That is the pace of real time, 1, unless the solver's steps take longer than what they are of the goals' time.
export class GoalTime {
  private notes: { time: number; at: number }[] = []; // [s] of the goals, and when that was said
  note(time: number, at: number): void {
    const last = this.notes.at(-1);
    if (last && time < last.time) this.notes = []; // they were moved
    this.notes.push({ time, at });
    while (this.notes.length > 2 && this.notes[1]!.at < at - 1) this.notes.shift();
  }
  forget(): void {
    this.notes = [];
  }
  get pace(): number {
    const first = this.notes[0],
      last = this.notes.at(-1);
    return first && last && last.at > first.at ? (last.time - first.time) / (last.at - first.at) : 1;
  }
  // At most 0.2 s on: a message may be late because a step takes long.
  at(now: number): number {
    const last = this.notes.at(-1);
    return last ? last.time + Math.min(1, this.pace) * Math.min(0.2, Math.max(0, now - last.at)) : 0;
  }
}

// Nothing where goals are hardly slower than real time.
export const slowWords = (pace: number): string | null =>
  pace >= 0.75 ? null : `${pace >= 0.095 ? pace.toFixed(1) : pace.toPrecision(1)}× real time`;
