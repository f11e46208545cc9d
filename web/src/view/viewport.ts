// The viewport: draws the figure, its world and the marks, but only when something changed.

import { effect, type Signal } from '@preact/signals';
import { type Box3, LinearToneMapping, PCFShadowMap, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import { flag, type Snapshot } from '../protocol/snapshot';
import type { CameraJson, Vec3 } from '../protocol/messages';
import type { Plane } from '../state/access_finder';
import { selectableName } from '../state/obstacle_list';
import { sourcePosture, type CarriedOut } from '../state/retargeting';
import type { Selection, Shown } from '../state/store';
import { watchedPlace } from '../state/watched_place';
import type { ViewAccess, ViewTools } from './access';
import { AccessFill } from './access_fill';
import { makeBackdrop } from './backdrop';
import { Bodies } from './bodies';
import type { CameraRig, Direction } from './camera';
import { Ground } from './ground';
import { Labels } from './labels';
import type { ViewName } from './layout';
import { Lights } from './lights';
import { Lines } from './lines';
import type { Drawing } from './marks/drawing';
import { regionOnGround } from './marks/forces';
import { PathErrors } from './marks/goal_paths';
import { drawMarks, hoverShift } from './marks/marks';
import { Manipulability, ReachCloud, Trace } from './marks/reach';
import { boundsOfMotion } from './marks/source';
import { clearColor } from './palette';
import type { Hit } from './pick';
import { placePose, vec3 } from './poses';
import { RegionFill } from './region_fill';
import { Stage } from './stage';
import { Views } from './views';

export interface ViewportStats {
  drawCalls: number; // of the last picture
  triangles: number;
  drawMilliseconds: number; // of CPU time for it
  picturesDrawn: number;
}

export interface ViewportOptions {
  cameraMoved: (camera: CameraJson) => void; // the user moved the camera of the main view
  quality?: 'low' | 'high';
}

const cameraDelay = 600; // [ms] without motion before a moved camera is reported

export class Viewport implements ViewAccess {
  readonly element = document.createElement('canvas');
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly ground = new Ground();
  private readonly lines = new Lines();
  private readonly manipulability = new Manipulability();
  private readonly cloud = new ReachCloud();
  private readonly access = new AccessFill();
  private readonly region = new RegionFill();
  private readonly trace = new Trace();
  private readonly pathErrors = new PathErrors();
  private readonly stage = new Stage();
  private readonly views = new Views();
  private readonly lights: Lights;
  private readonly labels: Labels;
  private readonly bodies: Bodies;
  private tools: ViewTools | null = null;
  private readonly low: boolean;
  private readonly endings: (() => void)[] = [];
  private floor = 0;
  private sceneNumber: number | null = null; // the scene the cameras were set up for
  private motion: { file: File; box: Box3 } | null = null; // that is carried out
  private settling = false; // that scene has not come to rest yet
  private scheduled = 0;
  private bodyMoved = true;
  private litFlat = false; // lit from the viewer's side, for a planar figure
  private statesChanged = true;
  private viewCount = 0; // in the last picture
  private cameraTimer = 0;
  private measured: ViewportStats = { drawCalls: 0, triangles: 0, drawMilliseconds: 0, picturesDrawn: 0 };

  // Throws if the browser has no WebGL 2.
  constructor(
    private readonly container: HTMLElement,
    private readonly shown: Shown,
    private readonly options: ViewportOptions,
  ) {
    this.low = (options.quality ?? new URLSearchParams(location.search).get('quality')) === 'low';
    this.renderer = new WebGLRenderer({ canvas: this.element, antialias: !this.low, powerPreference: 'high-performance' });
    this.renderer.localClippingEnabled = true; // a map of reach is cut open
    this.renderer.setClearColor(clearColor);
    this.renderer.autoClear = false;
    this.renderer.toneMapping = LinearToneMapping; // keeps the shapes' colours
    this.renderer.info.autoReset = false;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;

    this.element.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;display:block;touch-action:none;outline:none';
    this.element.setAttribute('role', 'img');
    this.element.setAttribute('aria-label', 'The figure. Drag any point of its body to move it; drag the background to orbit.');
    if (getComputedStyle(container).position === 'static') container.style.position = 'relative';
    container.append(this.element);
    this.labels = new Labels(container);
    this.lights = new Lights();
    this.bodies = new Bodies(this.scene, this.low, this.ground.contactHeight);
    this.scene.add(makeBackdrop(), this.ground.mesh, this.lights.group, this.manipulability.mesh, this.cloud.group);
    this.scene.add(this.access.group, this.region.mesh, this.lines.group);
    this.subscribe();
  }

  // The viewport disposes of them with itself.
  attach(tools: ViewTools): void {
    this.tools = tools;
  }
  get flat(): Signal<boolean> {
    return this.views.flat;
  }

  dispose(): void {
    cancelAnimationFrame(this.scheduled);
    clearTimeout(this.cameraTimer);
    for (const end of this.endings) end();
    const { tools, bodies, lights, ground, lines, labels, manipulability, cloud, access, region } = this;
    for (const part of [tools, bodies, lights, ground, lines, labels, manipulability, cloud, access, region]) part?.dispose();
    this.renderer.dispose();
    this.element.remove();
  }

  fitAll(): void {
    this.views.fit(this.viewNames(), this.bounds());
    this.cameraMoved(this.views.main);
    this.invalidate();
  }
  lookFrom(direction: Direction): void {
    this.views.lookFrom(direction, this.bounds());
    this.cameraMoved(this.views.main);
    this.invalidate();
  }
  // Shows a planar figure in its plane, or in 3D again.
  setFlat(flat: boolean): void {
    this.views.setFlat(flat, this.shown.figure.peek()?.planar ?? null, this.bounds());
    this.bodyMoved = true; // the light moves
    this.invalidate();
  }

  // The current view as a PNG.
  async picture(): Promise<Blob> {
    this.draw(performance.now());
    const blob = await new Promise<Blob | null>((resolve) => this.element.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('The browser could not create a picture of the view.');
    return blob;
  }
  stats(): ViewportStats {
    return { ...this.measured };
  }

  // Client coordinates of a point of the world in the first view; null: behind the eye.
  project(point: [number, number, number]): { x: number; y: number } | null {
    this.resize();
    const box = this.element.getBoundingClientRect(),
      on = this.views.main.project(new Vector3(...point));
    return on && { x: on.x + box.left, y: on.y + box.top };
  }
  pickAt(clientX: number, clientY: number): Selection {
    const box = this.element.getBoundingClientRect(),
      hit = this.pick(clientX - box.left, clientY - box.top);
    if (!hit) return null;
    const { obstacle } = hit.solid;
    if (obstacle !== null) return { kind: 'obstacle', name: selectableName(this.shown.scene.peek()?.world ?? [], obstacle) };
    const segment = this.shown.figure.peek()?.segments[hit.solid.segment]?.name;
    return segment === undefined ? null : { kind: 'segment', segment };
  }

  // --- for the tools ---

  rigAt(x: number, y: number): CameraRig {
    return this.views.rigAt(this.viewNames(), x, y);
  }
  pick(x: number, y: number): Hit | null {
    return this.bodies.pick(this.rigAt(x, y).ray(x, y));
  }
  invalidate(): void {
    if (this.scheduled === 0)
      this.scheduled = requestAnimationFrame((now) => {
        this.scheduled = 0;
        this.draw(now);
      });
  }
  pointerMoved(x: number, y: number): void {
    this.labels.moveHover(x + hoverShift.x, y + hoverShift.y);
  }
  touched(): void {
    this.settling = false;
  }
  cameraMoved(rig: CameraRig): void {
    rig.moved = true;
    if (rig !== this.views.main || rig.locked) return;
    clearTimeout(this.cameraTimer);
    this.cameraTimer = window.setTimeout(() => this.options.cameraMoved(rig.toJson()), cameraDelay);
  }

  // --- following the state ---

  // The plane of two axes that faces the viewer most, through a frame; of a planar figure, its own.
  planeThrough(frame: string): Plane | null {
    const figure = this.shown.figure.peek(),
      { snapshot } = this.shown;
    const at = figure && snapshot && placePose(frame, figure, snapshot)?.position;
    if (!at) return null;
    if (figure.planar) return { point: vec3(at), normal: figure.planar };
    const back = this.views.main.backward.toArray();
    const axis = [0, 1, 2].reduce((best, k) => (Math.abs(back[k]!) > Math.abs(back[best]!) ? k : best), 0);
    return { point: vec3(at), normal: [0, 1, 2].map((k) => (k === axis ? Math.sign(back[k]!) || 1 : 0)) as Vec3 };
  }

  private subscribe(): void {
    const { shown } = this;
    this.endings.push(
      shown.onSnapshot((snapshot) => this.received(snapshot)),
      effect(() => {
        void [shown.selection.value, shown.hover.value, shown.lit.value];
        this.statesChanged = true;
        this.invalidate();
      }),
      effect(() => {
        void [shown.figure.value, shown.scene.value, shown.viewOptions.value, shown.preview.value, shown.path.value];
        void [shown.retargeted.value, shown.time.value];
        void shown.ghosts.value;
        void [shown.mode.value, shown.gizmoMode.value, shown.meshStore.meshes.value];
        this.bodyMoved = true;
        this.invalidate();
      }),
      effect(() => {
        if (!shown.viewOptions.value.trace) this.trace.clear();
      }),
      effect(() => this.sawMotion(shown.retargeted.value)),
      effect(() => {
        this.cloud.set(shown.reachCloud.value, this.renderer.getPixelRatio());
        this.invalidate();
      }),
      effect(() => {
        this.access.set(shown.spaces.value);
        this.invalidate();
      }),
    );
    const sizes = new ResizeObserver(() => this.invalidate());
    sizes.observe(this.container);
    this.endings.push(() => sizes.disconnect());
    this.element.addEventListener('webglcontextrestored', () => {
      this.bodyMoved = true;
      this.invalidate();
    });
  }

  private received(snapshot: Snapshot): void {
    this.bodyMoved = true;
    if (this.settling && (snapshot.flags & flag.moving) === 0) this.fitSettled();
    const figure = this.shown.figure.peek(),
      scene = this.shown.scene.peek();
    if (figure && scene && scene.paths.length > 0) this.pathErrors.add({ figure, scene, snapshot });
    if (figure && scene && this.shown.viewOptions.peek().trace) {
      this.trace.add(figure, snapshot, watchedPlace(figure, scene, this.shown.selection.peek()), 0.002 * Math.max(figure.reach, 1e-3));
    }
    this.invalidate();
  }

  // A figure may end up far from where it started when the scene was opened: a camera the user has not moved follows once.
  private fitSettled(): void {
    this.settling = false;
    if (!this.shown.scene.peek()?.camera || this.views.main.locked) this.views.fit(['perspective'], this.bounds());
  }

  // All of a motion that is carried out comes into view with its source; carried out again, the view stays.
  private sawMotion(motion: CarriedOut | null): void {
    const isNew = motion !== null && motion.file !== this.motion?.file;
    this.motion = motion && { file: motion.file, box: boundsOfMotion(motion, this.shown.figure.peek()?.reach ?? 1) };
    if (isNew && !this.views.main.locked) this.fitAll();
  }

  private viewNames(): ViewName[] {
    return this.views.shown(this.shown.viewOptions.peek().views);
  }
  private bounds() {
    const box = this.bodies.bounds(this.shown.snapshot);
    return this.motion ? box.union(this.motion.box) : box;
  }

  private build(snapshot: Snapshot): void {
    const figure = this.shown.figure.peek(),
      scene = this.shown.scene.peek();
    if (!figure || !scene || snapshot.figureRevision !== figure.figure_revision || scene.figure_revision !== figure.figure_revision) return;
    if (this.bodies.build(figure, scene, snapshot, this.shown.meshStore.meshes.peek())) {
      this.bodyMoved = this.statesChanged = true;
      this.floor = this.bodies.floor(scene.world);
    }
    if (this.sceneNumber === scene.scene_number) return;
    this.sceneNumber = scene.scene_number;
    this.resize();
    this.trace.clear();
    this.settling = (snapshot.flags & flag.moving) !== 0;
    this.views.open(this.bounds(), scene.camera, figure.planar);
  }

  // --- drawing ---

  private resize(): ViewName[] {
    const width = this.container.clientWidth,
      height = this.container.clientHeight;
    const ratio = Math.min(window.devicePixelRatio || 1, this.low ? 1 : 2),
      size = this.renderer.getSize(new Vector2());
    if (size.x !== width || size.y !== height || this.renderer.getPixelRatio() !== ratio) {
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(Math.max(width, 1), Math.max(height, 1), false);
    }
    return this.views.layOut(this.shown.viewOptions.peek().views, width, height);
  }

  private draw(now: number): void {
    const began = performance.now(),
      { snapshot } = this.shown;
    if (snapshot) this.build(snapshot);
    if (this.views.advance(now, this.tools?.busy ?? false)) this.invalidate();
    const names = this.resize();
    this.renderer.info.reset();
    this.renderer.setRenderTarget(null);
    this.renderer.setScissorTest(false);
    this.renderer.clear();
    if (snapshot && this.bodies.figure) this.follow(snapshot);
    if (this.bodies.figure && !this.tools?.busy) this.views.follow(names, this.bounds(), names.length !== this.viewCount);
    this.viewCount = names.length;
    this.labels.begin();
    for (const name of names) this.drawView(name, names.length > 1, snapshot);
    this.labels.end();
    const { calls, triangles } = this.renderer.info.render;
    const picturesDrawn = this.measured.picturesDrawn + 1;
    this.measured = { drawCalls: calls, triangles, drawMilliseconds: performance.now() - began, picturesDrawn };
  }

  private follow(snapshot: Snapshot): void {
    if (this.statesChanged) this.bodies.showStates(this.shown);
    this.statesChanged = false;
    if (!this.bodyMoved) return;
    this.bodyMoved = false;
    const options = this.shown.viewOptions.peek(),
      figure = this.shown.figure.peek();
    if (this.bodies.isOf(figure)) this.bodies.figure!.update(snapshot);
    this.bodies.moveObstacles(snapshot);
    this.bodies.showPreview(this.shown.preview.peek(), Math.max(figure?.reach ?? 1, 1e-3));
    this.bodies.setWireframe(options.wireframe);
    this.bodies.setSkinByDuals(options.dualQuaternions);
    const isRegionShown = options.supportRegion && snapshot.statics !== null;
    this.region.set(isRegionShown ? regionOnGround({ snapshot, floor: this.floor }) : [], (snapshot.statics?.margin ?? 0) >= 0);
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
    const rig = this.views.rigs[name],
      { x, y, width, height } = rig.rect,
      bottom = this.container.clientHeight - y - height;
    this.renderer.setViewport(x, bottom, width, height);
    this.renderer.setScissor(x, bottom, width, height);
    this.renderer.setScissorTest(true);
    this.ground.placeFor(rig, this.stage.box, this.floor);
    this.lines.clear();
    this.lines.setView(width, height, this.renderer.getPixelRatio());
    const drawing = snapshot && this.drawing(rig, snapshot);
    if (drawing) drawMarks(drawing, this.trace, this.pathErrors, this.tools);
    this.lines.finish();
    this.renderer.render(this.scene, rig.camera);
    if (named) this.labels.put({ x: x + 10, y: y + 8, text: name, kind: 'axis' });
  }

  private drawing(rig: CameraRig, snapshot: Snapshot): Drawing | null {
    const { shown, lines, floor, tools } = this,
      figure = shown.figure.peek(),
      scene = shown.scene.peek(),
      body = this.bodies.figure;
    if (!figure || !scene || !body || !this.bodies.isOf(figure)) return null;
    const { x, y, width, height } = rig.rect,
      pointer = tools?.busy ? null : (tools?.pointer ?? null);
    return {
      rig,
      lines,
      snapshot,
      figure,
      scene,
      floor,
      options: shown.viewOptions.peek(),
      solids: body.solids,
      poses: body.poses,
      worldPoses: this.bodies.worldPoses,
      spaces: shown.spaces.peek(),
      ghosts: shown.ghosts.peek(),
      path: shown.path.peek(),
      source: sourcePosture(shown.retargeted.peek(), shown.time.peek()),
      selection: shown.selection.peek(),
      hover: shown.hover.peek(),
      lit: shown.lit.peek(),
      pointer: pointer && this.rigAt(pointer.x, pointer.y) === rig ? pointer : null,
      label: (at, text, kind, [right, down] = [0, 0]) => {
        const on = rig.project(at),
          isSeen = on && on.x >= x && on.x <= x + width && on.y >= y && on.y <= y + height;
        if (isSeen) this.labels.put({ x: on.x + right, y: on.y + down, text, kind });
      },
      words: (label) => this.labels.put(label),
    };
  }
}
