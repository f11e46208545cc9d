// A character's skin: one geometry whose points follow the bones of the figure, on the GPU for drawing and on the CPU for
// picking. The bone with the largest weight comes first: it is the one a point is dragged by.
//
//   motion of a bone = pose of its segment * its matrix           (src/limber/shapes/skinning.h)

import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  FloatType,
  Matrix3,
  Matrix4,
  NearestFilter,
  Quaternion,
  RGBAFormat,
  Vector3,
} from 'three';
import type { IUniform, Ray } from 'three';
import type { SkinInfo } from '../protocol/messages';
import type { Snapshot } from '../protocol/snapshot';
import type { MeshData, MeshPart, TextureData } from '../state/mesh_store';
import { bonesPerRow, texelsPerBone } from './bone_shader';
import { segmentPose } from './poses';
import type { ShapeState } from './shape_table';
import { colorOf } from './solids';
import { tintOf, type Piece } from './visuals';

export interface BoneUniforms {
  boneTable: IUniform<DataTexture>;
  byDuals: IUniform<number>;
}

export interface SkinHit {
  segment: number;
  distance: number;
  point: Vector3;
}

// All share their points.
function piecesOf(parts: readonly MeshPart[], corners: Uint32Array, attributes: Record<string, BufferAttribute>): Piece[] {
  const byTexture = new Map<TextureData | null, number[]>();
  let next = 0;
  for (const { texture, triangles } of parts) {
    const list = byTexture.get(texture) ?? [];
    for (const end = next + 3 * triangles; next < end; next++) list.push(corners[next]!);
    byTexture.set(texture, list);
  }
  return [...byTexture].map(([texture, list]) => {
    const geometry = new BufferGeometry();
    for (const [name, attribute] of Object.entries(attributes)) geometry.setAttribute(name, attribute);
    geometry.setIndex(new BufferAttribute(new Uint32Array(list), 1));
    geometry.userData.isOwn = true;
    return { geometry, texture };
  });
}

export class CharacterSkin {
  readonly pieces: Piece[]; // one, and one for each texture
  readonly uniforms: BoneUniforms;
  readonly segments: ReadonlySet<number>; // that carry it
  private readonly matrices: Matrix4[];
  private readonly motions: Matrix4[]; // of the bones, in the world
  private readonly data: Float32Array;
  private posed: Float32Array | null = null; // points in the world; null: not computed since the last motion
  private readonly bones: Uint16Array;
  private readonly weights: Float32Array;
  private readonly corners: Uint32Array;
  private readonly rest: Float32Array;

  constructor(
    private readonly info: SkinInfo,
    mesh: MeshData,
  ) {
    this.segments = new Set(info.bones.map(({ segment }) => segment));
    this.matrices = info.bones.map(({ matrix: m }) => new Matrix4().set(...([...m, 0, 0, 0, 1] as Parameters<Matrix4['set']>)));
    this.motions = this.matrices.map((matrix) => matrix.clone());
    const rows = Math.max(1, Math.ceil(info.bones.length / bonesPerRow));
    this.data = new Float32Array(4 * texelsPerBone * bonesPerRow * rows);
    const table = new DataTexture(this.data, texelsPerBone * bonesPerRow, rows, RGBAFormat, FloatType);
    table.minFilter = table.magFilter = NearestFilter;
    this.uniforms = { boneTable: { value: table }, byDuals: { value: 0 } };

    // A point that two colours share becomes two.
    const points: number[] = [],
      tints: number[] = [],
      corners = new Uint32Array(mesh.triangles.length);
    let next = 0;
    for (const part of mesh.parts) {
      const color = part.texture ? tintOf(part) : colorOf(part.color ?? undefined),
        known = new Map<number, number>();
      for (let k = 0; k < 3 * part.triangles; k++, next++) {
        const point = mesh.triangles[next]!;
        let at = known.get(point);
        if (at === undefined) {
          known.set(point, (at = points.length));
          points.push(point);
          tints.push(color.r, color.g, color.b);
        }
        corners[next] = at;
      }
    }
    const gathered = <List extends Float32Array | Uint16Array>(from: List, to: List, width: number): List => {
      points.forEach((point, k) => {
        for (let i = 0; i < width; i++) to[width * k + i] = from[width * point + i]!;
      });
      return to;
    };
    this.corners = corners;
    this.rest = gathered(mesh.points, new Float32Array(3 * points.length), 3);
    this.bones = gathered(mesh.bones!, new Uint16Array(4 * points.length), 4);
    this.weights = gathered(mesh.weights!, new Float32Array(4 * points.length), 4);
    const attributes: Record<string, BufferAttribute> = {
      position: new BufferAttribute(this.rest, 3),
      normal: new BufferAttribute(gathered(mesh.normals, new Float32Array(3 * points.length), 3), 3),
      bones: new BufferAttribute(this.bones, 4),
      weights: new BufferAttribute(this.weights, 4),
      tint: new BufferAttribute(new Float32Array(tints), 3),
    };
    if (mesh.uvs) attributes.uv = new BufferAttribute(gathered(mesh.uvs, new Float32Array(2 * points.length), 2), 2);
    this.pieces = piecesOf(mesh.parts, corners, attributes);
  }

