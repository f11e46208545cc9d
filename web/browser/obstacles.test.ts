// The world panel: dragging the trunk through a tree, changing techniques during a drag, pushing the table into the figure,
// adding every kind of obstacle, and undoing all of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  drawn,
  eventually,
  frameOnScreen,
  heard,
  leaveField,
  openFromGallery,
  pressAndWait,
  rested,
  undoAll,
  viewStill,
  withStudio,
  type Point,
} from './harness';

let page: Page, complaints: string[];

withStudio(async (opened) => {
  ({ page, complaints } = opened);
  await openFromGallery(page, 'Elephant at a table');
  await page.getByRole('tab', { name: 'World' }).click();
});

const undo = () => page.evaluate(() => window.limber.store.scene.value!.undo);
const world = () => page.evaluate(() => window.limber.store.scene.value!.world);
const onScreen = (point: [number, number, number]) => page.evaluate((at) => window.limber.viewport.project(at)!, point) as Promise<Point>;

// Where an obstacle can be grabbed: the figure, which has moved, may hide a part of it.
async function pointOn(name: string, center: [number, number, number]): Promise<Point> {
  let found: Point | null = null;
  await eventually(`a part of ${name} can be seen`, async () => {
    const middle = await onScreen(center);
    found = await page.evaluate(
      ({ name, x, y }) => {
        const { viewport } = window.limber;
        for (const radius of [4, 10, 16, 22, 28])
          for (let k = 0; k < 12; ++k) {
            const at = { x: x + radius * Math.cos(k * 0.52), y: y + radius * Math.sin(k * 0.52) },
              hit = viewport.pickAt(at.x, at.y);
            if (hit?.kind === 'obstacle' && hit.name === name) return at;
          }
        return null;
      },
      { name, ...middle },
    );
    return found !== null;
  });
  return found!;
}

interface Seen {
  least: number; // [m] smallest clearance, of the solver's steps and of the postures shown
  snapshots: number;
  words: string[]; // warnings on the page
}

// Watches all snapshots from now on; the result reads what was seen.
async function watchClearance(): Promise<() => Promise<Seen>> {
  await page.evaluate(() => {
    const seen: Seen = { least: Infinity, snapshots: 0, words: [] };
    const stop = window.limber.store.onSnapshot((snapshot) => {
      seen.snapshots++;
      seen.least = Math.min(seen.least, snapshot.leastClearance, snapshot.clearance);
    });
    const labels = setInterval(() => {
      for (const label of document.querySelectorAll('.limber-labels .warning:not([hidden]), .status-clearance.inside'))
        seen.words.push(label.textContent ?? '');
    }, 50);
    Object.assign(window, {
      clearanceSeen: seen,
      clearanceStop: () => {
        stop();
        clearInterval(labels);
      },
    });
  });
  return () =>
    page.evaluate(() => {
      const { clearanceSeen, clearanceStop } = window as unknown as { clearanceSeen: Seen; clearanceStop: () => void };
      clearanceStop();
      return clearanceSeen;
    });
}

const toTree = 0.8; // [m] from the tip of the trunk back to the tree that is grown here

type Place = [number, number, number];
const tipPlace = (): Promise<Place> =>
  page.evaluate(() => {
    const { store } = window.limber,
      { segment } = store.figure.value!.frames.find(({ name }) => name === 'trunk.tip')!;
    return [...store.snapshot!.segments.subarray(7 * segment, 7 * segment + 3)] as Place;
  });
async function type(label: string, value: string): Promise<void> {
  const field = page.getByRole('spinbutton', { name: label, exact: true });
  await field.fill(value);
  await field.press('Enter');
}

async function addByMenu(kind: string): Promise<void> {
  const before = (await world()).length;
  await page.getByRole('button', { name: 'Add obstacle' }).click();
  await page.getByRole('menuitem', { name: kind }).click();
  await page.waitForFunction((count) => window.limber.store.scene.value!.world.length > count, before);
}

