// The world: the trunk's tip through a tree and back at speed, techniques changed in mid-drag, the table pushed into the figure,
// every kind of obstacle added and all of it undone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { eventually, frameOnScreen, launchBrowser, openFromGallery, openPage, pressAndWait, rested, Studio, undoAll, type Point } from './harness';

let browser: Browser, studio: Studio, page: Page;
const complaints: string[] = [];

before(async () => {
  browser = await launchBrowser();
  studio = await Studio.start();
  page = await openPage(browser, studio, complaints);
  await openFromGallery(page, 'Elephant at a table');
  await page.getByRole('tab', { name: 'World' }).click();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
  studio?.removeFolder();
});

const undo = () => page.evaluate(() => window.limber.store.scene.value!.undo);
const world = () => page.evaluate(() => window.limber.store.scene.value!.world);
const onScreen = (point: [number, number, number]) => page.evaluate((at) => window.limber.viewport.project(at)!, point) as Promise<Point>;

// Every frame from now on: the least clearance of all of them, as the solver's steps had it and as the posture shown has it.
async function watchClearance(): Promise<() => Promise<{ least: number; frames: number; words: string[] }>> {
  await page.evaluate(() => {
    const seen = { least: Infinity, frames: 0, words: [] as string[] };
    const stop = window.limber.store.onFrame((frame) => {
      seen.frames++;
      seen.least = Math.min(seen.least, frame.leastClearance, frame.clearance);
    });
    const labels = setInterval(() => {
      for (const label of document.querySelectorAll('.limber-labels .warning:not([hidden]), .status-clearance.inside')) seen.words.push(label.textContent ?? '');
    }, 50);
    Object.assign(window, { clearanceSeen: seen, clearanceStop: () => { stop(); clearInterval(labels); } });
  });
  return () => page.evaluate(() => {
    const { clearanceSeen, clearanceStop } = window as unknown as { clearanceSeen: { least: number; frames: number; words: string[] }; clearanceStop: () => void };
    clearanceStop();
    return clearanceSeen;
  });
}

async function addByMenu(kind: string): Promise<void> {
  const before = (await world()).length;
  await page.getByRole('button', { name: 'Add obstacle' }).click();
  await page.getByRole('menuitem', { name: kind }).click();
  await page.waitForFunction((count) => window.limber.store.scene.value!.world.length > count, before);
}

test('a tree grows by its grammar where the preview was, and a bad grammar says why', async () => {
  await page.getByRole('button', { name: 'Add obstacle' }).click();
  await page.getByRole('menuitem', { name: 'Tree…' }).click();
  const form = page.getByRole('region', { name: 'New tree' });
  await form.getByText(/branches, drawn where it would stand/).waitFor();
  const word = form.getByRole('textbox', { name: 'Word of rule 1' });
  const good = await word.inputValue();
  await word.fill('F[A');
  await word.press('Enter');
  await form.getByText(/opens a branch, '\[', that no '\]' closes/).waitFor();
  assert.ok(await form.getByRole('button', { name: 'Grow tree' }).isDisabled());
  await word.fill(good);
  await word.press('Enter');
  await form.getByText(/branches, drawn where it would stand/).waitFor();
  assert.ok(await page.evaluate(() => window.limber.store.preview.value!.length > 5));
  await form.getByRole('button', { name: 'Grow tree' }).click();
  await page.waitForFunction(() => window.limber.store.scene.value!.world.some(({ name }) => name === 'tree.2'));
  assert.equal(await page.evaluate(() => window.limber.store.preview.value), null);
  assert.deepEqual(await page.evaluate(() => window.limber.store.selection.value), { kind: 'obstacle', name: 'tree' });
  assert.equal(await undo(), 'grow "tree"');
});

test('the tip goes through the tree and back at speed, and nothing penetrates', async () => {
  await rested(page);
  const read = await watchClearance();
  const tip = await frameOnScreen(page, 'trunk.tip');
  const branch = (await world()).find(({ name }) => name === 'tree.2')!;
  assert.ok(branch.shape === 'capsule');
  const through = await onScreen(branch.b);
  const beyond = { x: 2 * through.x - tip.x, y: 2 * through.y - tip.y };
  await page.mouse.move(tip.x, tip.y);
  await page.mouse.down();
  for (const to of [through, beyond, tip, beyond, through, tip]) await page.mouse.move(to.x, to.y, { steps: 2 });
  await page.waitForTimeout(300);
  await page.mouse.move(through.x, through.y, { steps: 3 });
  await page.waitForTimeout(300);
  await page.mouse.up();
  await rested(page);
  const { least, frames, words } = await read();
  assert.ok(frames > 5, `${frames} frames`);
  assert.ok(least > -1e-6, `least clearance ${least}`);
  assert.deepEqual(words.filter((each) => each.includes('inside')), []);
});

