// The effector's path while a found path is followed.

import { Vector3 } from 'three';
import { accent } from '../palette';
import type { Drawing } from './drawing';

export function drawPath(d: Drawing): void {
  const line = d.path;
  if (!line || line.length < 6) return;
  const points = Array.from({ length: Math.floor(line.length / 3) }, (_, k) => new Vector3(line[3 * k], line[3 * k + 1], line[3 * k + 2]));
  d.lines.polyline(points, { color: accent, width: 2, alpha: 0.75, over: true });
  d.lines.dot(points[0]!, { color: accent, width: 5, over: true });
}
