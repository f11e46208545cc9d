// Drags the tip of a force, or pulls a new force out of a point of the body, in the plane through the tip parallel to the
// screen. The figure answers at once: the arrow is the scene's.

import { Vector3 } from 'three';
import type { BodyPoint } from '../protocol/commands';
import type { ForceJson, Vec3 } from '../protocol/messages';
import { frameFor, length, metresPerNewton } from '../state/forces';
import type { Store } from '../state/store';
import type { ViewAccess } from '../view/access';
import type { CameraRig } from '../view/camera';
import { forceArrow } from '../view/marks/forces';
import { placePose } from '../view/poses';
import type { Gesture } from './gesture';

const grip = 13; // [px]
const step = 0.5; // [N] forces are rounded to it

// The force whose tip is under the pointer.
export function forceAt(store: Store, rig: CameraRig, x: number, y: number): number | null {
  const figure = store.figure.peek(),
    scene = store.scene.peek(),
    { snapshot } = store;
  if (!figure || !scene || !snapshot || !store.viewOptions.peek().forces) return null;
  let best: number | null = null,
    nearest = grip;
  scene.forces.forEach((force, number) => {
    const arrow = forceArrow({ figure, scene, snapshot, rig }, force),
      on = arrow && rig.project(arrow.to);
    const away = on ? Math.hypot(on.x - x, on.y - y) : Infinity;
    if (away < nearest) ((nearest = away), (best = number));
  });
  return best;
}

const rounded = (v: Vector3): Vec3 => [v.x, v.y, v.z].map((x) => step * Math.round(x / step)) as Vec3;

export class ForceGesture implements Gesture {
  private readonly gesture: number;
  private readonly before: ForceJson | null; // null: a new force
  private number: number | null;
  private wanted: Vec3 | null = null; // newest, not sent yet: the force does not exist so far
  private asked = false;
  private readonly made: { frame: string; at?: BodyPoint } | null;
  private readonly through: Vector3;

  // Of force `number`, or a new one at `place`, which is at `point` in the world.
  constructor(
    private readonly view: ViewAccess,
    private readonly store: Store,
    private readonly rig: CameraRig,
    of: { number: number } | { place: BodyPoint; point: Vector3 },
  ) {
    const figure = store.figure.peek()!,
      scene = store.scene.peek()!;
    this.gesture = store.gesture();
    this.number = 'number' in of ? of.number : null;
    this.before = 'number' in of ? scene.forces[of.number]! : null;
    this.made = 'number' in of ? null : frameFor(figure, of.place, 'force');
    this.through = 'number' in of ? forceArrow({ figure, scene, snapshot: store.snapshot!, rig }, this.before!)!.to : of.point;
    if (this.number !== null) store.selection.value = { kind: 'force', number: this.number };
  }

  move(x: number, y: number): void {
    const tip = this.rig.onPlane(x, y, this.through),
      figure = this.store.figure.peek(),
      scene = this.store.scene.peek(),
      { snapshot } = this.store;
    if (!tip || !figure || !scene || !snapshot) return;
    const frame = this.before?.frame ?? this.made?.frame,
      pose = frame === undefined ? null : placePose(frame, figure, snapshot);
    const newton = tip.sub(pose?.position ?? this.through).multiplyScalar(1 / metresPerNewton(figure, 'push'));
    if (this.before?.mass) newton.addScaledVector(new Vector3(...scene.gravity), -this.before.mass);
    if (this.before?.in === 'body' && pose) newton.applyQuaternion(pose.quaternion.clone().conjugate());
    this.send(rounded(newton));
    this.view.invalidate();
  }
  end(): void {}
  cancel(): void {
    if (this.before) this.send(this.before.force ?? [0, 0, 0]);
    else if (this.number !== null) void this.store.send('undo', {});
  }

  private send(force: Vec3): void {
    const { store, gesture } = this;
    if (this.number !== null) {
      const now = store.scene.peek()?.forces[this.number] ?? this.before ?? (this.made && { frame: this.made.frame });
      if (now) void store.send('force-set', { number: this.number, force: { ...now, force }, gesture });
      return;
    }
    this.wanted = force;
    if (this.asked || !this.made || length(force) === 0) return;
    this.asked = true;
    const { frame, at } = this.made;
    void store.send('force-add', { force: { frame, force }, ...(at ? { at } : {}), gesture }).then((added) => {
      if (!added) return;
      this.number = added.number;
      store.selection.value = { kind: 'force', number: added.number };
      if (this.wanted) void store.send('force-set', { number: added.number, force: { frame, force: this.wanted }, gesture });
    });
  }
}
