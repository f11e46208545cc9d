// All marks of a view, in the order in which their words find room.

import { groupOf } from '../../state/obstacle_list';
import { drawContacts, drawVelocities, drawVirtualArms } from './contacts';
import type { Drawing } from './drawing';
import { drawGoals } from './goals';
import { drawLimits } from './limits';
import type { Trace } from './reach';
import { drawCenterOfMass, drawFrames, drawJointAxes, drawNames } from './skeleton';
import { drawPath } from './path';
import { drawCompass, drawRegions, drawSlopes } from './world';

export const hoverShift = { x: 14, y: 16 }; // [px] of a name from the pointer

interface Tools {
  readonly dragsBody: boolean;
  draw(d: Drawing): void;
}

export function drawMarks(d: Drawing, trace: Trace, tools: Tools): void {
  nameHovered(d);
  nameLit(d);
  drawCompass(d);
  drawSlopes(d);
  drawRegions(d);
  if (d.options.trace) trace.draw(d);
  drawPath(d);
  drawContacts(d);
  drawVirtualArms(d);
  drawVelocities(d);
  drawGoals(d);
  if (!tools.dragsBody) drawLimits(d);
  drawCenterOfMass(d);
  drawJointAxes(d);
  drawFrames(d);
  drawNames(d);
  tools.draw(d);
}

function nameHovered(d: Drawing): void {
  const { hover, pointer } = d;
  const text = hover?.kind === 'segment' ? hover.segment : hover?.kind === 'obstacle' ? hover.name : null;
  if (pointer && text !== null) d.words({ x: pointer.x + hoverShift.x, y: pointer.y + hoverShift.y, text, kind: 'hover' });
}

// What stands in the way says so in words too.
function nameLit(d: Drawing): void {
  for (const one of d.lit) {
    if (one?.kind === 'obstacle') {
      const at = d.scene.world.findIndex(({ name }) => name === one.name || groupOf(name) === one.name);
      const pose = d.worldPoses[at];
      if (pose) d.label(pose.position, `blocks: ${one.name}`, 'warning', [14, -10]);
    }
    if (one?.kind !== 'segment') continue;
    const index = d.solids.findIndex((solid) => d.figure.segments[solid.segment]?.name === one.segment);
    if (index >= 0) d.label(d.poses[index]!.position, `blocks: ${one.segment}`, 'warning', [14, -10]);
  }
}
