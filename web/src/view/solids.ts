// The shapes of the figure and the world in one form for drawing, picking and blending. In its own frame a solid is
//
//   { extent * c + radii * n :  c in [-1, 1]^3, |n| <= 1 }       an ellipsoid swept over a box
//
//   ball        extent 0           sphere, ellipsoid
//   capsule     extent (0, 0, h)   radii (r, r, r)
//   cylinder    extent (0, 0, h)   radii (r, r, -): flat ends
//   box         extent: half its size; a rectangle is a box without thickness
//   hull        radii: its reach, three times; the geometry is in `hull`
//   mesh        radii: its unit, three times; the geometry is in visuals.ts; not picked: the shapes of its segment are
//   plane       z < 0 of its frame

import { type Box3, Color as ThreeColor, Quaternion, Vector3 } from 'three';
import type { Color, FigureMessage, ShapeJson, WorldObstacle } from '../protocol/messages';
import { hullOf, type Hull } from './hull';
import { defaultShape } from './palette';
import { fromRotationVector, Pose } from './poses';

export type SolidKind = 'ball' | 'capsule' | 'cylinder' | 'box' | 'hull' | 'mesh' | 'plane';

export interface Solid {
  kind: SolidKind;
  segment: number; // -1: an obstacle
  obstacle: string | null; // name of the obstacle
  group: string | null; // the obstacle's group
  chain: number; // index in the figure's chains, -1: none
  local: Pose; // in the segment's frame, or the world's
  extent: Vector3;
  radii: Vector3;
  hull?: Hull;
  color: ThreeColor; // linear
}

export function colorOf(color: Color | undefined): ThreeColor {
  if (color === undefined) return defaultShape.clone();
  return typeof color === 'string' ? new ThreeColor(color) : new ThreeColor().setRGB(...color, 'srgb');
}

function alongZ(from: Vector3, to: Vector3): { local: Pose; half: number } {
  const axis = to.clone().sub(from),
    length = axis.length();
  const quaternion = length > 0 ? new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), axis.divideScalar(length)) : new Quaternion();
  return { local: new Pose(from.clone().add(to).multiplyScalar(0.5), quaternion), half: length / 2 };
}

type Form = Pick<Solid, 'kind' | 'local' | 'extent' | 'radii' | 'hull'>;

function formOf(shape: ShapeJson): Form {
  const posed = (center?: readonly number[], rotation?: [number, number, number]): Pose =>
    new Pose(new Vector3(...(center ?? [0, 0, 0])), fromRotationVector(rotation ?? [0, 0, 0]));
  switch (shape.shape) {
    case 'sphere':
      return { kind: 'ball', local: posed(shape.center), extent: new Vector3(), radii: new Vector3().setScalar(shape.radius) };
    case 'ellipsoid':
      return { kind: 'ball', local: posed(shape.center, shape.rotation), extent: new Vector3(), radii: new Vector3(...shape.radii) };
    case 'capsule':
    case 'cylinder': {
      const { local, half } = alongZ(new Vector3(...shape.a), new Vector3(...shape.b));
      return { kind: shape.shape, local, extent: new Vector3(0, 0, half), radii: new Vector3().setScalar(shape.radius) };
    }
    case 'box':
    case 'mesh': // drawn as its bounding box
      return {
        kind: 'box',
        local: posed(shape.center, shape.rotation),
        radii: new Vector3(),
        extent: new Vector3(...shape.size).multiplyScalar(0.5),
      };
    case 'rectangle':
      return {
        kind: 'box',
        local: posed(shape.center, shape.rotation),
        radii: new Vector3(),
        extent: new Vector3(shape.size[0] / 2, shape.size[1] / 2, 0),
      };
    case 'convex': {
      const { hull, middle } = hullOf(shape.vertices);
      return { kind: 'hull', local: new Pose(middle), extent: new Vector3(), radii: new Vector3().setScalar(hull.reach), hull };
    }
    case 'plane': {
      const normal = new Vector3(...(shape.normal ?? [0, 0, 1])).normalize();
      const quaternion = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal);
      const local = new Pose(new Vector3(...(shape.point ?? [0, 0, 0])), quaternion);
      return { kind: 'plane', local, extent: new Vector3(), radii: new Vector3() };
    }
  }
}

export function solidsOfFigure(figure: FigureMessage): Solid[] {
  const chains = new Map(figure.chains.map((chain, index) => [chain.name, index]));
  return figure.segments.flatMap((segment, index) =>
    segment.shapes.map((shape) => ({
      ...formOf(shape),
      segment: index,
      obstacle: null,
      group: null,
      color: colorOf(shape.color),
      chain: segment.chain === undefined ? -1 : (chains.get(segment.chain) ?? -1),
    })),
  );
}

export function solidsOfWorld(world: readonly WorldObstacle[]): Solid[] {
  return world.map((obstacle) => ({
    ...formOf(obstacle),
    segment: -1,
    obstacle: obstacle.name,
    group: obstacle.group ?? null,
    color: colorOf(obstacle.color),
    chain: -1,
  }));
}

// Radius of a ball around the origin of its frame that contains it.
export function boundingRadius(solid: Solid): number {
  const { extent, radii } = solid;
  return solid.kind === 'cylinder' ? Math.hypot(extent.z, radii.x) : extent.length() + Math.max(radii.x, radii.y, radii.z);
}

// Half the size of its bounding box along the world's axes when rotated by `q`.
export function halfBox(solid: Solid, q: Quaternion, out: Vector3): Vector3 {
  const { extent, radii } = solid;
  const x = new Vector3(1, 0, 0).applyQuaternion(q),
    y = new Vector3(0, 1, 0).applyQuaternion(q),
    z = new Vector3(0, 0, 1).applyQuaternion(q);
  const swept = (k: 'x' | 'y' | 'z'): number => extent.x * Math.abs(x[k]) + extent.y * Math.abs(y[k]) + extent.z * Math.abs(z[k]);
  const flatEnds = solid.kind === 'cylinder' ? 0 : radii.z;
  const round = (k: 'x' | 'y' | 'z'): number => Math.hypot(radii.x * x[k], radii.y * y[k], flatEnds * z[k]);
  return out.set(swept('x') + round('x'), swept('y') + round('y'), swept('z') + round('z'));
}

// Adds its bounds. A hull that moves counts as the ball around it: it may have many corners, and moves in every picture.
export function addBounds(solid: Solid, pose: Pose, bounds: Box3): void {
  const corner = new Vector3();
  if (solid.hull && solid.segment < 0 && solid.hull.triangles.length > 0) {
    for (const place of solid.hull.triangles.flat())
      bounds.expandByPoint(corner.copy(place).applyQuaternion(pose.quaternion).add(pose.position));
    return;
  }
  const half = halfBox(solid, pose.quaternion, new Vector3());
  bounds.expandByPoint(corner.copy(pose.position).add(half)).expandByPoint(corner.copy(pose.position).sub(half));
}

// Half its smallest thickness.
export function thickness(solid: Solid): number {
  const { extent, radii } = solid;
  if (solid.kind === 'box') return Math.min(extent.x, extent.y, extent.z);
  return Math.min(radii.x, radii.y, radii.z);
}
