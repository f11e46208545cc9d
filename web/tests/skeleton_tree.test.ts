import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FigureMessage, JointType, SegmentInfo } from '../src/protocol/messages';
import { rowOfSelection, segmentOfRow, selectionOfRow } from '../src/state/skeleton_selection';
import { branchOf, canHangFrom, chainRow, revealed, segmentRow, treeRows, type TreeState } from '../src/state/skeleton_tree';

const segment = (name: string, parent: number, chain?: string, type: JointType = 'revolute', joint = name): SegmentInfo => ({
  name,
  parent,
  ...(chain ? { chain } : {}),
  joint: { type, name: joint },
  first_value: 0,
  first_dof: 0,
  coordinates: [],
  before: { position: [0, 0, 0], quaternion: [0, 0, 0, 1] },
  after: { position: [0, 0, 0], quaternion: [0, 0, 0, 1] },
  shapes: [],
  mass: 0,
  mass_center: [0, 0, 0],
});

// body > leg > foot;  body > head > trunk.1 > trunk.2 > trunk.3 > ring, with the frame "tip" on trunk.3
const figure: FigureMessage = {
  type: 'figure',
  figure_revision: 1,
  name: 'elephant',
  dof: 6,
  values: 6,
  reach: 2,
  planar: null,
  couplings: [],
  ties: [],
  segments: [
    segment('body', -1, undefined, 'fixed'),
    segment('leg', 0, undefined, 'revolute', 'hip'),
    segment('foot', 1),
    segment('head', 0),
    segment('trunk.1', 3, 'trunk'),
    segment('trunk.2', 4, 'trunk'),
    segment('trunk.3', 5, 'trunk'),
    segment('ring', 6),
  ],
  frames: [{ name: 'tip', segment: 6, position: [0, 0, 0], quaternion: [0, 0, 0, 1] }],
  chains: [{ name: 'trunk', links: 3, length: 1 }],
};
const plain: TreeState = { folded: new Set(), unfolded: new Set(), search: '' };
const drawn = (state: Partial<TreeState>) => treeRows(figure, { ...plain, ...state }).map((row) => `${'-'.repeat(row.depth)}${row.name}`);

test('a chain is one row, and its children stay visible', () => {
  assert.deepEqual(drawn({}), ['body', '-leg', '--foot', '-head', '--trunk', '---ring', '---tip']);
  assert.equal(treeRows(figure, plain).find((row) => row.kind === 'chain')?.words, '3 links');
});

test('an unfolded chain lists its links at one depth', () => {
  assert.deepEqual(drawn({ unfolded: new Set([chainRow('trunk')]) }), [
    'body',
    '-leg',
    '--foot',
    '-head',
    '--trunk',
    '---trunk.1',
    '---trunk.2',
    '---trunk.3',
    '----ring',
    '----tip',
  ]);
});

test('a folded segment hides only its descendants', () => {
  assert.deepEqual(drawn({ folded: new Set([segmentRow('head')]) }), ['body', '-leg', '--foot', '-head']);
});

test('a search shows matches and their ancestors, unfolded', () => {
  assert.deepEqual(drawn({ search: 'foot', folded: new Set([segmentRow('body')]) }), ['body', '-leg', '--foot']);
  const found = treeRows(figure, { ...plain, search: 'foot' }).filter((row) => row.found);
  assert.deepEqual(
    found.map((row) => row.name),
    ['foot'],
  );
});

test('a search finds links of folded chains, joints and frames', () => {
  assert.deepEqual(drawn({ search: 'TRUNK.2' }), ['body', '-head', '--trunk', '---trunk.2']);
  assert.deepEqual(drawn({ search: 'hip' }), ['body', '-leg']);
  assert.deepEqual(drawn({ search: 'tip' }), ['body', '-head', '--trunk', '---trunk.3', '----tip']);
  assert.deepEqual(drawn({ search: 'nothing' }), []);
});

test('every row except the first has a parent row', () => {
  const rows = treeRows(figure, { ...plain, unfolded: new Set([chainRow('trunk')]) });
  const ids = new Set(rows.map((row) => row.id));
  assert.equal(ids.size, rows.length);
  assert.deepEqual(
    rows.filter((row) => row.parent === null).map((row) => row.name),
    ['body'],
  );
  assert.ok(rows.every((row) => row.parent === null || ids.has(row.parent)));
});

test('revealing a segment unfolds only its ancestors', () => {
  const folded = new Set([segmentRow('body'), segmentRow('leg'), segmentRow('head')]);
  assert.deepEqual([...revealed(figure, 2, folded)], [segmentRow('head')]);
  assert.equal(revealed(figure, 0, folded), folded);
});

test('the row of a folded chain stands for any selected link, and selects the last one', () => {
  const rows = treeRows(figure, plain);
  const trunk = rows.find((row) => row.kind === 'chain')!;
  assert.equal(rowOfSelection(figure, rows, { kind: 'segment', segment: 'trunk.1' }, null), trunk.id);
  assert.deepEqual(selectionOfRow(figure, trunk), { kind: 'segment', segment: 'trunk.3' });
  assert.equal(segmentOfRow(figure, trunk), 6);
});

test('an unfolded chain has a row per link, and its own row stays selected while it has the focus', () => {
  const rows = treeRows(figure, { ...plain, unfolded: new Set([chainRow('trunk')]) });
  const last = { kind: 'segment', segment: 'trunk.3' } as const;
  assert.equal(rowOfSelection(figure, rows, last, null), segmentRow('trunk.3'));
  assert.equal(rowOfSelection(figure, rows, last, chainRow('trunk')), chainRow('trunk'));
  assert.equal(rowOfSelection(figure, rows, { kind: 'segment', segment: 'trunk.2' }, chainRow('trunk')), segmentRow('trunk.2'));
  assert.equal(rowOfSelection(figure, rows, { kind: 'task', number: 1 }, null), null);
});

test('a branch is a segment with all its descendants', () => {
  assert.deepEqual(branchOf(figure, 3), [3, 4, 5, 6, 7]);
  assert.deepEqual(branchOf(figure, 2), [2]);
});

test('a branch cannot be moved to itself, its own descendants, or its present parent', () => {
  assert.equal(canHangFrom(figure, 3, 3), false);
  assert.equal(canHangFrom(figure, 3, 7), false);
  assert.equal(canHangFrom(figure, 3, 0), false);
  assert.equal(canHangFrom(figure, 0, 3), false);
  assert.equal(canHangFrom(figure, 3, 2), true);
});

test('two thousand nested segments make a tree', () => {
  const many: FigureMessage = {
    ...figure,
    frames: [],
    chains: [],
    segments: Array.from({ length: 2000 }, (_, i) => segment(`s${i}`, i - 1)),
  };
  assert.equal(treeRows(many, plain).at(-1)?.depth, 1999);
});
