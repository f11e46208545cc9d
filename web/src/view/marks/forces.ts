// Forces as arrows: those on the figure, and those at its supports inside their friction cones. The region in which the
// centre of mass may be, on the ground. Torques of joints as arcs about their axes, as long as the torque.

import { Color, Vector3 } from 'three';
import type { JointLoad } from '../../protocol/snapshot';
import type { ForceJson, SupportJson } from '../../protocol/messages';
import { carriedBy, forceWords, length, massOf, metresPerNewton, newtons, percent, stateWords } from '../../state/forces';
import { formatError } from '../../state/error_words';
import { accent, calm, pale, reached, warning } from '../palette';
import { jointFrames, placePose } from '../poses';
import type { Drawing } from './drawing';
import { drawRing, pointOf } from './goals';

const zAxis = new Vector3(0, 0, 1);
const tallestCone = 0.07; // of the figure's size
const shortest = 18; // [px] of an applied arrow: a small force can still be grasped

// --- arrows

interface ArrowStyle {
  color: Color;
  width: number;
  alpha?: number;
}
export function drawArrow(d: Drawing, from: Vector3, to: Vector3, { color, width, alpha = 1 }: ArrowStyle, head = 9): void {
  const way = to.clone().sub(from),
    pixel = d.rig.metresPerPixel(to);
  if (way.length() < 1e-9) return;
  const size = Math.min(head * pixel, 0.5 * way.length());
  way.normalize();
  d.lines.line(from, to.clone().addScaledVector(way, -0.4 * size), { color, width, alpha, over: true });
  const side = new Vector3().crossVectors(way, d.rig.backward);
  if (side.lengthSq() < 1e-6) return d.lines.dot(to, { color, width: 2.5 * width, alpha, over: true });
  side.normalize().multiplyScalar(0.45 * size);
  for (const sign of [-1, 1])
    d.lines.line(to, to.clone().addScaledVector(way, -size).addScaledVector(side, sign), { color, width, alpha, over: true });
}

// Where an applied force begins and ends in the world; null: its frame is gone.
export function forceArrow(
  d: Pick<Drawing, 'figure' | 'snapshot' | 'scene' | 'rig'>,
  force: ForceJson,
): { from: Vector3; to: Vector3; way: Vector3 } | null {
  const pose = placePose(force.frame, d.figure, d.snapshot);
  if (!pose) return null;
  const own = new Vector3(...(force.force ?? [0, 0, 0]));
  const newton = force.in === 'body' ? pose.direction(own) : own;
  if (force.mass) newton.addScaledVector(new Vector3(...d.scene.gravity), force.mass);
  const way = newton.clone().multiplyScalar(metresPerNewton(d.figure, 'push'));
  const least = shortest * d.rig.metresPerPixel(pose.position);
  if (way.length() > 0 && way.length() < least) way.setLength(least);
  return { from: pose.position, to: pose.position.clone().add(way), way: newton };
}

export function drawAppliedForces(d: Drawing): void {
  if (!d.options.forces) return;
  d.scene.forces.forEach((force, number) => {
    const arrow = forceArrow(d, force);
    if (!arrow) return;
    const marked = [d.selection, d.hover].some((one) => one?.kind === 'force' && one.number === number);
    drawArrow(d, arrow.from, arrow.to, { color: accent, width: marked ? 4 : 2.8 }, 13);
    d.lines.dot(arrow.from, { color: accent, width: marked ? 9 : 6.5, over: true });
    const canDrag = (force.force && length(force.force) > 0) || !force.mass;
    if (marked && canDrag) drawRing(d.lines, d.rig, arrow.to, 7, { color: accent, width: 1.6, over: true });
    d.label(arrow.to, forceWords(force), 'goal', [10, -8]);
    if (force.torque && length(force.torque) > 0) {
      const pose = placePose(force.frame, d.figure, d.snapshot)!;
      const torque = new Vector3(...force.torque);
      drawTorque(d, pose.position, force.in === 'body' ? pose.direction(torque) : torque, accent, 1.3);
    }
  });
}

// --- supports

const supportNormal = (d: Drawing, support: SupportJson): Vector3 | null =>
  support.normal ? new Vector3(...support.normal).normalize() : (placePose(support.frame, d.figure, d.snapshot)?.direction(zAxis) ?? null);

