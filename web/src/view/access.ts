// The contract between the viewport and the tools that act in it: the viewport knows no tool, tools know only this of it.

import type { CameraRig } from './camera';
import type { Drawing } from './marks/drawing';
import type { Hit } from './pick';

// What the viewport offers to tools.
export interface ViewAccess {
  readonly element: HTMLElement; // receives the events; coordinates below are in its CSS pixels
  rigAt(x: number, y: number): CameraRig;
  pick(x: number, y: number): Hit | null;
  invalidate(): void; // draws at the next animation frame
  pointerMoved(x: number, y: number): void; // over the same thing as before: only the hover label moves
  touched(): void; // the user is at work: the view stops moving by itself
  cameraMoved(rig: CameraRig): void;
}

// What the viewport asks of its tools.
export interface ViewTools {
  readonly pointer: { x: number; y: number } | null; // over the view, no button pressed
  readonly busy: boolean; // a gesture is going on
  readonly dragsBody: boolean;
  draw(drawing: Drawing): void;
  dispose(): void;
}
