// Maps of reach: every cell that a frame of an arm could be in, whatever the tasks say.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, rested, withStudio } from './harness';

let page: Page, complaints: string[];

withStudio(
  async (opened) => {
    ({ page, complaints } = opened);
    await rested(page);
  },
  ['../scenes/panda.json'],
);

test('a map has a cube for every cell that could be reached, coloured by effort or manipulability', async () => {
  const spaces = () =>
    page.evaluate(() =>
      window.limber.store.spaces.value.map(({ edges, in_plane, color }) => ({ cells: edges.length, inPlane: in_plane, color })),
    );
  const legend = page.getByRole('group', { name: 'Within reach' });
  await page.evaluate(() => (window.limber.store.selection.value = { kind: 'frame', frame: 'flange' }));
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').getByRole('textbox').or(page.getByRole('dialog').getByRole('combobox')).first().fill('map every cell');
  await page.keyboard.press('Enter');
  await eventually('it is found', async () => (await spaces()).length === 1, 120);
  const [map] = await spaces();
  assert.ok(!map!.inPlane && map!.cells > 100, JSON.stringify(map));
  const color = page.getByRole('combobox', { name: /Colour of the reach/ });
  assert.deepEqual(await color.locator('option').allInnerTexts(), ['Effort', 'Manipulability', 'Room to the limits', 'Plain']);
  await color.selectOption('manipulability');
  assert.equal((await spaces())[0]!.color, 'manipulability');
  await legend.getByText('map', { exact: true }).waitFor();
  await page.screenshot({ path: 'build/browser/map.png' });
  await legend.getByRole('button', { name: /^Remove the reach/ }).click();
  assert.deepEqual(await spaces(), []);
  assert.deepEqual(complaints, []);
});
