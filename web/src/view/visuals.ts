// The meshes of a figure's visuals as rows of the shape table and one geometry for all of them: one draw call, however many
// links and colours there are, and one more for each texture.

import { BufferAttribute, BufferGeometry, Quaternion, Vector3, type Color } from 'three';
import type { FigureMessage } from '../protocol/messages';
import type { MeshData, MeshPart, TextureData } from '../state/mesh_store';
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

// What a texture is multiplied by comes from its own file alone.
export const tintOf = (part: MeshPart): Color => colorOf(part.color ?? [1, 1, 1]);

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
          color: part.texture ? tintOf(part) : colorOf(color ?? part.color ?? undefined),
        })),
    );
  });
}

// Triangles that are drawn together.
export interface Piece {
  geometry: BufferGeometry;
  texture: TextureData | null;
}

class Corners {
  private readonly position: Float32Array;
  private readonly normal: Int16Array;
  private readonly shape: Float32Array;
  private readonly uv: Float32Array | null;
  private at = 0;

  constructor(
    private readonly texture: TextureData | null,
    private readonly count: number,
  ) {
    this.position = new Float32Array(3 * count);
    this.normal = new Int16Array(3 * count);
    this.shape = new Float32Array(count);
    this.uv = texture ? new Float32Array(2 * count) : null;
  }

  add({ points, normals, uvs }: MeshData, corner: number, scale: readonly number[], row: number): void {
    const at = this.at++,
      point = 3 * corner;
    let length = 0;
    for (let axis = 0; axis < 3; axis++) {
      this.position[3 * at + axis] = (points[point + axis]! * scale[axis]!) / unit;
      length += (normals[point + axis]! / (scale[axis]! || 1)) ** 2;
    }
    for (let axis = 0; axis < 3; axis++) {
      this.normal[3 * at + axis] = Math.round((32767 * normals[point + axis]!) / (scale[axis]! || 1) / Math.sqrt(length || 1));
    }
    this.shape[at] = row;
    if (!this.uv || !uvs) return;
    this.uv[2 * at] = uvs[2 * corner]!;
    this.uv[2 * at + 1] = uvs[2 * corner + 1]!;
  }

  piece(): Piece {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.position, 3));
    geometry.setAttribute('normal', new BufferAttribute(this.normal, 3, true));
    geometry.setAttribute('corner', new BufferAttribute(new Int8Array(3 * this.count), 3));
    geometry.setAttribute('shape', new BufferAttribute(this.shape, 1));
    if (this.uv) geometry.setAttribute('uv', new BufferAttribute(this.uv, 2));
    geometry.userData.isOwn = true;
    return { geometry, texture: this.texture };
  }
}

// `first`: the row of the first of solidsOfVisuals.
export function visualsPieces(figure: FigureMessage, meshes: Meshes, first: number): Piece[] {
  const visuals = figure.segments.flatMap((segment, index) => (isDrawnByMeshes(figure, index, meshes) ? segment.visuals! : []));
  const counts = new Map<TextureData | null, number>();
  for (const { mesh } of visuals) {
    for (const { texture, triangles } of meshes.get(mesh)!.parts) counts.set(texture, (counts.get(texture) ?? 0) + 3 * triangles);
  }
  // Every corner by itself: points are shared between parts, and rows are not.
  const pieces = new Map([...counts].map(([texture, count]) => [texture, new Corners(texture, count)]));
  let row = first;
  for (const { mesh, scale } of visuals) {
    const data = meshes.get(mesh)!;
    const mirrored = scale[0] * scale[1] * scale[2] < 0;
    let next = 0;
    for (const part of data.parts) {
      const corners = pieces.get(part.texture)!;
      for (let k = 0; k < 3 * part.triangles; k++, next++) {
        const turnedBack = mirrored && k % 3 !== 0 ? (k % 3 === 1 ? 1 : -1) : 0;
        corners.add(data, data.triangles[next + turnedBack]!, scale, row);
      }
      row += 1;
    }
  }
  return [...pieces.values()].map((corners) => corners.piece());
}
