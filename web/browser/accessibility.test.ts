// Checks every part of the page with axe, the accessibility checker.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { openFromGallery, withStudio } from './harness';

let page: Page;

withStudio(async (opened) => {
  ({ page } = opened);
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
});

async function findNothingSerious(): Promise<void> {
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<AxeResults> } };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
  });
  assert.deepEqual(found, []);
}

test('the studio as it opens', findNothingSerious);

test('a task being edited, with reasons', async () => {
  await openFromGallery(page, 'Two goals, one tip');
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await findNothingSerious();
});

test('a segment being edited', async () => {
  await page.getByRole('treeitem').nth(1).click();
  await findNothingSerious();
});

test('the solver and its plots', async () => {
  await page.getByRole('tab', { name: 'Solver' }).click();
  await findNothingSerious();
});

test('the world with its obstacles, one being edited, and the preview of a tree', async () => {
  await openFromGallery(page, 'Elephant at a table');
  await page.getByRole('tab', { name: 'World' }).click();
  await page.getByRole('list', { name: 'Obstacles' }).getByRole('button').first().click();
  await page.getByRole('region', { name: /^Obstacle / }).waitFor();
  await page
    .getByRole('button', { name: /\d+ more/ })
    .click()
    .catch(() => undefined);
  await findNothingSerious();
  await page.getByRole('button', { name: 'Add obstacle' }).click();
  await findNothingSerious();
  await page.getByRole('menuitem', { name: 'Tree…' }).click();
  await page.getByText(/shown as a preview/).waitFor();
  await findNothingSerious();
  await page.getByRole('button', { name: 'Cancel the tree' }).click();
});

for (const [what, key] of [
  ['the gallery', 'Control+o'],
  ['the shortcuts', '?'],
  ['the palette', 'Control+k'],
  ['saving', 'Control+Shift+s'],
] as const) {
  test(what, async () => {
    await page.locator('body').press(key);
    await page.getByRole('dialog').waitFor();
    await findNothingSerious();
    await page.keyboard.press('Escape');
  });
}
