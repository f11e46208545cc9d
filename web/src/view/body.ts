// Solids as meshes: one mesh per kind of solid, all reading the shape table, and one tube per chain. The figure is one
// body, the world another.

import { Box3, BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, Mesh, Vector3, type IUniform, type Ray } from 'three';
import type { Snapshot, MovedObstacle } from '../protocol/snapshot';
import type { FigureMessage, WorldObstacle } from '../protocol/messages';
import { shapePosition } from '../state/shape_numbers';
import { blendingOf } from './blending';
import { CharacterSkin } from './character_skin';
import { chainSkins, type ChainSkin } from './chains';
import { ballGeometry, boxGeometry, capsuleGeometry, cylinderGeometry, hullGeometry } from './geometries';
import { contactMaterial, shadowMaterial, skinMaterial, type SkinUniforms, type SkinVariant } from './materials';
import { surfaceTexture } from './surface_texture';
import { cast, type Hit } from './pick';
import { Pose, segmentPose } from './poses';
import { defaultShape } from './palette';
import { ShapeTable, type ShapeState } from './shape_table';
import { addBounds, boundingRadius, solidsOfFigure, solidsOfWorld, type Solid, type SolidKind } from './solids';
import { isDrawnByMeshes, solidsOfVisuals, visualsPieces, type Meshes } from './visuals';
import { sampleCurve, tubeLayout, writeTube, type TubeLayout } from './tube';

const fineSizes = [0.025, 0.1]; // as fractions of `size`

// Where a segment has a skin and no shape of its own.
const skinSolid = (segment: number): Solid => ({
  kind: 'mesh',
  segment,
  obstacle: null,
  group: null,
  chain: -1,
  local: new Pose(),
  extent: new Vector3(),
  radii: new Vector3(),
  color: defaultShape.clone(),
});

export interface BodyOptions {
  low: boolean; // few triangles, no blending
  size: number; // [m] approximate size of the figure
  contactHeight: IUniform<number>;
  meshes?: Meshes; // of the figure's visuals and its skin, as far as they are here
}

class Tube {
  readonly mesh: Mesh;
  private readonly knots: Float64Array;
  private readonly curve: Float64Array;
  private readonly positions: BufferAttribute;
  private readonly normals: BufferAttribute;
  private readonly layout: TubeLayout;

