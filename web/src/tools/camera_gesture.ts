// Orbits, rolls or pans the view while the pointer is dragged.

import type { ViewAccess } from '../view/access';
import type { CameraRig } from '../view/camera';
import type { Gesture } from './gesture';

export class CameraGesture implements Gesture {
  constructor(
    private readonly view: ViewAccess,
    private readonly rig: CameraRig,
    private readonly kind: 'orbit' | 'trackball' | 'pan',
    private x: number,
    private y: number,
  ) {}
  move(x: number, y: number): void {
    if (this.kind === 'pan') this.rig.pan(x - this.x, y - this.y);
    else if (this.kind === 'trackball') this.rig.turnBall({ x: this.x, y: this.y }, { x, y });
    else this.rig.orbit(x - this.x, y - this.y);
    ((this.x = x), (this.y = y));
    this.view.invalidate();
  }
  end(): void {
    this.view.cameraMoved(this.rig);
  }
  cancel(): void {}
}
