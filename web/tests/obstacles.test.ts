import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparisonRow, ObstacleJson, ParameterInfo, SceneMessage, TechniqueInfo } from '../src/protocol/messages';
import { bestOf, comparedColumns } from '../src/state/comparison';
import { groupOf, middleOf, obstacleRows, obstaclesNamed, selectableName } from '../src/state/obstacle_list';
import { changedParameters, digitsOf, fieldLabel, labelOf, meaningOfZero, unitOf } from '../src/state/techniques';
import { litBy } from '../src/state/task_list';

const rod = (name: string, x: number): ObstacleJson => ({ name, shape: 'capsule', a: [x, 0, 0], b: [x, 0, 1], radius: 0.1 });
const world: ObstacleJson[] = [{ name: 'table', shape: 'box', size: [1, 1, 1] }, rod('tree.1', 0), rod('tree.2', 2), rod('v1.x', 0), rod('pole 2', 0)];

test('the branches of a tree are one row, and everything else is one of its own', () => {
  assert.deepEqual(obstacleRows(world).map(({ name, words, isGroup }) => [name, words, isGroup]), [
    ['table', 'box', false], ['tree', '2 parts', true], ['v1.x', 'capsule', false], ['pole 2', 'capsule', false],
  ]);
  assert.equal(groupOf('tree.12'), 'tree');
  assert.equal(groupOf('.1'), null);
  assert.equal(selectableName(world, 'table'), 'table');
  assert.equal(selectableName(world, 'tree.2'), 'tree');
  const discs: ObstacleJson[] = [1, 2, 3].map((k) => ({ name: `disc.${k}`, shape: 'cylinder', a: [k, 0, 0], b: [k, 0, 1], radius: 0.1 }));
  assert.equal(obstacleRows(discs).length, 3);
  assert.equal(selectableName(discs, 'disc.2'), 'disc.2');
  const table: ObstacleJson[] = [{ name: 'table.1', shape: 'box', center: [0, 0, 1], size: [1, 1, 0.1] }, ...discs.map((leg, k) => ({ ...leg, name: `table.${k + 2}` }))];
  assert.deepEqual(obstacleRows(table).map(({ name, words }) => [name, words]), [['table', '4 parts']]);
});

test('a name means the obstacle, or else the group', () => {
  assert.deepEqual(obstaclesNamed(world, 'tree').map(({ name }) => name), ['tree.1', 'tree.2']);
  assert.deepEqual(obstaclesNamed(world, 'tree.2').map(({ name }) => name), ['tree.2']);
  assert.deepEqual(obstaclesNamed(world, 'tre'), []);
});

test('the gizmo of a tree stands at its foot, of a group without a grammar in its middle', () => {
  const scene = { world, trees: [] } as unknown as SceneMessage;
  assert.deepEqual(middleOf(scene, 'tree'), [1, 0, 0.5]);
  assert.deepEqual(middleOf({ ...scene, trees: [{ name: 'tree', tree: { place: { position: [3, 4, 5] } } }] } as unknown as SceneMessage, 'tree'), [3, 4, 5]);
  assert.equal(middleOf(scene, 'nothing'), null);
});

test('an obstacle that blocks lights up, a part of the body as a segment', () => {
  assert.deepEqual(litBy([
    { blocker: 'obstacle', share: 1, words: '', obstacle: 'table' }, { blocker: 'own_body', share: 0.5, words: '', segment: 'leg' },
  ]), [{ kind: 'obstacle', name: 'table' }, { kind: 'segment', segment: 'leg' }]);
});

const parameter = (key: string, unit: string, words: string): ParameterInfo => ({ key, unit, words, kind: 'number', least: 0, most: 10, usual: 0 });
test('the form is made from the table: labels, units, what zero stands for, what was changed', () => {
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

test('the best of a comparison is one that never went inside, and alone in being so', () => {
  const row = (technique: string, part: Partial<ComparisonRow>): ComparisonRow => ({
    technique, course: 1, frames: 10, least_clearance: 0.01, penetrations: 0, mean_error: 0.1, final_error: 0, largest_bend: 0.1, reversals: 0, step_microseconds: 100, ...part,
  });
  const rows = [row('off', { penetrations: 3, least_clearance: -0.1, mean_error: 0, step_microseconds: 1 }), row('a', { mean_error: 0.05 }), row('b', { least_clearance: 0.03 })];
  assert.deepEqual(bestOf(rows), { least_clearance: 'b', mean_error: 'a' });
  assert.deepEqual(bestOf(rows.slice(0, 2)), {});
  assert.equal(comparedColumns[0]!.write(rows[0]!), '−10.0 cm');
});