test('the technique changes in mid-drag, and the table of parameters with it', async () => {
  const tip = await frameOnScreen(page, 'trunk.tip');
  await page.mouse.move(tip.x, tip.y);
  await page.mouse.down();
  await page.mouse.move(tip.x + 40, tip.y + 10, { steps: 3 });
  const technique = page.getByRole('combobox', { name: 'Technique' });
  for (const key of ['objective', 'two-worst', 'clearance']) {
    await technique.selectOption(key);
    await page.waitForFunction((wanted) => window.limber.store.scene.value!.avoidance.technique === wanted, key);
    assert.ok(await page.evaluate(() => (window.limber.store.frame!.flags & 8) !== 0), 'still in hand');
    const { parameters } = await page.evaluate(() => window.limber.store.scene.value!.avoidance);
    assert.ok(Object.keys(parameters).length > 3);
    await page.mouse.move(tip.x - 40, tip.y - 30, { steps: 3 });
  }
  await page.mouse.up();
  await rested(page);
});

test('the table is moved into the figure, and the figure gives way', async () => {
  const read = await watchClearance();
  const before = await page.evaluate(() => [...window.limber.store.frame!.values]);
  await page.getByRole('list', { name: 'Obstacles' }).getByRole('button', { name: /^table/ }).first().click();
  const field = page.getByRole('spinbutton', { name: 'Position x' });
  await field.waitFor();
  await field.focus();
  for (let i = 0; i < 8; i++) await page.keyboard.press('Shift+ArrowDown');
  await rested(page);
  const { least } = await read();
  assert.ok(least > -1e-6, `least clearance ${least}`);
  const after = await page.evaluate(() => [...window.limber.store.frame!.values]);
  assert.ok(after.some((value, k) => Math.abs(value - before[k]!) > 1e-4), 'the figure moved');
  assert.match((await undo())!, /^(change|move) "table/);
});

test('an obstacle is dragged by its body, parallel to the screen', async () => {
  await addByMenu('Sphere');
  const ball = (await world()).at(-1)!;
  assert.ok(ball.shape === 'sphere');
  await rested(page);
  const at = await onScreen(ball.center!);
  await page.keyboard.press('Escape');
  await page.mouse.move(at.x + 3, at.y + 3);
  await page.mouse.down();
  await page.mouse.move(at.x + 40, at.y - 25, { steps: 4 });
  await page.mouse.up();
  await eventually('the ball has moved', async () => (await undo()) === `move "${ball.name}"`);
  const moved = (await world()).find(({ name }) => name === ball.name)!;
  assert.ok(moved.shape === 'sphere' && Math.hypot(...moved.center!.map((x, k) => x - ball.center![k]!)) > 0.01);
});

test('every kind of obstacle can be added, made larger by its gizmo, duplicated and deleted', async () => {
  for (const kind of ['Box', 'Capsule', 'Cylinder', 'Ellipsoid', 'Sheet', 'Half-space', 'Convex solid']) {
    await addByMenu(kind);
    await page.getByRole('region', { name: /^Obstacle / }).getByRole('textbox', { name: 'Name' }).waitFor();
  }
  const kinds = new Set((await world()).map(({ shape }) => shape));
  for (const kind of ['sphere', 'box', 'capsule', 'cylinder', 'ellipsoid', 'rectangle', 'plane', 'convex'] as const) assert.ok(kinds.has(kind), kind);
  const count = (await world()).length;
  await page.keyboard.press('Escape'); // out of the field
  await page.locator('canvas').first().focus();
  await page.keyboard.press('Control+d');
  await page.waitForFunction((before) => window.limber.store.scene.value!.world.length === before + 1, count);
  await page.keyboard.press('Delete');
  await page.waitForFunction((before) => window.limber.store.scene.value!.world.length === before, count);
});

test('all of it is undone', async () => {
  const steps = await undoAll(page);
  assert.ok(steps > 10, `${steps} steps`);
  await pressAndWait(page, /^Redo/);
});

test('the page complained about nothing', () => assert.deepEqual(complaints, []));
