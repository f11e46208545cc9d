// The part of the world that light, shadows and ground cover: the figure and what is near it, with a margin. It changes
// only when they no longer fit, so that shadows and grid stay still while the figure moves.

import { Box3, Vector3 } from 'three';

const room = 0.12; // of the diagonal, on each side
const tooLarge = 2.2; // times the needed size: shrinks

export class Stage {
  readonly box = new Box3();

  // Returns whether it changed.
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
