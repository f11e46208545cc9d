// Drags the ring wanted of a task about inertia: its radius follows the pointer, in the plane of the ring, or seen edge-on in
// the plane of the view. One step of undo.

import type { Vector3 } from 'three';
import type { Store } from '../state/store';
import type { ViewAccess } from '../view/access';
import type { CameraRig } from '../view/camera';
import { inertiaRings, type InertiaRing } from '../view/marks/inertia';
import type { Gesture } from './gesture';

const step = 0.001; // [m] radii are rounded to it
const edgeOn = 0.15; // cosine between axis and view, below which the ring is a line

export class RingGesture implements Gesture {
  private readonly gesture: number;
  private readonly ring: InertiaRing | null;

  constructor(
    private readonly view: ViewAccess,
    private readonly store: Store,
    private readonly rig: CameraRig,
    number: number,
  ) {
    this.gesture = store.gesture();
    const scene = store.scene.peek(),
      { snapshot } = store;
    this.ring = (scene && snapshot && inertiaRings({ scene, snapshot }).find(({ task }) => task.number === number)) || null;
    store.selection.value = { kind: 'task', number };
  }

  move(x: number, y: number): void {
    if (!this.ring) return;
    const at = this.pointAt(x, y);
    if (at) this.send(Math.max(step, step * Math.round(at.distanceTo(this.ring.center) / step)));
    this.view.invalidate();
  }
  end(): void {}
  cancel(): void {
    if (this.ring) this.send(this.ring.wanted);
  }

  private pointAt(x: number, y: number): Vector3 | null {
    const { center, axis } = this.ring!,
      { origin, direction } = this.rig.ray(x, y);
    const facing = axis.dot(direction);
    if (Math.abs(facing) < edgeOn) return this.rig.onPlane(x, y, center);
    return origin.clone().addScaledVector(direction, axis.dot(center.clone().sub(origin)) / facing);
  }
  private send(radius: number): void {
    const { number, ...task } = this.ring!.task;
    void this.store.send('task-set', { number, task: { ...task, radius }, gesture: this.gesture });
  }
}
