// All marks of a view; labels drawn earlier get the better places.

import type { ViewTools } from '../access';
import { drawContacts, drawVelocities, drawVirtualArms } from './contacts';
import type { Drawing } from './drawing';
import { drawAppliedForces, drawSupportForces, drawSupportRegion, drawTorques } from './forces';
import { drawGoalPaths, type PathErrors } from './goal_paths';
import { drawGoals } from './goals';
import { drawLimits } from './limits';
import { drawInertiaRings } from './inertia';
import { drawOutlines, type Trace } from './reach';
import { drawCenterOfMass, drawFrames, drawJointAxes, drawNames } from './skeleton';
import { drawPath } from './path';
import { drawTies } from './ties';
import { drawCompass, drawRegions, drawSlopes } from './world';

export const hoverShift = { x: 14, y: 16 }; // [px] from the pointer to a name

export function drawMarks(d: Drawing, trace: Trace, errors: PathErrors, tools: ViewTools | null): void {
  nameHovered(d);
  nameLit(d);
  drawCompass(d);
  drawSlopes(d);
  drawRegions(d);
  if (d.options.trace) trace.draw(d);
  drawPath(d);
  drawOutlines(d);
  drawContacts(d);
  drawVirtualArms(d);
  drawVelocities(d);
  drawSupportRegion(d);
  drawSupportForces(d);
  drawTorques(d);
  drawAppliedForces(d);
  drawGoalPaths(d, errors);
  drawTies(d);
  drawGoals(d);
  drawInertiaRings(d);
  if (!tools?.dragsBody) drawLimits(d);
  drawCenterOfMass(d);
  drawJointAxes(d);
  drawFrames(d);
  drawNames(d);
  tools?.draw(d);
}

function nameHovered(d: Drawing): void {
  const { hover, pointer } = d;
  const text = hover?.kind === 'segment' ? hover.segment : hover?.kind === 'obstacle' ? hover.name : null;
  if (pointer && text !== null) d.words({ x: pointer.x + hoverShift.x, y: pointer.y + hoverShift.y, text, kind: 'hover' });
}

// Labels for blockers, besides their colour.
function nameLit(d: Drawing): void {
  for (const one of d.lit) {
    if (one?.kind === 'obstacle') {
      const at = d.scene.world.findIndex(({ name, group }) => name === one.name || group === one.name);
      const pose = d.worldPoses[at];
      if (pose) d.label(pose.position, `blocks: ${one.name}`, 'warning', [14, -10]);
    }
    if (one?.kind !== 'segment') continue;
    const index = d.solids.findIndex((solid) => d.figure.segments[solid.segment]?.name === one.segment);
    if (index >= 0) d.label(d.poses[index]!.position, `blocks: ${one.segment}`, 'warning', [14, -10]);
  }
}
