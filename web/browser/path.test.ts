// The arm stops behind a wall; a button finds a way round, the figure goes it, and one undo takes it back.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { eventually, launchBrowser, openFromGallery, openPage, pressAndWait, rested, Studio } from './harness';

let browser: Browser, studio: Studio, page: Page;
const complaints: string[] = [];

before(async () => {
  browser = await launchBrowser();
  studio = await Studio.start();
  page = await openPage(browser, studio, complaints);
  await openFromGallery(page, 'Behind a wall');
});
after(async () => {
  await browser?.close();
  await studio?.stop();
  studio?.removeFolder();
});

const way = () => page.evaluate(() => window.limber.store.status.value!.way);
const light = () => page.evaluate(() => window.limber.store.status.value!.light);
const banner = () => page.getByRole('group', { name: 'Way round', exact: true });
const chip = () => page.getByRole('group', { name: 'What is in the way' }).getByRole('button', { name: 'Find a way' });

test('the arm stops at the wall, and the task offers to find a way', async () => {
  assert.equal(await light(), 'red');
  await chip().waitFor();
});

test('pressed, the figure goes round the wall without touching it and reaches its goal', async () => {
  await page.evaluate(() => {
    const seen = { least: Infinity, drawn: 0, shares: [] as number[] };
    const { store } = window.limber;
    store.onSnapshot((snapshot) => {
      seen.least = Math.min(seen.least, snapshot.leastClearance, snapshot.clearance);
      if (store.path.value) seen.drawn++;
      const share = store.status.value?.way;
      if (typeof share === 'number') seen.shares.push(share);
    });
    Object.assign(window, { waySeen: seen });
  });
  await chip().click();
  await banner().waitFor();
  await eventually('the goal is reached', async () => (await way()) === null && (await light()) === 'green', 60);
  const seen = await page.evaluate(() => (window as unknown as { waySeen: { least: number; drawn: number; shares: number[] } }).waySeen);
  assert.ok(seen.least > -1e-6, `least clearance ${seen.least}`);
  assert.ok(seen.drawn > 3, 'its line is drawn meanwhile');
  assert.ok(seen.shares.every((share, k) => k === 0 || share >= seen.shares[k - 1]!));
  await eventually('the line is gone', () => page.evaluate(() => window.limber.store.path.value === null));
  assert.equal(await banner().count(), 0);
  assert.equal(await chip().count(), 0);
  await rested(page);
});

test('one undo takes the whole way back', async () => {
  assert.equal(await page.evaluate(() => window.limber.store.scene.value!.undo), 'follow a way');
  await pressAndWait(page, /^Undo/);
  await eventually('it is stuck again', async () => (await light()) === 'red');
  await rested(page);
});

test('a search takes its time, says so, and is stopped', async () => {
  await page.getByRole('tab', { name: 'World' }).click();
  // A goal inside the wall has no way to it.
  await page.evaluate(async () => {
    const { store } = window.limber, { number, ...task } = store.scene.value!.tasks[0]!;
    await store.ask('task-set', { number, task: { ...task, target: [0.75, 0.6, 0] } as typeof task });
  });
  await rested(page);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('l');
  await banner().getByText('Looking for a way…').waitFor();
  await eventually('time goes by', async () => /^[1-9]/.test((await banner().locator('.way-time').textContent({ timeout: 2000 })) ?? ''));
  await banner().getByRole('button', { name: 'Stop' }).click();
  const section = page.getByRole('region', { name: 'Way round' });
  await section.getByText('Stopped.').waitFor();
  assert.equal(await banner().count(), 0);
});

test('what the search says when there is none is shown as it is', async () => {
  const section = page.getByRole('region', { name: 'Way round' });
  const seconds = section.getByRole('spinbutton', { name: 'Seconds to search' });
  await seconds.fill('0.5');
  await seconds.press('Enter');
  await section.getByRole('button', { name: 'Find a way' }).click();
  await section.getByText(/^(No posture|No way|All \d+ postures).*0\.5 s/).waitFor({ timeout: 20000 });
  assert.equal(await way(), null);
});

test('the page complained about nothing', () => assert.deepEqual(complaints, []));