export function drawSupportForces(d: Drawing): void {
  const { statics } = d.snapshot;
  if (!d.options.forces || !statics) return;
  const scale = metresPerNewton(d.figure, 'carried');
  for (const { support, place, force } of statics.forces) {
    if (statics.forces.filter((other) => other.support === support).length < 2) continue;
    const from = pointOf(place);
    d.lines.line(from, from.clone().addScaledVector(pointOf(force), scale), { color: calm, width: 1.2, alpha: 0.7 });
    d.lines.dot(from, { color: calm, width: 4 });
  }
  carriedBy(statics, d.scene).forEach((carried, number) => {
    const support = d.scene.supports[number]!,
      normal = supportNormal(d, support);
    if (!normal) return;
    const marked = [d.selection, d.hover].some((one) => one?.kind === 'support' && one.name === support.name);
    const gives = carried.state !== 'holds';
    const color = gives ? warning : reached;
    const at = new Vector3(...carried.place),
      force = new Vector3(...carried.force);
    if (!support.grip)
      drawCone(d, at, normal, support.friction ?? 0.6, scale * Math.max(force.dot(normal), 0), gives ? warning : pale, marked);
    drawArrow(d, at, at.clone().addScaledVector(force, scale), { color, width: marked ? 4 : 3 }, 11);
    if (gives) d.label(at, `${stateWords(carried.state)}: ${support.name}`, 'warning', [14, 6]);
    else if (marked || d.scene.supports.length <= 4)
      d.label(at.clone().addScaledVector(force, scale), newtons(length(carried.force)), 'axis', [8, -8]);
  });
}

// The cone of forces that the surface can give, up to where the arrow ends or as far as it does not hide the figure.
function drawCone(d: Drawing, at: Vector3, normal: Vector3, friction: number, height: number, color: Color, marked: boolean): void {
  const tall = Math.min(Math.max(height, 26 * d.rig.metresPerPixel(at)), tallestCone * d.figure.reach),
    radius = Math.min(friction, 3) * tall;
  const u = (Math.abs(normal.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0)).projectOnPlane(normal).normalize(),
    v = new Vector3().crossVectors(normal, u);
  const top = at.clone().addScaledVector(normal, tall);
  const rim = Array.from({ length: 33 }, (_, k) => {
    const angle = (2 * Math.PI * k) / 32;
    return top
      .clone()
      .addScaledVector(u, radius * Math.cos(angle))
      .addScaledVector(v, radius * Math.sin(angle));
  });
  const alpha = marked ? 0.65 : 0.32;
  d.lines.polyline(rim, { color, width: 1.2, alpha });
  for (let k = 0; k < 32; k += 4) d.lines.line(at, rim[k]!, { color, width: 1, alpha: 0.6 * alpha });
}

// --- the region of the centre of mass

// Its corners on the ground; empty: none is known.
export function regionOnGround(d: Pick<Drawing, 'snapshot' | 'floor'>): Vector3[] {
  return (d.snapshot.statics?.region ?? []).map((corner) => pointOf(corner).setZ(d.floor + 0.002));
}

export function drawSupportRegion(d: Drawing): void {
  const { statics } = d.snapshot;
  if (!d.options.supportRegion || !statics || statics.region.length === 0) return;
  const inside = (statics.margin ?? 0) >= 0;
  const color = inside ? reached : warning;
  d.lines.polyline(regionOnGround(d), { color, width: 1.8, alpha: 0.9 }, true);
  const center = pointOf(d.snapshot.centerOfMass),
    below = center.clone().setZ(d.floor + 0.002);
  d.lines.line(center, below, { color, width: 1.1, dash: 6, alpha: 0.55 });
  d.lines.dot(below, { color, width: 8 });
  drawRing(d.lines, d.rig, below, 8, { color, width: 1.4 });
  if (statics.margin === null) return;
  const edge = below.clone().addScaledVector(pointOf(statics.worstWay), statics.margin);
  d.lines.line(below, edge, { color: pale, width: 1.6 });
  d.label(
    edge,
    inside ? formatError(statics.margin, 'm') : `outside by ${formatError(statics.margin, 'm')}`,
    inside ? 'axis' : 'warning',
    [8, 4],
  );
}

// --- torques

const fullArc = 1.6 * Math.PI; // of the largest torque that is drawn in full
const arcRadius = 0.045; // of the figure's size
const fullTorque = 0.03; // of weight times size: the torque of a full arc

