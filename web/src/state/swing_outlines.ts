// The outlines of a swing limit: one polygon, or several of which all hold (the others are holes).

import type { JointJson, Vec3 } from '../protocol/messages';

type Swing = NonNullable<JointJson['swing']>;

export const outlinesOf = (swing: Swing | undefined): Vec3[][] =>
  swing === undefined || 'ellipse' in swing ? [] : 'polygons' in swing ? swing.polygons : [swing.polygon];

export const withOutlines = (outlines: Vec3[][]): Swing => (outlines.length === 1 ? { polygon: outlines[0]! } : { polygons: outlines });

export const unit = ([x, y, z]: Vec3): Vec3 => {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
};

export const angleBetween = (a: Vec3, b: Vec3): number =>
  2 * Math.atan2(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), Math.hypot(a[0] + b[0], a[1] + b[1], a[2] + b[2]));

const replaced = (outlines: Vec3[][], outline: number, corners: Vec3[]): Vec3[][] =>
  outlines.map((old, k) => (k === outline ? corners : old));

export const withCorner = (outlines: Vec3[][], outline: number, corner: number, to: Vec3): Vec3[][] =>
  replaced(
    outlines,
    outline,
    outlines[outline]!.map((old, k) => (k === corner ? unit(to) : old)),
  );

// A corner in the middle of the edge that starts at `corner`.
export function withNewCorner(outlines: Vec3[][], outline: number, corner: number): Vec3[][] {
  const corners = outlines[outline]!;
  return replaced(outlines, outline, [...corners.slice(0, corner + 1), middleOfEdge(corners, corner), ...corners.slice(corner + 1)]);
}
export function middleOfEdge(corners: Vec3[], corner: number): Vec3 {
  const a = corners[corner]!,
    b = corners[(corner + 1) % corners.length]!;
  return unit([a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
}

// Null: an outline has at least three corners.
export function withoutCorner(outlines: Vec3[][], outline: number, corner: number): Vec3[][] | null {
  const corners = outlines[outline]!;
  return corners.length <= 3
    ? null
    : replaced(
        outlines,
        outline,
        corners.filter((_, k) => k !== corner),
      );
}

export const longestEdge = (corners: Vec3[]): number =>
  corners.reduce((best, _, k) => {
    const length = (i: number) => angleBetween(corners[i]!, corners[(i + 1) % corners.length]!);
    return length(k) > length(best) ? k : best;
  }, 0);

// An outline through the directions of an ellipse, counter-clockwise as seen from outside.
export const outlineOfEllipse = ([rx, ry]: readonly [number, number], corners = 8): Vec3[] =>
  Array.from({ length: corners }, (_, k) => {
    const angle = (2 * Math.PI * k) / corners,
      s: [number, number] = [rx * Math.cos(angle), ry * Math.sin(angle)],
      size = Math.hypot(...s) || 1;
    // exp(s_x, s_y, 0) z
    return [(s[1] / size) * Math.sin(size), (-s[0] / size) * Math.sin(size), Math.cos(size)];
  });

// A small hole around a direction: clockwise, so that its outside is allowed.
export function holeAround([x, y, z]: Vec3, radius = 0.15): Vec3[] {
  const side = unit(Math.abs(x) < 0.9 ? [0, z, -y] : [-z, 0, x]),
    other: Vec3 = [y * side[2] - z * side[1], z * side[0] - x * side[2], x * side[1] - y * side[0]];
  return Array.from({ length: 4 }, (_, k) => {
    const angle = (-2 * Math.PI * k) / 4,
      c = Math.sin(radius) * Math.cos(angle),
      s = Math.sin(radius) * Math.sin(angle),
      d = Math.cos(radius);
    return [d * x + c * side[0] + s * other[0], d * y + c * side[1] + s * other[1], d * z + c * side[2] + s * other[2]];
  });
}
