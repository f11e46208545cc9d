// Solids as meshes: one per kind, all reading the table of solids, and one per chain. The figure is one body, the world
// another.

import { Box3, BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, Mesh, Vector3, type IUniform } from 'three';
import type { Frame } from '../protocol/frame';
import type { FigureMessage, ObstacleJson } from '../protocol/messages';
import { blendingOf } from './blending';
import { chainSkins, type ChainSkin } from './chains';
import { ballGeometry, boxGeometry, capsuleGeometry, cylinderGeometry } from './geometries';
import { contactMaterial, shadowMaterial, skinMaterial, type SkinUniforms, type SkinVariant } from './materials';
import { Pose, segmentPose } from './poses';
import { ShapeTable, type ShapeState } from './shape_table';
import { boundingRadius, solidsOfFigure, solidsOfWorld, type Solid } from './solids';
import { sampleCurve, tubeLayout, writeTube, type TubeLayout } from './tube';

const fineSize = 0.02; // of `size`: larger solids get the finer geometry

export interface BodyOptions {
  low: boolean; // few triangles, no blending
  size: number; // [m] about how large the figure is
  contactHeight: IUniform<number>;
}

class Tube {
  readonly mesh: Mesh;
  private readonly knots: Float64Array;
  private readonly curve: Float64Array;
  private readonly positions: BufferAttribute;
  private readonly normals: BufferAttribute;
  private readonly layout: TubeLayout;

  constructor(private readonly skin: ChainSkin, private readonly solids: readonly Solid[], low: boolean) {
    this.layout = tubeLayout(skin.knots.length, low ? 2 : skin.knots.length > 100 ? 3 : 4, low ? 12 : 28);
    this.knots = new Float64Array(4 * skin.knots.length);
    this.curve = new Float64Array(4 * this.layout.rings);
    const attribute = () => new BufferAttribute(new Float32Array(3 * this.layout.vertices), 3).setUsage(DynamicDrawUsage);
    this.positions = attribute();
    this.normals = attribute();
    const geometry = new BufferGeometry();
    geometry.setIndex(new BufferAttribute(this.layout.index, 1));
    geometry.setAttribute('position', this.positions);
    geometry.setAttribute('normal', this.normals);
    const shapes = Float32Array.from(this.layout.knotOfVertex, (knot) => skin.knots[knot]!.solid);
    geometry.setAttribute('shape', new BufferAttribute(shapes, 1));
    this.mesh = new Mesh(geometry);
  }

  update(poses: readonly Pose[]): void {
    const point = new Vector3();
    this.skin.knots.forEach(({ solid, z }, index) => {
      const pose = poses[solid]!;
      point.set(0, 0, z).applyQuaternion(pose.quaternion).add(pose.position);
      this.knots.set([point.x, point.y, point.z, this.solids[solid]!.radii.x], 4 * index);
    });
    sampleCurve(this.knots, this.layout, this.curve);
    writeTube(this.layout, this.curve, this.positions.array as Float32Array, this.normals.array as Float32Array);
    this.positions.needsUpdate = this.normals.needsUpdate = true;
  }
}

export class Body {
  readonly group = new Group();
  readonly solids: readonly Solid[];
  readonly poses: Pose[];
  readonly bounds = new Box3(); // without planes
  private readonly table: ShapeTable;
  private readonly tubes: Tube[];
  private readonly contactMaterials = new Map<Mesh, { usual: Mesh['material']; contact: Mesh['material'] }>();

  static ofFigure(figure: FigureMessage, frame: Frame, options: BodyOptions): Body {
    return new Body(solidsOfFigure(figure), figure, frame, options);
  }
  static ofWorld(world: ObstacleJson[], options: BodyOptions): Body {
    return new Body(solidsOfWorld(world), null, null, options);
  }

