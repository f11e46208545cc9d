// What is done to obstacles, for the panel, the menus and the keyboard.

import type { ShapeJson, Vec3 } from '../protocol/messages';
import { defaultTree, obstacleRows } from '../state/obstacle_list';
import { roundSize, withMiddleAt } from '../state/shape_numbers';
import type { AddableShape } from '../state/shape_kinds';
import type { Store } from '../state/store';

const reachOf = (store: Store): number => store.figure.value?.reach ?? 1;

// Ahead of the figure, where it is seen and can be reached.
function placeAhead(store: Store): Vec3 {
  const ahead = roundSize(reachOf(store) / 2);
  const planar = store.figure.value?.planar;
  if (planar) return Math.abs(planar[2]) > 0.9 ? [ahead, 0, 0] : [ahead, 0, ahead];
  return [ahead, 0, ahead];
}

export async function addObstacle(store: Store, kind: AddableShape): Promise<void> {
  const shape: ShapeJson = kind.make(roundSize(reachOf(store) / 6));
  const placed = shape.shape === 'plane' ? shape : withMiddleAt(shape, placeAhead(store));
  const added = await store.send('obstacle-add', { obstacle: placed });
  if (added) store.selection.value = { kind: 'obstacle', name: added.name };
}

// Beside the first, by a little more than a step.
export async function duplicateObstacle(store: Store, obstacle: string): Promise<void> {
  const copied = await store.send('obstacle-copy', { obstacle, by: { position: [0, roundSize(reachOf(store) / 8), 0] } });
  if (copied) store.selection.value = { kind: 'obstacle', name: copied.name };
}

export const removeObstacle = (store: Store, obstacle: string): void => void store.send('obstacle-remove', { obstacle });

export function newTree(store: Store): { name: string; tree: ReturnType<typeof defaultTree> } {
  const taken = new Set(obstacleRows(store.scene.value?.world ?? []).map(({ name }) => name));
  let name = 'tree';
  for (let i = 2; taken.has(name); i++) name = `tree ${i}`;
  const [x, y] = placeAhead(store);
  return { name, tree: defaultTree(reachOf(store), [x, y, 0]) };
}
