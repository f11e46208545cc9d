// Ties of the figure: the outline of the ellipsoid that a place glides on, or the line between two places that are one. Quiet
// while they hold, dashed and named with the gap where a technique lets them go, orange where they block a task.

import type { TieJson } from '../../protocol/messages';
import { formatError } from '../../state/error_words';
import { accent, calm, pale, warning } from '../palette';
import { outlineOfEllipsoid, tieState, type TieState } from '../ties';
import type { Drawing } from './drawing';
import { drawRing } from './goals';

const isTie = (d: Drawing, tie: TieJson, which: 'selection' | 'hover'): boolean => {
  const one = d[which];
  return one?.kind === 'tie' && one.name === tie.name;
};

export function drawTies(d: Drawing): void {
  const drawn = new Set<string>(); // several places may glide on one ellipsoid
  // Those that stand out come first, so that a shared ellipsoid has their colour.
  const rank = (tie: TieJson): number => (isLit(d, tie) ? 0 : isTie(d, tie, 'selection') || isTie(d, tie, 'hover') ? 1 : 2);
  for (const tie of [...d.figure.ties].sort((a, b) => rank(a) - rank(b))) {
    const state = tieState(tie, d.figure, d.snapshot);
    const marked = rank(tie) < 2;
    if (!state || (!d.options.ties && !marked && state.holds)) continue;
    const color = isLit(d, tie) ? warning : !state.holds ? accent : marked ? pale : calm;
    const style = { color, width: marked || !state.holds ? 2 : 1.2, dash: state.holds ? 0 : 8, alpha: marked ? 0.9 : 0.55 };
    const surface = `${tie.to} ${tie.radii?.join(' ')}`;
    if (tie.radii && !drawn.has(surface)) {
      drawn.add(surface);
      d.lines.polyline(outlineOfEllipsoid(state.to, tie.radii, seenFrom(d)), style, true);
    }
    if (!tie.radii && !state.holds) d.lines.line(state.frame.position, state.to.position, { ...style, alpha: 0.9 });
    d.lines.dot(state.frame.position, { color, width: marked ? 8 : 5.5, over: true });
    drawRing(d.lines, d.rig, state.frame.position, marked ? 8 : 6, { color, width: marked ? 2 : 1.3, over: true }, 20);
    nameTie(d, tie, state, marked);
  }
}

const isLit = (d: Drawing, tie: TieJson): boolean => d.lit.some((one) => one?.kind === 'tie' && one.name === tie.name);

function seenFrom(d: Drawing): Parameters<typeof outlineOfEllipsoid>[2] {
  return d.rig.flat ? { direction: d.rig.backward } : { eye: d.rig.camera.position };
}

function nameTie(d: Drawing, tie: TieJson, state: TieState, marked: boolean): void {
  const at = state.frame.position;
  if (isLit(d, tie)) d.label(at, `blocks: ${tie.name}`, 'warning', [14, -10]);
  else if (!state.holds) d.label(at, `${tie.name}: ${formatError(state.gap, 'm')} off`, 'warning', [14, -10]);
  else if (marked || d.options.names) d.label(at, tie.name, 'name', [12, -8]);
}
