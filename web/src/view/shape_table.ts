// The data of every solid for the shaders, as a texture of floats with `texelsPerShape` texels per solid:
//
//   0  position, state      2  radii, reach of blending     4  extent, radius of influence
//   1  quaternion           3  colour (linear), strand      5..   neighbours (blending.ts), four to a texel
//
// state: 0 normal, 1 hovered, 2 selected, 3 lit up as a blocker.

import { DataTexture, FloatType, NearestFilter, RGBAFormat } from 'three';
import { mostNeighbours, type Blending } from './blending';
import type { Pose } from './poses';
import { boundingRadius, type Solid } from './solids';

export const texelsPerShape = 5 + mostNeighbours / 4;
export const shapesPerRow = 128;

export type ShapeState = 0 | 1 | 2 | 3;

// Radius of box edges relative to the thinnest side: rounded edges catch the light.
const bevel = 0.12;
const largestBevel = 0.012; // [m]

export class ShapeTable {
  readonly texture: DataTexture;
  private readonly data: Float32Array;

  constructor(
    private solids: readonly Solid[],
    private readonly blending: Blending,
  ) {
    const rows = Math.max(1, Math.ceil(solids.length / shapesPerRow));
    this.data = new Float32Array(4 * texelsPerShape * shapesPerRow * rows);
    this.texture = new DataTexture(this.data, texelsPerShape * shapesPerRow, rows, RGBAFormat, FloatType);
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
    this.setSolids(solids);
  }

  // Replaces sizes and colours; the number of solids must not change.
  setSolids(solids: readonly Solid[]): void {
    const { blending } = this;
    this.solids = solids;
    solids.forEach((solid, index) => {
      const edge = solid.kind === 'box' ? Math.min(bevel * Math.min(solid.extent.x, solid.extent.y, solid.extent.z), largestBevel) : 0;
      const radii = solid.kind === 'box' ? [edge, edge, edge] : solid.radii.toArray();
      const extent = solid.extent.toArray().map((half) => (solid.kind === 'box' ? half - edge : half));
      this.put(index, 2, ...(radii as [number, number, number]), blending.reach[index] ?? 0);
      this.put(index, 3, solid.color.r, solid.color.g, solid.color.b, blending.strand[index] ?? -1);
      this.put(index, 4, extent[0]!, extent[1]!, extent[2]!, boundingRadius(solid) + (blending.reach[index] ?? 0));
      for (let place = 0; place < mostNeighbours; place++) {
        this.data[this.offset(index, 5) + place] = blending.neighbours[index * mostNeighbours + place] ?? -1;
      }
    });
  }

  setPoses(poses: readonly Pose[]): void {
    poses.forEach(({ position, quaternion }, index) => {
      const at = this.offset(index, 0),
        data = this.data;
      ((data[at] = position.x), (data[at + 1] = position.y), (data[at + 2] = position.z));
      ((data[at + 4] = quaternion.x), (data[at + 5] = quaternion.y), (data[at + 6] = quaternion.z), (data[at + 7] = quaternion.w));
    });
    this.texture.needsUpdate = true;
  }

  setStates(stateOf: (solid: Solid) => ShapeState): void {
    this.solids.forEach((solid, index) => {
      this.data[this.offset(index, 0) + 3] = stateOf(solid);
    });
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.texture.dispose();
  }

  private offset(shape: number, texel: number): number {
    return 4 * (shape * texelsPerShape + texel);
  }
  private put(shape: number, texel: number, x: number, y: number, z: number, w: number): void {
    this.data.set([x, y, z, w], this.offset(shape, texel));
  }
}
