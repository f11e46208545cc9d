// The numbers that make a shape's size, each with how to put another in its place; and moving a shape as a whole.

import type { Color, ObstacleJson, ShapeJson, Vec3 } from '../protocol/messages';

export interface ShapeNumber {
  words: string;
  value: number;
  min: number;
  set: (value: number) => ShapeJson;
}

const least = 0.0005; // [m]
const axes = ['x', 'y', 'z'] as const;
const put = (vector: Vec3, i: number, value: number): Vec3 => vector.map((old, k) => (k === i ? value : old)) as Vec3;
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export function shapeNumbers(shape: ShapeJson): ShapeNumber[] {
  switch (shape.shape) {
    case 'sphere': return [{ words: 'Radius', value: shape.radius, min: least, set: (radius) => ({ ...shape, radius }) }];
    case 'capsule': case 'cylinder': {
      const along = minus(shape.b, shape.a);
      const length = Math.hypot(...along);
      const direction: Vec3 = length > 0 ? (along.map((x) => x / length) as Vec3) : [0, 0, 1];
      return [
        { words: 'Radius', value: shape.radius, min: least, set: (radius) => ({ ...shape, radius }) },
        { words: 'Length', value: length, min: least, set: (value) => ({ ...shape, b: shape.a.map((x, i) => x + value * direction[i]!) as Vec3 }) },
      ];
    }
    case 'ellipsoid':
      return axes.map((axis, i) => ({ words: `Radius ${axis}`, value: shape.radii[i]!, min: least, set: (value) => ({ ...shape, radii: put(shape.radii, i, value) }) }));
    case 'box': case 'mesh':
      return axes.map((axis, i) => ({ words: `Size ${axis}`, value: shape.size[i]!, min: least, set: (value) => ({ ...shape, size: put(shape.size, i, value) }) }));
    case 'plane': return [];
  }
}

// `size` [m]: about how large it shall be.
export const addableShapes: readonly { words: string; make: (size: number) => Exclude<ShapeJson, { shape: 'mesh' | 'plane' }> }[] = [
  { words: 'Capsule', make: (size) => ({ shape: 'capsule', a: [0, 0, 0], b: [0, 0, size], radius: size / 5 }) },
  { words: 'Sphere', make: (size) => ({ shape: 'sphere', radius: size / 2 }) },
  { words: 'Ellipsoid', make: (size) => ({ shape: 'ellipsoid', radii: [size / 2, 0.4 * size, 0.3 * size] }) },
  { words: 'Box', make: (size) => ({ shape: 'box', size: [size, size, size] }) },
  { words: 'Cylinder', make: (size) => ({ shape: 'cylinder', a: [0, 0, 0], b: [0, 0, size], radius: size / 4 }) },
];

// To the millimetre below a metre, to the centimetre above: sizes made up here should read well.
export const roundSize = (size: number): number => Number(size.toFixed(size < 1 ? 3 : 2));

// The point a shape is moved by.
export function shapePosition(shape: ShapeJson): Vec3 {
  switch (shape.shape) {
    case 'capsule': case 'cylinder': return shape.a;
    case 'plane': return shape.point ?? [0, 0, 0];
    case 'mesh': return shape.at?.position ?? [0, 0, 0];
    default: return shape.center ?? [0, 0, 0];
  }
}
export function movedTo<S extends ShapeJson>(shape: S, position: Vec3): S {
  const by = minus(position, shapePosition(shape));
  const plus = (point: Vec3): Vec3 => [point[0] + by[0], point[1] + by[1], point[2] + by[2]];
  switch (shape.shape) {
    case 'capsule': case 'cylinder': return { ...shape, a: position, b: plus(shape.b) };
    case 'plane': return { ...shape, point: position };
    case 'mesh': return { ...shape, at: { ...shape.at, position }, center: plus(shape.center ?? [0, 0, 0]) };
    default: return { ...shape, center: position };
  }
}

export function newObstacleName(world: readonly ObstacleJson[], kind: string): string {
  const taken = new Set(world.map(({ name }) => name));
  if (!taken.has(kind)) return kind;
  for (let i = 2; ; i++) if (!taken.has(`${kind} ${i}`)) return `${kind} ${i}`;
}

// As a colour input wants it.
export function colorText(color: Color | undefined): string {
  if (typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color)) return color.toLowerCase();
  if (Array.isArray(color)) {
    return `#${color.map((x) => Math.round(255 * Math.min(1, Math.max(0, x))).toString(16).padStart(2, '0')).join('')}`;
  }
  return '#9aa0a8';
}
