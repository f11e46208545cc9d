// What the pointer does in the viewport. A press becomes a click, or after a few pixels a gesture:
//
//   on the gizmo            moves, turns or resizes the selection
//   on the tip of a force   changes that force
//   on a ring of inertia    changes the radius wanted
//   on a goal               moves it parallel to the screen
//   on the body             drags that point; Shift on release leaves a task; with Ctrl, pulls a force out of it
//   on an obstacle          moves it parallel to the screen
//   elsewhere, or with Alt  orbits the view; with Shift, the middle or the right button: pans it

import { Vector3 } from 'three';
import { selectableName } from '../state/obstacle_list';
import { sameValue } from '../state/same_value';
import { sameSelection, type Selection, type Store } from '../state/store';
import type { ViewAccess, ViewTools } from '../view/access';
import type { CameraRig } from '../view/camera';
import type { Drawing } from '../view/marks/drawing';
import { pathKeyAt, type PathKey } from '../view/marks/goal_paths';
import { goalAt, pointOf } from '../view/marks/goals';
import { inertiaRingAt } from '../view/marks/inertia';
import type { Hit } from '../view/pick';
import { segmentPose, vec3 } from '../view/poses';
import { CameraGesture } from './camera_gesture';
import { BodyDrag } from './drag_body';
import { forceAt, ForceGesture } from './force_drag';
import type { Gesture } from './gesture';
import { drawGizmo, GizmoGesture, gizmoPartAt, type GizmoPart } from './gizmo';
import { handleOf, obstacleHandle, pathKeyHandle, taskHandle, type Handle } from './handles';
import { drawLimitKnobs, knobAt, LimitGesture, limitKnobs, type LimitKnob } from './limit_knobs';
import { PathDrawing } from './path_drawing';
import { RingGesture } from './ring_drag';

const clickPixels = 4;
const goalGrip = 12,
  bodyGrip = 8; // [px]

interface Press {
  id: number;
  x: number;
  y: number;
  begin: () => Gesture;
  click: () => void;
}

export class PointerTools implements ViewTools {
  pointer: { x: number; y: number } | null = null;
  private press: Press | null = null;
  private gesture: Gesture | null = null;
  private hot: GizmoPart | null = null;
  private pending: { x: number; y: number } | null = null; // newest position not yet acted on
  private scheduled = 0;
  private readonly ends = new AbortController();

  constructor(
    private readonly view: ViewAccess,
    private readonly store: Store,
  ) {
    const { element } = view,
      { signal: ended } = this.ends;
    const on = <K extends keyof HTMLElementEventMap>(
      name: K,
      act: (event: HTMLElementEventMap[K]) => void,
      options: AddEventListenerOptions = {},
    ): void => element.addEventListener(name, act as EventListener, { signal: ended, ...options });
    on('pointerdown', (event) => this.down(event));
    on('pointermove', (event) => this.moved(event));
    on('pointerup', (event) => this.up(event));
    on('pointercancel', () => this.cancel());
    on('pointerleave', () => {
      this.pointer = null;
      this.setHover(null);
    });
    on('contextmenu', (event) => event.preventDefault());
    on('wheel', (event) => this.wheel(event), { passive: false });
    on('dblclick', (event) => event.preventDefault());
    window.addEventListener('keydown', (event) => this.key(event), { signal: ended, capture: true });
  }

  get busy(): boolean {
    return this.gesture !== null;
  }
  get dragsBody(): boolean {
    return this.gesture instanceof BodyDrag;
  }
  dispose(): void {
    this.ends.abort();
    cancelAnimationFrame(this.scheduled);
  }

  draw(d: Drawing): void {
    const handle = this.held ?? this.handle();
    if (handle && !this.dragsBody)
      drawGizmo(d, handle, this.store.gizmoMode.peek(), this.gesture instanceof GizmoGesture ? this.gesture.part : this.hot);
    const knobs = handle || this.dragsBody ? [] : limitKnobs(d);
    this.knobs.set(d.rig, knobs);
    if (d.selection?.kind === 'segment') drawLimitKnobs(d, knobs, this.hotKnob);
    this.gesture?.draw?.(d);
  }
  private readonly knobs = new Map<CameraRig, LimitKnob[]>(); // of the limits, as last drawn in each view
  private hotKnob: string | null = null;

  private held: Handle | null = null; // during a gesture of the gizmo
  private handle(): Handle | null {
    const { store } = this;
    const figure = store.figure.peek(),
      scene = store.scene.peek(),
      snapshot = store.snapshot;
    return figure && scene && snapshot ? handleOf(store, { figure, scene, snapshot }, store.selection.peek()) : null;
  }

