// The table that compares techniques: its columns, the best in each, and what was measured.

import type { ComparisonRow } from '../protocol/commands';
import { degrees, formatError, formatMicroseconds } from './error_words';

type Key = 'least_clearance' | 'mean_error' | 'largest_bend' | 'reversals' | 'step_microseconds';

interface Column {
  key: Key;
  words: string;
  tip: string;
  write: (row: ComparisonRow) => string;
  prefers: 'small' | 'large';
}

const clearanceWords = ({ least_clearance }: ComparisonRow): string =>
  least_clearance === null ? 'far' : `${least_clearance < -5e-5 ? '−' : ''}${formatError(least_clearance, 'm')}`;

export const comparedColumns: readonly Column[] = [
  {
    key: 'least_clearance',
    words: 'Clearance',
    tip: 'The smallest clearance during the drag; negative: penetration.',
    write: clearanceWords,
    prefers: 'large',
  },
  {
    key: 'mean_error',
    words: 'Error',
    tip: 'The mean error of the worst task.',
    write: (row) => formatError(row.mean_error, 'm'),
    prefers: 'small',
  },
  {
    key: 'largest_bend',
    words: 'Bend',
    tip: 'The sharpest bend between two links.',
    write: (row) => `${degrees(row.largest_bend).toFixed(0)}°`,
    prefers: 'small',
  },
  {
    key: 'reversals',
    words: 'Jitter',
    tip: 'Steps in which a joint reversed its direction.',
    write: (row) => String(row.reversals),
    prefers: 'small',
  },
  {
    key: 'step_microseconds',
    words: 'Step',
    tip: 'The mean time of one step.',
    write: (row) => formatMicroseconds(row.step_microseconds),
    prefers: 'small',
  },
];

// The best technique in each column among those without penetration; none if two are equal.
export function bestOf(rows: readonly ComparisonRow[]): Partial<Record<Key, string>> {
  const best: Partial<Record<Key, string>> = {};
  const clear = rows.filter(({ penetrations }) => penetrations === 0);
  if (clear.length < 2) return best;
  for (const { key, prefers, write } of comparedColumns) {
    const value = (row: ComparisonRow): number => (prefers === 'large' ? -1 : 1) * (row[key] ?? Infinity);
    const sorted = [...clear].sort((a, b) => value(a) - value(b));
    if (write(sorted[0]!) !== write(sorted[1]!)) best[key] = sorted[0]!.technique;
  }
  return best;
}

export const courseWords = ({ course, steps }: ComparisonRow): string =>
  course === 0 ? `No drag yet: ${steps} steps towards the goals.` : `The last drag, ${steps} steps.`;