test('a tree grows where the preview was, and a bad grammar is refused with a reason', async () => {
  await page.getByRole('button', { name: 'Add obstacle' }).click();
  await page.getByRole('menuitem', { name: 'Tree…' }).click();
  const form = page.getByRole('region', { name: 'New tree' });
  await form.getByText(/branches, shown as a preview/).waitFor();
  const word = form.getByRole('textbox', { name: 'Word of rule 1' });
  const good = await word.inputValue();
  await word.fill('F[A');
  await word.press('Enter');
  await form.getByText(/opens a branch, '\[', that no '\]' closes/).waitFor();
  assert.ok(await form.getByRole('button', { name: 'Grow tree' }).isDisabled());
  await word.fill(good);
  await word.press('Enter');
  await form.getByText(/branches, shown as a preview/).waitFor();
  assert.ok(await page.evaluate(() => window.limber.store.preview.value!.length > 5));
  await type('Depth', '2');
  await type('Length of the first branch', '60');
  await form.getByText(/^4 branches/).waitFor();
  await form.getByRole('button', { name: 'Grow tree' }).click();
  await page.waitForFunction(() => window.limber.store.scene.value!.world.some(({ name }) => name === 'tree.2'));
  assert.equal(await page.evaluate(() => window.limber.store.preview.value), null);
  assert.deepEqual(await page.evaluate(() => window.limber.store.selection.value), { kind: 'obstacle', name: 'tree' });
  assert.equal(await undo(), 'grow "tree"');
  // Between the trunk and the legs, viewed from the side: a drag then moves in the plane of both.
  const [x, y] = await tipPlace();
  await type('Position x', (100 * (x - toTree)).toFixed(1));
  await type('Position y', (100 * y).toFixed(1));
  await eventually('the tree stands there', async () => {
    const stem = (await world()).find(({ name }) => name === 'tree.1')!;
    return stem.shape === 'capsule' && Math.hypot(stem.a[0] - x + toTree, stem.a[1] - y) < 0.01;
  });
  await leaveField(page);
  await page.keyboard.press('3');
  await viewStill(page);
});

// Drags the tip quickly down through the tree and back, several times, then undoes the drag.
async function dragThroughTree(): Promise<Seen> {
  await rested(page);
  const read = await watchClearance();
  const tip = await frameOnScreen(page, 'trunk.tip'),
    [x, y] = await tipPlace();
  const through = await onScreen([x - toTree, y, 0.5]),
    beyond = await onScreen([x - 1.5 * toTree, y, 0.5]);
  await page.mouse.move(tip.x, tip.y);
  await page.mouse.down();
  for (const to of [through, beyond, tip, beyond, through, tip]) {
    await page.mouse.move(to.x, to.y, { steps: 2 });
    await drawn(page); // until then it is not sent
  }
  await heard(page);
  await page.mouse.move(through.x, through.y, { steps: 3 });
  await heard(page);
  await page.mouse.up();
  await heard(page);
  const seen = await read();
  await pressAndWait(page, /^Undo/);
  return seen;
}

test('without collision detection the tip penetrates the tree, and the page warns', async () => {
  await page.getByRole('switch', { name: 'Collision detection' }).click();
  await page.waitForFunction(() => window.limber.store.scene.value!.avoidance.technique === 'off');
  const { least, words } = await dragThroughTree();
  assert.ok(least < -0.005, `least clearance ${least}`);
  assert.ok(
    words.some((each) => each.includes('inside tree')),
    words.join(', '),
  );
  await pressAndWait(page, /^Undo/);
  await page.waitForFunction(() => window.limber.store.scene.value!.avoidance.technique === 'clearance');
});

test('with collision detection the same drag never penetrates the tree', async () => {
  const { least, snapshots, words } = await dragThroughTree();
  assert.ok(snapshots > 5, `${snapshots} snapshots`);
  assert.ok(least > -1e-6, `least clearance ${least}`);
  assert.deepEqual(
    words.filter((each) => each.includes('inside')),
    [],
  );
});

test('the technique and its parameters can be changed during a drag', async () => {
  const tip = await frameOnScreen(page, 'trunk.tip');
  await page.mouse.move(tip.x, tip.y);
  await page.mouse.down();
  await page.mouse.move(tip.x + 40, tip.y + 10, { steps: 3 });
  const technique = page.getByRole('combobox', { name: 'Technique' });
  for (const key of ['objective', 'two-worst', 'clearance']) {
    await technique.selectOption(key);
    await page.waitForFunction((wanted) => window.limber.store.scene.value!.avoidance.technique === wanted, key);
    await eventually('it is still dragged', () => page.evaluate(() => (window.limber.store.snapshot!.flags & 8) !== 0));
    const { parameters } = await page.evaluate(() => window.limber.store.scene.value!.avoidance);
    assert.ok(Object.keys(parameters).length > 3);
    await page.mouse.move(tip.x - 40, tip.y - 30, { steps: 3 });
  }
  await page.mouse.up();
  await rested(page);
});

