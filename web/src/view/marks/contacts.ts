// Where the figure comes near something: the nearest points, the line between them and its length. Penetrations are always
// drawn, in red and with a label.

import { Vector3, type Color } from 'three';
import type { ContactPoint } from '../../protocol/snapshot';
import { nameInList } from '../../state/obstacle_list';
import { formatError } from '../../state/error_words';
import { accent, calm, pale, warning } from '../palette';
import type { Drawing } from './drawing';
import { pointOf } from './goals';

const mostNumbers = 8,
  mostOverlaps = 4; // more labels cannot be read
const touching = 5e-5; // [m] a smaller overlap is contact
const farColor = calm,
  nearColor = accent;

function colorOf(clearance: number, far: number): Color {
  if (clearance < -touching) return warning;
  const near = Math.min(1, Math.max(0, 1 - clearance / far));
  return farColor.clone().lerp(nearColor, near * near);
}

const nameOf = (d: Drawing, contact: ContactPoint): string => {
  const obstacle = d.scene.world[contact.obstacle];
  return obstacle ? nameInList(obstacle) : (d.figure.segments[contact.otherSegment]?.name ?? 'itself');
};

export function drawContacts(d: Drawing): void {
  const far = 0.05 * Math.max(d.figure.reach, 1e-3);
  let numbers = 0;
  const said = new Set<string>();
  for (const contact of d.snapshot.contacts) {
    const inside = contact.clearance < -touching;
    if (!inside && !d.options.contacts && !d.options.normals) continue;
    const at = pointOf(contact.point),
      other = pointOf(contact.other),
      color = colorOf(contact.clearance, far);
    if (inside || d.options.contacts) {
      d.lines.line(at, other, { color, width: inside ? 4 : 1.6, over: true });
      d.lines.dot(at, { color, width: inside ? 9 : 5.5, over: true });
      d.lines.dot(other, { color, width: inside ? 6 : 4, over: true });
      const name = nameOf(d, contact);
      if (numbers < mostNumbers && !(inside && (said.has(name) || said.size >= mostOverlaps))) {
        numbers++;
        const middle = at.clone().add(other).multiplyScalar(0.5);
        if (inside) said.add(name);
        if (inside) d.label(middle, `${formatError(contact.clearance, 'm')} inside ${name}`, 'warning', [12, -8]);
        else d.label(middle, formatError(contact.clearance, 'm'), 'axis', [8, -8]);
      }
    }
    if (d.options.normals) drawNormal(d, at, pointOf(contact.normal));
  }
}

function drawNormal(d: Drawing, at: Vector3, normal: Vector3): void {
  const pixel = d.rig.metresPerPixel(at),
    end = at.clone().addScaledVector(normal, 34 * pixel);
  const side = new Vector3().crossVectors(normal, d.rig.backward);
  d.lines.line(at, end, { color: pale, width: 1.6, over: true });
  if (side.lengthSq() < 1e-6) return;
  side.normalize().multiplyScalar(4 * pixel);
  for (const sign of [-1, 1])
    d.lines.line(
      end,
      end
        .clone()
        .addScaledVector(normal, -7 * pixel)
        .addScaledVector(side, sign),
      { color: pale, width: 1.6, over: true },
    );
}

// The ends of virtual arms, each with its search radius as a circle facing the viewer.
export function drawVirtualArms(d: Drawing): void {
  if (!d.options.virtualArms) return;
  const right = new Vector3().setFromMatrixColumn(d.rig.camera.matrixWorld, 0),
    up = new Vector3().setFromMatrixColumn(d.rig.camera.matrixWorld, 1);
  for (const { position, radius } of d.snapshot.arms) {
    const at = pointOf(position);
    d.lines.dot(at, { color: pale, width: 6, over: true });
    if (radius <= 0) continue;
    const circle = Array.from({ length: 48 }, (_, k) => {
      const angle = (2 * Math.PI * k) / 48;
      return at
        .clone()
        .addScaledVector(right, radius * Math.cos(angle))
        .addScaledVector(up, radius * Math.sin(angle));
    });
    d.lines.polyline(circle, { color: pale, width: 1, alpha: 0.35, over: true }, true);
  }
}

// The velocities of moving obstacles: how far they move in half a second.
export function drawVelocities(d: Drawing): void {
  d.scene.world.forEach(({ velocity }, index) => {
    if (!velocity || velocity.every((x) => x === 0)) return;
    const at = d.worldPoses[index]?.position;
    if (!at) return;
    const end = at.clone().addScaledVector(new Vector3(...velocity), 0.5);
    d.lines.line(at, end, { color: accent, width: 2.2, dash: d.scene.world_moves ? 0 : 8, over: true });
    d.lines.dot(end, { color: accent, width: 7, over: true });
  });
}
