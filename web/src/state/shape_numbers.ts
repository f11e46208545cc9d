// The numbers that define a shape's size and position, each with a function that replaces it.

import type { Color, ShapeJson, Vec3 } from '../protocol/messages';
import { token } from '../style/tokens';

export interface ShapeNumber {
  words: string;
  value: number;
  min: number;
  set: (value: number) => ShapeJson;
}

const least = 0.0005; // [m] smaller shapes cannot be seen or picked
const axes = ['x', 'y', 'z'] as const;
const put = (vector: Vec3, i: number, value: number): Vec3 => vector.map((old, k) => (k === i ? value : old)) as Vec3;
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

// The bounding box of points: its middle and its size.
export function boxAround(points: readonly Vec3[]): { middle: Vec3; size: Vec3 } {
  const low: Vec3 = [Infinity, Infinity, Infinity],
    high: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (const point of points)
    point.forEach((x, k) => {
      low[k] = Math.min(low[k]!, x);
      high[k] = Math.max(high[k]!, x);
    });
  return { middle: low.map((x, k) => (x + high[k]!) / 2) as Vec3, size: minus(high, low) };
}

export function shapeNumbers(shape: ShapeJson): ShapeNumber[] {
  switch (shape.shape) {
    case 'sphere':
      return [{ words: 'Radius', value: shape.radius, min: least, set: (radius) => ({ ...shape, radius }) }];
    case 'capsule':
    case 'cylinder': {
      const along = minus(shape.b, shape.a);
      const length = Math.hypot(...along);
      const direction: Vec3 = length > 0 ? (along.map((x) => x / length) as Vec3) : [0, 0, 1];
      return [
        { words: 'Radius', value: shape.radius, min: least, set: (radius) => ({ ...shape, radius }) },
        {
          words: 'Length',
          value: length,
          min: least,
          set: (value) => ({ ...shape, b: shape.a.map((x, i) => x + value * direction[i]!) as Vec3 }),
        },
      ];
    }
    case 'ellipsoid':
      return axes.map((axis, i) => ({
        words: `Radius ${axis}`,
        value: shape.radii[i]!,
        min: least,
        set: (value) => ({ ...shape, radii: put(shape.radii, i, value) }),
      }));
    case 'box':
    case 'mesh':
      return axes.map((axis, i) => ({
        words: `Size ${axis}`,
        value: shape.size[i]!,
        min: least,
        set: (value) => ({ ...shape, size: put(shape.size, i, value) }),
      }));
    case 'rectangle':
      return ([0, 1] as const).map((i) => ({
        words: `Size ${axes[i]}`,
        value: shape.size[i],
        min: least,
        set: (value) => ({ ...shape, size: i === 0 ? [value, shape.size[1]] : [shape.size[0], value] }),
      }));
    case 'convex': {
      const { middle, size } = boxAround(shape.vertices);
      return axes.map((axis, i) => ({
        words: `Size ${axis}`,
        value: size[i]!,
        min: least,
        set: (value) => ({
          ...shape,
          vertices: shape.vertices.map((v) => put(v, i, middle[i]! + ((v[i]! - middle[i]!) * value) / size[i]!)),
        }),
      }));
    }
    case 'plane':
      return [];
  }
}

// To the millimetre below a metre, to the centimetre above: default sizes should be round numbers.
export const roundSize = (size: number): number => Number(size.toFixed(size < 1 ? 3 : 2));

// A shape's reference point.
export function shapePosition(shape: ShapeJson): Vec3 {
  switch (shape.shape) {
    case 'capsule':
    case 'cylinder':
      return shape.a;
    case 'plane':
      return shape.point ?? [0, 0, 0];
    case 'mesh':
      return shape.at?.position ?? [0, 0, 0];
    case 'convex':
      return shape.vertices[0] ?? [0, 0, 0];
    default:
      return shape.center ?? [0, 0, 0];
  }
}

// The visual middle: the gizmo is there, and the position field shows it.
export function shapeMiddle(shape: ShapeJson): Vec3 {
  switch (shape.shape) {
    case 'capsule':
    case 'cylinder':
      return plus(shape.a, shape.b).map((x) => x / 2) as Vec3;
    case 'convex':
      return boxAround(shape.vertices).middle;
    case 'mesh':
      return shape.center ?? [0, 0, 0];
    default:
      return shapePosition(shape);
  }
}

export function movedBy<S extends ShapeJson>(shape: S, by: Vec3): S {
  switch (shape.shape) {
    case 'capsule':
    case 'cylinder':
      return { ...shape, a: plus(shape.a, by), b: plus(shape.b, by) };
    case 'plane':
      return { ...shape, point: plus(shape.point ?? [0, 0, 0], by) };
    case 'mesh':
      return { ...shape, at: { ...shape.at, position: plus(shapePosition(shape), by) }, center: plus(shape.center ?? [0, 0, 0], by) };
    case 'convex':
      return { ...shape, vertices: shape.vertices.map((v) => plus(v, by)) };
    default:
      return { ...shape, center: plus(shape.center ?? [0, 0, 0], by) };
  }
}
export const withMiddleAt = <S extends ShapeJson>(shape: S, middle: Vec3): S => movedBy(shape, minus(middle, shapeMiddle(shape)));

// Half its size along each of its own axes, for handles on its surface; null: it has no size.
export function shapeHalves(shape: ShapeJson): [number, number, number] | null {
  switch (shape.shape) {
    case 'sphere':
      return [shape.radius, shape.radius, shape.radius];
    case 'ellipsoid':
      return shape.radii;
    case 'capsule':
    case 'cylinder':
      return [shape.radius, shape.radius, Math.hypot(...minus(shape.b, shape.a)) / 2];
    case 'box':
      return shape.size.map((x) => x / 2) as Vec3;
    case 'rectangle':
      return [shape.size[0] / 2, shape.size[1] / 2, 0];
    case 'convex':
      return boxAround(shape.vertices).size.map((x) => x / 2) as Vec3;
    default:
      return null;
  }
}

// The shape with another half size along one of its axes and the same middle.
export function withHalf<S extends ShapeJson>(shape: S, axis: number, half: number): S {
  const wanted = Math.max(half, least);
  switch (shape.shape) {
    case 'sphere':
      return { ...shape, radius: wanted };
    case 'ellipsoid':
      return { ...shape, radii: put(shape.radii, axis, wanted) };
    case 'capsule':
    case 'cylinder': {
      if (axis < 2) return { ...shape, radius: wanted };
      const middle = shapeMiddle(shape),
        along = minus(shape.b, shape.a),
        length = Math.hypot(...along);
      const reach = (length > 0 ? along.map((x) => (x / length) * wanted) : [0, 0, wanted]) as Vec3;
      return { ...shape, a: minus(middle, reach), b: plus(middle, reach) };
    }
    case 'box':
      return { ...shape, size: put(shape.size, axis, 2 * wanted) };
    case 'rectangle':
      return { ...shape, size: axis === 0 ? [2 * wanted, shape.size[1]] : [shape.size[0], 2 * wanted] };
    case 'convex':
      return (shapeNumbers(shape)[axis]?.set(2 * wanted) ?? shape) as S;
    default:
      return shape;
  }
}

// As a colour input needs it: "#rrggbb".
export function colorText(color: Color | undefined): string {
  if (typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color)) return color.toLowerCase();
  if (Array.isArray(color)) {
    return `#${color
      .map((x) =>
        Math.round(255 * Math.min(1, Math.max(0, x)))
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
  }
  return token('--shape');
}
