// The skeleton whose motion the figure carries out, to its left.

import { Box3, Vector3 } from 'three';
import type { RetargetAnswer } from '../../protocol/commands';
import { pale } from '../palette';
import type { Drawing } from './drawing';

const beside = 0.75; // of the figure's reach

// Of the source in all its frames, and of the figure that goes the same way beside it.
export function boundsOfMotion({ source }: RetargetAnswer, reach: number): Box3 {
  const box = new Box3();
  for (const points of source.frames) {
    for (let k = 0; k + 2 < points.length; k += 3) box.expandByPoint(new Vector3(points[k], points[k + 1], points[k + 2]));
  }
  box.max.y += beside * reach;
  return box;
}

export function drawSource(d: Drawing): void {
  if (!d.source) return;
  const { parents, points } = d.source,
    aside = beside * Math.max(d.figure.reach, 1e-3);
  const place = (k: number): Vector3 => new Vector3(points[3 * k], points[3 * k + 1]! + aside, points[3 * k + 2]);
  let top = -1;
  parents.forEach((parent, k) => {
    if (top < 0 || points[3 * k + 2]! > points[3 * top + 2]!) top = k;
    if (parent >= 0) d.lines.line(place(parent), place(k), { color: pale, width: 3 });
  });
  if (top >= 0) d.label(place(top), 'source', 'name', [8, -12]);
}
