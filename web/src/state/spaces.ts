// What frames can reach, as it is shown: coloured by a value of its cells, written as a table.

import type { FoundSpace } from '../protocol/commands';

export type SpaceColor = 'effort' | 'margin' | 'none';
export interface ColoredSpace extends FoundSpace {
  id: number;
  color: SpaceColor;
}
const hasValues = (values: readonly (number | null)[]): boolean => values.some((value) => value !== null);
export const colorsOf = (space: FoundSpace): SpaceColor[] =>
  (['effort', 'margin'] as const).filter((color) => hasValues(space[color])) as SpaceColor[];

// The least and the largest value of a space; null: it has none.
export function valuesOf(space: ColoredSpace): { least: number; largest: number } | null {
  if (space.color === 'none') return null;
  const values = space[space.color].filter((value) => value !== null);
  if (values.length === 0) return null;
  return { least: values.reduce((a, b) => Math.min(a, b)), largest: values.reduce((a, b) => Math.max(a, b)) };
}

export function spaceCsv(space: FoundSpace): string {
  const frame = /[",\n]/.test(space.frame) ? `"${space.frame.replaceAll('"', '""')}"` : space.frame;
  const place = (list: readonly number[], k: number): string => [0, 1, 2].map((i) => list[3 * k + i]!.toFixed(4)).join(',');
  const cells = space.edges.map(
    (edge, k) => `${frame},${edge ? 'edge' : 'inside'},${place(space.places, k)},${space.effort[k] ?? ''},${space.margin[k] ?? ''}`,
  );
  const boundary = Array.from({ length: space.boundary.length / 3 }, (_, k) => `${frame},boundary,${place(space.boundary, k)},,`);
  return ['frame,part,x,y,z,effort,margin', ...cells, ...boundary, ''].join('\n');
}
