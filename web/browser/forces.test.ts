// Forces in the studio: one pulled out of the hand makes the figure lean, a support slips and says so, and what is drawn
// follows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, frameOnScreen, openFromGallery, rested, withStudio } from './harness';

let page: Page, complaints: string[];

withStudio(
  async (opened) => {
    ({ page, complaints } = opened);
    await page.getByRole('tab', { name: 'Forces' }).click();
  },
  ['../scenes/human-supports.json'],
);

// Plain lists: typed arrays are parts of one buffer.
const statics = () =>
  page.evaluate(() => {
    const { balanced, margin, region, forces } = window.limber.store.snapshot!.statics!;
    return { balanced, margin, region: region.map((corner) => [...corner]), forces: forces.map(({ force }) => [...force]) };
  });
const center = () => page.evaluate(() => [...window.limber.store.snapshot!.centerOfMass]);
const force = () => page.evaluate(() => [...(window.limber.store.scene.value!.forces.at(-1)!.force ?? [0, 0, 0])]);
const words = () => page.evaluate(() => window.limber.store.status.value!.statics!.words);
const panel = () => page.getByRole('tabpanel', { name: 'Forces' });

test('the panel says that it stands, with what each foot carries', async () => {
  await eventually('the forces are there', async () => page.evaluate(() => window.limber.store.snapshot!.statics !== null));
  assert.equal(await words(), 'stands');
  const { margin, forces, region } = await statics();
  assert.ok(margin! > 0.05 && forces.length === 8 && region.length > 8);
  await panel().getByRole('heading', { name: 'Stands' }).waitFor();
  assert.match(
    await panel()
      .getByRole('button', { name: /^left foot/ })
      .innerText(),
    /N/,
  );
});

test('a force pulled out of the hand makes the figure lean against it, and the arrows and the region follow', async () => {
  const before = await center(),
    regionBefore = (await statics()).region;
  const hand = await frameOnScreen(page, 'hand.l');
  await page.keyboard.down('Control');
  await page.mouse.move(hand.x, hand.y);
  await page.mouse.down();
  await page.mouse.move(hand.x + 35, hand.y, { steps: 8 });
  await eventually('the force is there', async () => page.evaluate(() => window.limber.store.scene.value!.forces.length === 2));
  await eventually('the centre of mass moves against it', async () => {
    const now = await center(),
      [x = 0, y = 0] = await force();
    return (now[0]! - before[0]!) * x + (now[1]! - before[1]!) * y < -1e-3 * Math.hypot(x, y);
  });
  await page.mouse.up();
  await page.keyboard.up('Control');
  await rested(page);
  const { region, forces } = await statics();
  assert.ok(
    region.some((corner, i) => Math.hypot(corner[0]! - (regionBefore[i]?.[0] ?? 0), corner[1]! - (regionBefore[i]?.[1] ?? 0)) > 1e-3),
    `the region has moved: ${JSON.stringify([regionBefore.slice(0, 3), region.slice(0, 3), await force()])}`,
  );
  const sideways = forces.reduce((sum, [x = 0, y = 0]) => sum + Math.hypot(x, y), 0);
  assert.ok(sideways > 10, `the feet push sideways, ${sideways} N`);
});

test('it slips when it is pulled harder than the feet can hold, and says which and what would help', async () => {
  await panel().getByRole('spinbutton', { name: 'Magnitude' }).fill('900 N');
  await page.keyboard.press('Enter');
  await eventually('a foot slips', async () => /slips/.test(await words()), 30);
  await panel()
    .getByRole('heading', { name: /^Slips/ })
    .waitFor();
  assert.equal((await statics()).balanced, false);
  await panel().getByRole('group', { name: 'What gives way' }).getByRole('button').first().hover();
  await panel()
    .getByText(/friction|however rough/i)
    .last()
    .waitFor();
  await panel().getByRole('spinbutton', { name: 'Magnitude' }).fill('30 N');
  await page.keyboard.press('Enter');
  await eventually('it stands again', async () => (await words()) === 'stands', 30);
});

test('a support is edited, everything is undone, and nothing is sent when nothing is shown', async () => {
  await panel()
    .getByRole('button', { name: /^right foot/ })
    .click();
  await panel().getByRole('spinbutton', { name: 'Friction' }).fill('0.3');
  await page.keyboard.press('Enter');
  await eventually('the friction is set', async () => page.evaluate(() => window.limber.store.scene.value!.supports[1]!.friction === 0.3));
  assert.equal(await page.evaluate(() => window.limber.store.scene.value!.undo), 'change support "right foot"');
  for (let i = 0; i < 4; i++) await page.evaluate(() => window.limber.store.ask('undo', {}));
  await eventually('the scene is as it was', async () => page.evaluate(() => window.limber.store.scene.value!.forces.length === 1));
  assert.equal(await page.evaluate(() => window.limber.store.scene.value!.undo), null);
  await page.getByRole('button', { name: 'Pause solver' }).click();
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await page.evaluate(() => {
    const { store } = window.limber;
    store.viewOptions.value = { ...store.viewOptions.value, forces: false, supportRegion: false, torques: false };
  });
  await eventually('no statics', async () => page.evaluate(() => window.limber.store.status.value!.statics === null));
  assert.deepEqual(complaints, []);
});

test('another figure, with fewer joints, is opened while the panel is shown', async () => {
  await page.getByRole('tab', { name: 'Forces' }).click();
  await panel().getByRole('list', { name: 'Joints that bear most' }).waitFor();
  await openFromGallery(page, 'A chain on two supports');
  await eventually('its joints are listed', async () =>
    /^link/.test((await panel().locator('.joint-load-name').first().textContent()) ?? ''),
  );
  assert.deepEqual(complaints, []);
});