// An arc about the torque's axis, the way it turns, with a head.
function drawTorque(d: Drawing, at: Vector3, torque: Vector3, color: Color, size = 1): void {
  const full = Math.max(fullTorque * 9.81 * massOf(d.figure) * d.figure.reach, 1e-6);
  const angle = Math.min((fullArc * torque.length()) / full, 1.9 * Math.PI);
  if (angle < 0.3) return; // no more than a head
  const axis = torque.clone().normalize(),
    radius = size * arcRadius * d.figure.reach;
  const u = (Math.abs(axis.z) < 0.9 ? zAxis.clone() : new Vector3(1, 0, 0)).projectOnPlane(axis).normalize(),
    v = new Vector3().crossVectors(axis, u);
  const on = (phase: number): Vector3 =>
    at
      .clone()
      .addScaledVector(u, radius * Math.cos(phase))
      .addScaledVector(v, radius * Math.sin(phase));
  const steps = Math.max(3, Math.ceil(angle * 8));
  const arc = Array.from({ length: steps + 1 }, (_, k) => on((angle * k) / steps));
  d.lines.polyline(arc, { color, width: 2.4, over: true });
  const end = arc[steps]!,
    head = Math.min(8 * d.rig.metresPerPixel(end), 0.4 * radius),
    back = on(angle - head / radius)
      .sub(end)
      .normalize(),
    out = end.clone().sub(at).normalize();
  for (const sign of [-1, 1])
    d.lines.line(
      end,
      end
        .clone()
        .addScaledVector(back, head)
        .addScaledVector(out, sign * 0.55 * head),
      { color, width: 2.4, over: true },
    );
}

// Calm, then the accent, then red at the strength.
export function loadColor(ratio: number): Color {
  if (ratio >= 0.999) return warning;
  const mix = Math.min(1, Math.max(0, ratio));
  return calm.clone().lerp(accent, Math.min(1, 1.4 * mix));
}

// A hinge turns about its axis; an elbow bends and twists; of a ball the moment is split into swing and twist (6.4.4).
function torqueParts(d: Drawing, load: JointLoad): { at: Vector3; parts: Vector3[] } | null {
  const segment = d.figure.segments[load.segment];
  if (!segment || segment.coordinates.length === 0 || segment.joint.type === 'prismatic' || segment.joint.type === 'free') return null;
  const { base, moving } = jointFrames(d.figure, d.snapshot, load.segment),
    moment = pointOf(load.moment),
    { joint } = segment;
  const along = (axis: Vector3): Vector3 => axis.clone().multiplyScalar(moment.dot(axis));
  const direction = (axis: readonly number[] | undefined, fallback: Vector3): Vector3 =>
    axis ? new Vector3(...(axis as [number, number, number])).normalize() : fallback.clone();
  switch (joint.type) {
    case 'revolute':
      return { at: base.position, parts: [along(base.direction(direction(joint.axis, zAxis)))] };
    case 'elbow':
      return {
        at: base.position,
        parts: [
          along(base.direction(direction(joint.axis, zAxis))),
          along(moving.direction(direction(joint.twist_axis, new Vector3(1, 0, 0)))),
        ],
      };
    default: {
      const twist = along(moving.direction(zAxis));
      return { at: base.position, parts: [moment.clone().sub(twist), twist] };
    }
  }
}

export function drawTorques(d: Drawing): void {
  const { statics } = d.snapshot;
  if (!statics) return;
  const chosen = d.selection?.kind === 'segment' ? d.selection.segment : null;
  for (const load of statics.joints) {
    const over = load.strength > 0 && load.ratio >= 0.999;
    const name = d.figure.segments[load.segment]?.name;
    if (!d.options.torques && !over && !(d.options.forces && name === chosen)) continue;
    const torques = torqueParts(d, load);
    if (!torques) continue;
    const color = loadColor(load.strength > 0 ? load.ratio : 0.5 * load.ratio);
    torques.parts.forEach((part, k) => drawTorque(d, torques.at, part, color, k === 0 ? 1 : 0.7));
    if (over || name === chosen)
      d.label(torques.at, `${d.figure.segments[load.segment]!.joint.name} ${percent(load.ratio)}`, over ? 'warning' : 'axis', [12, -10]);
  }
}
