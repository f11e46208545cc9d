// The first steps of a new user in Chromium: everything is done with pointer and keyboard, and undone at the end.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { SceneMessage } from '../src/protocol/messages';
import {
  distance,
  eventually,
  figureShown,
  frameOnScreen,
  limber,
  openFromGallery,
  pinnedPointOnScreen,
  pressAndMove,
  pressAndWait,
  rested,
  segmentOnScreen,
  undoAll,
  withStudio,
  type Studio,
} from './harness';

let page: Page, studio: Studio, complaints: string[];
let startTasks: SceneMessage['tasks'];

withStudio(async (opened) => {
  ({ page, studio, complaints } = opened);
});

// The state of the page, without what changes by itself.
const known = () =>
  page.evaluate(() => {
    const { figure, scene } = window.limber.store;
    return {
      figure: { ...figure.value!, figure_revision: 0 },
      tasks: scene.value!.tasks,
      root: scene.value!.root,
      criteria: scene.value!.criteria,
      solver: scene.value!.solver,
      world: scene.value!.world,
      undo: scene.value!.undo,
    };
  });
const taskCount = () => page.evaluate(() => window.limber.store.scene.value!.tasks.length);
const row = (name: string | RegExp): Locator => page.getByRole('listitem', { name });
const waitFor = (condition: () => boolean) => page.waitForFunction(condition);
const tree = (name: string): Locator => page.getByRole('treeitem', { name, exact: true });

// Finds a segment in the tree and selects it.
async function choose(segment: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search segments' }).fill(segment);
  await tree(segment).click();
  await page.getByRole('searchbox', { name: 'Search segments' }).fill('');
}

