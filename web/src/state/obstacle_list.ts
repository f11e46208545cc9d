// The obstacles as a list shows them: a group, such as the branches "tree.1", "tree.2", ... of a tree, is one row. The server
// says which obstacles form a group.

import type { SceneMessage, TreeJson, Vec3, WorldObstacle } from '../protocol/messages';
import { kindWords } from './shape_kinds';
import { boxAround, shapeMiddle } from './shape_numbers';

// What a click on an obstacle selects: its group, or else the obstacle itself.
export const nameInList = ({ name, group }: WorldObstacle): string => group ?? name;

export function selectableName(world: readonly WorldObstacle[], name: string): string {
  const found = world.find((each) => each.name === name);
  return found ? nameInList(found) : name;
}

export interface ObstacleRow {
  name: string; // of the obstacle, or of the group
  words: string; // "box", "24 parts"
  members: readonly WorldObstacle[];
  isGroup: boolean;
}

export function obstacleRows(world: readonly WorldObstacle[]): ObstacleRow[] {
  const rows = new Map<string, WorldObstacle[]>();
  for (const obstacle of world) {
    const name = nameInList(obstacle),
      row = rows.get(name);
    if (row) row.push(obstacle);
    else rows.set(name, [obstacle]);
  }
  return [...rows].map(([name, members]) => {
    const [first] = members,
      isGroup = first!.group !== undefined;
    const words = !isGroup ? kindWords[first!.shape].toLowerCase() : `${members.length} ${members.length === 1 ? 'part' : 'parts'}`;
    return { name, members, isGroup, words };
  });
}

// The obstacle of this name, or else the members of the group of this name.
export function obstaclesNamed(world: readonly WorldObstacle[], name: string): WorldObstacle[] {
  const one = world.find((each) => each.name === name);
  return one ? [one] : world.filter((each) => each.group === name);
}

export const treeNamed = (scene: SceneMessage | null, name: string): TreeJson | null =>
  scene?.trees.find((each) => each.name === name)?.tree ?? null;

// Where the gizmo is: at the foot of a tree, in the middle of anything else.
export function middleOf(scene: SceneMessage, name: string): Vec3 | null {
  const tree = treeNamed(scene, name);
  if (tree) return tree.place.position ?? [0, 0, 0];
  const members = obstaclesNamed(scene.world, name);
  if (members.length === 0) return null;
  return members.length === 1 ? shapeMiddle(members[0]!) : boxAround(members.map(shapeMiddle)).middle;
}

export const defaultTree = (reach: number, position: Vec3): TreeJson => ({
  axiom: 'A',
  rules: [{ letter: 'A', word: "F[&!'A]////[&!'A]////[&!'A]" }],
  depth: 3,
  angle: Math.PI / 6,
  angle_spread: 0.1,
  length: Number((0.28 * reach).toPrecision(2)),
  radius: Number((0.02 * reach).toPrecision(2)),
  length_ratio: 0.8,
  radius_ratio: 0.7,
  seed: 1,
  place: { position },
});

// What the letters of a grammar draw; any other letter is only replaced.
export const turtleWords: readonly { letters: string; words: string }[] = [
  { letters: 'F', words: 'a branch' },
  { letters: 'f', words: 'a gap' },
  { letters: '+ −', words: 'turn left, right' },
  { letters: '& ^', words: 'pitch down, up' },
  { letters: '\\ /', words: 'roll' },
  { letters: '|', words: 'turn around' },
  { letters: '!', words: 'thinner' },
  { letters: "'", words: 'shorter' },
  { letters: '[ ]', words: 'a side branch' },
];
