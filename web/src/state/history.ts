// The data of the plots: errors, clearances, singular values and step times of the last seconds, in ring buffers.

import type { Snapshot, StaticsNow } from '../protocol/snapshot';
import { hardestJoints } from './forces';

export type Column = (number | null)[];

// The last `capacity` numbers; null: no value at that time.
export class Ring {
  private readonly values: Float64Array;
  private next = 0;
  private count = 0;

  constructor(readonly capacity: number) {
    this.values = new Float64Array(capacity);
  }

  get length(): number {
    return this.count;
  }

  push(value: number | null): void {
    this.values[this.next] = value ?? NaN;
    this.next = (this.next + 1) % this.capacity;
    if (this.count < this.capacity) this.count++;
  }

  // Oldest first.
  at(index: number): number | null {
    const value = this.values[(this.next - this.count + index + 2 * this.capacity) % this.capacity]!;
    return Number.isNaN(value) ? null : value;
  }

  column(): Column {
    return Array.from({ length: this.count }, (_, i) => this.at(i));
  }

  clear(): void {
    this.next = this.count = 0;
  }
}

// What the status says of goals that run.
export interface MotionNow {
  optimality: { length: number; joints: readonly number[] } | null;
  closure: { offset: number } | null;
}

export interface Series {
  number: number; // of the task, or which singular value
  values: Column;
}

const restGap = 0.25; // [s] a longer gap between snapshots: the figure was at rest
const mostJoints = 4; // that bear most at some time
const mostSingularValues = 8; // more lines cannot be told apart; the smallest one is always kept

export class History {
  private readonly times: Ring;
  private readonly stepTimes: Ring;
  private readonly largest = new Map<number, Ring>(); // singular values by position
  private readonly smallest: Ring;
  private readonly clearances: Ring;
  private readonly kinetic: Ring;
  private readonly potential: Ring;
  private readonly optimality: Ring;
  private readonly closure: Ring;
  private readonly gains = new Map<number, Ring>(); // what criteria could gain, by degree of freedom
  private readonly errors = new Map<number, Ring>();
  private readonly effort: Ring;
  private readonly margin: Ring;
  private readonly friction: Ring;
  private readonly loads = new Map<number, Ring>(); // of joints, by segment

  constructor(
    readonly capacity = 600,
    readonly interval = 1 / 30,
  ) {
    this.times = new Ring(capacity);
    this.stepTimes = new Ring(capacity);
    this.smallest = new Ring(capacity);
    this.clearances = new Ring(capacity);
    this.kinetic = new Ring(capacity);
    this.potential = new Ring(capacity);
    this.optimality = new Ring(capacity);
    this.closure = new Ring(capacity);
    this.effort = new Ring(capacity);
    this.margin = new Ring(capacity);
    this.friction = new Ring(capacity);
  }

  get length(): number {
    return this.times.length;
  }

  // False: too soon after the last sample, dropped.
  add(
    snapshot: Pick<Snapshot, 'time' | 'stepMicroseconds' | 'tasks' | 'singularValues' | 'leastClearance'> & { statics?: StaticsNow | null },
    energy: { kinetic: number; potential: number } | null = null,
    motion: MotionNow | null = null,
  ): boolean {
    const last = this.times.length > 0 ? this.times.at(this.times.length - 1)! : -Infinity;
    if (snapshot.time < last)
      this.clear(); // another session, or the time was set back
    else if (snapshot.time < last + this.interval) return false;

    // No snapshots arrive at rest: every value holds until just before the next one.
    if (snapshot.time - last > restGap) this.hold(snapshot.time - this.interval);
    this.times.push(snapshot.time);
    this.stepTimes.push(snapshot.stepMicroseconds > 0 ? snapshot.stepMicroseconds : null);
    this.kinetic.push(energy?.kinetic ?? null);
    this.potential.push(energy?.potential ?? null);
    this.optimality.push(motion?.optimality?.length ?? null);
    this.closure.push(motion?.closure?.offset ?? null);
    this.addGains(motion?.optimality?.joints ?? []);
    this.clearances.push(Number.isFinite(snapshot.leastClearance) ? snapshot.leastClearance : null);
    this.addStatics(snapshot.statics ?? null);
    const { singularValues } = snapshot;
    const shown = Math.min(singularValues.length, mostSingularValues);
    for (let i = 0; i < shown; i++) this.ring(this.largest, i);
    for (const [i, ring] of this.largest) ring.push(i < shown ? singularValues[i]! : null);
    this.smallest.push(singularValues.length > mostSingularValues ? singularValues.at(-1)! : null);

    const present = new Map(snapshot.tasks.filter((task) => task.enabled).map((task) => [task.number, task.error]));
    for (const number of present.keys()) this.ring(this.errors, number);
    for (const [number, ring] of this.errors) {
      ring.push(present.get(number) ?? null);
      if (!present.has(number) && empty(ring)) this.errors.delete(number);
    }
    return true;
  }

