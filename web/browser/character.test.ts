// A character with a skin opens when its file is dropped, is posed by dragging its skin, and carries out a motion that is scrubbed
// beside its source.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { dropFile, eventually, frameInWorld, heard, openFromGallery, pressAndMove, rested, withStudio } from './harness';

let page: Page, complaints: string[];

withStudio(async (opened) => {
  ({ page, complaints } = opened);
});

const pictures = process.env['LIMBER_PICTURES']; // a folder to look at them
async function shoot(name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${name}.png`, timeout: 120000 });
}

// Before something else is opened the page asks about what was changed.
async function openAnyway(): Promise<void> {
  const anyway = page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Open without saving' });
  await anyway.click({ timeout: 3000 }).catch(() => undefined);
}

const skinIsHere = () =>
  page.evaluate(() => {
    const { store } = window.limber;
    return store.figure.value?.skin !== undefined && store.meshStore.meshes.value.has(store.figure.value.skin.mesh);
  });
const keys = () => page.evaluate(() => window.limber.store.time.value!.keys.length);

// A place of the page where the skin of a segment is seen.
async function skinOnScreen(segment: string): Promise<{ x: number; y: number }> {
  const found = await page.evaluate((name) => {
    const { viewport } = window.limber,
      box = viewport!.element.getBoundingClientRect();
    for (let y = box.top + 20; y < box.bottom - 20; y += 6) {
      for (let x = box.left + 20; x < box.right - 20; x += 6) {
        const at = viewport!.pickAt(x, y);
        if (at?.kind === 'segment' && at.segment === name) return { x, y };
      }
    }
    return null;
  }, segment);
  assert.ok(found, `${segment} is not seen`);
  return found;
}

test('a dropped character opens with its skin and its motion', async () => {
  await dropFile(page, 'pip.glb', readFileSync('../models/pip.glb'));
  await openAnyway();
  await eventually('the skin is here', skinIsHere, 40);
  assert.equal(await keys(), 61);
  const names = await page.evaluate(() => window.limber.store.figure.value!.segments.map(({ name }) => name));
  assert.ok(names.includes('LeftForeArm') && names.length === 26);
  await eventually('it is drawn', async () => (await page.evaluate(() => window.limber.viewport!.stats().triangles)) > 6000, 40);
  await shoot('character');
});

test('dragging its skin poses it', async () => {
  const before = await frameInWorld(page, 'LeftHand'),
    from = await skinOnScreen('LeftHand');
  await pressAndMove(page, from, { x: from.x + 30, y: from.y - 80 });
  await eventually('the hand follows', async () => {
    const now = await frameInWorld(page, 'LeftHand');
    return Math.hypot(...now.map((x, k) => x - before[k]!)) > 0.02;
  });
  await page.mouse.up();
  await rested(page);
  await shoot('character-dragged');
});

test('both ways of blending are a switch away', async () => {
  const blending = () => page.evaluate(() => window.limber.store.viewOptions.value.dualQuaternions);
  assert.equal(await blending(), true);
  await page.evaluate(() => {
    const { viewOptions } = window.limber.store;
    viewOptions.value = { ...viewOptions.value, dualQuaternions: false };
  });
  await shoot('character-linear');
  await page.evaluate(() => {
    const { viewOptions } = window.limber.store;
    viewOptions.value = { ...viewOptions.value, dualQuaternions: true };
  });
});

test('a damaged character is one sentence', async () => {
  await dropFile(page, 'damaged.glb', readFileSync('../models/pip.glb').subarray(0, 5000));
  await openAnyway();
  await page.getByText(/damaged\.glb: is cut off/).waitFor();
});

test('an FBX character opens as well', async () => {
  await dropFile(page, 'dancer.fbx', readFileSync('../fuzz/corpus/fuzz_fbx/packed.fbx'));
  await openAnyway();
  const name = () => page.evaluate(() => window.limber.store.figure.value?.name);
  await eventually('its skin is here', async () => (await name()) === 'dancer' && skinIsHere(), 40);
  assert.equal(await keys(), 47);
  await shoot('character-fbx');
});

test('a motion is carried out and scrubbed beside its source', async () => {
  await openFromGallery(page, 'Human at rest');
  await page.getByLabel('Motion to carry out').setInputFiles('../examples/walk.bvh');
  await eventually('its keys are here', async () => (await keys()) > 20, 60);
  await page.getByRole('status', { name: 'What could not be kept' }).waitFor();
  const sourceFrames = await page.evaluate(() => window.limber.store.retargeted.value!.source.frames.length);
  assert.equal(sourceFrames, await keys());
  await eventually('the first frame is shown', () => page.evaluate(() => window.limber.store.time.value!.mode === 'paused'));
  const hand = await frameInWorld(page, 'hand.l'); // a foot may be standing; half a second later it has swung
  await page.getByRole('slider', { name: 'Time' }).focus();
  for (let k = 0; k < 5; k++) await page.keyboard.press('ArrowRight');
  await eventually('it walks', async () => {
    const now = await frameInWorld(page, 'hand.l');
    return Math.hypot(...now.map((x, k) => x - hand[k]!)) > 0.03;
  });
  await page.getByText(/walk\.bvh: 67 frames/).waitFor();
  await shoot('retargeted');
  assert.deepEqual(await bothInView(), { source: true, figure: true });
});

// Whether all joints of the source as it is drawn now, and of the figure, are on the page.
const bothInView = () =>
  page.evaluate(() => {
    const { viewport, store } = window.limber,
      { source } = store.retargeted.value!,
      box = viewport!.element.getBoundingClientRect(),
      aside = 0.75 * store.figure.value!.reach;
    const isSeen = (place: [number, number, number]) => {
      const at = viewport!.project(place);
      return at !== null && at.x >= box.left && at.x <= box.right && at.y >= box.top && at.y <= box.bottom;
    };
    const points = source.frames[15]!;
    const joints = source.parents.map((_, k): [number, number, number] => [points[3 * k]!, points[3 * k + 1]!, points[3 * k + 2]!]);
    return { source: joints.every(([x, y, z]) => isSeen([x, y + aside, z])), figure: joints.every(isSeen) };
  });

test('hands and balance are a switch away, and the time shown stays', async () => {
  const time = () => page.evaluate(() => window.limber.store.time.value!.position);
  await heard(page); // where the keys pressed last have led to
  const before = await time(),
    report = page.getByRole('status', { name: 'What could not be kept' });
  for (const name of ['Balance', 'Hands']) {
    const choice = report.getByRole('switch', { name });
    assert.equal(await choice.getAttribute('aria-checked'), 'true');
    await choice.click();
    await eventually('it is carried out again', async () => (await choice.getAttribute('aria-checked')) === 'false', 60);
  }
  assert.equal(await keys(), 67);
  await eventually('the same time is shown', async () => Math.abs((await time()) - before) < 1e-6);
  const { hands, balance } = await page.evaluate(() => window.limber.store.retargeted.value!);
  assert.deepEqual({ hands, balance }, { hands: false, balance: false });
  await shoot('retargeted-free');
});

test('the source can be hidden, and all of it undone', async () => {
  await page.getByRole('button', { name: 'Hide the source' }).click();
  assert.equal(await page.evaluate(() => window.limber.store.retargeted.value), null);
  const steps = () => page.evaluate(() => window.limber.store.scene.value!.revision);
  for (let k = 0; k < 5 && (await keys()) > 0; k++) {
    // each time after the first: the posture shown, and the motion
    const before = await steps();
    await page.keyboard.press('Control+z');
    await eventually('one step is undone', async () => (await steps()) !== before, 30);
  }
  await eventually('undo takes the keys away', async () => (await keys()) === 0);
});

test('the page has nothing to complain about', () => assert.deepEqual(complaints, []));
