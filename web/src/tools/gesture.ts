// What the pointer does between press and release.

import type { Drawing } from '../view/marks/drawing';

export interface Gesture {
  move(x: number, y: number): void;
  end(x: number, y: number, shift: boolean): void;
  cancel(): void;
  draw?(drawing: Drawing): void;
}
