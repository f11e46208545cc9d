// Twist limits that depend on where the limb points: a table of ranges, bilinear in azimuth and deviation (figure/joint.h).

import type { JointJson, Range } from '../protocol/messages';

type Twist = JointJson['twist'];
export type TwistTable = Exclude<NonNullable<Twist>, unknown[]>;
type Swing = readonly [number, number];

export const isTable = (twist: Twist): twist is TwistTable => twist !== null && twist !== undefined && !Array.isArray(twist);

interface Share {
  row: number;
  column: number; // without a meaning in row 0: without swing there is no azimuth
  weight: number;
}

// The entries around a swing and their weights; those of row 0 are one.
function shares({ rows, largest_deviation }: TwistTable, [sx, sy]: Swing): Share[] {
  const columns = rows[0]!.length,
    deviation = (Math.min(Math.hypot(sx, sy), largest_deviation) / largest_deviation) * (rows.length - 1),
    azimuth = ((Math.atan2(sy, sx) / (2 * Math.PI) + 1) % 1) * columns;
  const row = Math.min(Math.floor(deviation), rows.length - 2),
    column = Math.floor(azimuth) % columns,
    u = deviation - row,
    v = azimuth - Math.floor(azimuth);
  const of = (r: number, weight: number): Share[] =>
    r === 0
      ? [{ row: 0, column: 0, weight }]
      : [
          { row: r, column, weight: weight * (1 - v) },
          { row: r, column: (column + 1) % columns, weight: weight * v },
        ];
  return [...of(row, 1 - u), ...of(row + 1, u)].filter(({ weight }) => weight > 0);
}

const entry = ({ rows }: TwistTable, { row, column }: Share, end: 0 | 1): number => rows[row]![column]?.[end] ?? 0;

// The twist range at a swing; null: no limit.
export function twistAt(twist: Twist, swing: Swing): [number | null, number | null] {
  if (!twist) return [null, null];
  if (!isTable(twist)) return [twist[0], twist[1]];
  const around = shares(twist, swing),
    end = (i: 0 | 1): number => around.reduce((sum, share) => sum + share.weight * entry(twist, share, i), 0);
  return [end(0), end(1)];
}

// The table with this range at a swing: the entries around it change by as little as brings that about, and no range is
// turned inside out.
export function withTwistAt(table: TwistTable, swing: Swing, range: Range): TwistTable {
  const around = shares(table, swing),
    now = twistAt(table, swing),
    size = around.reduce((sum, { weight }) => sum + weight * weight, 0);
  const rows = table.rows.map((row) => row.map((old): [number, number] => [old?.[0] ?? 0, old?.[1] ?? 0]));
  for (const { row, column, weight } of around) {
    const changed = rows[row]![column]!.map((old, i) => old + (((range?.[i] ?? now[i] ?? 0) - now[i]!) * weight) / size);
    const [from, to] = changed as [number, number],
      middle = (from + to) / 2;
    const kept: [number, number] = from <= to ? [from, to] : [middle, middle];
    if (row === 0) rows[0] = rows[0]!.map(() => [...kept]);
    else rows[row]![column] = kept;
  }
  return { ...table, rows };
}

// A table that holds one range everywhere, to be shaped by dragging.
export function tableOfRange([from, to]: readonly [number, number], largest_deviation: number, rows = 3, columns = 8): TwistTable {
  return {
    largest_deviation,
    rows: Array.from({ length: rows }, () => Array.from({ length: columns }, (): [number, number] => [from, to])),
  };
}

// "3 × 8 ranges to 90°", of swing
export const tableWords = ({ rows, largest_deviation }: TwistTable): string =>
  `${rows.length} × ${rows[0]!.length} ranges to ${Math.round((largest_deviation * 180) / Math.PI)}°`;
