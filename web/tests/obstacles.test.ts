import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparisonRow } from '../src/protocol/commands';
import type { ParameterInfo, SceneMessage, TechniqueInfo, WorldObstacle } from '../src/protocol/messages';
import { bestOf, comparedColumns } from '../src/state/comparison';
import { middleOf, obstacleRows, obstaclesNamed, selectableName } from '../src/state/obstacle_list';
import { changedParameters, digitsOf, fieldLabel, labelOf, meaningOfZero, unitOf } from '../src/state/techniques';
import { litBy } from '../src/state/task_list';

const rod = (name: string, x: number, group?: string): WorldObstacle => ({
  name,
  group,
  shape: 'capsule',
  a: [x, 0, 0],
  b: [x, 0, 1],
  radius: 0.1,
});
const world: WorldObstacle[] = [
  { name: 'table', shape: 'box', size: [1, 1, 1] },
  rod('tree.1', 0, 'tree'),
  rod('tree.2', 2, 'tree'),
  rod('disc.1', 0),
  rod('pole 2', 0),
];

test('a group is one row, and every other obstacle is a row of its own', () => {
  assert.deepEqual(
    obstacleRows(world).map(({ name, words, isGroup }) => [name, words, isGroup]),
    [
      ['table', 'box', false],
      ['tree', '2 parts', true],
      ['disc.1', 'capsule', false],
      ['pole 2', 'capsule', false],
    ],
  );
  assert.equal(selectableName(world, 'table'), 'table');
  assert.equal(selectableName(world, 'tree.2'), 'tree');
  assert.equal(selectableName(world, 'disc.1'), 'disc.1');
});

test('a name means the obstacle of that name, or else the group', () => {
  assert.deepEqual(
    obstaclesNamed(world, 'tree').map(({ name }) => name),
    ['tree.1', 'tree.2'],
  );
  assert.deepEqual(
    obstaclesNamed(world, 'tree.2').map(({ name }) => name),
    ['tree.2'],
  );
  assert.deepEqual(obstaclesNamed(world, 'tre'), []);
});

test('the gizmo is at the foot of a tree and in the middle of any other group', () => {
  const scene = { world, trees: [] } as unknown as SceneMessage;
  assert.deepEqual(middleOf(scene, 'tree'), [1, 0, 0.5]);
  assert.deepEqual(
    middleOf({ ...scene, trees: [{ name: 'tree', tree: { place: { position: [3, 4, 5] } } }] } as unknown as SceneMessage, 'tree'),
    [3, 4, 5],
  );
  assert.equal(middleOf(scene, 'nothing'), null);
});

test('a blocking obstacle lights up as an obstacle, a blocking part of the body as a segment', () => {
  assert.deepEqual(
    litBy([
      { blocker: 'obstacle', share: 1, words: '', obstacle: 'table' },
      { blocker: 'own_body', share: 0.5, words: '', segment: 'leg' },
    ]),
    [
      { kind: 'obstacle', name: 'table' },
      { kind: 'segment', segment: 'leg' },
    ],
  );
});

const parameter = (key: string, unit: string, words: string): ParameterInfo => ({
  key,
  unit,
  words,
  kind: 'number',
  least: 0,
  most: 10,
  usual: 0,
});
test('the form of a technique has labels, units, the meaning of zero, and what was changed', () => {
  assert.equal(labelOf('abort_distance'), 'Abort distance');
  assert.deepEqual(['m', 'rad', 's', 'm/rad', ''].map(unitOf), ['cm', 'deg', 's', '', '']);
  assert.equal(fieldLabel(parameter('deceleration', 'm/s^2', '')), 'Deceleration, m/s²');
  assert.equal(fieldLabel(parameter('influence', 'm', '')), 'Influence');
  assert.equal(meaningOfZero(parameter('a', 'm', 'how far; 0: 2 units')), '2 units');
  assert.equal(meaningOfZero(parameter('a', 'm', 'how far')), null);
  assert.deepEqual([1e-3, 0.25, 0, 12].map(digitsOf), [5, 3, 3, 3]);
  const technique = { key: 't', parameters: [parameter('a', '', ''), parameter('b', '', '')] } as TechniqueInfo;
  assert.deepEqual(changedParameters(technique, { technique: 't', parameters: { a: 0, b: 1 } }), ['b']);
});

test('the best of a comparison never penetrates and has no equal', () => {
  const row = (technique: string, part: Partial<ComparisonRow>): ComparisonRow => ({
    technique,
    course: 1,
    steps: 10,
    least_clearance: 0.01,
    penetrations: 0,
    mean_error: 0.1,
    final_error: 0,
    largest_bend: 0.1,
    reversals: 0,
    step_microseconds: 100,
    ...part,
  });
  const rows = [
    row('off', { penetrations: 3, least_clearance: -0.1, mean_error: 0, step_microseconds: 1 }),
    row('a', { mean_error: 0.05 }),
    row('b', { least_clearance: 0.03 }),
  ];
  assert.deepEqual(bestOf(rows), { least_clearance: 'b', mean_error: 'a' });
  assert.deepEqual(bestOf(rows.slice(0, 2)), {});
  assert.equal(comparedColumns[0]!.write(rows[0]!), '−10.0 cm');
});