  private constructor(solids: Solid[], figure: FigureMessage | null, frame: Frame | null, options: BodyOptions) {
    this.solids = solids;
    this.poses = this.solids.map((solid) => solid.local.clone());
    this.computePoses(frame);
    const skins = chainSkins(this.solids);
    const blending = blendingOf(figure, this.solids, this.poses, skins);
    this.table = new ShapeTable(this.solids, blending);
    this.tubes = skins.map((skin) => new Tube(skin, this.solids, options.low));

    const uniforms: SkinUniforms = { shapeTable: { value: this.table.texture } };
    const add = (mesh: Mesh, variant: SkinVariant): void => {
      mesh.material = skinMaterial(uniforms, variant);
      mesh.customDepthMaterial = shadowMaterial(uniforms, variant);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.contactMaterials.set(mesh, { usual: mesh.material, contact: contactMaterial(uniforms, variant, options.contactHeight) });
      this.group.add(mesh);
    };
    const blend = !options.low && figure !== null;
    const inTubes = new Set(skins.flatMap((skin) => skin.solids));
    const fine = (solid: Solid): boolean => !options.low && boundingRadius(solid) > fineSize * options.size;
    const rows = (accept: (solid: Solid) => boolean): number[] =>
      [...this.solids.keys()].filter((index) => !inTubes.has(index) && accept(this.solids[index]!));
    const kinds: [number[], (shapes: number[]) => BufferGeometry, boolean][] = [
      [rows((solid) => solid.kind === 'ball' && fine(solid)), (shapes) => ballGeometry(shapes, 48), blend],
      [rows((solid) => solid.kind === 'ball' && !fine(solid)), (shapes) => ballGeometry(shapes, options.low ? 16 : 20), false],
      [rows((solid) => solid.kind === 'capsule' && fine(solid)), (shapes) => capsuleGeometry(shapes, 32, 10), blend],
      [rows((solid) => solid.kind === 'capsule' && !fine(solid)), (shapes) => capsuleGeometry(shapes, options.low ? 12 : 16, 4), blend],
      [rows((solid) => solid.kind === 'cylinder'), (shapes) => cylinderGeometry(shapes, options.low ? 16 : 40), false],
      [rows((solid) => solid.kind === 'box'), boxGeometry, false],
    ];
    for (const [shapes, geometry, blended] of kinds) {
      if (shapes.length > 0) add(new Mesh(geometry(shapes)), { blend: blended });
    }
    for (const tube of this.tubes) add(tube.mesh, { tube: true, blend });
    this.update(frame);
  }

  update(frame: Frame | null): void {
    this.computePoses(frame);
    this.table.setPoses(this.poses);
    for (const tube of this.tubes) tube.update(this.poses);
  }

  setStates(stateOf: (solid: Solid) => ShapeState): void {
    this.table.setStates(stateOf);
  }
  setWireframe(wireframe: boolean): void {
    for (const { usual } of this.contactMaterials.values()) (usual as { wireframe?: boolean }).wireframe = wireframe;
  }
  useContactMaterials(on: boolean): void {
    for (const [mesh, { usual, contact }] of this.contactMaterials) mesh.material = on ? contact : usual;
  }

  dispose(): void {
    this.table.dispose();
    for (const [mesh, { usual, contact }] of this.contactMaterials) {
      mesh.geometry.dispose();
      for (const material of [usual, contact, mesh.customDepthMaterial]) if (material && !Array.isArray(material)) material.dispose();
    }
  }

  private computePoses(frame: Frame | null): void {
    let segment = -1, pose = new Pose();
    this.bounds.makeEmpty();
    const corner = new Vector3();
    this.solids.forEach((solid, index) => {
      const out = this.poses[index]!;
      if (frame && solid.segment >= 0) {
        if (solid.segment !== segment) pose = segmentPose(frame, (segment = solid.segment));
        out.position.copy(solid.local.position).applyQuaternion(pose.quaternion).add(pose.position);
        out.quaternion.copy(pose.quaternion).multiply(solid.local.quaternion);
      }
      if (solid.kind === 'plane') return;
      const radius = boundingRadius(solid);
      this.bounds.expandByPoint(corner.copy(out.position).addScalar(radius)).expandByPoint(corner.addScalar(-2 * radius));
    });
  }
}
