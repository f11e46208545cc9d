// What frames can reach, as it is shown: coloured by a value of its cells, written as a table.

import type { FoundSpace } from '../protocol/commands';

export type SpaceColor = 'effort' | 'margin' | 'manipulability' | 'room' | 'none';
export interface ColoredSpace extends FoundSpace {
  id: number;
  color: SpaceColor;
  cut_open: boolean; // of a map in space: what is nearer to the viewer than its middle is left out, so that one sees into it
}
const hasValues = (values: readonly (number | null)[]): boolean => values.some((value) => value !== null);
export const colorsOf = (space: FoundSpace): SpaceColor[] =>
  (['effort', 'margin', 'manipulability', 'room'] as const).filter((color) => hasValues(space[color] ?? [])) as SpaceColor[];

// What to colour a space by at first: the first value that is not the same everywhere, as effort is without gravity.
export function tellingColor(space: FoundSpace): SpaceColor {
  const colors = colorsOf(space);
  const differs = (color: SpaceColor): boolean => {
    const values = color === 'none' ? [] : (space[color] ?? []).filter((value) => value !== null);
    return values.some((value) => value !== values[0]);
  };
  return colors.find(differs) ?? colors[0] ?? 'none';
}

// The least and the largest value of a space; null: it has none.
export function valuesOf(space: ColoredSpace): { least: number; largest: number } | null {
  if (space.color === 'none') return null;
  const values = (space[space.color] ?? []).filter((value) => value !== null);
  if (values.length === 0) return null;
  return { least: values.reduce((a, b) => Math.min(a, b)), largest: values.reduce((a, b) => Math.max(a, b)) };
}

export function spaceCsv(space: FoundSpace): string {
  const frame = /[",\n]/.test(space.frame) ? `"${space.frame.replaceAll('"', '""')}"` : space.frame;
  const place = (list: readonly number[], k: number): string => [0, 1, 2].map((i) => list[3 * k + i]!.toFixed(4)).join(',');
  const cells = space.edges.map((edge, k) => {
    const values = [space.effort[k], space.margin[k], ...(space.map ? [space.manipulability?.[k], space.room?.[k]] : [])];
    return `${frame},${edge ? 'edge' : 'inside'},${place(space.places, k)},${values.map((value) => value ?? '').join(',')}`;
  });
  const boundary = Array.from({ length: space.boundary.length / 3 }, (_, k) => `${frame},boundary,${place(space.boundary, k)},,`);
  return [`frame,part,x,y,z,effort,margin${space.map ? ',manipulability,room' : ''}`, ...cells, ...boundary, ''].join('\n');
}
