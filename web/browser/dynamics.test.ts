// Tsuji's arm moved by torques: it reaches its goal, is pushed by a drag, falls when gravity is on, and shows its energy.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, frameOnScreen, openFromGallery, undoEdits, withStudio } from './harness';

let page: Page, complaints: string[];

withStudio(async (opened) => {
  ({ page, complaints } = opened);
  await openFromGallery(page, 'Arm moved by torques', false);
  await page.getByRole('tab', { name: 'Solver' }).click();
});

const error = () => page.evaluate(() => window.limber.store.snapshot!.tasks[0]!.error);
const energy = () => page.evaluate(() => window.limber.store.status.value!.energy);

test('virtual arms that stay let the tip reach its goal; those that go to the base share the error with it', async () => {
  await eventually('the tip is at the goal', async () => (await error()) < 0.01, 40);
  const arms = page.getByRole('combobox', { name: 'Virtual arms' });
  await arms.selectOption('to-base');
  await eventually('the tip is held back', async () => (await error()) > 0.05, 40);
  await arms.selectOption('off');
  await eventually('the tip is at the goal again', async () => (await error()) < 0.01, 40);
  assert.ok(await energy());
});

test('a drag is a force: the point follows it part of the way, and returns when it is let go', async () => {
  const tip = await frameOnScreen(page, 'tip');
  await page.mouse.move(tip.x - 3, tip.y + 3);
  const elbow = await page.evaluate(() => {
    const s = window.limber.store.snapshot!.segments;
    return window.limber.viewport.project([s[7 * 3]!, s[7 * 3 + 1]!, s[7 * 3 + 2]!])!;
  });
  await page.mouse.move(elbow.x, elbow.y);
  await page.mouse.down();
  await page.mouse.move(elbow.x + 120, elbow.y + 60, { steps: 6 });
  let largest = 0;
  await eventually('it moves', async () => ((largest = Math.max(largest, (await energy())!.kinetic)), largest > 1e-4), 20);
  await page.mouse.up();
  await eventually('it comes to rest at the goal again', async () => (await error()) < 0.01, 40);
});

test('forces of the scene push it, at two points at once, until they are gone', async () => {
  const at = () => page.evaluate(() => [...window.limber.store.snapshot!.segments.subarray(7 * 3, 7 * 3 + 2)]);
  const before = await at();
  for (const frame of ['joint.3', 'middle.4'])
    await page.evaluate((name) => window.limber.store.ask('force-add', { force: { frame: name, force: [12, 0, 0] } }), frame);
  const moved = async () => Math.hypot(...(await at()).map((x, i) => x - before[i]!));
  await eventually('it gives way', async () => (await moved()) > 0.02, 30);
  for (const number of [1, 0]) await page.evaluate((force) => window.limber.store.ask('force-remove', { number: force }), number);
  await eventually('it comes to rest at the goal again', async () => (await error()) < 0.01, 40);
});

test('the panels say what torques do not heed: options of the solver, and obstacles', async () => {
  await page.getByText('Torques move the figure instead of the solver').waitFor();
  for (const name of ['Formulation', 'Damping rule', 'SVD mode'])
    assert.ok(await page.getByRole('combobox', { name, exact: true }).isDisabled(), name);
  await page.getByText('Torques turn joints up to their limits').waitFor();
  await page.getByRole('tab', { name: 'World' }).click();
  await page.getByText(/does not feel obstacles/).waitFor();
  await page.getByRole('tab', { name: 'Solver' }).click();
});

test('gravity pulls it, the energy is plotted, and undo restores the solver', async () => {
  await page.getByRole('switch', { name: 'Gravity' }).click();
  await eventually('it sags', async () => (await error()) > 0.02, 30);
  await page.getByRole('radio', { name: 'Energy' }).click();
  await page.getByRole('list', { name: 'Lines of the plot' }).getByText('kinetic').waitFor();
  await page.getByRole('switch', { name: 'Move by torques' }).click();
  await eventually('the solver reaches the goal at once', async () => (await error()) < 1e-4, 20);
  assert.equal(await page.evaluate(() => window.limber.store.scene.value!.undo), 'move by the solver');
  await undoEdits(page);
});

test('the view follows an arm that falls out of it', async () => {
  await page.getByRole('switch', { name: 'Gravity' }).click();
  const elbow = () => page.evaluate(() => window.limber.store.snapshot!.segments[7 * 4 + 1]!); // [m] its height
  await eventually('it hangs below its base', async () => (await elbow()) < -0.5, 60);
  await eventually('all of it is in view', () =>
    page.evaluate(() => {
      const { viewport, store } = window.limber,
        box = document.querySelector('main canvas')!.getBoundingClientRect(),
        poses = store.snapshot!.segments;
      return store.figure.value!.segments.every((_, k) => {
        const at = viewport.project([poses[7 * k]!, poses[7 * k + 1]!, poses[7 * k + 2]!]);
        return at !== null && at.y > box.top && at.y < box.bottom;
      });
    }),
  );
  await undoEdits(page);
});

test('the technique of another scene is tuned in the World panel', async () => {
  await openFromGallery(page, 'Arm that follows the mouse');
  await page.getByRole('tab', { name: 'World' }).click();
  await page.getByRole('combobox', { name: 'Technique' }).selectOption({ label: 'Objective function' });
  await page.getByRole('button', { name: 'Tune', exact: true }).click();
  await page.getByRole('button', { name: 'Tune the technique' }).click();
  await page.getByRole('button', { name: 'Use these' }).click({ timeout: 120000 });
  await eventually('the gain is set', async () => page.evaluate(() => window.limber.store.scene.value!.undo === 'change the avoidance'));
  await undoEdits(page);
  assert.deepEqual(complaints, []);
});
