// The part of the world that light, shadows and ground are laid out for. It holds the figure and what stands near it with room
// to spare, and changes only when that no longer fits: shadows and grid do not swim while the figure moves.

import { Box3, Vector3 } from 'three';

const room = 0.12; // of the diagonal, on each side
const tooLarge = 2.2; // times what is needed

export class Stage {
  readonly box = new Box3();

  // Whether it changed.
  fit(bounds: Box3): boolean {
    const needed = diagonal(bounds);
    if (!this.box.isEmpty() && this.box.containsBox(bounds) && diagonal(this.box) < tooLarge * needed) return false;
    this.box.copy(bounds).expandByScalar(room * needed);
    return true;
  }
}

function diagonal(box: Box3): number {
  return box.getSize(new Vector3()).length();
}
