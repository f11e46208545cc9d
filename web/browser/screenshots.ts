// node build/browser/screenshots.mjs FOLDER [NAME...]: writes screenshots of every scene of the gallery and of the panels, or
// only of those named: a scene by its file without .json, a panel by panels' names below. tools/screenshots.sh runs it.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { frameOnScreen, openFromGallery, runInStudio } from './harness';

const [folder = 'screenshots', ...names] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
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

// Every state of the forces panel: standing, a force and a support edited, strengths, plots, and what gives way.
async function shootForces(page: Page): Promise<void> {
  await openFromGallery(page, 'A weight in one hand');
  await page.getByRole('tab', { name: 'Forces' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Forces' });
  await panel.getByRole('heading', { name: 'Stands' }).waitFor();
  await shoot(page, 'forces-stands');
  await page.keyboard.press('j');
  await panel.getByRole('list', { name: 'Forces' }).getByRole('button').first().click();
  await shoot(page, 'forces-force-and-torques');
  await page.keyboard.press('j');
  await panel.getByRole('list', { name: 'Supports' }).getByRole('button').first().click();
  await shoot(page, 'forces-support');
  await page.keyboard.press('Escape');
  for (const section of ['Plots', 'Strength and weight']) {
    await panel.getByRole('button', { name: section }).click();
    await page.waitForTimeout(1500); // a few numbers to plot
    await panel.getByRole('button', { name: section }).scrollIntoViewIfNeeded();
    await shoot(page, `forces-${section.split(' ')[0]!.toLowerCase()}`);
  }
  await page.evaluate(() => window.limber.store.ask('force-add', { force: { frame: 'hand.l', force: [900, 0, 0] } }));
  const reason = panel.getByRole('group', { name: 'What gives way' }).getByRole('button').first();
  await reason.waitFor({ timeout: 60000 });
  await page.waitForTimeout(3000); // it leans as far as it can, and may not come to rest
  await reason.scrollIntoViewIfNeeded();
  await shoot(page, 'forces-gives-way');
  await reason.hover();
  await page.waitForTimeout(800);
  await page.screenshot({ path: join(folder, 'forces-what-would-help.png'), timeout: 120000 });
}

// What is open, dialogs included.
async function shootDialogs(page: Page): Promise<void> {
  await page.keyboard.press('Control+o');
  await page.waitForTimeout(3000); // thumbnails are drawn on demand
  await shoot(page, 'panel-gallery');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await shoot(page, 'panel-keys');
  await page.keyboard.press('Escape');
}

const panels = {
  dialogs: shootDialogs,
  solver: shootSolver,
  reaching: shootReach,
  world: shootWorld,
  path: shootPath,
  forces: shootForces,
};
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);

await runInStudio(
  async ({ page }) => {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Dismiss hint' }).click();
    const gallery = await page.evaluate(() => window.limber.store.files.value!.gallery);
    for (const { file, title } of gallery) {
      const name = file.replace(/\.json$/, '');
      if (!isWanted(name)) continue;
      await openFromGallery(page, title);
      await shoot(page, name);
    }
    for (const [name, shootPanel] of Object.entries(panels)) {
      if (isWanted(name)) await shootPanel(page);
    }
  },
  [],
  '',
);
