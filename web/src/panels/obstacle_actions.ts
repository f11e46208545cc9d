// Adding, copying and removing obstacles, for the panel, the menus and the keyboard.

import type { ShapeJson, Vec3 } from '../protocol/messages';
import { defaultTree, obstacleRows } from '../state/obstacle_list';
import { roundSize, withMiddleAt } from '../state/shape_numbers';
import type { AddableShape } from '../state/shape_kinds';
import type { Store } from '../state/store';

const reachOf = (store: Store): number => store.figure.value?.reach ?? 1;

// In front of the figure and clear of it, at half its height; for a planar figure, in its plane.
function placeAhead(store: Store, size: number): Vec3 {
  const segments = store.snapshot?.segments ?? new Float32Array(7);
  const low: Vec3 = [Infinity, Infinity, Infinity],
    high: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < segments.length; at += 7) {
    for (const k of [0, 1, 2] as const) {
      low[k] = Math.min(low[k], segments[at + k]!);
      high[k] = Math.max(high[k], segments[at + k]!);
    }
  }
  return [roundSize(high[0] + size + 0.06 * reachOf(store)), roundSize((low[1] + high[1]) / 2), roundSize((low[2] + high[2]) / 2)];
}

export async function addObstacle(store: Store, kind: AddableShape): Promise<void> {
  const size = roundSize(reachOf(store) / 6),
    shape: ShapeJson = kind.make(size);
  const placed = shape.shape === 'plane' ? placedPlane(store) : withMiddleAt(shape, besideOthers(store, placeAhead(store, size), size));
  const added = await store.send('obstacle-add', { obstacle: placed });
  if (added) store.selection.value = { kind: 'obstacle', name: added.name };
}

// Beside obstacles that are there already, so that both are visible.
function besideOthers(store: Store, place: Vec3, size: number): Vec3 {
  const middles = (store.scene.value?.world ?? []).map((obstacle) => ('center' in obstacle ? obstacle.center : undefined));
  const isTaken = (y: number) =>
    middles.some((middle) => middle && Math.hypot(middle[0] - place[0], middle[1] - y, middle[2] - place[2]) < size / 2);
  let y = place[1];
  while (isTaken(y)) y = roundSize(y + 1.5 * size);
  return [place[0], y, place[2]];
}

// A wall in front of the figure, facing it.
function placedPlane(store: Store): ShapeJson {
  const [x, y, z] = placeAhead(store, 0.1 * reachOf(store));
  return { shape: 'plane', point: [x, y, z], normal: [-1, 0, 0] };
}

// The copy is placed beside the original.
export async function duplicateObstacle(store: Store, obstacle: string): Promise<void> {
  const copied = await store.send('obstacle-copy', { obstacle, by: { position: [0, roundSize(reachOf(store) / 8), 0] } });
  if (copied) store.selection.value = { kind: 'obstacle', name: copied.name };
}

export const removeObstacle = (store: Store, obstacle: string): void => void store.send('obstacle-remove', { obstacle });

export function newTree(store: Store): { name: string; tree: ReturnType<typeof defaultTree> } {
  const taken = new Set(obstacleRows(store.scene.value?.world ?? []).map(({ name }) => name));
  let name = 'tree';
  for (let i = 2; taken.has(name); i++) name = `tree ${i}`;
  const [x, y] = placeAhead(store, 0.25 * reachOf(store));
  return { name, tree: defaultTree(reachOf(store), [x, y, 0]) };
}
