// Layout, unsaved changes, file names, numbers of shapes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SceneMessage, ShapeJson, Vec3 } from '../src/protocol/messages';
import { Refusal } from '../src/protocol/connection';
import { fileNameFor, otherName, whenModified } from '../src/state/file_names';
import { segmentShapes, worldShapes } from '../src/state/shape_kinds';
import { colorText, movedBy, shapeHalves, shapeMiddle, shapeNumbers, withHalf, withMiddleAt } from '../src/state/shape_numbers';
import { clampLayout, defaultLayout, hasSomethingToLose, Shell } from '../src/state/shell';
import { Store } from '../src/state/store';

const silent = () => new Store(() => Promise.resolve(undefined as never));
const scene = (part: Partial<SceneMessage>) => ({ type: 'scene', tasks: [], world: [], ...part }) as unknown as SceneMessage;

test('docks leave the viewport at least 360 pixels', () => {
  for (const width of [820, 1024, 1280, 1920]) {
    const { left, right } = clampLayout({ ...defaultLayout, left: 480, right: 560 }, width, 720);
    assert.ok(width - left - right >= 360, `${width}: ${left} + ${right}`);
  }
  assert.deepEqual(clampLayout(defaultLayout, 1280, 720), defaultLayout);
});

test('invalid stored values are clamped', () => {
  const { left, inspector } = clampLayout({ ...defaultLayout, left: NaN, inspector: 7 }, 1280, 720);
  assert.equal(left, 208);
  assert.equal(inspector, 0.8);
});

test('the layout is stored, and garbage in the storage is ignored', () => {
  const kept = new Map<string, string>([['limber.layout', '{"left": 300']]);
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
  const shell = new Shell(silent());
  shell.remember(storage);
  assert.deepEqual(shell.layout.value, defaultLayout);
  shell.change({ left: 333 });
  const again = new Shell(silent());
  again.remember(storage);
  assert.equal(again.layout.value.left, 333);
});

test('a scene without edits is replaced without a question', () => {
  const store = silent();
  assert.equal(hasSomethingToLose(store), false);
  store.receive(scene({ saved: false, undo: null }));
  assert.equal(hasSomethingToLose(store), false);
  store.receive(scene({ saved: false, undo: 'open robot' }));
  assert.equal(hasSomethingToLose(store), false);
  store.receive(scene({ saved: true, undo: 'add a task' }));
  assert.equal(hasSomethingToLose(store), false);
  store.receive(scene({ saved: false, undo: 'add a task' }));
  assert.equal(hasSomethingToLose(store), true);
});

test('another name is one that no file has', () => {
  assert.equal(otherName('arm.json', ['arm.json']), 'arm-2.json');
  assert.equal(otherName('arm-2.json', ['arm-2.json', 'arm-3.json']), 'arm-4.json');
});

test('saving over what another program saved asks first', async () => {
  const asked: unknown[] = [];
  const store = new Store((verb, body) => {
    asked.push([verb, body]);
    return 'replace' in body ? Promise.resolve(undefined as never) : Promise.reject(new Refusal('changed', true));
  });
  const shell = new Shell(store);
  store.receive(scene({ title: 'arm', file: 'arm.json', saved: false }));
  let saved = 0;
  shell.saveThen(() => saved++);
  await new Promise((later) => setTimeout(later));
  const dialog = shell.dialog.value;
  assert.ok(dialog?.kind === 'confirm' && dialog.words.includes('arm.json'));
  assert.equal(saved, 0);
  dialog.then();
  await new Promise((later) => setTimeout(later));
  assert.equal(saved, 1);
  assert.deepEqual(asked, [
    ['save', {}],
    ['save', { replace: true }],
  ]);
  dialog.first?.then();
  const next = shell.dialog.value;
  assert.ok(next?.kind === 'save-as' && next.name === 'arm-2.json', 'another name is proposed');
});

test('unsaved changes cause a question, and its answer continues', () => {
  const store = silent(),
    shell = new Shell(store);
  let opened = 0;
  shell.whenUnsavedIsFine('Open', () => opened++);
  assert.equal(opened, 1);
  store.receive(scene({ title: 'arm', saved: false, undo: 'add a task' }));
  shell.whenUnsavedIsFine('Open', () => opened++);
  const dialog = shell.dialog.value;
  assert.equal(opened, 1);
  assert.ok(dialog?.kind === 'confirm' && dialog.words.includes('arm'));
  dialog.then();
  assert.equal(opened, 2);
});

test('any name becomes a valid file name', () => {
  assert.equal(fileNameFor(' My arm '), 'My arm.json');
  assert.equal(fileNameFor('arm.json'), 'arm.json');
  assert.equal(fileNameFor('../../etc/passwd'), '-..-etc-passwd.json');
  assert.equal(fileNameFor('   '), '');
  assert.equal(fileNameFor('...'), '');
});

test('modification times are written in words', () => {
  const now = Date.UTC(2025, 5, 15, 12);
  assert.equal(whenModified(now - 5e3, now), 'just now');
  assert.equal(whenModified(now - 5 * 6e4, now), '5 minutes ago');
  assert.equal(whenModified(now - 36e5, now), 'an hour ago');
  assert.equal(whenModified(now - 26 * 36e5, now), 'yesterday');
  assert.match(whenModified(now - 40 * 864e5, now), /2025/);
});

const shapes: ShapeJson[] = [
  ...segmentShapes.map(({ make }) => make(0.3)),
  ...worldShapes.map(({ make }) => make(0.4)),
  { shape: 'mesh', file: 'x.stl', size: [1, 2, 3] },
];

test('a moved shape keeps its size and is where it was moved to', () => {
  const there: Vec3 = [1, 2, 3];
  for (const shape of shapes) {
    const moved = withMiddleAt(shape, there);
    shapeMiddle(moved).forEach((x, k) => assert.ok(Math.abs(x - there[k]!) < 1e-12));
    assert.deepEqual(
      shapeNumbers(movedBy(shape, [0, 0, 0])).map(({ value }) => value),
      shapeNumbers(shape).map(({ value }) => value),
    );
    shapeNumbers(moved).forEach(({ value }, i) => assert.ok(Math.abs(value - shapeNumbers(shape)[i]!.value) < 1e-12));
  }
});

test('each number of a shape can be set, and only that one changes', () => {
  for (const shape of shapes) {
    shapeNumbers(shape).forEach(({ set }, i) => {
      const after = shapeNumbers(set(0.5));
      after.forEach(({ value }, k) => assert.ok(Math.abs(value - (k === i ? 0.5 : shapeNumbers(shape)[k]!.value)) < 1e-12));
    });
  }
});

test('withHalf changes one half size and keeps the middle', () => {
  for (const shape of shapes) {
    const halves = shapeHalves(shape);
    halves?.forEach((half, axis) => {
      if (half === 0) return;
      const larger = withHalf(shape, axis, half + 0.1);
      assert.ok(Math.abs(shapeHalves(larger)![axis]! - half - 0.1) < 1e-9, `${shape.shape} ${axis}`);
      shapeMiddle(larger).forEach((x, k) => assert.ok(Math.abs(x - shapeMiddle(shape)[k]!) < 1e-9, `${shape.shape} ${axis}`));
    });
  }
});

test('colours are written as a colour field needs them', () => {
  assert.equal(colorText([1, 0.5, 0]), '#ff8000');
  assert.equal(colorText('#AABBCC'), '#aabbcc');
  assert.match(colorText(undefined), /^#[0-9a-f]{6}$/);
});
