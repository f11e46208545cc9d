// The techniques on the figures they were written for: what a drag does not carry does not move, the chain's root holds,
// collision tests are switches, and the classics say what they cannot do.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  distance,
  eventually,
  frameInWorld,
  frameOnScreen,
  heard,
  leaveField,
  openFromGallery,
  pressAndMove,
  rested,
  undoEdits,
  viewStill,
  withStudio,
} from './harness';

let page: Page, complaints: string[], folder: string;

withStudio(async (opened) => {
  ({ page, complaints } = opened);
  folder = opened.studio.folder;
});

const technique = () => page.getByRole('combobox', { name: 'Technique' });
async function choose(key: string): Promise<void> {
  await technique().selectOption(key);
  await page.waitForFunction((wanted) => window.limber.store.scene.value!.avoidance.technique === wanted, key);
}
const openWorld = () => page.getByRole('tab', { name: 'World' }).click();

// Only the drag: the tasks stay off.
async function undoDrag(): Promise<void> {
  await heard(page);
  const isDrag = () => page.evaluate(() => window.limber.store.scene.value!.undo?.startsWith('drag') ?? false);
  if (!(await isDrag())) return;
  await page.evaluate(() => window.limber.store.ask('undo', {}));
  await eventually('it is undone', async () => !(await isDrag()));
}

// The values of all joints that are not on the way from the root to the frame.
const valuesOutside = (frame: string): Promise<number[]> =>
  page.evaluate((name) => {
    const { figure, snapshot } = window.limber.store,
      { segments, frames } = figure.value!;
    const chain = new Set<number>();
    for (let at = frames.find((each) => each.name === name)!.segment; at >= 0; at = segments[at]!.parent) chain.add(at);
    const starts = segments.map((segment) => segment.first_value),
      end = (start: number) => Math.min(...starts.filter((other) => other > start), snapshot!.values.length);
    return segments.flatMap((segment, k) =>
      chain.has(k) || segment.coordinates.length === 0 ? [] : [...snapshot!.values.slice(segment.first_value, end(segment.first_value))],
    );
  }, frame);

test('with every technique, dragging the tip of the trunk moves no joint outside the trunk', async () => {
  await openFromGallery(page, 'Elephant at a table');
  const on = page.locator('.task-head [role=switch][aria-checked=true]');
  for (let left = await on.count(); left > 0; left = await on.count()) {
    await on.first().click();
    await page.waitForFunction((count) => document.querySelectorAll('.task-head [role=switch][aria-checked=true]').length < count, left);
  }
  await rested(page);
  await openWorld();
  const keys = await page.evaluate(() =>
    window.limber.store.techniques.value.map(({ key }) => key).filter((key) => key !== 'clearance' && key !== 'off'),
  );
  assert.ok(keys.length >= 20);
  const still: string[] = [];
  for (const key of keys) {
    await choose(key);
    const tip = await frameOnScreen(page, 'trunk.tip'),
      before = await valuesOutside('trunk.tip');
    assert.ok(before.length > 20);
    await pressAndMove(page, tip, { x: tip.x - 50, y: tip.y - 35 });
    await heard(page);
    await page.mouse.up();
    await rested(page).catch(() => undefined); // "priority reversing, as printed" dances on
    assert.deepEqual(await valuesOutside('trunk.tip'), before, key);
    if (distance(await frameOnScreen(page, 'trunk.tip'), tip) < 2) still.push(key);
    await undoDrag();
  }
  await undoEdits(page);
  assert.ok(still.includes('two-bones'), 'a trunk has no limb of two bones');
  assert.ok(still.length <= 4, `stood still: ${still.join(', ')}`);
});

test('the figure is held at the chain root while a point of another limb is dragged', async () => {
  await openFromGallery(page, 'Human at rest');
  await page.getByRole('treeitem', { name: 'upper_arm.r', exact: true }).click();
  await page.getByRole('button', { name: 'Segment menu' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Drags stop here/ }).click();
  await openWorld();
  await choose('objective');
  const pose = (name: string): Promise<number[]> =>
    page.evaluate((segment) => {
      const { snapshot, segmentIndex } = window.limber.store,
        at = 7 * segmentIndex.value.get(segment)!;
      return [...snapshot!.segments.subarray(at, at + 7)];
    }, name);
  const held = await pose('upper_arm.r'),
    free = await pose('head');
  const hand = await frameOnScreen(page, 'hand.l');
  await pressAndMove(page, hand, { x: hand.x + 90, y: hand.y - 120 });
  await eventually('the head is carried along', async () => Math.hypot(...(await pose('head')).map((x, i) => x - free[i]!)) > 0.01);
  const now = await pose('upper_arm.r');
  assert.ok(Math.hypot(...now.map((x, i) => x - held[i]!)) < 1e-6, 'the upper arm stays');
  await page.mouse.up();
  await rested(page);
  await undoEdits(page);
});

