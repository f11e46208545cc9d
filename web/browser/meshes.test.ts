// A robot is drawn by its meshes in one draw call, is dragged by them, and opens from a zip or a folder dropped onto the page.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { deflateRawSync, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import {
  dropFile,
  dropFolder,
  eventually,
  frameInWorld,
  openFromGallery,
  pressAndMove,
  rested,
  segmentOnScreen,
  withStudio,
} from './harness';

let page: Page, complaints: string[];

withStudio(async (opened) => {
  ({ page, complaints } = opened);
  await openFromGallery(page, 'Robot with meshes');
});

const meshes = () => page.evaluate(() => window.limber.store.meshStore.meshes.value.size);
const stats = () => page.evaluate(() => window.limber.viewport!.stats());

function filesIn(folder: string, name: string): [string, Buffer][] {
  const files = (inner: string): string[] =>
    readdirSync(inner).flatMap((entry) => (statSync(join(inner, entry)).isDirectory() ? files(join(inner, entry)) : [join(inner, entry)]));
  return files(folder).map((file) => [`${name}/${relative(folder, file)}`, readFileSync(file)]);
}

// Every other file packed, so that both ways are read.
function zipOf(files: [string, Buffer][]): Buffer {
  const locals: Buffer[] = [],
    entries: Buffer[] = [];
  let at = 0;
  files.forEach(([path, bytes], k) => {
    const name = Buffer.from(path),
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

async function opensTheMantis(drop: () => Promise<void>): Promise<void> {
  const number = await page.evaluate(() => window.limber.store.scene.value!.scene_number);
  await drop();
  const anyway = page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Open without saving' });
  await anyway.click({ timeout: 5000 }).catch(() => undefined);
  await page.waitForFunction((before) => window.limber.store.scene.value!.scene_number !== before, number);
  await eventually('its meshes are here', async () => (await meshes()) === 7);
  assert.deepEqual(await page.evaluate(() => window.limber.store.figure.value!.segments.filter(({ visuals }) => visuals).length), 8);
}

test('a zip of the robot opens with its meshes', async () => {
  await opensTheMantis(() => dropFile(page, 'mantis.zip', zipOf(filesIn('../models/mantis', 'mantis'))));
});

test('a folder of the robot opens with its meshes', async () => {
  await opensTheMantis(() => dropFolder(page, resolve('../models/mantis')));
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

// An image of four squares: red and green above, blue and yellow below.
function fourColors(): Buffer {
  const side = 32,
    rows = Buffer.alloc(side * (1 + 3 * side));
  const colors = [
    [230, 0, 0],
    [0, 200, 0],
    [0, 0, 230],
    [230, 210, 0],
  ];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      rows.set(colors[2 * Number(y >= side / 2) + Number(x >= side / 2)]!, y * (1 + 3 * side) + 1 + 3 * x);
    }
  }
  const crc = (bytes: Buffer): number => {
    let value = 0xffffffff;
    for (const byte of bytes) {
      value ^= byte;
      for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    }
    return ~value >>> 0;
  };
  const chunk = (type: string, data: Buffer): Buffer => {
    const whole = Buffer.alloc(12 + data.length);
    whole.writeUInt32BE(data.length, 0);
    whole.write(type, 4, 'latin1');
    data.copy(whole, 8);
    whole.writeUInt32BE(crc(whole.subarray(4, 8 + data.length)), 8 + data.length);
    return whole;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

// A cube with the image on each side, and an arm to move it.
function paintedRobot(): [string, Buffer][] {
  const corners = ['0 0 0', '1 0 0', '1 1 0', '0 1 0', '0 0 1', '1 0 1', '1 1 1', '0 1 1'];
  const faces = ['1/1 4/4 3/3 2/2', '5/1 6/2 7/3 8/4', '1/1 2/2 6/3 5/4', '2/1 3/2 7/3 6/4', '3/1 4/2 8/3 7/4', '4/1 1/2 5/3 8/4'];
  const cube = [
    'mtllib cube.mtl',
    ...corners.map((corner) => `v ${corner}`),
    ...['0 0', '1 0', '1 1', '0 1'].map((uv) => `vt ${uv}`),
    'usemtl painted',
    ...faces.map((face) => `f ${face}`),
  ].join('\n');
  const robot = `<robot name="painted">
    <link name="cube"><visual><geometry><mesh filename="meshes/cube.obj"/></geometry></visual></link>
    <link name="arm"><visual><geometry><cylinder radius="0.1" length="0.4"/></geometry></visual></link>
    <joint name="turn" type="continuous">
      <origin xyz="0.5 0.5 1.2"/><axis xyz="0 0 1"/><parent link="cube"/><child link="arm"/>
    </joint></robot>`;
  return [
    ['painted/painted.urdf', Buffer.from(robot)],
    ['painted/meshes/cube.obj', Buffer.from(cube)],
    ['painted/meshes/cube.mtl', Buffer.from('newmtl painted\nKd 1 1 1\nmap_Kd ../images/four.png\n')],
    ['painted/images/four.png', fourColors()],
  ];
}

// How many pixels of the page are mostly red, green, blue and yellow.
async function colorsSeen(path?: string): Promise<number[]> {
  const picture = await page.screenshot({ timeout: 120000, ...(path ? { path } : {}) });
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)); // the page may fetch from its server alone
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height),
      context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height),
      counts = [0, 0, 0, 0];
    for (let k = 0; k < data.length; k += 4) {
      const [r, g, b] = [data[k]!, data[k + 1]!, data[k + 2]!];
      if (r > 60 && r > 3 * g && r > 3 * b) counts[0]! += 1;
      if (g > 60 && g > 3 * r && g > 3 * b) counts[1]! += 1;
      if (b > 60 && b > 3 * r && b > 3 * g) counts[2]! += 1;
      if (r > 60 && g > 60 && r > 3 * b && g > 3 * b && Math.abs(r - g) < 60) counts[3]! += 1;
    }
    return counts;
  }, picture.toString('base64'));
}

test('the image of a dropped robot is seen on it, in its own colours', async () => {
  const before = await colorsSeen(),
    number = await page.evaluate(() => window.limber.store.scene.value!.scene_number);
  await dropFile(page, 'painted.zip', zipOf(paintedRobot()));
  const anyway = page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Open without saving' });
  await anyway.click({ timeout: 5000 }).catch(() => undefined);
  await page.waitForFunction((last) => window.limber.store.scene.value!.scene_number !== last, number);
  await eventually('its mesh is here', async () => (await meshes()) === 1);
  const texture = await page.evaluate(() => [...window.limber.store.meshStore.meshes.value.values()][0]!.parts[0]!.texture!.width);
  assert.equal(texture, 32);
  await eventually(
    'all four colours are seen',
    async () => (await colorsSeen('build/browser/painted.png')).every((count, k) => count > before[k]! + 500),
    60,
  );
});

test('a damaged zip is one sentence', async () => {
  await dropFile(page, 'damaged.zip', Buffer.from('PK and then nothing that a zip has at its end'));
  await page.getByText('The zip file is damaged or cut off.').waitFor();
});

test('the page has nothing to complain about', () => assert.deepEqual(complaints, []));