  constructor(
    private readonly skin: ChainSkin,
    private readonly solids: readonly Solid[],
    low: boolean,
  ) {
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

// The attributes of unit geometries are shared by all bodies and must survive.
function releaseGeometry(geometry: BufferGeometry): void {
  if (geometry.hasAttribute('corner') && !geometry.userData.isOwn) {
    for (const name of ['position', 'normal', 'corner']) geometry.deleteAttribute(name);
    geometry.setIndex(null);
  }
  geometry.dispose();
}

// In the table, a ball of a chain is stretched to the length of its link (chains grow along x), so that neighbours blend
// with a smooth rod instead of a row of beads.
function withRods(solids: readonly Solid[], figure: FigureMessage | null): Solid[] {
  return solids.map((solid) => {
    const chain = figure?.chains[solid.chain];
    if (!chain || solid.kind !== 'ball') return solid;
    return { ...solid, extent: new Vector3(chain.length / chain.links / 2, 0, 0) };
  });
}

export class Body {
  readonly group = new Group();
  readonly skin: CharacterSkin | null;
  solids: readonly Solid[];
  readonly poses: Pose[];
  readonly bounds = new Box3(); // without planes
  private readonly table: ShapeTable;
  private readonly tubes: Tube[];
  private readonly contactMaterials = new Map<Mesh, { usual: Mesh['material']; contact: Mesh['material'] }>();

  static ofFigure(figure: FigureMessage, snapshot: Snapshot, options: BodyOptions): Body {
    const visuals = options.meshes ? solidsOfVisuals(figure, options.meshes) : [];
    return new Body([...solidsOfFigure(figure), ...visuals], figure, snapshot, options);
  }
  static ofWorld(world: readonly WorldObstacle[], options: BodyOptions): Body {
    return new Body(solidsOfWorld(world), null, null, options);
  }

  private constructor(
    solids: Solid[],
    figure: FigureMessage | null,
    snapshot: Snapshot | null,
    private readonly options: BodyOptions,
  ) {
    this.solids = solids;
    this.poses = this.solids.map((solid) => solid.local.clone());
    this.computePoses(snapshot);
    const skins = chainSkins(this.solids);
    const blending = blendingOf(figure, this.solids, this.poses, skins);
    this.table = new ShapeTable(withRods(this.solids, figure), blending);
    this.tubes = skins.map((skin) => new Tube(skin, this.solids, options.low));

    const add = (mesh: Mesh, variant: SkinVariant, uniforms: SkinUniforms = { shapeTable: { value: this.table.texture } }): void => {
      mesh.material = skinMaterial(uniforms, variant);
      mesh.customDepthMaterial = shadowMaterial(uniforms, variant);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.contactMaterials.set(mesh, { usual: mesh.material, contact: contactMaterial(uniforms, variant, options.contactHeight) });
      this.group.add(mesh);
    };
    const blend = !options.low && figure !== null;
    const inTubes = new Set(skins.flatMap((skin) => skin.solids));
    const { meshes } = options;
    const skinMesh = figure?.skin && meshes?.get(figure.skin.mesh);
    this.skin = skinMesh?.bones ? new CharacterSkin(figure!.skin!, skinMesh) : null;
    const isHidden = (solid: Solid): boolean =>
      this.skin?.segments.has(solid.segment) || (figure !== null && meshes !== undefined && isDrawnByMeshes(figure, solid.segment, meshes));
    const fineness = (solid: Solid): number => this.fineness(solid);
    const rows = (kind: SolidKind, fine?: number): number[] =>
      [...this.solids.keys()].filter((index) => {
        const solid = this.solids[index]!;
        return !inTubes.has(index) && !isHidden(solid) && solid.kind === kind && (fine === undefined || fineness(solid) === fine);
      });
    type Kind = [rows: number[], geometry: (shapes: number[]) => BufferGeometry];
    const kinds: Kind[] = [
      ...[16, 28, 44].map((around, fine): Kind => [rows('ball', fine), (shapes) => ballGeometry(shapes, around)]),
      ...[12, 20, 28].map((around, fine): Kind => [rows('capsule', fine), (shapes) => capsuleGeometry(shapes, around, 3 * fine + 2)]),
      [rows('cylinder'), (shapes) => cylinderGeometry(shapes, options.low ? 16 : 40)],
      [rows('box'), boxGeometry],
      ...rows('hull').map((row): Kind => [[row], () => hullGeometry(row, this.solids[row]!.hull!)]),
    ];
    const round = new Set<SolidKind>(['ball', 'capsule']);
    for (const [shapes, geometry] of kinds) {
      if (shapes.length > 0) add(new Mesh(geometry(shapes)), { blend: blend && round.has(this.solids[shapes[0]!]!.kind) });
    }
    const first = this.solids.findIndex((solid) => solid.kind === 'mesh');
    const pieces = figure && meshes && first >= 0 ? visualsPieces(figure, meshes, first) : [];
    for (const { geometry, texture } of pieces) add(new Mesh(geometry), { texture: surfaceTexture(texture) });
    for (const tube of this.tubes) add(tube.mesh, { tube: true, blend });
    for (const { geometry, texture } of this.skin?.pieces ?? []) {
      add(new Mesh(geometry), { bones: true, texture: surfaceTexture(texture) }, this.skin!.uniforms);
    }
    this.update(snapshot);
  }

  // Updates positions and sizes in place; false: the obstacles changed too much, and the body must be rebuilt.
  refit(world: readonly WorldObstacle[]): boolean {
    const next = solidsOfWorld(world);
    const fits =
      next.length === this.solids.length &&
      next.every((solid, index) => {
        const old = this.solids[index]!;
        return (
          solid.kind === old.kind &&
          solid.obstacle === old.obstacle &&
          solid.hull?.key === old.hull?.key &&
          this.fineness(solid) === this.fineness(old)
        );
      });
    if (!fits) return false;
    this.solids = next;
    next.forEach(({ local }, index) => {
      this.poses[index]!.position.copy(local.position);
      this.poses[index]!.quaternion.copy(local.quaternion);
    });
    this.table.setSolids(next);
    this.update(null);
    return true;
  }

  // Larger solids get finer geometry: 0 coarse, 1 medium, 2 fine.
  private fineness(solid: Solid): number {
    return this.options.low ? 0 : fineSizes.filter((size) => boundingRadius(solid) > size * this.options.size).length;
  }

  // The snapshot has the positions of obstacles that move by themselves; those in the scene are older.
  moveObstacles(moved: readonly MovedObstacle[], world: readonly WorldObstacle[]): void {
    for (const { obstacle, position } of moved) {
      const solid = this.solids[obstacle],
        json = world[obstacle],
        pose = this.poses[obstacle];
      if (!solid || !json || !pose) continue;
      const from = shapePosition(json);
      pose.position.set(position[0]! - from[0], position[1]! - from[1], position[2]! - from[2]).add(solid.local.position);
    }
    this.table.setPoses(this.poses);
  }

  update(snapshot: Snapshot | null): void {
    this.computePoses(snapshot);
    this.table.setPoses(this.poses);
    for (const tube of this.tubes) tube.update(this.poses);
    if (snapshot) this.skin?.update(snapshot);
  }

  // The first solid that a ray meets; the skin in place of the shapes it hides.
  pick(ray: Ray): Hit | null {
    const skin = this.skin;
    if (!skin) return cast(ray, this.solids, this.poses);
    const rows = [...this.solids.keys()].filter((index) => !skin.segments.has(this.solids[index]!.segment));
    const hit = cast(
        ray,
        rows.map((index) => this.solids[index]!),
        rows.map((index) => this.poses[index]!),
      ),
      onSkin = skin.cast(ray);
    if (!onSkin || (hit && hit.distance <= onSkin.distance)) return hit;
    const solid = this.solids.find(({ segment }) => segment === onSkin.segment) ?? skinSolid(onSkin.segment);
    return { solid, distance: onSkin.distance, point: onSkin.point };
  }

  setStates(stateOf: (solid: Solid) => ShapeState): void {
    this.table.setStates(stateOf);
    this.skin?.setStates((segment) => stateOf(skinSolid(segment)));
  }
  setWireframe(wireframe: boolean): void {
    for (const { usual } of this.contactMaterials.values()) (usual as { wireframe?: boolean }).wireframe = wireframe;
  }
  useContactMaterials(on: boolean): void {
    for (const [mesh, { usual, contact }] of this.contactMaterials) mesh.material = on ? contact : usual;
  }

  dispose(): void {
    this.table.dispose();
    this.skin?.dispose();
    for (const [mesh, { usual, contact }] of this.contactMaterials) {
      releaseGeometry(mesh.geometry);
      for (const material of [usual, contact, mesh.customDepthMaterial]) if (material && !Array.isArray(material)) material.dispose();
    }
  }

  private computePoses(snapshot: Snapshot | null): void {
    let segment = -1,
      pose = new Pose();
    this.bounds.makeEmpty();
    this.solids.forEach((solid, index) => {
      const out = this.poses[index]!;
      if (snapshot && solid.segment >= 0) {
        if (solid.segment !== segment) pose = segmentPose(snapshot, (segment = solid.segment));
        out.position.copy(solid.local.position).applyQuaternion(pose.quaternion).add(pose.position);
        out.quaternion.copy(pose.quaternion).multiply(solid.local.quaternion);
      }
      if (solid.kind !== 'plane') addBounds(solid, out, this.bounds);
    });
  }
}