  private addGains(joints: readonly number[]): void {
    joints.forEach((gain, dof) => gain !== 0 && this.ring(this.gains, dof));
    for (const [dof, ring] of this.gains) ring.push(joints[dof] ?? null);
  }

  private addStatics(statics: StaticsNow | null): void {
    this.effort.push(statics?.effort ?? null);
    this.margin.push(statics?.margin ?? null);
    this.friction.push(statics?.frictionNeeded ?? null);
    const ratios = new Map(statics?.joints.map(({ segment, ratio }) => [segment, ratio]));
    for (const { segment } of statics ? hardestJoints(statics, mostJoints) : []) this.ring(this.loads, segment);
    for (const [segment, ring] of this.loads) {
      ring.push(ratios.get(segment) ?? null);
      if (!ratios.has(segment) && empty(ring)) this.loads.delete(segment);
    }
  }

  private hold(time: number): void {
    if (this.times.length === 0) return;
    this.times.push(time);
    const single = [
      this.stepTimes,
      this.smallest,
      this.clearances,
      this.kinetic,
      this.potential,
      this.optimality,
      this.closure,
      this.effort,
      this.margin,
      this.friction,
    ];
    for (const ring of [...single, ...this.largest.values(), ...this.errors.values(), ...this.loads.values(), ...this.gains.values()])
      ring.push(ring.at(ring.length - 1));
  }

  // A new ring starts with gaps, so that all columns have the same length.
  private ring(rings: Map<number, Ring>, key: number): Ring {
    let ring = rings.get(key);
    if (!ring) {
      rings.set(key, (ring = new Ring(this.capacity)));
      for (let i = 1; i < this.times.length; i++) ring.push(null);
    }
    return ring;
  }

  // Seconds before the newest sample: ... -2, -1, 0.
  timeColumn(): number[] {
    const newest = this.times.length > 0 ? this.times.at(this.times.length - 1)! : 0;
    return this.times.column().map((time) => time! - newest);
  }
  stepTimeColumn(): Column {
    return this.stepTimes.column();
  }
  // [m] the least since the previous sample; null: nothing near.
  clearanceColumn(): Column {
    return this.clearances.column();
  }
  // [J] null: the solver moved the figure.
  motionColumns(): { optimality: Column; closure: Column } {
    return { optimality: this.optimality.column(), closure: this.closure.column() };
  }
  // Of those with the largest values at some time shown, by degree of freedom.
  gainSeries(most: number): Series[] {
    return [...this.gains]
      .map(([number, ring]) => ({ number, values: ring.column() }))
      .map((series) => ({ series, largest: series.values.reduce((most: number, value) => Math.max(most, Math.abs(value ?? 0)), 0) }))
      .sort((a, b) => b.largest - a.largest)
      .slice(0, most)
      .map(({ series }) => series)
      .sort((a, b) => a.number - b.number);
  }
  energyColumns(): { kinetic: Column; potential: Column; total: Column } {
    const kinetic = this.kinetic.column(),
      potential = this.potential.column();
    return { kinetic, potential, total: kinetic.map((value, i) => (value === null ? null : value + (potential[i] ?? 0))) };
  }
  // Effort as it is, the margin in metres, the part of the friction that is needed; null: not shown.
  staticsColumns(): { effort: Column; margin: Column; friction: Column } {
    return { effort: this.effort.column(), margin: this.margin.column(), friction: this.friction.column() };
  }
  // Share of the strength of joints, by segment.
  loadSeries(most: number): Series[] {
    const last = (ring: Ring): number => ring.at(ring.length - 1) ?? 0;
    return [...this.loads]
      .sort(([, a], [, b]) => last(b) - last(a))
      .slice(0, most)
      .sort(([a], [b]) => a - b)
      .map(([number, ring]) => ({ number, values: ring.column() }));
  }
  errorSeries(): Series[] {
    return [...this.errors].sort(([a], [b]) => a - b).map(([number, ring]) => ({ number, values: ring.column() }));
  }
  // The largest ones, numbered from 0; the smallest has number -1 if not all are shown.
  singularSeries(): Series[] {
    const series = [...this.largest].map(([number, ring]) => ({ number, values: ring.column() }));
    if (!empty(this.smallest)) series.push({ number: -1, values: this.smallest.column() });
    return series.filter(({ values }) => values.some((value) => value !== null));
  }

  clear(): void {
    const { times, stepTimes, smallest, clearances, kinetic, potential, optimality, closure, effort, margin, friction } = this;
    for (const ring of [times, stepTimes, smallest, clearances, kinetic, potential, optimality, closure, effort, margin, friction])
      ring.clear();
    this.loads.clear();
    this.gains.clear();
    this.largest.clear();
    this.errors.clear();
  }
}

function empty(ring: Ring): boolean {
  for (let i = 0; i < ring.length; i++) if (ring.at(i) !== null) return false;
  return true;
}

// For a log axis: values below the floor are drawn at the floor.
export const atLeast = (floor: number, column: Column): Column => column.map((value) => (value === null ? null : Math.max(value, floor)));
