// Goals in time: a circle is followed and its rounds close, methods are switched in mid-motion, a path is drawn by hand,
// its keys are dragged, a round becomes keyframes, and everything is undone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, openFromGallery, undoEdits, withStudio } from './harness';

let page: Page, complaints: string[];

withStudio(async (opened) => {
  ({ page, complaints } = opened);
  await openFromGallery(page, 'Circles that close');
  await page.getByRole('tab', { name: 'Solver' }).click();
});

const closure = () => page.evaluate(() => window.limber.store.status.value!.closure);
const goal = () => page.evaluate(() => Array.from(window.limber.store.snapshot!.tasks[0]!.goal));
const error = () => page.evaluate(() => window.limber.store.snapshot!.tasks[0]!.error);
const goals = () => page.evaluate(() => window.limber.store.time.value!.goals!);
const choose = (task: number) => page.evaluate((number) => void (window.limber.store.selection.value = { kind: 'task', number }), task);
const onScreen = (at: number[]) => page.evaluate((p) => window.limber.viewport.project(p as [number, number, number])!, at);

test('goals run, the figure follows, and the joints come back after every round', async () => {
  await page.getByRole('button', { name: 'Run goals' }).click();
  await eventually('three rounds', async () => ((await closure())?.cycles ?? 0) >= 3, 60);
  assert.ok((await closure())!.offset < 1e-6, JSON.stringify(await closure()));
  assert.ok((await error()) < 1e-3);
  await page.getByLabel('Closure').getByText('from where they were').waitFor();
});

test('the method is switched in mid-motion, and the plot shows both numbers', async () => {
  await page.getByRole('switch', { name: 'Repeatable motion' }).click();
  await eventually('the switch', () => page.evaluate(() => window.limber.store.scene.value!.motion.method === 'pseudo-inverse'), 20);
  assert.equal((await goals()).run, true);
  await page.getByRole('combobox', { name: 'Method' }).selectOption('estimated');
  await eventually('another method', () => page.evaluate(() => window.limber.store.scene.value!.motion.method === 'estimated'), 20);
  await eventually('rounds go on', async () => ((await closure())?.cycles ?? 0) >= 1, 40);
  await page.getByRole('radio', { name: 'Motion' }).click();
  await page.getByRole('list', { name: 'Lines of the plot' }).getByText('closure').waitFor();
  await page.screenshot({ path: 'build/browser/motion.png', timeout: 60000 });
  // Every joint's own share: nine of the ten.
  await page.getByRole('radio', { name: 'Optimum' }).click();
  await eventually(
    'nine joints',
    async () => (await page.getByRole('list', { name: 'Lines of the plot' }).getByRole('listitem').count()) === 9,
    20,
  );
  await page.screenshot({ path: 'build/browser/optimum.png', timeout: 60000 });
});

test('a round becomes keyframes', async () => {
  await page.getByRole('button', { name: 'Make keys of the last round' }).click();
  await eventually('25 keys', () => page.evaluate(() => window.limber.store.time.value!.keys.length === 25), 20);
});

test('a smooth round closes exactly, and the keys have ghosts', async () => {
  await page.getByRole('button', { name: 'Make keys of a smooth round' }).click();
  const ghosts = () => page.evaluate(() => window.limber.store.ghosts.value ?? []);
  await eventually('as many ghosts as keys', async () => (await ghosts()).length === 25, 60);
  await eventually('a closed round', async () => JSON.stringify((await ghosts())[0]) === JSON.stringify((await ghosts())[24]), 60);
  await page.screenshot({ path: 'build/browser/ghosts.png', timeout: 60000 });
});

test('a path is drawn by dragging, and its keys are dragged', async () => {
  const stop = page.getByRole('button', { name: 'Stop goals' });
  if (await stop.isVisible()) await stop.click();
  await choose(0);
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await page.getByRole('button', { name: 'Draw path' }).click();
  await page.getByRole('status').getByText('Drag the goal as it should move').waitFor();
  const { x, y } = await onScreen(await goal());
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 24; i++) {
    const angle = (2 * Math.PI * i) / 24;
    await page.mouse.move(x - 40 + 40 * Math.cos(angle), y - 40 * Math.sin(angle));
    await page.waitForTimeout(30);
  }
  await page.mouse.up();
  const keys = () =>
    page.evaluate(() => {
      const path = window.limber.store.scene.value!.paths[0]!.path;
      return 'spline' in path ? path.spline.keys.map((key) => key.target as number[]) : [];
    });
  await eventually('a spline', async () => (await keys()).length >= 4, 20);
  await eventually('it runs', async () => (await goals()).run, 20);
  await page.getByRole('button', { name: 'Stop goals' }).click();
  await choose(0);
  const before = (await keys())[2]!,
    at = await onScreen(before);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 30, at.y - 20, { steps: 5 });
  await page.mouse.up();
  await eventually('the key moved', async () => Math.hypot(...(await keys())[2]!.map((v, i) => v - before[i]!)) > 0.01, 20);
  await page.screenshot({ path: 'build/browser/path.png', timeout: 60000 });
});

test('undo restores the circle, and nothing complained', async () => {
  await undoEdits(page);
  await eventually('the circle', () => page.evaluate(() => 'circle' in window.limber.store.scene.value!.paths[0]!.path), 20);
  assert.deepEqual(complaints, []);
});
