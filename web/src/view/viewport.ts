// The viewport: draws the figure, its world and the marks, when something changed and only then, and hands pointer events to the
// tools.

import { effect, signal } from '@preact/signals';
import { LinearToneMapping, Box3, Color, PCFShadowMap, Scene, Vector3, WebGLRenderer } from 'three';
import { flag, type Frame } from '../protocol/frame';
import type { Selection, Store } from '../state/store';
import type { ViewAccess } from '../tools/access';
import type { GizmoMode } from '../tools/gizmo';
import { PointerTools } from '../tools/pointer';
import { makeBackdrop } from './backdrop';
import { Body } from './body';
import { CameraRig, directions, type Aim, type Direction } from './camera';
import { Ground } from './ground';
import { Labels } from './labels';
import { viewRects, viewsShown, type ViewName } from './layout';
import { Lights } from './lights';
import { Lines } from './lines';
import type { Drawing } from './marks/drawing';
import { drawGoals } from './marks/goals';
import { drawLimits } from './marks/limits';
import { Manipulability, ReachCloud, Trace, watchedPlace } from './marks/reach';
import { Stage } from './stage';
import { drawCenterOfMass, drawFrames, drawJointAxes, drawNames } from './marks/skeleton';
import { drawCompass, drawRegions, drawSlopes } from './marks/world';
import { cast, type Hit } from './pick';
import type { Pose } from './poses';
import type { ShapeState } from './shape_table';
import type { Solid } from './solids';

export interface ViewportStats {
  drawCalls: number; // of the last picture
  triangles: number;
  frameMilliseconds: number; // spent here on it, without the graphics card's own time
  framesDrawn: number;
}

const cloudPoints = 4000;
const turnMilliseconds = 260;

export class Viewport implements ViewAccess {
  readonly element: HTMLCanvasElement;
  readonly flat = signal(false); // looking at a planar figure's plane; for others without meaning
  private readonly renderer: WebGLRenderer;
  private readonly threeScene = new Scene();
  private readonly lights: Lights;
  private readonly ground = new Ground();
  private readonly lines = new Lines();
  private readonly labels: Labels;
  private readonly manipulability = new Manipulability();
  private readonly cloud = new ReachCloud();
  private readonly trace = new Trace();
  private readonly stage = new Stage();
  private readonly tools: PointerTools;
  private readonly rigs: Record<ViewName, CameraRig> = {
    perspective: new CameraRig(), front: new CameraRig(directions.front, true),
    right: new CameraRig(directions.right, true), top: new CameraRig(directions.top, true),
  };
  private figureBody: Body | null = null;
  private worldBody: Body | null = null;
  private builtFigure: unknown = null;
  private builtWorld = '';
  private framedTitle: string | null = null;
  private floor = 0;
  private scheduled = 0;
  private bodyMoved = true;
  private settling = false; // a scene was opened and has not come to rest
  private statesChanged = true;
  private flight: { rig: CameraRig; from: Aim; to: Aim; began: number } | null = null;
  private cameraTimer = 0;
  private readonly low: boolean;
  private readonly undo: (() => void)[] = [];
  private measured: ViewportStats = { drawCalls: 0, triangles: 0, frameMilliseconds: 0, framesDrawn: 0 };

  constructor(private readonly container: HTMLElement, readonly store: Store, options: { quality?: 'low' | 'high' } = {}) {
    this.low = (options.quality ?? new URLSearchParams(location.search).get('quality')) === 'low';
    this.element = document.createElement('canvas');
    this.element.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;display:block;touch-action:none;outline:none';
    this.element.setAttribute('aria-label', 'The figure. Drag any point of its body; drag beside it to look from elsewhere.');
    this.element.setAttribute('role', 'img');
    if (getComputedStyle(container).position === 'static') container.style.position = 'relative';
    container.append(this.element);
    this.renderer = new WebGLRenderer({ canvas: this.element, antialias: !this.low, powerPreference: 'high-performance' });
    this.renderer.setClearColor(new Color('#0d0f11'));
    this.renderer.autoClear = false;
    this.renderer.toneMapping = LinearToneMapping;
    this.renderer.toneMappingExposure = 1; // colours stay what the shapes say
    this.renderer.info.autoReset = false;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;

    this.lights = new Lights(this.low ? 512 : 2048);
    this.labels = new Labels(container);
    this.threeScene.add(makeBackdrop(), this.ground.mesh, this.lights.group, this.manipulability.mesh, this.cloud.group, this.lines.group);
    this.tools = new PointerTools(this);
    this.subscribe();
  }

