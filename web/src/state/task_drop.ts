// Where a dragged task would land, given the pointer and the layout of the list.

import type { Spot } from './task_list';

export interface RowPlace {
  number: number;
  top: number;
  bottom: number;
}
export interface GroupPlace {
  priority: number;
  top: number; // of its heading
  listTop: number; // below the heading
  bottom: number;
  rows: RowPlace[];
}

export interface Landing {
  spot: Spot;
  y: number; // where to draw the line
}

// The upper half of a heading and the space below the last group create a new priority.
export function landingAt(y: number, groups: readonly GroupPlace[], dragged: number): Landing | null {
  const last = groups.at(-1);
  if (!last) return null;
  if (y > last.bottom + 6) return { spot: { kind: 'after', priority: last.priority }, y: last.bottom + 6 };
  const index = Math.max(0, groups.filter((group) => y >= group.top).length - 1);
  const group = groups[index]!;
  if (y < (group.top + group.listTop) / 2) {
    return { spot: { kind: 'after', priority: groups[index - 1]?.priority ?? 0 }, y: group.top };
  }
  const rows = group.rows.filter((row) => row.number !== dragged);
  const place = rows.filter((row) => y > (row.top + row.bottom) / 2).length;
  return { spot: { kind: 'in', priority: group.priority, index: place }, y: rows[place]?.top ?? rows.at(-1)?.bottom ?? group.listTop };
}