test('the figure avoids the table that is lifted into it', async () => {
  const read = await watchClearance();
  const before = await page.evaluate(() => [...window.limber.store.snapshot!.values]);
  const tip = await tipPlace();
  await page
    .getByRole('list', { name: 'Obstacles' })
    .getByRole('button', { name: /^table/ })
    .click();
  await type('Position x', (100 * tip[0]).toFixed(1));
  await type('Position y', (100 * tip[1]).toFixed(1));
  await page.getByRole('spinbutton', { name: 'Position z' }).focus();
  const height = () =>
    page.evaluate(() => {
      const table = window.limber.store.scene.value!.world.find(({ name }) => name === 'table.1')!; // its top
      return table.shape === 'box' ? table.center![2] : 0;
    });
  for (let i = 0; i < 40 && (await height()) < tip[2] + 0.1; i++) {
    await page.keyboard.press('Shift+ArrowUp');
    await page.waitForTimeout(60);
  }
  assert.ok((await height()) > tip[2], 'the table is lifted');
  await rested(page);
  const { least } = await read();
  assert.ok(least > -1e-6, `least clearance ${least}`);
  const after = await page.evaluate(() => [...window.limber.store.snapshot!.values]);
  assert.ok(
    after.some((value, k) => Math.abs(value - before[k]!) > 1e-4),
    'the figure moved',
  );
  assert.match((await undo())!, /^(change|move) "table/);
});

test('an obstacle is dragged by its body, parallel to the screen', async () => {
  await addByMenu('Sphere');
  const ball = (await world()).at(-1)!;
  assert.ok(ball.shape === 'sphere');
  await rested(page);
  await page.keyboard.press('Escape');
  const at = await pointOn(ball.name, ball.center!);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 40, at.y - 25, { steps: 4 });
  await page.mouse.up();
  await eventually('the ball has moved', async () => (await undo()) === `move "${ball.name}"`);
  const moved = (await world()).find(({ name }) => name === ball.name)!;
  assert.ok(moved.shape === 'sphere' && Math.hypot(...moved.center!.map((x, k) => x - ball.center![k]!)) > 0.01);
});

test('a knob of the gizmo resizes a box along one axis', async () => {
  await addByMenu('Box');
  const box = (await world()).at(-1)!;
  assert.ok(box.shape === 'box');
  await rested(page);
  await leaveField(page);
  await page.keyboard.press('s');
  await drawn(page); // the gizmo's knobs
  const [x, y, z] = box.center!,
    knob = await onScreen([x, y, z + box.size[2] / 2]);
  await page.mouse.move(knob.x, knob.y);
  await page.mouse.down();
  await page.mouse.move(knob.x, knob.y - 30, { steps: 4 });
  await page.mouse.up();
  await eventually('it is larger', async () => (await undo()) === `change "${box.name}"`);
  const larger = (await world()).find(({ name }) => name === box.name)!;
  assert.ok(larger.shape === 'box' && larger.size[2] > box.size[2] + 0.05 && larger.size[0] === box.size[0], JSON.stringify(larger));
  await page.keyboard.press('g');
});

test('every kind of obstacle can be added, duplicated and deleted', async () => {
  for (const kind of ['Capsule', 'Cylinder', 'Ellipsoid', 'Rectangle', 'Plane', 'Convex solid']) {
    await addByMenu(kind);
    await page
      .getByRole('region', { name: /^Obstacle / })
      .getByRole('textbox', { name: 'Name' })
      .waitFor();
  }
  const kinds = new Set((await world()).map(({ shape }) => shape));
  for (const kind of ['sphere', 'box', 'capsule', 'cylinder', 'ellipsoid', 'rectangle', 'plane', 'convex'] as const)
    assert.ok(kinds.has(kind), kind);
  const count = (await world()).length;
  await page.keyboard.press('Control+d');
  await page.waitForFunction((before) => window.limber.store.scene.value!.world.length === before + 1, count);
  await page.keyboard.press('Delete');
  await page.waitForFunction((before) => window.limber.store.scene.value!.world.length === before, count);
});

test('undo takes everything back', async () => {
  const steps = await undoAll(page);
  assert.ok(steps > 10, `${steps} steps`);
  await pressAndWait(page, /^Redo/);
});

test('the page logged no errors', () => assert.deepEqual(complaints, []));
