// An arm is blocked by a wall; a button finds a path around it, the arm follows it, and one undo takes it back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, leaveField, openFromGallery, pressAndWait, rested, withStudio } from './harness';

let page: Page, complaints: string[];

withStudio(async (opened) => {
  ({ page, complaints } = opened);
  await openFromGallery(page, 'Behind a wall');
});

const progress = () => page.evaluate(() => window.limber.store.status.value!.path);
const light = () => page.evaluate(() => window.limber.store.status.value!.light);
const banner = () => page.getByRole('group', { name: 'Path', exact: true });
const chip = () => page.getByRole('group', { name: 'Blocked by' }).getByRole('button', { name: 'Find a path' });
const section = () => page.getByRole('region', { name: 'Path', exact: true });

test('the arm stops at the wall, and the task offers to find a path', async () => {
  assert.equal(await light(), 'red');
  await chip().waitFor();
});

test('the figure follows a path around the wall without touching it and reaches its goal', async () => {
  await page.evaluate(() => {
    const seen = { least: Infinity, drawn: 0, shares: [] as number[] };
    const { store } = window.limber;
    store.onSnapshot((snapshot) => {
      seen.least = Math.min(seen.least, snapshot.leastClearance, snapshot.clearance);
      if (store.path.value) seen.drawn++;
      const share = store.status.value?.path;
      if (typeof share === 'number') seen.shares.push(share);
    });
    Object.assign(window, { pathSeen: seen });
  });
  await chip().click();
  await banner().waitFor();
  await eventually('the goal is reached', async () => (await progress()) === null && (await light()) === 'green', 60);
  const seen = await page.evaluate(() => (window as unknown as { pathSeen: { least: number; drawn: number; shares: number[] } }).pathSeen);
  assert.ok(seen.least > -1e-6, `least clearance ${seen.least}`);
  assert.ok(seen.drawn > 3, 'the path is drawn meanwhile');
  assert.ok(seen.shares.every((share, k) => k === 0 || share >= seen.shares[k - 1]!));
  await eventually('the line is gone', () => page.evaluate(() => window.limber.store.path.value === null));
  assert.equal(await banner().count(), 0);
  assert.equal(await chip().count(), 0);
  await rested(page);
});

test('one undo takes the whole motion back', async () => {
  assert.match((await page.evaluate(() => window.limber.store.scene.value!.undo))!, /^follow .*path$/);
  await pressAndWait(page, /^Undo/);
  await eventually('it is stuck again', async () => (await light()) === 'red');
  await rested(page);
});

test('a search shows its time and can be stopped', async () => {
  await page.getByRole('tab', { name: 'World' }).click();
  // No path leads to a goal inside the wall.
  await page.evaluate(async () => {
    const { store } = window.limber,
      { number, ...task } = store.scene.value!.tasks[0]!;
    await store.ask('task-set', { number, task: { ...task, target: [0.75, 0.6, 0] } as typeof task });
  });
  await rested(page);
  await leaveField(page);
  await page.keyboard.press('l');
  await banner().getByText('Searching for a path…').waitFor();
  await eventually('time goes by', async () => /^[1-9]/.test((await banner().locator('.path-time').textContent({ timeout: 2000 })) ?? ''));
  await banner().getByRole('button', { name: 'Stop' }).click();
  await section().getByText('Stopped.').waitFor();
  assert.equal(await banner().count(), 0);
});

test('a search without success says why', async () => {
  const seconds = section().getByRole('spinbutton', { name: 'Seconds to search' });
  await seconds.fill('0.5');
  await seconds.press('Enter');
  await section().getByRole('button', { name: 'Find a path' }).click();
  await section()
    .getByText(/^(No posture|No path|All \d+ postures).*0\.5 s/)
    .waitFor({ timeout: 20000 });
  assert.equal(await progress(), null);
});

test('the page logged no errors', () => assert.deepEqual(complaints, []));
