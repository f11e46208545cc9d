// Strengths of joints in a scene: one number for every way, or by axis, angle and direction.

import type { SegmentInfo, StrengthEntry, StrengthJson } from '../protocol/messages';
import { matches } from './task_list';

export type StrengthTable = readonly StrengthEntry[];

const leastStrength = 0.01; // [N m]

export const isByDirection = ({ table, axes }: StrengthJson): boolean => table !== undefined || axes !== undefined;

const constant = (torque: number): StrengthTable => [{ angle: 0, positive: torque, negative: torque }];

// The names of a joint's axes, in the order of the file.
export function axisNames(type: string): string[] {
  if (type === 'elbow') return ['flexion', 'twist'];
  if (type === 'swing') return ['about x', 'about y'];
  if (type === 'ball') return ['about x', 'about y', 'twist'];
  return [''];
}

// Of the first joint that a pattern means.
export function axesOfPattern(pattern: string, segments: readonly SegmentInfo[]): string[] {
  const segment = segments.find(
    ({ joint, coordinates }) => coordinates.length > 0 && joint.type !== 'free' && matches(pattern, joint.name),
  );
  return axisNames(segment?.joint.type ?? 'revolute');
}

// One table per axis.
export function tablesOf({ torque = leastStrength, table, axes }: StrengthJson, count: number): StrengthTable[] {
  if (axes) return axes.map((axis) => (typeof axis === 'number' ? constant(axis) : axis));
  return table ? [table] : Array.from({ length: count }, () => constant(torque));
}

const written = (table: StrengthTable): number | StrengthEntry[] => {
  const [first] = table;
  const isOne = table.length === 1 && first!.angle === 0 && first!.positive === first!.negative;
  return isOne ? first!.positive : [...table];
};

export const withTables = (joints: string, tables: readonly StrengthTable[]): StrengthJson =>
  tables.length === 1 ? { joints, table: [...tables[0]!] } : { joints, axes: tables.map(written) };

// The least it can do, as one number for every way.
export function everyWay(strength: StrengthJson): StrengthJson {
  const all = tablesOf(strength, 1)
    .flat()
    .flatMap(({ positive, negative }) => [positive, negative]);
  return { joints: strength.joints, torque: Math.max(leastStrength, Math.min(...all)) };
}

// Entries stay in the order of their angles, none twice.
export const withEntry = (table: StrengthTable, i: number, entry: StrengthEntry): StrengthTable =>
  [...table.filter((old, j) => j !== i && old.angle !== entry.angle), entry].sort((a, b) => a.angle - b.angle);

// Half a radian beyond the last.
export function withAngleAdded(table: StrengthTable): StrengthTable {
  const last = table[table.length - 1]!;
  return [...table, { ...last, angle: Number((last.angle + 0.5).toFixed(6)) }];
}
