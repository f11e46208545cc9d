// The meshes of a figure's visuals as rows of the shape table and one geometry for all of them: one draw call, however many
// links and colours there are.

import { BufferAttribute, BufferGeometry, Quaternion, Vector3 } from 'three';
import type { FigureMessage } from '../protocol/messages';
import type { MeshData } from '../state/mesh_store';
import { Pose } from './poses';
import { colorOf, type Solid } from './solids';

export type Meshes = ReadonlyMap<string, MeshData>;

// The table multiplies positions by the radii of a row, and takes a hair's breadth from them: a small unit keeps it small.
const unit = 0.01; // [m]

// Are all visuals of this segment here?
export function isDrawnByMeshes(figure: FigureMessage, segment: number, meshes: Meshes): boolean {
  const visuals = figure.segments[segment]?.visuals ?? [];
  return visuals.length > 0 && visuals.every(({ mesh }) => meshes.has(mesh));
}

// A row for each part of each visual.
export function solidsOfVisuals(figure: FigureMessage, meshes: Meshes): Solid[] {
  return figure.segments.flatMap((segment, index) => {
    if (!isDrawnByMeshes(figure, index, meshes)) return [];
    return segment.visuals!.flatMap(({ mesh, position, quaternion, color }) =>
      meshes
        .get(mesh)!
        .parts.map((part): Solid => ({
          kind: 'mesh',
          segment: index,
          obstacle: null,
          group: null,
          chain: -1,
          local: new Pose(new Vector3(...position), new Quaternion(...quaternion)),
          extent: new Vector3(),
          radii: new Vector3().setScalar(unit),
          color: colorOf(color ?? part.color ?? undefined),
        })),
    );
  });
}

// `first`: the row of the first of solidsOfVisuals. Null: there are none.
export function visualsGeometry(figure: FigureMessage, meshes: Meshes, first: number): BufferGeometry | null {
  const visuals = figure.segments.flatMap((segment, index) => (isDrawnByMeshes(figure, index, meshes) ? segment.visuals! : []));
  if (visuals.length === 0) return null;
  const corners = visuals.reduce((sum, { mesh }) => sum + meshes.get(mesh)!.triangles.length, 0);
  // Every corner by itself: points are shared between parts, and rows are not.
  const position = new Float32Array(3 * corners),
    normal = new Int16Array(3 * corners),
    shape = new Float32Array(corners);
  let at = 0,
    row = first;
  for (const { mesh, scale } of visuals) {
    const { points, normals, triangles, parts } = meshes.get(mesh)!;
    const mirrored = scale[0] * scale[1] * scale[2] < 0;
    let next = 0;
    for (const part of parts) {
      for (let k = 0; k < 3 * part.triangles; k++, next++, at++) {
        const turnedBack = mirrored && k % 3 !== 0 ? (k % 3 === 1 ? 1 : -1) : 0;
        const point = 3 * triangles[next + turnedBack]!;
        let length = 0;
        for (let axis = 0; axis < 3; axis++) {
          position[3 * at + axis] = (points[point + axis]! * scale[axis]!) / unit;
          length += (normals[point + axis]! / (scale[axis]! || 1)) ** 2;
        }
        for (let axis = 0; axis < 3; axis++) {
          normal[3 * at + axis] = Math.round((32767 * normals[point + axis]!) / (scale[axis]! || 1) / Math.sqrt(length || 1));
        }
        shape[at] = row;
      }
      row += 1;
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setAttribute('normal', new BufferAttribute(normal, 3, true));
  geometry.setAttribute('corner', new BufferAttribute(new Int8Array(3 * corners), 3));
  geometry.setAttribute('shape', new BufferAttribute(shape, 1));
  geometry.userData.isOwn = true;
  return geometry;
}
