// The measured table: its columns, what is best in each, and what it was measured on.

import type { ComparisonRow } from '../protocol/messages';
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
  { key: 'least_clearance', words: 'Clear', tip: 'The least clearance of all frames; negative: it went inside.', write: clearanceWords, prefers: 'large' },
  { key: 'mean_error', words: 'Error', tip: 'How far the worst task was off, on average.', write: (row) => formatError(row.mean_error, 'm'), prefers: 'small' },
  { key: 'largest_bend', words: 'Kink', tip: 'The sharpest bend between two links.', write: (row) => `${degrees(row.largest_bend).toFixed(0)}°`, prefers: 'small' },
  { key: 'reversals', words: 'Back', tip: 'Frames in which a joint moved back: trembling.', write: (row) => String(row.reversals), prefers: 'small' },
  { key: 'step_microseconds', words: 'Step', tip: 'Mean time of one step.', write: (row) => formatMicroseconds(row.step_microseconds), prefers: 'small' },
];

// The technique that is best in a column, of those that never went inside; none where several are.
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

export const courseWords = ({ course, frames }: ComparisonRow): string =>
  course === 0 ? `Nothing was dragged yet: ${frames} steps towards the goals.` : `The last drag, ${frames} steps long.`;
