// What frames can reach: in a plane a translucent sheet of coloured cells, in space a cloud of the cells at its edge, and of
// a map in space a small cube for every cell. The outlines are lines (marks/reach.ts).

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  type Color,
  DoubleSide,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Plane,
  Points,
  PointsMaterial,
  Vector3,
} from 'three';
import { valuesOf, type ColoredSpace } from '../state/spaces';
import { accent, mapColor } from './palette';

const sheetOpacity = 0.42,
  cloudOpacity = 0.85;

// Red, green and blue of every cell, in the space the renderer works in.
function cellColors(space: ColoredSpace): Color[] {
  const range = valuesOf(space),
    plain = accent.clone();
  return space.edges.map((_, k) => {
    const value = space.color === 'none' ? null : space[space.color]?.[k];
    if (value === null || value === undefined || !range) return plain;
    const width = range.largest - range.least;
    return mapColor(width > 0 ? (value - range.least) / width : 0);
  });
}

// Two triangles per cell.
export function sheetOf(space: ColoredSpace): { positions: Float32Array; colors: Float32Array } {
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  const count = space.edges.length,
    colors = cellColors(space);
  const positions = new Float32Array(18 * count),
    levels = new Float32Array(18 * count);
  for (let cell = 0; cell < count; cell++) {
    corners.forEach(([a, b], corner) => {
      const at = 18 * cell + 3 * corner;
      for (let k = 0; k < 3; k++) positions[at + k] = space.places[3 * cell + k]! + 0.5 * space.cell * (a * space.u[k]! + b * space.v[k]!);
      colors[cell]!.toArray(levels, at);
    });
  }
  return { positions, colors: levels };
}

function cloudOf(space: ColoredSpace): { positions: Float32Array; colors: Float32Array } {
  const colors = cellColors(space),
    positions: number[] = [],
    levels: number[] = [];
  space.edges.forEach((edge, k) => {
    if (!edge) return;
    positions.push(space.places[3 * k]!, space.places[3 * k + 1]!, space.places[3 * k + 2]!);
    levels.push(...colors[k]!.toArray());
  });
  return { positions: new Float32Array(positions), colors: new Float32Array(levels) };
}

// Small enough that one sees between the cubes what is behind them.
const cubeShare = 0.34; // of a cell
function cubesOf(space: ColoredSpace): InstancedMesh<BufferGeometry, MeshBasicMaterial> {
  const size = cubeShare * space.cell,
    colors = cellColors(space);
  const cubes = new InstancedMesh<BufferGeometry, MeshBasicMaterial>(
    new BoxGeometry(size, size, size),
    new MeshBasicMaterial({ transparent: true, opacity: cloudOpacity, toneMapped: false }),
    space.edges.length,
  );
  const at = new Matrix4();
  space.edges.forEach((_, k) => {
    cubes.setMatrixAt(k, at.makeTranslation(space.places[3 * k]!, space.places[3 * k + 1]!, space.places[3 * k + 2]!));
    cubes.setColorAt(k, colors[k]!);
  });
  if (space.cut_open) cutTowardsViewer(cubes, middleOf(space.places));
  return cubes;
}

function middleOf(places: readonly number[]): Vector3 {
  const middle = new Vector3();
  for (let k = 0; k < places.length; k += 3) middle.add(new Vector3(places[k], places[k + 1], places[k + 2]));
  return middle.divideScalar(Math.max(places.length / 3, 1));
}

// Of every view on its own: what is on the viewer's side of `middle` is not drawn.
function cutTowardsViewer(cubes: InstancedMesh<BufferGeometry, MeshBasicMaterial>, middle: Vector3): void {
  const plane = new Plane(),
    direction = new Vector3();
  cubes.material.clippingPlanes = [plane];
  cubes.onBeforeRender = (_renderer, _scene, camera) => {
    plane.setFromNormalAndCoplanarPoint(camera.getWorldDirection(direction), middle);
  };
}

export class AccessFill {
  readonly group = new Group();

  set(spaces: readonly ColoredSpace[]): void {
    this.dispose();
    for (const space of spaces) {
      if (space.map && !space.in_plane) {
        const cubes = cubesOf(space);
        cubes.frustumCulled = false;
        cubes.renderOrder = 35;
        this.group.add(cubes);
        continue;
      }
      const { positions, colors } = space.in_plane ? sheetOf(space) : cloudOf(space);
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(positions, 3));
      geometry.setAttribute('color', new BufferAttribute(colors, 3));
      const shared = { vertexColors: true, transparent: true, depthWrite: false, toneMapped: false };
      const part = space.in_plane
        ? new Mesh(geometry, new MeshBasicMaterial({ ...shared, opacity: sheetOpacity, side: DoubleSide }))
        : new Points(geometry, new PointsMaterial({ ...shared, opacity: cloudOpacity, size: 0.4 * space.cell }));
      part.frustumCulled = false;
      part.renderOrder = 35;
      this.group.add(part);
    }
  }
  dispose(): void {
    for (const part of [...this.group.children] as (Mesh<BufferGeometry, MeshBasicMaterial> | Points<BufferGeometry, PointsMaterial>)[]) {
      part.geometry.dispose();
      part.material.dispose();
      if (part instanceof InstancedMesh) part.dispose();
      this.group.remove(part);
    }
  }
}
