// Frames, names, joint axes and the centre of mass.

import { Vector3 } from 'three';
import { axisColors, backgroundTop, calm, pale } from '../palette';
import { jointFrames, Pose, segmentPose } from '../poses';
import type { Drawing } from './drawing';
import { drawRing, pixelAxes, pointOf } from './goals';

const triadPixels = 26;
const mostNames = 60;

export function drawTriad(d: Drawing, pose: Pose, pixels = triadPixels, alpha = 1): void {
  const size = pixels * d.rig.metresPerPixel(pose.position);
  [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)].forEach((axis, k) => {
    d.lines.line(pose.position, pose.position.clone().addScaledVector(pose.direction(axis), size), {
      color: axisColors[k]!,
      width: 2,
      alpha,
    });
  });
}

// From every segment to the one it hangs from, and from every frame to its segment.
function drawFrameTree(d: Drawing): void {
  const places = d.figure.segments.map((_, index) => segmentPose(d.snapshot, index));
  const line = (from: Vector3, to: Vector3): void => d.lines.line(from, to, { color: pale, width: 1.2, alpha: 0.55 });
  d.figure.segments.forEach(({ parent }, index) => {
    if (parent >= 0) line(places[index]!.position, places[parent]!.position);
  });
  for (const { segment, position } of d.figure.frames) line(places[segment]!.point(new Vector3(...position)), places[segment]!.position);
}

export function drawFrames(d: Drawing): void {
  if (d.options.frames) drawFrameTree(d);
  const chosen = d.selection?.kind === 'frame' ? d.selection.frame : null;
  const hovered = d.hover?.kind === 'frame' ? d.hover.frame : null;
  for (const frame of d.figure.frames) {
    const marked = frame.name === chosen || frame.name === hovered;
    if (!d.options.frames && !marked) continue;
    const pose = segmentPose(d.snapshot, frame.segment).times(Pose.of(frame.position, frame.quaternion));
    drawTriad(d, pose, marked ? 1.4 * triadPixels : triadPixels);
    if (d.options.frames || marked) d.label(pose.position, frame.name, 'name', [8, 4]);
  }
}

// Of a chain only the last link is named: there is no room for more.
export function drawNames(d: Drawing): void {
  if (!d.options.names) return;
  let count = 0;
  d.figure.segments.forEach((segment, index) => {
    if (segment.shapes.length === 0 || count >= mostNames) return;
    const next = d.figure.segments[index + 1];
    if (segment.chain !== undefined && next?.chain === segment.chain) return;
    count++;
    d.label(segmentPose(d.snapshot, index).point(new Vector3(...segment.mass_center)), segment.name, 'name', [-10, -7]);
  });
}

export function drawJointAxes(d: Drawing): void {
  if (!d.options.axes) {
    if (d.rig.locked) drawHinges(d);
    return;
  }
  d.figure.segments.forEach((segment, index) => {
    const { joint } = segment;
    if (joint.type === 'fixed' || joint.type === 'free') return;
    const { base, moving } = jointFrames(d.figure, d.snapshot, index);
    const at = base.position,
      length = 16 * d.rig.metresPerPixel(at);
    const along = (direction: Vector3, color = pale): void =>
      d.lines.line(at.clone().addScaledVector(direction, -length), at.clone().addScaledVector(direction, length), { color, width: 1.6 });
    if (joint.type === 'ball' || joint.type === 'swing') {
      drawRing(d.lines, d.rig, at, 6, { color: pale, width: 1.6 }, 16);
      along(moving.direction(new Vector3(0, 0, 1)), axisColors[2]);
      return;
    }
    const axis = base.direction(new Vector3(...(joint.axis ?? [0, 0, 1])).normalize());
    along(axis);
    if (joint.type === 'elbow') along(moving.direction(new Vector3(...(joint.twist_axis ?? [1, 0, 0])).normalize()), calm);
    if (joint.type === 'prismatic') d.lines.dot(at.clone().addScaledVector(axis, length), { color: pale, width: 5 });
    d.lines.dot(at, { color: pale, width: 4 });
  });
}

// In the plane of a planar figure, hinges are points.
function drawHinges(d: Drawing): void {
  d.figure.segments.forEach((segment, index) => {
    if (segment.joint.type !== 'revolute') return;
    const at = jointFrames(d.figure, d.snapshot, index).base.position.addScaledVector(d.rig.backward, 0.05 * d.figure.reach);
    d.lines.dot(at, { color: backgroundTop, width: 7, alpha: 0.55 });
    d.lines.dot(at, { color: pale, width: 3.5, alpha: 0.9 });
  });
}

// A quartered disc, its plumb line and where that meets the ground.
export function drawCenterOfMass(d: Drawing): void {
  if (!d.options.centerOfMass) return;
  const center = pointOf(d.snapshot.centerOfMass),
    below = center.clone().setZ(d.floor);
  d.lines.line(center, below, { color: pale, width: 1.3, dash: 7, alpha: 0.8 });
  const { right, up } = pixelAxes(d.rig, center);
  drawRing(d.lines, d.rig, center, 8, { color: pale, width: 2 });
  for (const [x, y] of [
    [1, 0],
    [0, 1],
  ] as const) {
    const direction = right
      .clone()
      .multiplyScalar(8 * x)
      .addScaledVector(up, 8 * y);
    d.lines.line(center.clone().sub(direction), center.clone().add(direction), { color: pale, width: 1.6 });
  }
  const radius = 9 * d.rig.metresPerPixel(below);
  const circle = Array.from({ length: 24 }, (_, k) =>
    below.clone().add(new Vector3(radius * Math.cos((2 * Math.PI * k) / 24), radius * Math.sin((2 * Math.PI * k) / 24), 0)),
  );
  d.lines.polyline(circle, { color: pale, width: 1.5 }, true);
  d.lines.dot(below, { color: pale, width: 4 });
  d.label(center, 'centre of mass', 'name', [12, -7]);
}
