// A robot is drawn by its meshes in one draw call, is dragged by them, and opens from a zip dropped onto the page.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { dropFile, eventually, frameInWorld, openFromGallery, pressAndMove, rested, segmentOnScreen, withStudio } from './harness';

let page: Page, complaints: string[];

withStudio(async (opened) => {
  ({ page, complaints } = opened);
  await openFromGallery(page, 'Robot with meshes');
});

const meshes = () => page.evaluate(() => window.limber.store.meshStore.meshes.value.size);
const stats = () => page.evaluate(() => window.limber.viewport!.stats());

// Every other file packed, so that both ways are read.
function zipOf(folder: string): Buffer {
  const files = (inner: string): string[] =>
    readdirSync(inner).flatMap((name) => (statSync(join(inner, name)).isDirectory() ? files(join(inner, name)) : [join(inner, name)]));
  const locals: Buffer[] = [],
    entries: Buffer[] = [];
  let at = 0;
  files(folder).forEach((file, k) => {
    const name = Buffer.from(`mantis/${relative(folder, file)}`),
      bytes = readFileSync(file),
      method = k % 2 === 0 ? 8 : 0,
      packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(bytes.length, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(bytes.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    entries.push(entry, name);
    locals.push(local, name, packed);
    at += 30 + name.length + packed.length;
  });
  const directory = Buffer.concat(entries),
    end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length / 2, 8);
  end.writeUInt16LE(entries.length / 2, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

test('all meshes arrive and are one draw call', async () => {
  await eventually('seven meshes are here', async () => (await meshes()) === 7, 60);
  await eventually('they are drawn', async () => (await stats()).triangles > 1500);
  const { drawCalls } = await stats();
  assert.ok(drawCalls <= 40, `${drawCalls} draw calls`);
  assert.equal(await page.evaluate(() => window.limber.store.meshStore.progress.value), null);
});

test('a zip of the robot opens with its meshes', async () => {
  const number = await page.evaluate(() => window.limber.store.scene.value!.scene_number);
  await dropFile(page, 'mantis.zip', zipOf('../models/mantis'));
  const anyway = page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Open without saving' });
  await anyway.click({ timeout: 5000 }).catch(() => undefined);
  await page.waitForFunction((before) => window.limber.store.scene.value!.scene_number !== before, number);
  await eventually('its meshes are here', async () => (await meshes()) === 7);
  assert.deepEqual(await page.evaluate(() => window.limber.store.figure.value!.segments.filter(({ visuals }) => visuals).length), 8);
});

test('the robot is dragged by what is seen of it', async () => {
  const before = await frameInWorld(page, 'grasp'),
    from = await segmentOnScreen(page, 'wrist');
  await pressAndMove(page, from, { x: from.x - 90, y: from.y + 60 });
  await eventually('it follows', async () => {
    const now = await frameInWorld(page, 'grasp');
    return Math.hypot(...now.map((x, k) => x - before[k]!)) > 0.005;
  });
  await page.mouse.up();
  await rested(page);
});

test('a damaged zip is one sentence', async () => {
  await dropFile(page, 'damaged.zip', Buffer.from('PK and then nothing that a zip has at its end'));
  await page.getByText('The zip file is damaged or cut off.').waitFor();
});

test('the page has nothing to complain about', () => assert.deepEqual(complaints, []));
