// Ghosts: the figure's bones as they are at each key of the time strip.

import { Vector3 } from 'three';
import { calm } from '../palette';
import type { Drawing } from './drawing';

export function drawGhosts(d: Drawing): void {
  const { ghosts, figure } = d;
  if (!ghosts || !d.options.ghosts || d.source) return; // beside a source, only the two of them are compared
  // Many of them are fainter, so that the figure stays in front.
  const alpha = Math.max(0.12, 0.5 / Math.sqrt(ghosts.length));
  for (const ghost of ghosts) {
    if (ghost.length !== 3 * figure.segments.length) continue; // of another figure
    const at = (i: number): Vector3 => new Vector3(ghost[3 * i], ghost[3 * i + 1], ghost[3 * i + 2]);
    figure.segments.forEach(({ parent }, i) => {
      if (parent >= 0) d.lines.line(at(parent), at(i), { color: calm, width: 1.6, alpha });
    });
  }
}
