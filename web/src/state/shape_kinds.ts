// The kinds of solids that can be added to a segment or to the world.

import type { ShapeJson, Vec3 } from '../protocol/messages';

export type ShapeKind = ShapeJson['shape'];

export const kindWords: Record<ShapeKind, string> = {
  sphere: 'Sphere',
  box: 'Box',
  capsule: 'Capsule',
  cylinder: 'Cylinder',
  ellipsoid: 'Ellipsoid',
  rectangle: 'Rectangle',
  plane: 'Plane',
  convex: 'Convex solid',
  mesh: 'Mesh',
};

export interface AddableShape {
  kind: ShapeKind;
  words: string;
  note: string;
  make: (size: number) => ShapeJson; // of about this size [m], around the origin
}

// A gem: two tips and a ring of five vertices, unlike any other shape.
function gem(size: number): Vec3[] {
  const ring = Array.from({ length: 5 }, (_, k): Vec3 => {
    const angle = (2 * Math.PI * k) / 5;
    return [rounded(0.5 * size * Math.cos(angle)), rounded(0.5 * size * Math.sin(angle)), 0];
  });
  return [[0, 0, rounded(-0.45 * size)], ...ring, [0, 0, rounded(0.6 * size)]];
}
const rounded = (x: number): number => Number(x.toFixed(4));

const entry = (kind: ShapeKind, note: string, make: AddableShape['make']): AddableShape => ({ kind, words: kindWords[kind], note, make });

const solids: readonly AddableShape[] = [
  entry('sphere', 'A ball', (size) => ({ shape: 'sphere', radius: size / 2 })),
  entry('box', 'A cuboid of any size', (size) => ({ shape: 'box', size: [size, size, size] })),
  entry('capsule', 'A rod with round ends', (size) => ({ shape: 'capsule', a: [0, 0, -size / 2], b: [0, 0, size / 2], radius: size / 5 })),
  entry('cylinder', 'A rod with flat ends', (size) => ({ shape: 'cylinder', a: [0, 0, -size / 2], b: [0, 0, size / 2], radius: size / 4 })),
  entry('ellipsoid', 'A sphere with three radii', (size) => ({ shape: 'ellipsoid', radii: [size / 2, 0.4 * size, 0.3 * size] })),
];
// On a segment, a rod starts at the segment's origin.
export const segmentShapes: readonly AddableShape[] = solids.map((each) => ({
  ...each,
  make: (size) => {
    const shape = each.make(size);
    return 'a' in shape ? { ...shape, a: [0, 0, 0], b: [0, 0, size] } : shape;
  },
}));
export const worldShapes: readonly AddableShape[] = [
  ...solids,
  entry('rectangle', 'A flat sheet without thickness', (size) => ({ shape: 'rectangle', size: [1.5 * size, size] })),
  entry('plane', 'A half-space: everything behind it is solid', () => ({ shape: 'plane' })),
  entry('convex', 'The convex hull of points', (size) => ({ shape: 'convex', vertices: gem(size) })),
];
