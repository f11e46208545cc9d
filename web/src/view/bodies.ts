// The bodies of the figure and the world, rebuilt when the server changes them.

import { Box3, Vector3, type IUniform, type Ray, type Scene } from 'three';
import type { Snapshot } from '../protocol/snapshot';
import type { FigureMessage, SceneMessage, ShapeJson, WorldObstacle } from '../protocol/messages';
import { sameValue } from '../state/same_value';
import type { Selection, Shown } from '../state/store';
import { Body } from './body';
import { pointOf } from './marks/goals';
import type { Hit } from './pick';
import type { Pose } from './poses';
import type { ShapeState } from './shape_table';
import type { Solid } from './solids';
import type { Meshes } from './visuals';

export class Bodies {
  figure: Body | null = null;
  private world: Body | null = null;
  private preview: Body | null = null; // shapes that may be added; neither picked nor fitted in view
  private builtFigure: FigureMessage | null = null;
  private builtMeshes: Meshes | null = null;
  private builtWorld: WorldObstacle[] | null = null;
  private builtPreview: readonly ShapeJson[] | null = null;

  constructor(
    private readonly scene: Scene,
    private readonly low: boolean,
    private readonly contactHeight: IUniform<number>,
  ) {}

  get all(): Body[] {
    return [this.figure, this.world].filter((body) => body !== null);
  }
  get worldPoses(): readonly Pose[] {
    return this.world?.poses ?? [];
  }
  isOf(figure: FigureMessage | null): boolean {
    return figure !== null && this.builtFigure === figure;
  }

  // Returns whether anything was rebuilt.
  build(figure: FigureMessage, scene: SceneMessage, snapshot: Snapshot, meshes: Meshes): boolean {
    const options = { low: this.low, size: Math.max(figure.reach, 1e-3), contactHeight: this.contactHeight, meshes };
    const newFigure = this.builtFigure !== figure || this.builtMeshes !== meshes;
    this.builtMeshes = meshes;
    const newWorld = !sameValue(this.builtWorld, scene.world);
    if (newFigure) this.figure = this.replaced(this.figure, Body.ofFigure(figure, snapshot, options));
    if (newWorld && !this.world?.refit(scene.world)) this.world = this.replaced(this.world, Body.ofWorld(scene.world, options));
    this.builtFigure = figure;
    this.builtWorld = scene.world;
    return newFigure || newWorld;
  }

  setSkinByDuals(on: boolean): void {
    this.figure?.skin?.setByDuals(on);
  }

  moveObstacles(snapshot: Snapshot): void {
    if (snapshot.moved.length > 0) this.world?.moveObstacles(snapshot.moved, this.builtWorld ?? []);
  }

  showPreview(shapes: readonly ShapeJson[] | null, size: number): void {
    if (shapes === this.builtPreview) return;
    this.builtPreview = shapes;
    if (this.preview) (this.scene.remove(this.preview.group), this.preview.dispose());
    this.preview = null;
    if (!shapes) return;
    this.preview = Body.ofWorld(
      shapes.map((shape, k) => ({ ...shape, name: String(k) })),
      { low: this.low, size, contactHeight: this.contactHeight },
    );
    this.preview.setStates(() => 2);
    this.scene.add(this.preview.group);
  }

  setWireframe(wireframe: boolean): void {
    for (const body of this.all) body.setWireframe(wireframe);
  }
  showStates({ selection, hover, lit, segmentIndex }: Pick<Shown, 'selection' | 'hover' | 'lit' | 'segmentIndex'>): void {
    const segments = segmentIndex.peek();
    const isIt = (one: Selection, solid: Solid): boolean =>
      (one?.kind === 'segment' && solid.segment >= 0 && segments.get(one.segment) === solid.segment) ||
      (one?.kind === 'obstacle' && solid.obstacle !== null && (one.name === solid.obstacle || one.name === solid.group));
    const stateOf = (solid: Solid): ShapeState =>
      lit.peek().some((one) => isIt(one, solid)) ? 3 : isIt(selection.peek(), solid) ? 2 : isIt(hover.peek(), solid) ? 1 : 0;
    for (const body of this.all) body.setStates(stateOf);
  }

  pick(ray: Ray): Hit | null {
    return this.all
      .map((body) => body.pick(ray))
      .reduce((best, hit) => (hit && (!best || hit.distance < best.distance) ? hit : best), null);
  }

  // The bounds of the figure and of obstacles and goals near it.
  bounds(snapshot: Snapshot | null): Box3 {
    const bounds = this.figure?.bounds.clone() ?? new Box3();
    if (bounds.isEmpty()) return new Box3(new Vector3(-1, -1, 0), new Vector3(1, 1, 1));
    const near = bounds.clone().expandByScalar(0.5 * bounds.getSize(new Vector3()).length());
    if (this.world && !this.world.bounds.isEmpty()) {
      const beside = this.world.bounds.clone().intersect(near);
      if (!beside.isEmpty()) bounds.union(beside);
    }
    for (const task of snapshot?.tasks ?? []) {
      const goal = pointOf(task.goal);
      if (near.containsPoint(goal)) bounds.expandByPoint(goal);
    }
    return bounds;
  }

  // The height of the ground: that of a level plane in the world; without one 0, or lower if the figure or the world is.
  floor(world: WorldObstacle[]): number {
    const level = world.find(
      (shape) => shape.shape === 'plane' && (shape.normal?.[2] ?? 1) > 0.99 * Math.hypot(...(shape.normal ?? [0, 0, 1])),
    );
    if (level?.shape === 'plane') return level.point?.[2] ?? 0;
    const { min, max } = this.figure?.bounds ?? new Box3(new Vector3(), new Vector3()),
      size = min.distanceTo(max);
    const lowest = Math.min(min.z < -0.05 * size ? min.z : 0, this.world && !this.world.bounds.isEmpty() ? this.world.bounds.min.z : 0);
    return Math.max(lowest, -2 * size);
  }

  dispose(): void {
    this.showPreview(null, 1);
    for (const body of this.all) (this.scene.remove(body.group), body.dispose());
  }

  private replaced(old: Body | null, body: Body): Body {
    if (old) (this.scene.remove(old.group), old.dispose());
    this.scene.add(body.group);
    return body;
  }
}
