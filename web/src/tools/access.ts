// What tools may ask of the viewport.

import type { Store } from '../state/store';
import type { CameraRig } from '../view/camera';
import type { Hit } from '../view/pick';
import type { Drawing } from '../view/marks/drawing';

export interface ViewAccess {
  readonly store: Store;
  readonly element: HTMLElement; // events come here; coordinates below are in its CSS pixels
  rigAt(x: number, y: number): CameraRig;
  pick(x: number, y: number): Hit | null;
  invalidate(): void; // draws with the next animation frame
  pointerMoved(x: number, y: number): void; // over the same thing as before: nothing is to be drawn
  touched(): void; // somebody is at work: the view does not move by itself any more
  cameraMoved(rig: CameraRig): void;
}

// A thing the pointer does from being pressed to being let go.
export interface Gesture {
  move(x: number, y: number): void;
  end(x: number, y: number, shift: boolean): void;
  cancel(): void;
  draw?(drawing: Drawing): void;
}