  // Whether dual quaternions blend it; a skin whose bones are stretched is blended linearly all the same.
  setByDuals(on: boolean): void {
    const value = on && this.info.rigid ? 1 : 0;
    if (this.uniforms.byDuals.value === value) return;
    this.uniforms.byDuals.value = value;
    this.write();
  }

  update(snapshot: Snapshot): void {
    const one = new Vector3(1, 1, 1);
    this.info.bones.forEach(({ segment }, k) => {
      const { position, quaternion } = segmentPose(snapshot, segment);
      this.motions[k]!.compose(position, quaternion, one).multiply(this.matrices[k]!);
    });
    this.write();
  }

  setStates(stateOf: (segment: number) => ShapeState): void {
    this.info.bones.forEach(({ segment }, k) => (this.data[this.offset(k, 3)] = stateOf(segment)));
    this.uniforms.boneTable.value.needsUpdate = true;
  }

  // The nearest point of its front where a ray meets it.
  cast(ray: Ray): SkinHit | null {
    const points = this.posedPoints(),
      a = new Vector3(),
      b = new Vector3(),
      c = new Vector3(),
      at = new Vector3();
    let best: SkinHit | null = null;
    for (let t = 0; t < this.corners.length; t += 3) {
      const [i, j, k] = [this.corners[t]!, this.corners[t + 1]!, this.corners[t + 2]!];
      a.fromArray(points, 3 * i);
      b.fromArray(points, 3 * j);
      c.fromArray(points, 3 * k);
      if (!ray.intersectTriangle(a, b, c, false, at)) continue;
      const distance = at.distanceTo(ray.origin);
      if (best && best.distance <= distance) continue;
      const nearest = [i, j, k].reduce((one, other) =>
        at.distanceToSquared(a.fromArray(points, 3 * other)) < at.distanceToSquared(b.fromArray(points, 3 * one)) ? other : one,
      );
      best = { segment: this.info.bones[this.bones[4 * nearest]!]!.segment, distance, point: at.clone() };
    }
    return best;
  }

  // Where the points are, three numbers each.
  posedPoints(): Float32Array {
    if (this.posed) return this.posed;
    const { rest, bones, weights } = this,
      out = new Float32Array(rest.length),
      dual = this.uniforms.byDuals.value === 1;
    const p = new Vector3(),
      real = new Quaternion(),
      moved = new Vector3();
    for (let k = 0; 3 * k < rest.length; k++) {
      p.fromArray(rest, 3 * k);
      let [x, y, z] = [0, 0, 0];
      const sum = [0, 0, 0, 0, 0, 0, 0, 0];
      for (let i = 0; i < 4; i++) {
        const weight = weights[4 * k + i]!,
          bone = bones[4 * k + i]!;
        if (weight === 0) continue;
        if (dual) {
          const at = this.offset(bone, 0),
            first = this.offset(bones[4 * k]!, 0);
          let along = 0;
          for (let c = 0; c < 4; c++) along += this.data[at + c]! * this.data[first + c]!;
          for (let c = 0; c < 8; c++) sum[c]! += (along < 0 ? -weight : weight) * this.data[at + c]!;
        } else {
          moved.copy(p).applyMatrix4(this.motions[bone]!);
          ((x += weight * moved.x), (y += weight * moved.y), (z += weight * moved.z));
        }
      }
      if (dual) {
        const size = Math.hypot(sum[0]!, sum[1]!, sum[2]!, sum[3]!) || 1;
        const [a, b, c, w, da, db, dc, dw] = sum.map((part) => part / size) as [
          number,
          number,
          number,
          number,
          number,
          number,
          number,
          number,
        ];
        p.applyQuaternion(real.set(a, b, c, w));
        x = p.x + 2 * (w * da - dw * a + b * dc - c * db);
        y = p.y + 2 * (w * db - dw * b + c * da - a * dc);
        z = p.z + 2 * (w * dc - dw * c + a * db - b * da);
      }
      ((out[3 * k] = x), (out[3 * k + 1] = y), (out[3 * k + 2] = z));
    }
    return (this.posed = out);
  }

  dispose(): void {
    this.uniforms.boneTable.value.dispose();
  }

  private offset(bone: number, texel: number): number {
    return 4 * (bone * texelsPerBone + texel);
  }

  private write(): void {
    this.posed = null;
    const turn = new Quaternion(),
      dual = new Quaternion(),
      matrix = new Matrix4();
    this.motions.forEach((motion, k) => {
      const m = motion.elements,
        at = this.offset(k, 0);
      if (this.uniforms.byDuals.value === 1) {
        turn.setFromRotationMatrix(matrix.setFromMatrix3(new Matrix3().setFromMatrix4(motion)));
        dual.set(0.5 * m[12]!, 0.5 * m[13]!, 0.5 * m[14]!, 0).multiply(turn);
        this.data.set([turn.x, turn.y, turn.z, turn.w, dual.x, dual.y, dual.z, dual.w], at);
      } else {
        for (let row = 0; row < 3; row++) this.data.set([m[row]!, m[4 + row]!, m[8 + row]!, m[12 + row]!], at + 4 * row);
      }
    });
    this.uniforms.boneTable.value.needsUpdate = true;
  }
}
