// node build/browser/screenshots.mjs FOLDER: writes screenshots of every scene of the gallery and of the panels.
// tools/screenshots.sh runs it.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { frameOnScreen, launchBrowser, openFromGallery, openPage, Studio } from './harness';

const folder = process.argv[2] ?? 'screenshots';
mkdirSync(folder, { recursive: true });
const complaints: string[] = [];
const browser = await launchBrowser();
const studio = await Studio.start();
const size = { width: 1440, height: 900 };

const shoot = async (page: Page, name: string) => {
  await page.mouse.move(size.width / 2, 20); // nothing is hovered
  await page.waitForTimeout(400); // tooltips and the camera's flight
  await page.screenshot({ path: join(folder, `${name}.png`), timeout: 120000 }); // drawn in software, slowly
  const { drawCalls, triangles, drawMilliseconds } = await page.evaluate(() => window.limber.viewport.stats());
  console.log(`${name}.png: ${drawCalls} draw calls, ${triangles} triangles, ${drawMilliseconds.toFixed(1)} ms to draw`);
};

// The elephant with all of its tasks switched on.
async function shootReach(page: Page): Promise<void> {
  await openFromGallery(page, 'Elephant at a table');
  await page.getByRole('tab', { name: 'Tasks' }).click();
  const off = page.locator('.task-head [role=switch][aria-checked=false]');
  for (let left = await off.count(); left > 0; left = await off.count()) {
    await off.first().click();
    await page.waitForFunction((count) => document.querySelectorAll('.task-head [role=switch][aria-checked=false]').length < count, left);
  }
  await page.waitForFunction(() => window.limber.store.light.value === 'green' && !window.limber.store.status.value!.moving);
  await shoot(page, 'elephant-reaching');
}

// The solver's plots while the goal of a hand is moved about, in and out of reach.
async function shootSolver(page: Page): Promise<void> {
  await openFromGallery(page, 'Reach and balance');
  await page.getByRole('tab', { name: 'Solver' }).click();
  const { x, y } = await frameOnScreen(page, 'hand.r');
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let k = 1; k <= 30; k++) {
    await page.mouse.move(x + 260 * Math.sin(0.4 * k), y - 90 * (1 - Math.cos(0.4 * k)));
    await page.waitForTimeout(300);
  }
  await page.mouse.up();
  await page.keyboard.press('Escape'); // deselects the task
  await shoot(page, 'panel-solver');
}

// The world panel: the preview of a tree, distances, a rectangle and a convex solid, an overlap.
async function shootWorld(page: Page): Promise<void> {
  await openFromGallery(page, 'Elephant at a table');
  await page.getByRole('tab', { name: 'World' }).click();
  await page.getByRole('button', { name: 'Add obstacle' }).click();
  await page.getByRole('menuitem', { name: 'Tree…' }).click();
  await page.getByText(/shown as a preview/).waitFor();
  await shoot(page, 'world-tree-preview');
  await page.getByRole('button', { name: 'Grow tree' }).click();
  await page.evaluate(() => {
    const { viewOptions } = window.limber.store;
    viewOptions.value = { ...viewOptions.value, contacts: true };
  });
  await page.waitForTimeout(1000);
  await shoot(page, 'world-distances');
  for (const kind of ['Rectangle', 'Convex solid']) {
    await page.getByRole('button', { name: 'Add obstacle' }).click();
    await page.getByRole('menuitem', { name: kind }).click();
    await page.waitForTimeout(500);
    await page.keyboard.press(kind === 'Rectangle' ? 'e' : 's');
    await shoot(page, `world-${kind === 'Rectangle' ? 'rectangle' : 'convex'}`);
  }
  await page.getByRole('switch', { name: 'Collision detection' }).click();
  await page.evaluate(async () => {
    const { store } = window.limber,
      tip = store.snapshot!.segments.subarray(-7);
    await store.send('obstacle-add', {
      obstacle: { shape: 'box', center: [tip[0]!, tip[1]!, tip[2]!], size: [0.4, 0.4, 0.4], name: 'crate' },
    });
  });
  await page.waitForTimeout(1000);
  await shoot(page, 'world-overlap');
}

// Finding a path: the button, the figure following the path and at its goal, and a search that goes on.
async function shootPath(page: Page): Promise<void> {
  await openFromGallery(page, 'Behind a wall');
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await shoot(page, 'path-button');
  await page.getByRole('button', { name: 'Find a path' }).first().click();
  await page.waitForFunction(() => (window.limber.store.status.value?.path ?? 0) > 0.2);
  const run = (running: boolean) => page.evaluate((on) => window.limber.store.ask('run-set', { running: on }), running);
  await run(false);
  await shoot(page, 'path-following');
  await run(true);
  await page.waitForFunction(() => window.limber.store.status.value?.path === null && window.limber.store.light.value === 'green');
  await shoot(page, 'path-done');
  await page.getByRole('tab', { name: 'World' }).click();
  await page.evaluate(async () => {
    // inside the wall: no path leads there
    const { store } = window.limber,
      { number, ...task } = store.scene.value!.tasks[0]!;
    await store.ask('task-set', { number, task: { ...task, target: [0.75, 0.6, 0] } as typeof task });
  });
  await page.keyboard.press('l');
  await page.waitForTimeout(2000);
  await shoot(page, 'path-search');
  // The search may have ended meanwhile.
  await page
    .getByRole('button', { name: 'Stop' })
    .first()
    .click({ timeout: 2000 })
    .catch(() => undefined);
}

try {
  const page = await openPage(browser, studio, complaints, '');
  await page.setViewportSize(size);
  await page.getByRole('button', { name: 'Dismiss hint' }).click();
  const gallery = await page.evaluate(() => window.limber.store.files.value!.gallery);
  for (const { file, title } of gallery) {
    await openFromGallery(page, title);
    await shoot(page, file.replace(/\.json$/, ''));
  }
  await page.keyboard.press('Control+o');
  await page.waitForTimeout(3000); // thumbnails are drawn on demand
  await shoot(page, 'panel-gallery');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await shoot(page, 'panel-keys');
  await page.keyboard.press('Escape');
  await shootSolver(page);
  await shootReach(page);
  await shootWorld(page);
  await shootPath(page);
} finally {
  await browser.close();
  await studio.stop();
  studio.removeFolder();
}
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;
