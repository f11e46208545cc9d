// Accessible space and the ring of inertia in the studio.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, openFromGallery, pressAndWait, rested, withStudio } from './harness';

let page: Page, complaints: string[];

withStudio(
  async (opened) => {
    ({ page, complaints } = opened);
    await rested(page);
  },
  ['../scenes/chain-access.json'],
);

const spaces = () =>
  page.evaluate(() =>
    window.limber.store.spaces.value.map(({ frame, size, outlines, edges, in_plane, color }) => ({
      frame,
      size,
      outlines: outlines.length,
      cells: edges.length,
      inPlane: in_plane,
      color,
    })),
  );
const legend = () => page.getByRole('group', { name: 'Within reach' });

async function choose(words: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').getByRole('textbox').or(page.getByRole('dialog').getByRole('combobox')).first().fill(words);
  await page.keyboard.press('Enter');
}

test('the palette finds what the tip can reach in balance, shows its progress, and keeps an outline with a legend', async () => {
  await page.evaluate(() => (window.limber.store.selection.value = { kind: 'frame', frame: 'link.tip' }));
  await choose('reach plane');
  await eventually('it is found', async () => (await spaces()).length === 1, 120);
  const [space] = await spaces();
  assert.equal(space!.frame, 'link.tip');
  assert.ok(space!.inPlane && space!.outlines >= 1 && space!.cells > 100, JSON.stringify(space));
  assert.ok(space!.size > 0.3 && space!.size < Math.PI, `${space!.size} m2, of a chain of 1 m`);
  await legend().getByText('link.tip').waitFor();
  assert.match(await legend().innerText(), /m²/);
  assert.equal(space!.color, 'effort');
  await page.screenshot({ path: 'build/browser/reach.png' });
});

test('it stays while the figure moves, changes its colour, and is removed by its button', async () => {
  await page.getByRole('combobox', { name: /Colour of the reach/ }).selectOption('none');
  assert.equal((await spaces())[0]!.color, 'none');
  await page.evaluate(() => window.limber.store.send('posture-rest', {}));
  await rested(page);
  assert.equal((await spaces()).length, 1);
  await legend()
    .getByRole('button', { name: /^Remove the reach/ })
    .click();
  assert.deepEqual(await spaces(), []);
  assert.equal(await legend().count(), 0);
});

test('the ring of an inertia task is dragged, the figure follows, and one undo takes it back', async () => {
  await page.evaluate(async () => {
    const { store } = window.limber;
    await store.send('task-add', { task: { type: 'inertia', name: 'spread', axis: [0, 1, 0], radius: 0.25, priority: 3 } });
  });
  await eventually('the task is there', () => page.evaluate(() => window.limber.store.scene.value!.tasks.length === 3));
  await rested(page);
  const at = await page.evaluate(() => {
    const { store, viewport } = window.limber,
      snapshot = store.snapshot!;
    const rig = viewport.rigAt(400, 300),
      [x, y, z] = snapshot.centerOfMass;
    const vector = rig.backward.clone().set(x!, y!, z! + 0.25); // a point of the ring wanted
    const on = rig.project(vector)!,
      further = rig.project(vector.clone().set(x!, y!, z! + 0.3))!;
    const box = viewport.element.getBoundingClientRect();
    return { x: on.x + box.left, y: on.y + box.top, dy: further.y - on.y };
  });
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x, at.y + at.dy, { steps: 6 });
  await page.mouse.up();
  const radius = () => page.evaluate(() => window.limber.store.scene.value!.tasks.find(({ type }) => type === 'inertia')!.radius!);
  await eventually('the ring is larger', async () => Math.abs((await radius()) - 0.3) < 0.02);
  await rested(page);
  await page.screenshot({ path: 'build/browser/ring.png' });
  await pressAndWait(page, /^Undo/);
  await eventually('it is as before', async () => Math.abs((await radius()) - 0.25) < 1e-9);
  assert.deepEqual(complaints, []);
});

test('a search in space, which takes many seconds for a person, can be stopped', async () => {
  await openFromGallery(page, 'Within reach of a person');
  await page.evaluate(() => (window.limber.store.selection.value = { kind: 'frame', frame: 'hand.r' }));
  await choose('reach space');
  const banner = page.getByRole('group', { name: 'Reach', exact: true });
  await banner.getByRole('button', { name: 'Stop' }).click();
  await eventually('the banner is gone', async () => (await banner.count()) === 0);
  assert.deepEqual(await spaces(), []);
  assert.deepEqual(complaints, []);
});
