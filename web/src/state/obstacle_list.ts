// The obstacles as a list shows them: the branches of a tree, "tree.1", "tree.2", ..., are one row and meant together by "tree".
// Files keep no more of a tree than that: what is numbered so and consists of capsules alone, or of several kinds as a table does,
// is taken for one thing. Numbered discs are many.

import type { ObstacleJson, SceneMessage, TreeJson, Vec3 } from '../protocol/messages';
import { boxAround, shapeMiddle } from './shape_numbers';
import { kindWords } from './shape_kinds';

// "tree" for "tree.12"; null for "table".
export const groupOf = (name: string): string | null => /^(.+)\.\d+$/.exec(name)?.[1] ?? null;

const groupsOfWorlds = new WeakMap<readonly ObstacleJson[], ReadonlySet<string>>();

function groupsOf(world: readonly ObstacleJson[]): ReadonlySet<string> {
  let groups = groupsOfWorlds.get(world);
  if (!groups) {
    const kinds = new Map<string, string[]>();
    for (const { name, shape } of world) {
      const group = groupOf(name);
      if (group === null) continue;
      const others = kinds.get(group);
      if (others) others.push(shape);
      else kinds.set(group, [shape]);
    }
    const isOneThing = (shapes: string[]) => shapes.length > 1 && (shapes[0] === 'capsule' || shapes.some((shape) => shape !== shapes[0]));
    groups = new Set([...kinds].filter(([, shapes]) => isOneThing(shapes)).map(([group]) => group));
    groupsOfWorlds.set(world, groups);
  }
  return groups;
}

// What is meant by a click on an obstacle: the tree it is a branch of, or itself.
export function selectableName(world: readonly ObstacleJson[], name: string): string {
  const group = groupOf(name);
  return group !== null && groupsOf(world).has(group) ? group : name;
}

export interface ObstacleRow {
  name: string; // of the obstacle, or of the group
  words: string; // "box", "24 branches"
  members: readonly ObstacleJson[];
  isGroup: boolean;
}

export function obstacleRows(world: readonly ObstacleJson[]): ObstacleRow[] {
  const rows = new Map<string, ObstacleJson[]>();
  for (const obstacle of world) {
    const name = selectableName(world, obstacle.name);
    const row = rows.get(name);
    if (row) row.push(obstacle);
    else rows.set(name, [obstacle]);
  }
  return [...rows].map(([name, members]) => {
    const isGroup = members[0]!.name !== name || members.length > 1;
    return { name, members, isGroup, words: isGroup ? `${members.length} ${members.length === 1 ? 'part' : 'parts'}` : kindWords[members[0]!.shape].toLowerCase() };
  });
}

// All that a name means: the obstacle, or else the members of the group.
export function obstaclesNamed(world: readonly ObstacleJson[], name: string): ObstacleJson[] {
  const one = world.find((each) => each.name === name);
  return one ? [one] : world.filter((each) => groupOf(each.name) === name);
}

export const treeNamed = (scene: SceneMessage | null, name: string): TreeJson | null =>
  scene?.trees.find((each) => each.name === name)?.tree ?? null;

// Where a gizmo is put: at a tree's foot, in the middle of anything else.
export function middleOf(scene: SceneMessage, name: string): Vec3 | null {
  const tree = treeNamed(scene, name);
  if (tree) return tree.place.position ?? [0, 0, 0];
  const members = obstaclesNamed(scene.world, name);
  return members.length === 0 ? null : members.length === 1 ? shapeMiddle(members[0]!) : boxAround(members.map(shapeMiddle)).middle;
}

export const defaultTree = (reach: number, position: Vec3): TreeJson => ({
  axiom: 'A',
  rules: [{ letter: 'A', word: "F[&!'A]////[&!'A]////[&!'A]" }],
  depth: 3, angle: Math.PI / 6, angle_spread: 0.1, length: Number((0.28 * reach).toPrecision(2)), radius: Number((0.02 * reach).toPrecision(2)),
  length_ratio: 0.8, radius_ratio: 0.7, seed: 1, place: { position },
});

// The letters a turtle knows, in words; any other letter is only there to be replaced.
export const turtleWords: readonly { letters: string; words: string }[] = [
  { letters: 'F', words: 'a branch' }, { letters: 'f', words: 'a gap' }, { letters: '+ −', words: 'turn left, right' },
  { letters: '& ^', words: 'bend down, up' }, { letters: '\\ /', words: 'roll' }, { letters: '|', words: 'turn round' },
  { letters: '!', words: 'thinner' }, { letters: "'", words: 'shorter' }, { letters: '[ ]', words: 'a side branch' },
];
