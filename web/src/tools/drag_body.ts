// Drags a point of the body (Ge A.5.2) in the plane through it parallel to the screen.

import { Vector3 } from 'three';
import type { Store } from '../state/store';
import type { ViewAccess } from '../view/access';
import type { CameraRig } from '../view/camera';
import type { Drawing } from '../view/marks/drawing';
import { drawRing, pixelAxes } from '../view/marks/goals';
import { accent, pale } from '../view/palette';
import { segmentPose, vec3 } from '../view/poses';
import type { Gesture } from './gesture';

export class BodyDrag implements Gesture {
  private target: Vector3;
  private refused = false;
  private readonly segment: string; // by name: a figure held at another root while it is dragged is numbered anew
  private readonly begun: Promise<void>;

  // `local`: the point in the segment's frame; `grabbed`: the same point in the world when the drag began.
  constructor(
    private readonly view: ViewAccess,
    private readonly store: Store,
    private readonly rig: CameraRig,
    segment: number,
    private readonly local: Vector3,
    private readonly grabbed: Vector3,
  ) {
    this.target = grabbed.clone();
    this.segment = store.figure.peek()?.segments[segment]?.name ?? '';
    this.begun = store.ask('drag-begin', { segment: this.segment, point: vec3(local), target: vec3(grabbed) }).then(
      () => {},
      (refusal: Error) => {
        this.refused = true; // there is no drag to move or to end
        store.notify('refusal', refusal.message);
      },
    );
  }

  move(x: number, y: number): void {
    const target = this.rig.onPlane(x, y, this.grabbed);
    if (!target || this.refused) return;
    this.target = target;
    void this.store.send('drag-move', { target: vec3(target) });
    this.view.invalidate();
  }
  end(_x: number, _y: number, shift: boolean): void {
    void this.release(shift);
  }
  cancel(): void {
    void this.release(false).then((wasDragging) => {
      if (wasDragging) void this.store.send('undo', {});
    });
  }

  // False: the drag was refused.
  private async release(keep: boolean): Promise<boolean> {
    const { store } = this;
    await this.begun;
    if (this.refused) return false;
    const result = await store.send('drag-end', keep ? { keep } : {});
    if (result?.number !== undefined) store.selection.value = { kind: 'task', number: result.number };
    return true;
  }

  draw(d: Drawing): void {
    if (this.refused) return;
    const index = d.figure.segments.findIndex(({ name }) => name === this.segment);
    if (index < 0) return;
    const held = segmentPose(d.snapshot, index).point(this.local);
    const short = held.distanceTo(this.target) > 4 * d.rig.metresPerPixel(held);
    d.lines.line(held, this.target, { color: accent, width: 2, dash: short ? 8 : 0, over: true });
    d.lines.dot(held, { color: accent, width: 8, over: true });
    drawRing(d.lines, d.rig, this.target, 9, { color: accent, width: 1.6, over: true });
    // The plane of the drag: a faint cross and square around the point where it began.
    const { right, up } = pixelAxes(d.rig, this.grabbed);
    const at = (x: number, y: number): Vector3 => this.grabbed.clone().addScaledVector(right, x).addScaledVector(up, y);
    const reach = 90;
    d.lines.polyline(
      [at(-reach, -reach), at(reach, -reach), at(reach, reach), at(-reach, reach)],
      { color: pale, width: 1, alpha: 0.13 },
      true,
    );
    for (const [x, y] of [
      [reach, 0],
      [0, reach],
    ] as const)
      d.lines.line(at(-x, -y), at(x, y), { color: pale, width: 1, alpha: 0.1 });
  }
}
