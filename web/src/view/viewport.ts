// The viewport: draws the figure, its world and the marks, when something changed and only then, and hands pointer events to the
// tools.

import { effect, type Signal } from '@preact/signals';
import { Color, LinearToneMapping, PCFShadowMap, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import { flag, type Snapshot } from '../protocol/snapshot';
import type { FigureMessage, PlaceJson } from '../protocol/messages';
import { selectableName } from '../state/obstacle_list';
import type { Selection, Store } from '../state/store';
import type { ViewAccess } from '../tools/access';
import type { GizmoMode } from '../tools/gizmo';
import { PointerTools } from '../tools/pointer';
import { makeBackdrop } from './backdrop';
import { Bodies } from './bodies';
import type { CameraRig, Direction } from './camera';
import { Ground } from './ground';
import { Labels } from './labels';
import type { ViewName } from './layout';
import { Lights } from './lights';
import { Lines } from './lines';
import type { Drawing } from './marks/drawing';
import { drawMarks, hoverShift } from './marks/marks';
import { Manipulability, ReachCloud, Trace, watchedPlace } from './marks/reach';
import type { Hit } from './pick';
import { Stage } from './stage';
import { Views } from './views';

export interface ViewportStats {
  drawCalls: number; // of the last picture
  triangles: number;
  drawMilliseconds: number; // spent here on it, without the graphics card's own time
  picturesDrawn: number;
}

const cloudPoints = 4000;

export class Viewport implements ViewAccess {
  readonly element = document.createElement('canvas');
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly ground = new Ground();
  private readonly lines = new Lines();
  private readonly manipulability = new Manipulability();
  private readonly cloud = new ReachCloud();
  private readonly trace = new Trace();
  private readonly stage = new Stage();
  private readonly views = new Views();
  private readonly lights: Lights;
  private readonly labels: Labels;
  private readonly bodies: Bodies;
  private readonly tools: PointerTools;
  private readonly low: boolean;
  private readonly endings: (() => void)[] = [];
  private floor = 0;
  private opened: { title: string; figure: FigureMessage } | null = null; // the scene the cameras were last set up for
  private settling = false; // it was opened and has not come to rest
  private scheduled = 0;
  private bodyMoved = true;
  private litFlat = false; // the light comes from where a planar figure is looked at
  private statesChanged = true;
  private cameraTimer = 0;
  private measured: ViewportStats = { drawCalls: 0, triangles: 0, drawMilliseconds: 0, picturesDrawn: 0 };

  // Throws when the browser has no WebGL 2.
  constructor(private readonly container: HTMLElement, readonly store: Store, options: { quality?: 'low' | 'high' } = {}) {
    this.low = (options.quality ?? new URLSearchParams(location.search).get('quality')) === 'low';
    this.renderer = new WebGLRenderer({ canvas: this.element, antialias: !this.low, powerPreference: 'high-performance' });
    this.renderer.setClearColor(new Color('#0d0f11'));
    this.renderer.autoClear = false;
    this.renderer.toneMapping = LinearToneMapping; // colours stay what the shapes say
    this.renderer.info.autoReset = false;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;

    this.element.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;display:block;touch-action:none;outline:none';
    this.element.setAttribute('role', 'img');
    this.element.setAttribute('aria-label', 'The figure. Drag any point of its body; drag beside it to look from elsewhere.');
    if (getComputedStyle(container).position === 'static') container.style.position = 'relative';
    container.append(this.element);
    this.labels = new Labels(container);
    this.lights = new Lights();
    this.bodies = new Bodies(this.scene, this.low, this.ground.contactHeight);
    this.scene.add(makeBackdrop(), this.ground.mesh, this.lights.group, this.manipulability.mesh, this.cloud.group, this.lines.group);
    this.tools = new PointerTools(this);
    this.subscribe();
  }

  get gizmoMode(): Signal<GizmoMode> {
    return this.tools.gizmoMode;
  }
  get flat(): Signal<boolean> {
    return this.views.flat;
  }

  dispose(): void {
    cancelAnimationFrame(this.scheduled);
    clearTimeout(this.cameraTimer);
    for (const end of this.endings) end();
    const { tools, bodies, lights, ground, lines, labels, manipulability, cloud } = this;
    for (const part of [tools, bodies, lights, ground, lines, labels, manipulability, cloud]) part.dispose();
    this.renderer.dispose();
    this.element.remove();
  }

  fitAll(): void {
    this.views.fit(this.shown(), this.bounds());
    this.cameraMoved(this.views.main);
    this.invalidate();
  }
  lookFrom(direction: Direction): void {
    this.views.lookFrom(direction, this.bounds());
    this.cameraMoved(this.views.main);
    this.invalidate();
  }
  // Shows a planar figure in its plane, or in space again.
  setFlat(flat: boolean): void {
    this.views.setFlat(flat, this.store.figure.peek()?.planar ?? null, this.bounds());
    this.bodyMoved = true; // the light comes from elsewhere
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
    const box = this.element.getBoundingClientRect(), on = this.views.main.project(new Vector3(...point));
    return on && { x: on.x + box.left, y: on.y + box.top };
  }
  pickAt(clientX: number, clientY: number): Selection {
    const box = this.element.getBoundingClientRect(), hit = this.pick(clientX - box.left, clientY - box.top);
    if (!hit) return null;
    if (hit.solid.obstacle !== null) return { kind: 'obstacle', name: selectableName(this.store.scene.peek()?.world ?? [], hit.solid.obstacle) };
    const segment = this.store.figure.peek()?.segments[hit.solid.segment]?.name;
    return segment === undefined ? null : { kind: 'segment', segment };
  }

  // --- for the tools ---

  rigAt(x: number, y: number): CameraRig {
    return this.views.rigAt(this.shown(), x, y);
  }
  pick(x: number, y: number): Hit | null {
    return this.bodies.pick(this.rigAt(x, y).ray(x, y));
  }
  invalidate(): void {
    if (this.scheduled === 0) this.scheduled = requestAnimationFrame((now) => { this.scheduled = 0; this.draw(now); });
  }
  pointerMoved(x: number, y: number): void {
    this.labels.moveHover(x + hoverShift.x, y + hoverShift.y);
  }
  touched(): void {
    this.settling = false;
  }
  cameraMoved(rig: CameraRig): void {
    if (rig !== this.views.main || rig.locked) return;
    clearTimeout(this.cameraTimer);
    this.cameraTimer = window.setTimeout(() => void this.store.ask('camera-set', { camera: rig.toJson() }).catch(() => {}), 600);
  }

  // --- keeping up ---

  private subscribe(): void {
    const { store } = this;
    this.endings.push(
      store.onSnapshot((snapshot) => this.received(snapshot)),
      effect(() => {
        void [store.selection.value, store.hover.value, store.lit.value];
        this.statesChanged = true;
        this.invalidate();
      }),
      effect(() => {
        void [store.figure.value, store.scene.value, store.viewOptions.value, store.preview.value, store.path.value, store.mode.value, this.tools.gizmoMode.value];
        this.bodyMoved = true;
        this.invalidate();
      }),
      effect(() => { if (!store.viewOptions.value.trace) this.trace.clear(); }),
      effect(() => this.watch(store.viewOptions.value.manipulability ? this.watched() : null)),
      effect(() => this.askForCloud(store.viewOptions.value.reachCloud ? this.watched() : null)),
    );
    const sizes = new ResizeObserver(() => this.invalidate());
    sizes.observe(this.container);
    this.endings.push(() => sizes.disconnect());
    this.element.addEventListener('webglcontextrestored', () => { this.bodyMoved = true; this.invalidate(); });
  }

  private received(snapshot: Snapshot): void {
    this.bodyMoved = true;
    if (this.settling && (snapshot.flags & flag.moving) === 0) this.fitSettled();
    const figure = this.store.figure.peek(), scene = this.store.scene.peek();
    if (figure && scene && this.store.viewOptions.peek().trace) {
      this.trace.add(figure, snapshot, watchedPlace(figure, scene, this.store.selection.peek()), 0.002 * Math.max(figure.reach, 1e-3));
    }
    this.invalidate();
  }

  // A figure may go far from where it was when its scene was opened. A view nobody has touched since then follows it once.
  private fitSettled(): void {
    this.settling = false;
    if (!this.store.scene.peek()?.camera || this.views.main.locked) this.views.fit(['perspective'], this.bounds());
  }

  private watched(): PlaceJson | null {
    const figure = this.store.figure.value, scene = this.store.scene.value;
    return figure && scene && watchedPlace(figure, scene, this.store.selection.value);
  }
  private watchedBefore = '';
  private watch(place: PlaceJson | null): void {
    const key = place === null ? '' : JSON.stringify([this.store.figure.peek()?.figure_revision, place]);
    if (key === this.watchedBefore) return;
    this.watchedBefore = key;
    void this.store.send('watch', { place });
  }
  private cloudOf = '';
  private askForCloud(place: PlaceJson | null): void {
    const key = place === null ? '' : JSON.stringify([this.store.figure.peek()?.figure_revision, place]);
    if (key === this.cloudOf) return;
    this.cloudOf = key;
    this.cloud.set(null, 1);
    this.invalidate();
    if (place === null) return;
    void this.store.send('reach-cloud', { place, count: cloudPoints }).then((result) => {
      if (key !== this.cloudOf || !result) return;
      this.cloud.set(result.points, this.renderer.getPixelRatio());
      this.invalidate();
    });
  }

  private shown(): ViewName[] {
    return this.views.shown(this.store.viewOptions.peek().views);
  }
  private bounds() {
    return this.bodies.bounds(this.store.snapshot);
  }

  private build(snapshot: Snapshot): void {
    const figure = this.store.figure.peek(), scene = this.store.scene.peek();
    if (!figure || !scene || snapshot.figureRevision !== figure.figure_revision || scene.figure_revision !== figure.figure_revision) return;
    if (this.bodies.build(figure, scene, snapshot)) {
      this.bodyMoved = this.statesChanged = true;
      this.floor = this.bodies.floor(scene.world);
    }
    const title = `${scene.title}\n${scene.file ?? ''}`;
    const before = this.opened;
    this.opened = { title, figure };
    if (before && (before.title === title || before.figure === figure)) return; // edited, or saved under another name
    this.resize();
    this.trace.clear();
    this.settling = (snapshot.flags & flag.moving) !== 0;
    this.views.open(this.bounds(), scene.camera, figure.planar);
  }

  // --- drawing ---

  private resize(): ViewName[] {
    const width = this.container.clientWidth, height = this.container.clientHeight;
    const ratio = Math.min(window.devicePixelRatio || 1, this.low ? 1 : 2), size = this.renderer.getSize(new Vector2());
    if (size.x !== width || size.y !== height || this.renderer.getPixelRatio() !== ratio) {
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(Math.max(width, 1), Math.max(height, 1), false);
    }
    return this.views.layOut(this.store.viewOptions.peek().views, width, height);
  }

  private draw(now: number): void {
    const began = performance.now(), { snapshot } = this.store;
    if (snapshot) this.build(snapshot);
    if (this.views.advance(now, this.tools.busy)) this.invalidate();
    const names = this.resize();
    this.renderer.info.reset();
    this.renderer.setRenderTarget(null);
    this.renderer.setScissorTest(false);
    this.renderer.clear();
    if (snapshot && this.bodies.figure) this.follow(snapshot);
    this.labels.begin();
    for (const name of names) this.drawView(name, names.length > 1, snapshot);
    this.labels.end();
    const { calls, triangles } = this.renderer.info.render;
    this.measured = { drawCalls: calls, triangles, drawMilliseconds: performance.now() - began, picturesDrawn: this.measured.picturesDrawn + 1 };
  }

  private follow(snapshot: Snapshot): void {
    if (this.statesChanged) this.bodies.showStates(this.store);
    this.statesChanged = false;
    if (!this.bodyMoved) return;
    this.bodyMoved = false;
    const options = this.store.viewOptions.peek(), figure = this.store.figure.peek();
    if (this.bodies.isOf(figure)) this.bodies.figure!.update(snapshot);
    this.bodies.moveObstacles(snapshot);
    this.bodies.showPreview(this.store.preview.peek(), Math.max(figure?.reach ?? 1, 1e-3));
    this.bodies.setWireframe(options.wireframe);
    this.manipulability.update(snapshot, figure?.reach ?? 1, options.manipulability);
    const isFlat = this.views.flat.peek();
    if (this.stage.fit(this.bounds()) || isFlat !== this.litFlat) this.lights.fit(this.stage.box, isFlat ? this.views.main.backward : null);
    this.litFlat = isFlat;
    const shadows = options.shadows && !this.low;
    this.lights.setShadows(shadows);
    this.ground.setShadows(shadows);
    if (!shadows) return;
    this.renderer.shadowMap.needsUpdate = true;
    this.ground.drawContactShadow(this.renderer, this.scene, this.bodies.all, this.stage.box, this.floor);
  }

  private drawView(name: ViewName, named: boolean, snapshot: Snapshot | null): void {
    const rig = this.views.rigs[name], { x, y, width, height } = rig.rect, bottom = this.container.clientHeight - y - height;
    this.renderer.setViewport(x, bottom, width, height);
    this.renderer.setScissor(x, bottom, width, height);
    this.renderer.setScissorTest(true);
    this.ground.placeFor(rig, this.stage.box, this.floor);
    this.lines.clear();
    this.lines.setView(width, height, this.renderer.getPixelRatio());
    const drawing = snapshot && this.drawing(rig, snapshot);
    if (drawing) drawMarks(drawing, this.trace, this.tools);
    this.lines.finish();
    this.renderer.render(this.scene, rig.camera);
    if (named) this.labels.put({ x: x + 10, y: y + 8, text: name, kind: 'axis' });
  }

  private drawing(rig: CameraRig, snapshot: Snapshot): Drawing | null {
    const { store, lines, floor } = this, figure = store.figure.peek(), scene = store.scene.peek(), body = this.bodies.figure;
    if (!figure || !scene || !body || !this.bodies.isOf(figure)) return null;
    const { x, y, width, height } = rig.rect, { pointer } = this.tools;
    return {
      rig, lines, snapshot, figure, scene, floor, options: store.viewOptions.peek(), solids: body.solids, poses: body.poses,
      worldPoses: this.bodies.worldPoses, path: store.path.peek(),
      selection: store.selection.peek(), hover: store.hover.peek(), lit: store.lit.peek(),
      pointer: pointer && !this.tools.busy && this.rigAt(pointer.x, pointer.y) === rig ? pointer : null,
      label: (at, text, kind, [right, down] = [0, 0]) => {
        const on = rig.project(at), isSeen = on && on.x >= x && on.x <= x + width && on.y >= y && on.y <= y + height;
        if (isSeen) this.labels.put({ x: on.x + right, y: on.y + down, text, kind });
      },
      words: (label) => this.labels.put(label),
    };
  }
}