  get gizmoMode(): { value: GizmoMode } {
    return this.tools.gizmoMode;
  }

  dispose(): void {
    cancelAnimationFrame(this.scheduled);
    clearTimeout(this.cameraTimer);
    for (const undo of this.undo) undo();
    this.tools.dispose();
    for (const part of [this.figureBody, this.worldBody, this.lights, this.ground, this.lines, this.labels, this.manipulability, this.cloud]) part?.dispose();
    this.renderer.dispose();
    this.element.remove();
  }

  frameAll(): void {
    const bounds = this.sceneBounds();
    for (const name of this.shown()) this.fly(this.rigs[name], (rig) => rig.frame(bounds), name === 'perspective');
    this.cameraMoved(this.rigs.perspective);
  }

  lookFrom(direction: Direction): void {
    const rig = this.rigs.perspective, bounds = this.sceneBounds();
    if (rig.locked) return;
    this.fly(rig, (there) => {
      if (direction === 'free') there.lookAlong(new CameraRig().backward); else there.lookAlong(directions[direction]);
      if (!bounds.containsPoint(there.target)) there.frame(bounds);
    }, true);
    this.cameraMoved(rig);
  }

  // Shows a planar figure in its plane, or in space again.
  setFlat(flat: boolean): void {
    const normal = this.store.figure.peek()?.planar ?? null, rig = this.rigs.perspective;
    const on = flat && normal !== null;
    this.flat.value = on;
    rig.flat = rig.locked = on;
    if (on) rig.lookAlong(facing(new Vector3(...normal))); else rig.lookAlong(new CameraRig().backward);
    rig.frame(this.sceneBounds());
    this.invalidate();
  }

