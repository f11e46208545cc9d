// axe, the accessibility checker, looks at every part of the page that can be open.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openFromGallery, openPage, Studio } from './harness';

let browser: Browser, studio: Studio, page: Page;

before(async () => {
  browser = await launchBrowser();
  studio = await Studio.start();
  page = await openPage(browser, studio, []);
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
});
after(async () => {
  await browser?.close();
  await studio?.stop();
  studio?.removeFolder();
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

test('the world with its obstacles, one of them being edited, and a tree about to grow', async () => {
  await openFromGallery(page, 'Elephant at a table');
  await page.getByRole('tab', { name: 'World' }).click();
  await page.getByRole('list', { name: 'Obstacles' }).getByRole('button').first().click();
  await page.getByRole('region', { name: /^Obstacle / }).waitFor();
  await page.getByRole('button', { name: /\d+ more/ }).click().catch(() => undefined);
  await findNothingSerious();
  await page.getByRole('button', { name: 'Add obstacle' }).click();
  await findNothingSerious();
  await page.getByRole('menuitem', { name: 'Tree…' }).click();
  await page.getByText(/drawn where it would stand/).waitFor();
  await findNothingSerious();
  await page.getByRole('button', { name: 'Do not grow it' }).click();
});

for (const [what, key] of [['the gallery', 'Control+o'], ['the cheat sheet', '?'], ['the palette', 'Control+k'], ['saving', 'Control+Shift+s']] as const) {
  test(what, async () => {
    await page.locator('body').press(key);
    await page.getByRole('dialog').waitFor();
    await findNothingSerious();
    await page.keyboard.press('Escape');
  });
}