  private place(event: MouseEvent): { x: number; y: number } {
    const box = this.view.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private down(event: PointerEvent): void {
    if (this.press || this.gesture) return;
    this.view.touched();
    (document.activeElement as HTMLElement | null)?.blur?.(); // keys now go to the page
    const { x, y } = this.place(event),
      rig = this.view.rigAt(x, y);
    this.view.element.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.press = { id: event.pointerId, x, y, ...this.meaning(event, rig, x, y) };
  }

  private meaning(event: PointerEvent, rig: CameraRig, x: number, y: number): Pick<Press, 'begin' | 'click'> {
    const { store } = this;
    const camera = (pans: boolean): Gesture => this.turnView(rig, pans, x, y);
    if (event.button !== 0) return { begin: () => camera(true), click: () => {} };
    const mode = store.mode.peek();
    if (mode.kind === 'pick-place') {
      return { begin: () => camera(event.shiftKey), click: () => this.pickPlace(x, y) };
    }
    if (event.altKey) return { begin: () => camera(event.shiftKey), click: () => {} };
    if (mode.kind === 'draw-path') return { begin: () => this.drawPath(mode.task, rig, x, y), click: () => {} };

    const key = this.pathKeyAt(rig, x, y);
    if (key) return { begin: () => this.movePathKey(key, rig, x, y), click: () => {} };
    const handle = this.handle(),
      part = handle && gizmoPartAt(rig, handle, store.gizmoMode.peek(), x, y);
    if (handle && part) return { begin: () => this.hold(handle, part, rig, x, y), click: () => {} };
    const knob = knobAt(rig, this.knobs.get(rig) ?? [], x, y);
    if (knob) return { begin: () => new LimitGesture(this.view, store, rig, knob), click: () => {} };
    const force = forceAt(store, rig, x, y);
    if (force !== null)
      return {
        begin: () => new ForceGesture(this.view, store, rig, { number: force }),
        click: () => this.select({ kind: 'force', number: force }),
      };
    const ring = this.ringAt(rig, x, y);
    if (ring !== null)
      return { begin: () => new RingGesture(this.view, store, rig, ring), click: () => this.select({ kind: 'task', number: ring }) };
    const goal = this.goalAt(rig, x, y);
    if (goal !== null) return { begin: () => this.moveGoal(goal, rig, x, y), click: () => this.select({ kind: 'task', number: goal }) };
    const hit = this.pick(x, y);
    const click = (): void => this.select(hit ? this.selectionOf(hit) : null);
    if (hit && hit.solid.segment >= 0) {
      const pushes = event.ctrlKey || event.metaKey;
      return { begin: () => (pushes ? this.pullForce(hit, rig) : this.dragBody(hit, rig)), click };
    }
    if (hit && hit.solid.kind !== 'plane' && hit.solid.obstacle !== null) {
      const name = this.nameOf(hit.solid.obstacle);
      return { begin: () => this.moveObstacle(name, hit.point, rig, x, y), click };
    }
    return { begin: () => camera(event.shiftKey), click };
  }

  private hold(handle: Handle, part: GizmoPart, rig: CameraRig, x: number, y: number): Gesture {
    this.held = handle;
    return new GizmoGesture(this.view, this.store, handle, part, rig, x, y);
  }
  private moveGoal(number: number, rig: CameraRig, x: number, y: number): Gesture {
    const { store } = this;
    this.select({ kind: 'task', number });
    const figure = store.figure.peek(),
      scene = store.scene.peek(),
      snapshot = store.snapshot;
    const handle = figure && scene && snapshot ? taskHandle(store, { figure, scene, snapshot }, number) : null;
    return handle?.moves ? this.hold(handle, { kind: 'screen' }, rig, x, y) : this.turnView(rig, false, x, y);
  }
  private drawPath(number: number, rig: CameraRig, x: number, y: number): Gesture {
    const point = this.store.snapshot?.tasks.find((task) => task.number === number);
    if (!point) return this.turnView(rig, false, x, y);
    const drawing = new PathDrawing(this.view, this.store, rig, number, pointOf(point.goal));
    drawing.move(x, y); // it begins where the button went down
    return drawing;
  }
  private pathKeyAt(rig: CameraRig, x: number, y: number): PathKey | null {
    const { store } = this,
      figure = store.figure.peek(),
      scene = store.scene.peek(),
      snapshot = store.snapshot,
      selected = store.selection.peek();
    if (!figure || !scene || !snapshot || selected?.kind !== 'task') return null;
    return pathKeyAt({ figure, scene, snapshot, rig }, selected.number, x, y);
  }
  private movePathKey(key: PathKey, rig: CameraRig, x: number, y: number): Gesture {
    const scene = this.store.scene.peek();
    const handle = scene && pathKeyHandle(this.store, { scene }, key);
    return handle ? this.hold(handle, { kind: 'screen' }, rig, x, y) : this.turnView(rig, false, x, y);
  }
  private turnView(rig: CameraRig, pans: boolean, x: number, y: number): Gesture {
    const turns = this.store.viewOptions.peek().trackball ? 'trackball' : 'orbit';
    return new CameraGesture(this.view, rig, pans || rig.locked ? 'pan' : turns, x, y);
  }
  // In the plane through the grabbed point, so that this point stays under the pointer.
  private moveObstacle(name: string, grabbed: Vector3, rig: CameraRig, x: number, y: number): Gesture {
    const { store } = this,
      scene = store.scene.peek();
    this.select({ kind: 'obstacle', name });
    const handle = scene ? obstacleHandle(store, { scene }, name) : null;
    if (!handle) return this.turnView(rig, false, x, y);
    this.held = handle;
    return new GizmoGesture(this.view, store, handle, { kind: 'screen' }, rig, x, y, grabbed);
  }
  private dragBody(hit: Hit, rig: CameraRig): Gesture {
    const { store } = this;
    const local = segmentPose(store.snapshot!, hit.solid.segment).toLocal(hit.point);
    const name = store.figure.peek()?.segments[hit.solid.segment]?.name;
    if (name !== undefined) this.select({ kind: 'segment', segment: name, point: vec3(local) });
    return new BodyDrag(this.view, store, rig, hit.solid.segment, local, hit.point);
  }

  private pullForce(hit: Hit, rig: CameraRig): Gesture {
    const { store } = this;
    const segment = store.figure.peek()?.segments[hit.solid.segment]?.name ?? '';
    const point = vec3(segmentPose(store.snapshot!, hit.solid.segment).toLocal(hit.point));
    return new ForceGesture(this.view, store, rig, { place: { segment, point }, point: hit.point });
  }

  // The figure is picked within a few pixels even behind an obstacle: a thin pole should not hide it. A selected obstacle
  // is picked first.
  private pick(x: number, y: number): Hit | null {
    const hit = this.view.pick(x, y),
      selected = this.store.selection.peek();
    if (!hit || hit.solid.obstacle === null || hit.solid.kind === 'plane') return hit;
    if (selected?.kind === 'obstacle' && selected.name === this.nameOf(hit.solid.obstacle)) return hit;
    for (let k = 0; k < 8; k++) {
      const angle = (k * Math.PI) / 4,
        beside = this.view.pick(x + bodyGrip * Math.cos(angle), y + bodyGrip * Math.sin(angle));
      if (beside && beside.solid.segment >= 0) return beside;
    }
    return hit;
  }

  private pickPlace(x: number, y: number): void {
    const { store } = this,
      mode = store.mode.peek();
    const hit = this.view.pick(x, y),
      snapshot = store.snapshot;
    if (mode.kind !== 'pick-place' || !hit || hit.solid.segment < 0 || !snapshot) return;
    const segment = store.figure.peek()?.segments[hit.solid.segment]?.name;
    if (segment === undefined) return;
    const point: Vector3 = segmentPose(snapshot, hit.solid.segment).toLocal(hit.point);
    store.mode.value = { kind: 'drag' };
    mode.then({ segment, point: vec3(point) });
  }

  private goalAt(rig: CameraRig, x: number, y: number): number | null {
    const { store } = this,
      scene = store.scene.peek(),
      snapshot = store.snapshot;
    return scene && snapshot ? goalAt({ rig, scene, snapshot }, x, y, goalGrip) : null;
  }
  private ringAt(rig: CameraRig, x: number, y: number): number | null {
    const { store } = this,
      scene = store.scene.peek(),
      { snapshot } = store;
    return scene && snapshot ? inertiaRingAt({ rig, scene, snapshot }, x, y, bodyGrip) : null;
  }
  private selectionOf(hit: Hit): Selection {
    const { store } = this;
    if (hit.solid.obstacle !== null) return hit.solid.kind === 'plane' ? null : { kind: 'obstacle', name: this.nameOf(hit.solid.obstacle) };
    const segment = store.figure.peek()?.segments[hit.solid.segment]?.name,
      snapshot = store.snapshot;
    return segment === undefined || !snapshot
      ? null
      : { kind: 'segment', segment, point: vec3(segmentPose(snapshot, hit.solid.segment).toLocal(hit.point)) };
  }
  private nameOf(obstacle: string): string {
    return selectableName(this.store.scene.peek()?.world ?? [], obstacle);
  }
  private select(selection: Selection): void {
    this.store.selection.value = selection;
  }

  private moved(event: PointerEvent): void {
    this.pending = this.place(event);
    if (this.scheduled === 0)
      this.scheduled = requestAnimationFrame(() => {
        this.scheduled = 0;
        this.act();
      });
  }
  // At most once per animation frame.
  private act(): void {
    const at = this.pending;
    this.pending = null;
    if (!at) return;
    const { press } = this;
    if (press && !this.gesture) {
      if (Math.hypot(at.x - press.x, at.y - press.y) < clickPixels) return;
      this.gesture = press.begin();
      this.setHover(null);
      this.showCursor();
    }
    if (this.gesture) this.gesture.move(at.x, at.y);
    else this.hoverAt(at.x, at.y);
  }

  private hoverAt(x: number, y: number): void {
    this.pointer = { x, y };
    const { store } = this,
      rig = this.view.rigAt(x, y),
      handle = this.handle(),
      wasHot = this.hot;
    this.hot = store.mode.peek().kind === 'drag' && handle ? gizmoPartAt(rig, handle, store.gizmoMode.peek(), x, y) : null;
    const knob = this.hot ? null : knobAt(rig, this.knobs.get(rig) ?? [], x, y),
      wasHotKnob = this.hotKnob;
    this.hotKnob = knob?.id ?? null;
    const force = this.hot || knob || store.mode.peek().kind !== 'drag' ? null : forceAt(store, rig, x, y);
    const goal = this.hot || knob || force !== null ? null : (this.ringAt(rig, x, y) ?? this.goalAt(rig, x, y));
    const hit = this.hot || knob || force !== null || goal !== null ? null : this.pick(x, y);
    if (force !== null) this.setHover({ kind: 'force', number: force });
    else this.setHover(goal !== null ? { kind: 'task', number: goal } : hit ? this.selectionOf(hit) : null);
    this.showCursor();
    if (!sameValue(this.hot, wasHot) || this.hotKnob !== wasHotKnob) this.view.invalidate();
    else this.view.pointerMoved(x, y);
  }
  private setHover(hover: Selection): void {
    const { store } = this;
    const plain = hover?.kind === 'segment' ? { kind: hover.kind, segment: hover.segment } : hover;
    if (!sameSelection(store.hover.peek(), plain)) store.hover.value = plain; // redraws the view
  }
  private showCursor(): void {
    const cursor = this.cursor(),
      { style } = this.view.element;
    if (style.cursor !== cursor) style.cursor = cursor;
  }
  private cursor(): string {
    if (this.store.mode.peek().kind !== 'drag') return 'crosshair';
    if (this.gesture) return 'grabbing';
    return this.hot || this.hotKnob !== null || this.store.hover.peek() ? 'grab' : 'default';
  }

  private up(event: PointerEvent): void {
    if (event.pointerId !== this.press?.id) return;
    const { x, y } = this.place(event);
    if (this.pending) ((this.pending = { x, y }), this.act()); // the last move before the release counts
    const { press, gesture } = this;
    this.release();
    if (gesture) gesture.end(x, y, event.shiftKey);
    else press?.click();
    this.view.invalidate();
  }
  private cancel(): void {
    this.gesture?.cancel();
    this.release();
    this.view.invalidate();
  }
  private release(): void {
    this.press = this.gesture = this.held = this.pending = null;
    this.showCursor();
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    this.view.touched();
    const { x, y } = this.place(event),
      rig = this.view.rigAt(x, y);
    const pixels = event.deltaY * (event.deltaMode === 1 ? 32 : event.deltaMode === 2 ? 400 : 1);
    rig.zoom(Math.exp(Math.max(-300, Math.min(300, pixels)) * 0.0014), x, y);
    this.view.cameraMoved(rig);
    this.view.invalidate();
  }

  // Escape cancels a gesture; all other keys belong to the page (state/shortcuts.ts).
  private key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.gesture) return;
    event.stopImmediatePropagation();
    this.cancel();
    this.showCursor();
    this.view.invalidate();
  }
}