  // What is seen, as a PNG.
  async picture(): Promise<Blob> {
    this.draw(performance.now());
    const blob = await new Promise<Blob | null>((resolve) => this.element.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('The browser could not make a picture of the view.');
    return blob;
  }

  stats(): ViewportStats {
    return { ...this.measured };
  }

  // Client coordinates of a point of the world in the first view; null: behind the eye.
  project(point: [number, number, number]): { x: number; y: number } | null {
    this.resize();
    const box = this.element.getBoundingClientRect(), on = this.rigs.perspective.project(new Vector3(...point));
    return on && { x: on.x + box.left, y: on.y + box.top };
  }
  pickAt(clientX: number, clientY: number): Selection {
    const box = this.element.getBoundingClientRect(), hit = this.pick(clientX - box.left, clientY - box.top);
    if (!hit) return null;
    if (hit.solid.obstacle !== null) return { kind: 'obstacle', name: hit.solid.obstacle };
    const segment = this.store.figure.peek()?.segments[hit.solid.segment]?.name;
    return segment === undefined ? null : { kind: 'segment', segment };
  }

  // --- for the tools ---

  rigAt(x: number, y: number): CameraRig {
    for (const name of this.shown()) {
      const { rect } = this.rigs[name];
      if (x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height) return this.rigs[name];
    }
    return this.rigs.perspective;
  }
  pick(x: number, y: number): Hit | null {
    const ray = this.rigAt(x, y).ray(x, y);
    const hits = [this.figureBody, this.worldBody].map((body) => body && cast(ray, body.solids, body.poses));
    return hits.reduce<Hit | null>((best, hit) => (hit && (!best || hit.distance < best.distance) ? hit : best), null);
  }
  solidPose(index: number): Pose {
    return this.figureBody!.poses[index]!;
  }
  figureBounds(): Box3 {
    return this.figureBody?.bounds ?? new Box3();
  }
  invalidate(): void {
    if (this.scheduled === 0) this.scheduled = requestAnimationFrame((now) => { this.scheduled = 0; this.draw(now); });
  }
  touched(): void {
    this.settling = false;
  }
  cameraMoved(rig: CameraRig): void {
    if (rig !== this.rigs.perspective || rig.locked) return;
    clearTimeout(this.cameraTimer);
    this.cameraTimer = window.setTimeout(() => void this.store.ask('camera-set', { camera: rig.toJson() }).catch(() => {}), 600);
  }

  // --- keeping up ---

  private subscribe(): void {
    const { store } = this;
    this.undo.push(store.onFrame((frame) => {
      this.bodyMoved = true;
      if (this.settling && (frame.flags & flag.moving) === 0) this.frameSettled();
      const figure = store.figure.peek(), scene = store.scene.peek();
      if (figure && scene && store.viewOptions.peek().trace) {
        this.trace.add(figure, frame, watchedPlace(figure, scene, store.selection.peek()), 0.002 * Math.max(figure.reach, 1e-3));
      }
      this.invalidate();
    }));
    this.undo.push(effect(() => {
      void [store.selection.value, store.hover.value, store.lit.value];
      this.statesChanged = true;
      this.invalidate();
    }));
    this.undo.push(effect(() => {
      void [store.figure.value, store.scene.value, store.viewOptions.value, store.mode.value, this.tools.gizmoMode.value];
      this.bodyMoved = true;
      this.invalidate();
    }));
    this.undo.push(effect(() => { if (!store.viewOptions.value.trace) this.trace.clear(); }));
    this.undo.push(effect(() => this.watch()));
    this.undo.push(effect(() => this.askForCloud()));
    const sizes = new ResizeObserver(() => this.invalidate());
    sizes.observe(this.container);
    this.undo.push(() => sizes.disconnect());
    this.element.addEventListener('webglcontextrestored', () => { this.bodyMoved = true; this.invalidate(); });
  }

  private watched = 'null';
  private watch(): void {
    const { store } = this, figure = store.figure.value, scene = store.scene.value;
    const place = store.viewOptions.value.manipulability && figure && scene ? watchedPlace(figure, scene, store.selection.value) : null;
    const key = JSON.stringify([place, place && figure?.figure_revision]);
    if (key === this.watched || (this.watched === 'null' && !place)) return;
    this.watched = place ? key : 'null';
    void store.send('watch', { place });
  }

  private cloudOf = '';
  private askForCloud(): void {
    const { store } = this, figure = store.figure.value, scene = store.scene.value;
    const place = store.viewOptions.value.reachCloud && figure && scene ? watchedPlace(figure, scene, store.selection.value) : null;
    const key = place ? JSON.stringify([figure?.figure_revision, place]) : '';
    if (key === this.cloudOf) return;
    this.cloudOf = key;
    this.cloud.set(null, 1);
    this.invalidate();
    if (!place) return;
    void store.send('reach-cloud', { place, count: cloudPoints }).then((result) => {
      if (key !== this.cloudOf || !result) return;
      this.cloud.set(result.points, this.renderer.getPixelRatio());
      this.invalidate();
    });
  }

  private shown(): ViewName[] {
    return this.flat.peek() ? ['perspective'] : viewsShown[this.store.viewOptions.peek().views];
  }

  // The figure and what stands near it.
  private sceneBounds(): Box3 {
    const bounds = this.figureBounds().clone();
    if (bounds.isEmpty()) return new Box3(new Vector3(-1, -1, 0), new Vector3(1, 1, 1));
    const near = bounds.clone().expandByScalar(0.5 * bounds.getSize(new Vector3()).length());
    if (this.worldBody && !this.worldBody.bounds.isEmpty()) bounds.union(this.worldBody.bounds.clone().intersect(near));
    for (const task of this.store.frame?.tasks ?? []) {
      const goal = new Vector3(...(task.goal as unknown as [number, number, number]));
      if (near.containsPoint(goal)) bounds.expandByPoint(goal);
    }
    return bounds;
  }

  private rebuild(frame: Frame): void {
    const figure = this.store.figure.peek(), scene = this.store.scene.peek();
    if (!figure || !scene || frame.figureRevision !== figure.figure_revision || scene.figure_revision !== figure.figure_revision) return;
    const options = { low: this.low, size: Math.max(figure.reach, 1e-3), contactHeight: this.ground.contactHeight };
    const replace = (old: Body | null, body: Body): Body => {
      if (old) this.threeScene.remove(old.group), old.dispose();
      this.threeScene.add(body.group);
      body.setWireframe(this.store.viewOptions.peek().wireframe);
      this.bodyMoved = this.statesChanged = true;
      return body;
    };
    if (this.builtFigure !== figure) {
      this.figureBody = replace(this.figureBody, Body.ofFigure(figure, frame, options));
      this.builtFigure = figure;
    }
    const world = JSON.stringify(scene.world);
    if (this.builtWorld !== world) {
      this.worldBody = replace(this.worldBody, Body.ofWorld(scene.world, options));
      this.builtWorld = world;
    }
    const level = scene.world.find((shape) => shape.shape === 'plane' && (shape.normal?.[2] ?? 1) > 0.99);
    const title = `${scene.title}\n${scene.file ?? ''}`;
    if (this.framedTitle !== title) {
      this.framedTitle = title;
      this.floor = level?.shape === 'plane' ? level.point?.[2] ?? 0 : this.floorBelow();
      this.resize();
      this.frameNew();
    } else if (level?.shape === 'plane') this.floor = level.point?.[2] ?? 0;
  }

  // Zero, unless the figure or what stands around it reaches below.
  private floorBelow(): number {
    const { min, max } = this.figureBounds(), size = min.distanceTo(max);
    const lowest = Math.min(min.z < -0.05 * size ? min.z : 0, this.worldBody?.bounds.isEmpty() === false ? this.worldBody.bounds.min.z : 0);
    return Math.max(lowest, -2 * size);
  }

  // The camera of a scene just opened.
  private frameNew(): void {
    const { camera } = this.store.scene.peek()!, planar = this.store.figure.peek()!.planar, bounds = this.sceneBounds();
    this.flight = null;
    this.settling = ((this.store.frame?.flags ?? 0) & flag.moving) !== 0;
    this.trace.clear();
    for (const name of ['front', 'right', 'top'] as const) this.rigs[name].frame(bounds);
    const rig = this.rigs.perspective;
    rig.flat = rig.locked = this.flat.value = planar !== null;
    rig.fieldOfView = 0.5;
    if (planar) {
      rig.lookAlong(facing(new Vector3(...planar)));
      rig.frame(bounds);
    } else if (camera) {
      rig.fromJson(camera, bounds);
    } else {
      rig.lookAlong(new CameraRig().backward);
      rig.frame(bounds);
    }
  }

  // A figure may go far from where it was when its scene was opened. A view nobody has touched since then follows it once.
  private frameSettled(): void {
    this.settling = false;
    const rig = this.rigs.perspective, bounds = this.sceneBounds();
    if (!this.store.scene.peek()?.camera || rig.locked) this.fly(rig, (there) => there.frame(bounds), true);
  }

  private fly(rig: CameraRig, to: (rig: CameraRig) => void, gently: boolean): void {
    const from = rig.aim();
    to(rig);
    const there = rig.aim();
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (gently && !still) {
      there.azimuth = from.azimuth + Math.atan2(Math.sin(there.azimuth - from.azimuth), Math.cos(there.azimuth - from.azimuth));
      rig.setAim(from);
      this.flight = { rig, from, to: there, began: performance.now() };
    }
    this.invalidate();
  }
  private advanceFlight(now: number): void {
    if (!this.flight) return;
    const { rig, from, to, began } = this.flight, t = Math.min(1, Math.max(0, (now - began) / turnMilliseconds)), s = t * t * (3 - 2 * t);
    const mix = (a: number, b: number): number => a + s * (b - a);
    rig.setAim({
      target: from.target.clone().lerp(to.target, s), azimuth: mix(from.azimuth, to.azimuth),
      elevation: mix(from.elevation, to.elevation), distance: Math.exp(mix(Math.log(from.distance), Math.log(to.distance))),
    });
    if (t < 1 && !this.tools.busy) this.invalidate(); else this.flight = null;
  }

  // --- drawing ---

  private resize(): void {
    const width = this.container.clientWidth, height = this.container.clientHeight;
    const ratio = Math.min(window.devicePixelRatio || 1, this.low ? 1 : 2);
    const size = this.renderer.getSize(new Vector3() as never) as unknown as { x: number; y: number };
    if (size.x !== width || size.y !== height || this.renderer.getPixelRatio() !== ratio) {
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(Math.max(width, 1), Math.max(height, 1), false);
    }
    const names = this.shown(), rects = viewRects(names.length as 1 | 2 | 4, Math.max(width, 1), Math.max(height, 1));
    names.forEach((name, k) => { this.rigs[name].rect = rects[k]!; this.rigs[name].update(); });
  }

  private draw(now: number): void {
    const began = performance.now(), { store } = this, frame = store.frame;
    if (frame) this.rebuild(frame);
    this.advanceFlight(now);
    this.resize();
    this.renderer.info.reset();
    this.renderer.setRenderTarget(null);
    this.renderer.setScissorTest(false);
    this.renderer.clear();
    if (this.figureBody && frame && this.statesChanged) this.showStates();
    if (this.figureBody && frame && this.bodyMoved) this.follow(frame);
    this.labels.begin();
    const names = this.shown();
    for (const name of names) this.drawView(name, names.length > 1, frame);
    this.labels.end();
    const { calls, triangles } = this.renderer.info.render;
    this.measured = { drawCalls: calls, triangles, frameMilliseconds: performance.now() - began, framesDrawn: this.measured.framesDrawn + 1 };
  }

  private follow(frame: Frame): void {
    const options = this.store.viewOptions.peek();
    this.bodyMoved = false;
    if (this.builtFigure === this.store.figure.peek()) this.figureBody!.update(frame);
    for (const body of [this.figureBody, this.worldBody]) body?.setWireframe(options.wireframe);
    this.manipulability.update(frame, this.store.figure.peek()?.reach ?? 1, options.manipulability);
    if (this.stage.fit(this.sceneBounds())) this.lights.fit(this.stage.box);
    this.lights.setShadows(options.shadows);
    this.ground.setShadows(options.shadows);
    if (!options.shadows) return;
    this.renderer.shadowMap.needsUpdate = true;
    const bodies = [this.figureBody, this.worldBody].filter((body) => body !== null);
    this.ground.drawContactShadow(this.renderer, this.threeScene, bodies, this.stage.box, this.floor);
  }

  private showStates(): void {
    const { selection, hover, lit } = this.store;
    this.statesChanged = false;
    const segments = this.store.segmentIndex.peek();
    const isOf = (one: Selection, solid: Solid): boolean =>
      (one?.kind === 'segment' && segments.get(one.segment) === solid.segment && solid.segment >= 0) ||
      (one?.kind === 'obstacle' && one.name === solid.obstacle);
    const stateOf = (solid: Solid): ShapeState =>
      lit.peek().some((one) => isOf(one, solid)) ? 3 : isOf(selection.peek(), solid) ? 2 : isOf(hover.peek(), solid) ? 1 : 0;
    for (const body of [this.figureBody, this.worldBody]) body?.setStates(stateOf);
  }

  private drawView(name: ViewName, named: boolean, frame: Frame | null): void {
    const rig = this.rigs[name], { rect } = rig, height = this.container.clientHeight;
    this.renderer.setViewport(rect.x, height - rect.y - rect.height, rect.width, rect.height);
    this.renderer.setScissor(rect.x, height - rect.y - rect.height, rect.width, rect.height);
    this.renderer.setScissorTest(true);
    this.placeGround(rig, name);
    this.lines.clear();
    this.lines.setView(rect.width, rect.height, this.renderer.getPixelRatio());
    const figure = this.store.figure.peek(), scene = this.store.scene.peek();
    if (frame && figure && scene && this.figureBody && this.builtFigure === figure) this.drawMarks(rig, frame);
    this.lines.finish();
    this.renderer.render(this.threeScene, rig.camera);
    if (named) this.labels.put({ x: rect.x + 10, y: rect.y + 8, text: name, kind: 'axis' });
  }

  private placeGround(rig: CameraRig, name: ViewName): void {
    const bounds = this.stage.box, up = new Vector3(0, 0, 1), size = bounds.getSize(new Vector3()).length();
    const level = Math.abs(rig.backward.z) > 0.99 || !rig.flat;
    if (level && (name === 'perspective' || name === 'top')) {
      this.ground.place(bounds, new Vector3(0, 0, this.floor), up, true);
    } else {
      const behind = bounds.getCenter(new Vector3()).addScaledVector(rig.backward, -size);
      this.ground.place(bounds, behind, rig.backward, false);
    }
  }

  private drawMarks(rig: CameraRig, frame: Frame): void {
    const { store, lines } = this;
    const d: Drawing = {
      rig, lines, frame, figure: store.figure.peek()!, scene: store.scene.peek()!, options: store.viewOptions.peek(), floor: this.floor,
      selection: store.selection.peek(), hover: store.hover.peek(), lit: store.lit.peek(),
      solids: this.figureBody!.solids, poses: this.figureBody!.poses,
      label: (at, text, kind, shift = [0, 0]) => {
        const on = rig.project(at), { rect } = rig;
        if (!on || on.x < rect.x || on.x > rect.x + rect.width || on.y < rect.y || on.y > rect.y + rect.height) return;
        this.labels.put({ x: on.x + shift[0], y: on.y + shift[1], text, kind });
      },
    };
    drawCompass(d);
    drawSlopes(d);
    drawRegions(d);
    drawJointAxes(d);
    drawFrames(d);
    drawNames(d);
    drawCenterOfMass(d);
    if (!this.tools.dragsBody) drawLimits(d);
    if (d.options.trace) this.trace.draw(d);
    drawGoals(d);
    this.tools.draw(d);
    this.nameHovered(d);
  }

  private nameHovered(d: Drawing): void {
    const { pointer } = this.tools, { hover } = d;
    for (const one of d.lit) {
      const index = one?.kind === 'segment' ? d.solids.findIndex((solid) => d.figure.segments[solid.segment]?.name === one.segment) : -1;
      if (one?.kind === 'segment' && index >= 0) d.label(d.poses[index]!.position, `blocks: ${one.segment}`, 'warning', [14, -10]);
    }
    if (!pointer || this.tools.busy || this.rigAt(pointer.x, pointer.y) !== d.rig) return;
    const text = hover?.kind === 'segment' ? hover.segment : hover?.kind === 'obstacle' ? hover.name : null;
    if (text !== null) this.labels.put({ x: pointer.x + 14, y: pointer.y + 16, text, kind: 'hover' });
  }
}

// The side of a plane it is usual to look at: from above, from the right (-y), from the front.
function facing(normal: Vector3): Vector3 {
  const flip = Math.abs(normal.z) > 1e-3 ? normal.z < 0 : Math.abs(normal.y) > 1e-3 ? normal.y > 0 : normal.x < 0;
  return flip ? normal.clone().negate() : normal;
}