test('collision test and own body are two switches beside the technique', async () => {
  await openFromGallery(page, 'Virtual arms among discs');
  await openWorld();
  await choose('two-worst');
  const parameter = (key: string) => page.evaluate((name) => window.limber.store.scene.value!.avoidance.parameters[name], key);
  await page.getByRole('switch', { name: 'Collision test' }).click();
  await eventually('it is off', async () => (await parameter('cancel')) === 0);
  await page.getByRole('switch', { name: 'Own body' }).click();
  await eventually('it is on', async () => (await parameter('self')) === 1);
  await undoEdits(page);
});

test('a hand goes into the leg beside it unless the own body is an obstacle', async () => {
  await openFromGallery(page, 'Human at rest');
  await openWorld();
  await choose('tracking');
  await leaveField(page);
  await page.keyboard.press('1'); // from the front
  await viewStill(page);
  // How far the right hand is from the middle of the body after it was dragged there [m].
  const dragged = async (): Promise<number> => {
    const hand = await frameOnScreen(page, 'hand.r');
    await pressAndMove(page, hand, { x: (await frameOnScreen(page, 'pelvis')).x, y: hand.y });
    await rested(page);
    const [, y] = await frameInWorld(page, 'hand.r');
    await page.mouse.up();
    await undoDrag();
    return Math.abs(y!);
  };
  const through = await dragged();
  await page.getByRole('switch', { name: 'Own body' }).click();
  await page.waitForFunction(() => window.limber.store.scene.value!.avoidance.parameters['self'] === 1);
  const beside = await dragged();
  assert.ok(through < 0.06 && beside > through + 0.08, `${through} m without, ${beside} m with the own body`);
  await undoEdits(page);
});

test('virtual arms reach the goal among discs without touching them', async () => {
  await openFromGallery(page, 'Virtual arms among discs');
  await openWorld();
  await choose('virtual-arms');
  let least = Infinity;
  await eventually(
    'the goal is reached',
    async () => {
      const { error, clearance } = await page.evaluate(() => {
        const { snapshot } = window.limber.store;
        return { error: snapshot!.tasks[0]!.error, clearance: snapshot!.leastClearance };
      });
      least = Math.min(least, clearance);
      return error < 0.02;
    },
    60,
  );
  assert.ok(least > -1e-3, `clearance ${least}`);
  await undoEdits(page);
});

test('the classics stand in a group of their own, each with what it cannot do, and two bones lead an arm', async () => {
  await openFromGallery(page, 'Human at rest');
  await openWorld();
  const group = technique().locator('optgroup[label^=Classics]');
  assert.equal(await group.locator('option').count(), 5);
  for (const [key, words] of [
    ['jacobian-transpose', /hundreds of steps/],
    ['coordinate-descent', /curl up at the tip/],
    ['fabrik', /a trunk whose links bend by 20 degrees hardly moves/],
    ['optimisation', /a goal beside an obstacle is missed/],
    ['two-bones', /a chain without such a pair, like most robots, stands still; of a trunk two parallel hinges turn/],
  ] as const) {
    await choose(key);
    await page.getByText(words).waitFor();
  }
  const wrist = await frameOnScreen(page, 'wrist.r');
  await pressAndMove(page, wrist, { x: wrist.x + 60, y: wrist.y - 60 });
  await eventually('it follows', async () => distance(await frameOnScreen(page, 'wrist.r'), wrist) > 30);
  await page.mouse.up();
  await undoEdits(page);
  assert.deepEqual(complaints, []);
});

test('a recording is replayed with another technique and decomposition, its timing file beside the first', async () => {
  await openFromGallery(page, 'Elephant at a table');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.waitForFunction(() => window.limber.store.time.value!.mode === 'recording');
  const tip = await frameOnScreen(page, 'trunk.tip');
  await pressAndMove(page, tip, { x: tip.x - 60, y: tip.y - 40 });
  await page.mouse.up();
  await rested(page);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await page.waitForFunction(() => window.limber.store.time.value!.recording !== null);
  await page.getByRole('button', { name: 'Save recording' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('drag');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await eventually('it is saved', () => Promise.resolve(existsSync(join(folder, 'drag.timing.txt'))));
  const first = await page.evaluate(() => window.limber.store.time.value!.recording!);

  await page.getByRole('button', { name: 'Open recording' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open recording' });
  await dialog.getByRole('combobox', { name: 'Technique' }).selectOption('objective');
  await dialog.getByRole('combobox', { name: 'SVD', exact: true }).selectOption('golub-reinsch');
  await dialog.getByText('The same drags, solved again.').waitFor();
  await dialog.getByRole('button', { name: /^drag/ }).click();
  await page.getByText(/^Replayed with objective golub-reinsch: [\d.]+ us per step/).waitFor({ timeout: 60000 });
  assert.equal(await page.getByText(/^Replaying the recording/).count(), 0, 'nothing says that it is still going on');
  const second = await page.evaluate(() => window.limber.store.time.value!.recording!);
  assert.equal(second.steps, first.steps);
  assert.notEqual(second.hash, first.hash);
  const timing = readFileSync(join(folder, 'drag.objective.golub-reinsch.timing.txt'), 'utf8');
  assert.match(timing, /objective/);
  assert.doesNotMatch(readFileSync(join(folder, 'drag.timing.txt'), 'utf8'), /objective/);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => window.limber.store.time.value!.mode === 'playing');
  assert.deepEqual(complaints, []);
});