async function menuOf(segment: string, entry: RegExp): Promise<void> {
  await choose(segment);
  await page.getByRole('button', { name: 'Segment menu' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

// Types into a field and presses Enter.
async function type(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press('Enter');
}

test('the elephant opens with its tasks reached and the tip of its trunk in view', async () => {
  assert.match(await page.title(), /elephant/);
  assert.equal(await page.evaluate(() => window.limber.store.light.value), 'green');
  assert.ok(await page.evaluate(() => window.limber.store.scene.value!.tasks.some((task) => task.enabled !== false)));
  const tip = await frameOnScreen(page, 'trunk.tip');
  const hit = await page.evaluate(({ x, y }) => window.limber.viewport.pickAt(x, y), tip);
  assert.deepEqual(hit, { kind: 'segment', segment: 'trunk.30' });
});

test('the trunk follows the pointer and stays when released', async () => {
  const tip = await frameOnScreen(page, 'trunk.tip');
  const goal = { x: tip.x - 40, y: tip.y - 90 };
  await pressAndMove(page, tip, goal);
  await eventually('the tip is under the pointer', async () => distance(await frameOnScreen(page, 'trunk.tip'), goal) < 12);
  await page.mouse.up();
  await waitFor(() => (window.limber.store.snapshot!.flags & 8) === 0);
  assert.ok(distance(await frameOnScreen(page, 'trunk.tip'), goal) < 12, 'stays there when released');
});

test('a pinned tip stays while the head is dragged', async () => {
  const before = await taskCount();
  const tip = await frameOnScreen(page, 'trunk.tip');
  await page.keyboard.down('Shift');
  await pressAndMove(page, tip, { x: tip.x - 20, y: tip.y + 10 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await page.waitForFunction((count) => window.limber.store.scene.value!.tasks.length === count, before + 1);
  await rested(page);
  const pinned = await pinnedPointOnScreen(page);
  const head = await segmentOnScreen(page, 'head');
  await pressAndMove(page, head, { x: head.x - 25, y: head.y + 20 });
  await eventually('the head follows', async () => distance(await segmentOnScreen(page, 'head'), head) > 8);
  await page.mouse.up();
  await rested(page);
  assert.ok(distance(await pinnedPointOnScreen(page), pinned) < 1, 'the tip stays');
});

test('undo restores the start', async () => {
  await undoAll(page);
  startTasks = (await known()).tasks;
  assert.ok(startTasks.length >= 2);
});

test('a reach task added by clicking a hand conflicts with balance, and the page says why', async () => {
  await openFromGallery(page, 'Reach and balance');
  const hand = await frameOnScreen(page, 'hand.l');
  await page.getByRole('button', { name: 'Add task' }).click();
  await page.getByRole('menuitem', { name: /Reach by clicking/ }).click();
  await page.mouse.click(hand.x, hand.y);
  const added = row(/^reach/);
  await added.waitFor();
  // Twenty metres ahead: out of reach, and balance comes first.
  await added.getByRole('button', { name: 'Edit' }).click();
  await type(added.getByRole('spinbutton', { name: 'Target x' }), '20');
  await added
    .getByText(/short: .*(balance|comes first|reach)/i)
    .first()
    .waitFor();
  await rested(page);
  const status = await page.evaluate(() => {
    const { scene, status } = window.limber.store;
    const last = scene.value!.tasks.at(-1)!.number;
    return status.value!.tasks.find((task) => task.number === last)!;
  });
  assert.equal(status.satisfied, false);
  assert.ok(
    status.reasons.some((reason) => /balance comes first/.test(reason.words)),
    JSON.stringify(status),
  );
  const held = await page.evaluate(() => window.limber.store.status.value!.tasks.filter((task) => task.satisfied).length);
  assert.ok(held >= 3, 'feet and balance hold');
});

test('a joint limit, a size, a branch, another root and a loop can be edited', async () => {
  const figureBefore = (await known()).figure;
  const inspector = page.getByRole('region', { name: 'Inspector' });

  await choose('forearm.l');
  const most = inspector.getByRole('spinbutton', { name: /^Maximum / }).first();
  await type(most, '40');
  await page.waitForFunction(() => {
    const forearm = window.limber.store.figure.value!.segments.find(({ name }) => name === 'forearm.l')!;
    return Math.abs(forearm.coordinates[0]!.max! - (40 * Math.PI) / 180) < 1e-3;
  });

  await type(inspector.getByRole('spinbutton', { name: 'Scale by' }), '1.5');
  await page.waitForFunction(
    (before) => {
      const length = (shapes: unknown) => JSON.stringify(shapes);
      return length(window.limber.store.figure.value!.segments.find(({ name }) => name === 'forearm.l')!.shapes) !== before;
    },
    JSON.stringify(figureBefore.segments.find(({ name }) => name === 'forearm.l')!.shapes),
  );

  const segments = figureBefore.segments.length;
  await menuOf('head', /^Add branch/);
  await page.waitForFunction((count) => window.limber.store.figure.value!.segments.length === count + 1, segments);

  await menuOf('hand.r', /^Make root/);
  await page.waitForFunction(() => window.limber.store.scene.value!.root === 'hand.r');

  const tasks = await taskCount();
  await menuOf('hand.l', /^Join into a loop/);
  await rested(page);
  const head = await segmentOnScreen(page, 'head');
  await page.mouse.click(head.x, head.y);
  await page.waitForFunction((count) => window.limber.store.scene.value!.tasks.length === count + 1, tasks);
  await menuOf('hand.l', /^Break loop/);
  await page.waitForFunction((count) => window.limber.store.scene.value!.tasks.length === count, tasks);
});

test('undo takes all of it back, and redo repeats all of it', async () => {
  const end = await known();
  const undone = await undoAll(page);
  assert.ok(undone >= 8, `${undone} steps undone`);
  const start = await known();
  assert.equal(await page.evaluate(() => window.limber.store.figure.value!.name), 'elephant');
  assert.deepEqual(start.tasks, startTasks);
  for (let i = 0; i < undone; i++) await pressAndWait(page, /^Redo/);
  assert.deepEqual({ ...(await known()), undo: '' }, { ...end, undo: '' });
});

test('a saved scene is there after a reload', async () => {
  await page.keyboard.press('Control+Shift+s');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('mine');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await waitFor(() => window.limber.store.scene.value!.file === 'mine.json' && window.limber.store.scene.value!.saved);
  assert.ok(existsSync(join(studio.folder, 'mine.json')));
  const saved = await known();
  await page.reload({ timeout: 60000 }); // pictures of the gallery are still being drawn
  await figureShown(page);
  assert.deepEqual(await known(), saved);
  assert.match(await page.title(), /mine/);
});

test('a recording replays to the hash it was made with', async () => {
  await openFromGallery(page, 'Elephant at a table');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await waitFor(() => window.limber.store.time.value!.mode === 'recording');
  const tip = await frameOnScreen(page, 'trunk.tip');
  await pressAndMove(page, tip, { x: tip.x - 60, y: tip.y - 60 });
  await page.mouse.up();
  await rested(page); // however slow the machine is, there is a motion to record
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await waitFor(() => window.limber.store.time.value!.mode !== 'recording' && window.limber.store.time.value!.recording !== null);
  const recording = await page.evaluate(() => window.limber.store.time.value!.recording!);
  assert.match(recording.hash, /^[0-9a-f]{16}$/);
  assert.ok(recording.steps > 5);

  await page.getByRole('button', { name: 'Save recording' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('drag');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await waitFor(() => window.limber.store.time.value!.recording!.name !== null);
  const files = readdirSync(studio.folder);
  const file = files.find((name) => name.startsWith('drag') && name.endsWith('.json'));
  assert.ok(file, files.join(' '));
  assert.ok(
    files.some((name) => name.startsWith('drag') && name !== file),
    'a timing file is beside it',
  );
  assert.match(execFileSync(limber, ['replay', join(studio.folder, file)], { encoding: 'utf8' }), new RegExp(recording.hash));

  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await waitFor(() => window.limber.store.time.value!.mode !== 'live');
  await page.getByRole('button', { name: 'Live' }).click();
  await waitFor(() => window.limber.store.time.value!.mode === 'live');
});

test('the page logged no errors', () => assert.deepEqual(complaints, []));
