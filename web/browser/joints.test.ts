// Joint editing as the BALANCE application had it: couplings, corners of swing outlines, twist ranges, frames, criteria.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  distance,
  drawn,
  eventually,
  frameInWorld,
  frameOnScreen,
  leaveField,
  openFromGallery,
  pressAndMove,
  rested,
  undoEdits,
  viewStill,
  withStudio,
  type Point,
} from './harness';

let page: Page, complaints: string[];

withStudio(async (opened) => {
  ({ page, complaints } = opened);
  await openFromGallery(page, 'Human at rest');
});

type Joint = { swing?: { polygon?: number[][]; polygons?: number[][][] }; twist?: [number, number] };
const joint = (segment: string): Promise<Joint> =>
  page.evaluate((name) => window.limber.store.figure.value!.segments.find((each) => each.name === name)!.joint, segment) as Promise<Joint>;
const row = (name: string) => page.getByRole('treeitem', { name, exact: true });

// The knobs of the selected joint's limits in the main view, on the page.
const knobs = (): Promise<(Point & { id: string })[]> =>
  page.evaluate(() => {
    const { viewport } = window.limber as unknown as {
      viewport: {
        element: HTMLElement;
        views: { main: { project(at: unknown): { x: number; y: number } | null } };
        tools: { knobs: Map<unknown, { id: string; at: unknown }[]> };
      };
    };
    const box = viewport.element.getBoundingClientRect(),
      { main } = viewport.views;
    return (viewport.tools.knobs.get(main) ?? []).flatMap(({ id, at }) => {
      const on = main.project(at);
      return on ? [{ id, x: box.left + on.x, y: box.top + on.y }] : [];
    });
  });

// Drags a knob of the joint just selected, or the first of a kind ("corner 0" for "corner 0 3"), and returns its name.
async function drag(name: string, dx: number, dy: number): Promise<string> {
  await drawn(page); // until then there are the knobs of the joint before
  let knob: Awaited<ReturnType<typeof knobs>>[number] | undefined;
  const isMeant = ({ id }: { id: string }) => id === name || id.startsWith(`${name} `);
  await eventually(`${name} is shown`, async () => (knob = (await knobs()).find(isMeant)) !== undefined);
  await page.mouse.move(knob!.x, knob!.y);
  await page.mouse.down();
  await page.mouse.move(knob!.x + dx, knob!.y + dy, { steps: 5 });
  await page.mouse.up();
  return knob!.id;
}

test('couplings are listed, switched, edited, added and removed', async () => {
  await page.keyboard.press('Escape');
  const list = page.getByRole('list', { name: 'Couplings' });
  await list.getByRole('listitem', { name: 'hip-knee.l' }).waitFor();
  await list.getByRole('switch', { name: 'hip-knee.l holds' }).click();
  await eventually('it is off', async () => page.evaluate(() => window.limber.store.scene.value!.couplings_off.length === 1));
  await row('shank.r').click();
  await page.getByRole('button', { name: 'Add coupling' }).click();
  await eventually('it is there', async () => page.evaluate(() => window.limber.store.figure.value!.couplings.length === 3));
  const factor = page.getByRole('spinbutton', { name: 'Factor of joint 2' });
  await eventually('its editor is in view, below a long list', async () => {
    const removal = await page.getByRole('button', { name: 'Remove coupling' }).boundingBox();
    return removal !== null && removal.y + removal.height <= page.viewportSize()!.height;
  });
  await factor.fill('-0.5');
  await factor.press('Enter');
  await eventually('it is edited', async () =>
    page.evaluate(() => window.limber.store.figure.value!.couplings[2]!.terms[1]!.coefficient === -0.5),
  );
  await page.getByRole('button', { name: 'Remove coupling' }).click();
  await eventually('it is gone', async () => page.evaluate(() => window.limber.store.figure.value!.couplings.length === 2));
  assert.ok((await undoEdits(page)) >= 4);
  assert.deepEqual(await page.evaluate(() => window.limber.store.scene.value!.couplings_off), []);
});

test('a corner of a swing outline is dragged on the sphere, and one undo brings it back', async () => {
  await row('thigh.l').click();
  const before = (await joint('thigh.l')).swing!.polygon!;
  const dragged = await drag('corner 0', 14, -10);
  const corner = Number(dragged.split(' ')[2]);
  await eventually('it moved', async () => (await joint('thigh.l')).swing!.polygon![corner]![0] !== before[corner]![0]);
  const after = (await joint('thigh.l')).swing!.polygon!;
  assert.ok(Math.abs(Math.hypot(...after[corner]!) - 1) < 1e-9, 'it stays on the sphere');
  assert.equal(after.length, before.length);
  assert.equal(await undoEdits(page), 1);
  assert.deepEqual((await joint('thigh.l')).swing!.polygon, before);
});

test('an outline gets corners and a hole, which the limb cannot enter', async () => {
  await row('thigh.l').click();
  const corners = (await joint('thigh.l')).swing!.polygon!.length;
  await page.getByRole('group', { name: 'Outline' }).getByRole('button', { name: 'Add a corner' }).click();
  await eventually('one more', async () => (await joint('thigh.l')).swing!.polygon!.length === corners + 1);
  await page.getByRole('button', { name: 'Add a hole' }).click();
  await eventually('two outlines', async () => (await joint('thigh.l')).swing!.polygons?.length === 2);
  await page.getByRole('group', { name: 'Hole 1' }).getByRole('button', { name: 'Remove the hole' }).click();
  await eventually('one outline', async () => (await joint('thigh.l')).swing!.polygons === undefined);
  await undoEdits(page);
});

test('the end of a twist range is dragged', async () => {
  await row('thigh.r').click();
  const [from, to] = (await joint('thigh.r')).twist!;
  await drag('twist 1', 9, 12);
  await eventually('it moved', async () => (await joint('thigh.r')).twist![1] !== to);
  assert.equal((await joint('thigh.r')).twist![0], from);
  assert.equal(await undoEdits(page), 1);
});

test('a twist range is made a table; its ends are dragged and typed where the limb points', async () => {
  type Table = { largest_deviation: number; rows: [number, number][][] };
  const table = async () => (await joint('thigh.r')).twist as unknown as Table;
  await row('thigh.r').click();
  const [from, to] = (await joint('thigh.r')).twist!;
  await page.getByRole('button', { name: 'Make it a table' }).click();
  await eventually('it is a table', async () => (await table()).rows?.length === 3);
  await drag('twist 1', 9, 12);
  const ends = async () => (await table()).rows.flat().map((range) => range[1]);
  await eventually('some of it moved', async () => (await ends()).some((end) => Math.abs(end - to) > 0.01));
  assert.ok(
    (await ends()).some((end) => end === to),
    'not all of it',
  );
  const least = page.getByRole('spinbutton', { name: 'Minimum twist here' });
  await least.fill('-20');
  await least.press('Enter');
  await eventually('it is typed', async () => (await table()).rows.flat().some((range) => range[0] > from + 0.01));
  await page.getByRole('button', { name: 'Make it one range' }).click();
  await eventually('it is a range', async () => Array.isArray((await joint('thigh.r')).twist));
  assert.equal(await undoEdits(page), 4);
});

test('a joint has a cost, a task may have its own, and the arm moves before the back', async () => {
  await row('spine.1').click();
  const cost = page.getByRole('spinbutton', { name: 'Cost', exact: true });
  assert.equal(await cost.inputValue(), '3000');
  await cost.fill('2000');
  await cost.press('Enter');
  await eventually('it is set', async () => ((await joint('spine.1')) as { cost?: number }).cost === 2000);
  assert.equal(await undoEdits(page), 1);
  // How far the back bends for a goal ahead, all joints of the spine together [degrees].
  const bends = async (costs: string | null): Promise<number> => {
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Tasks' }).click();
    await page.evaluate(() =>
      window.limber.store.ask('task-add', {
        task: { type: 'reach', name: 'hand', frame: 'hand.r', target: [0.35, -0.2, 1.2], enabled: false },
      }),
    );
    const task = page.locator('.task', { has: page.locator('.task-head') }).last();
    if (costs !== null) {
      await task.getByRole('button', { name: 'Edit' }).click();
      const field = page.getByRole('combobox', { name: 'Add joints with a cost for this task' });
      await field.fill(costs);
      await field.press('Enter');
      await eventually('it has costs', async () =>
        page.evaluate((pattern) => window.limber.store.scene.value!.tasks.at(-1)!.costs?.[pattern] === 5, costs),
      );
      await task.getByRole('button', { name: 'Edit' }).click(); // folds it again
    }
    await task.getByRole('switch').first().click();
    await eventually('the hand is there', async () => page.evaluate(() => window.limber.store.snapshot!.tasks.at(-1)!.error < 1e-3));
    await rested(page);
    const bent = await page.evaluate(() => {
      const { figure, snapshot } = window.limber.store;
      return figure
        .value!.segments.filter(({ name }) => name.startsWith('spine.'))
        .reduce((sum, { first_value: at }) => {
          const [x, y, z, w] = [...snapshot!.values.slice(at, at + 4)] as [number, number, number, number];
          return sum + (2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180) / Math.PI;
        }, 0);
    });
    await undoEdits(page);
    await rested(page);
    return bent;
  };
  assert.ok((await bends(null)) < 2);
  assert.ok((await bends('*')) > 10, 'all joints cost the same');
});

test('a frame is added, renamed, turned, moved with the gizmo and put on another segment', async () => {
  await row('head').click();
  await page.getByRole('button', { name: 'Segment menu' }).click();
  await page.getByRole('menuitem', { name: /^Add frame/ }).click();
  const name = page.getByRole('textbox', { name: 'Frame name' });
  await name.waitFor();
  await name.fill('crown');
  await name.press('Enter');
  const frame = () => page.evaluate(() => window.limber.store.figure.value!.frames.find((each) => each.name === 'crown'));
  await eventually('it is renamed', async () => (await frame()) !== undefined);
  const turn = page.getByRole('spinbutton', { name: 'Frame rotation y' });
  await turn.fill('90');
  await turn.press('Enter');
  await eventually('it is turned', async () => Math.abs((await frame())!.quaternion[1] - Math.SQRT1_2) < 1e-6);
  // By the arrow that points up.
  await leaveField(page);
  await page.keyboard.press('g');
  await rested(page);
  await viewStill(page);
  const at = await frameOnScreen(page, 'crown');
  const before = await frameInWorld(page, 'crown');
  await pressAndMove(page, { x: at.x, y: at.y - 45 }, { x: at.x, y: at.y - 75 });
  await page.mouse.up();
  await eventually('it is moved', async () => (await frameInWorld(page, 'crown'))[2]! > before[2]! + 0.02);
  const moved = await frameInWorld(page, 'crown');
  assert.ok(Math.hypot(moved[0]! - before[0]!, moved[1]! - before[1]!) < 1e-6, 'straight up');
  assert.equal(await page.evaluate(() => window.limber.store.scene.value!.undo), 'move frame "crown"');
  await page.getByRole('combobox', { name: 'Segment of the frame' }).selectOption('neck');
  await eventually('it is on the neck', async () =>
    page.evaluate(() => {
      const { figure, segmentIndex } = window.limber.store;
      return figure.value!.frames.find((each) => each.name === 'crown')?.segment === segmentIndex.value.get('neck');
    }),
  );
  await page.getByRole('button', { name: 'Remove frame' }).click();
  await eventually('it is gone', async () => (await frame()) === undefined);
  await undoEdits(page);
});

test('the criterion posture takes the posture now and weights; flexion takes the whole body', async () => {
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await page.getByRole('button', { name: 'Add criterion' }).click();
  await page.getByRole('menuitem', { name: /^Posture/ }).click();
  await page.getByRole('combobox', { name: 'Posture' }).selectOption({ label: 'the posture now' });
  const criteria = () => page.evaluate(() => window.limber.store.scene.value!.criteria);
  await eventually('it has a reference', async () => (await criteria())[0]?.['reference'] !== undefined);
  const weights = page.getByRole('combobox', { name: 'Add joints with a weight' });
  await weights.fill('spine*');
  await weights.press('Enter');
  await eventually(
    'it has weights',
    async () => Object.keys(((await criteria())[0]?.['weights'] as object | undefined) ?? {}).length === 4,
  );
  await page.getByRole('button', { name: 'Add criterion' }).click();
  await page.getByRole('menuitem', { name: /^Flexion/ }).click();
  await page.getByRole('button', { name: 'Flex the whole body' }).click();
  await eventually('it has terms', async () => (((await criteria())[1]?.['terms'] as unknown[] | undefined) ?? []).length > 8);
  await undoEdits(page);
});

test('a goal is measured in axes turned in the world', async () => {
  await page.keyboard.press('Escape');
  await page.evaluate(() =>
    window.limber.store.ask('task-add', { task: { type: 'reach', frame: 'hand.r', target: [0.3, -0.4, 1], priority: 2 } }),
  );
  await page.locator('.task-head').last().getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('combobox', { name: 'Measured in' }).selectOption({ label: 'axes fixed in the world' });
  const turned = page.getByRole('spinbutton', { name: 'Measured in, turned by z' });
  await turned.fill('45');
  await turned.press('Enter');
  await eventually('it is turned', async () =>
    page.evaluate(() => {
      const place = window.limber.store.scene.value!.tasks.at(-1)!.in as { world?: { rotation?: number[] } } | undefined;
      return Math.abs((place?.world?.rotation?.[2] ?? 0) - Math.PI / 4) < 1e-6;
    }),
  );
  await undoEdits(page);
});

// A direction of the limb by its azimuth, 0 forward, and its deviation from the rest posture [rad].
const direction = (azimuth: number, deviation: number): number[] => [
  Math.sin(deviation) * Math.cos(azimuth),
  Math.sin(deviation) * Math.sin(azimuth),
  Math.cos(deviation),
];

test('a leg goes round a notch of its outline while the knee is dragged straight across it', async () => {
  await openFromGallery(page, 'Human at rest');
  const end = 0.6; // [rad] from the rest posture to the end of the notch
  const outline = Array.from({ length: 17 }, (_, k) => direction(0.25 + ((2 * Math.PI - 0.5) * k) / 16, 1.2));
  await page.evaluate(
    ({ outline, start }) => {
      const { store } = window.limber;
      const { joint } = store.figure.value!.segments.find((each) => each.name === 'thigh.r')!;
      void store.send('segment-set', { segment: 'thigh.r', joint: { ...joint, swing: { polygon: outline } } as never });
      void store.send('joint-set', { segment: 'thigh.r', values: start });
    },
    { outline: [...outline, direction(0.05, end)], start: [-0.75 * Math.sin(0.9), 0.75 * Math.cos(0.9), 0] },
  );
  await row('thigh.r').click(); // its limits are shown
  await leaveField(page);
  await page.keyboard.press('1'); // from the front
  await viewStill(page);
  const [x, y, z] = (await frameInWorld(page, 'knee.r')) as [number, number, number],
    hip = (await frameInWorld(page, 'hip.r'))[1]!;
  const other: [number, number, number] = [x, 2 * hip - y, z]; // as far on the other side of the notch
  const to = (await page.evaluate((at) => window.limber.viewport.project(at), other))!,
    from = await frameOnScreen(page, 'knee.r');
  const deviations: number[] = []; // [rad] from the rest posture
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let k = 1; k <= 12; k++) {
    await page.mouse.move(from.x + ((to.x - from.x) * k) / 12, from.y + ((to.y - from.y) * k) / 12);
    await rested(page);
    const [kx, ky, kz] = await frameInWorld(page, 'knee.r'),
      [hx, hy, hz] = await frameInWorld(page, 'hip.r');
    deviations.push(Math.atan2(Math.hypot(kx! - hx!, ky! - hy!), hz! - kz!));
  }
  const there = await frameInWorld(page, 'knee.r');
  await page.mouse.up();
  // The skin was grabbed, some centimetres from the knee's centre.
  assert.ok(Math.hypot(there[0]! - x, there[1]! - other[1], there[2]! - z) < 0.06, `it arrives: ${there} at ${other}`);
  assert.ok(Math.min(...deviations) < end + 0.1, `by the end of the notch: ${deviations.map((each) => each.toFixed(2))}`);
  await undoEdits(page);
});

// How far a frame is from the ellipsoid around the thorax: 0 on it, in units of its radii.
async function offTheThorax(frame: string): Promise<number> {
  const at = await frameInWorld(page, frame),
    center = await frameInWorld(page, 'thorax'),
    radii = [0.115, 0.16, 0.215];
  return Math.hypot(...at.map((value, axis) => (value - center[axis]!) / radii[axis]!)) - 1;
}

test('ties are listed, and hold while the hand is dragged', async () => {
  await openFromGallery(page, 'Shoulder blade');
  const list = page.getByRole('list', { name: 'Ties' });
  await list.waitFor();
  assert.equal(await list.getByRole('listitem').count(), 2);
  const hand = await frameOnScreen(page, 'hand.r');
  await pressAndMove(page, hand, { x: hand.x - 60, y: hand.y + 120 });
  await page.mouse.up();
  await rested(page);
  const moved = await frameOnScreen(page, 'hand.r');
  assert.ok(distance(hand, moved) > 50, JSON.stringify([hand, moved]));
  for (const frame of ['blade_root.r', 'blade_tip.r']) assert.ok(Math.abs(await offTheThorax(frame)) < 1e-5, frame);
  assert.deepEqual(complaints, []);
});

const labels = () => page.locator('.limber-labels span:visible').allTextContents();
const tieRow = (name: string) => page.getByRole('list', { name: 'Ties' }).getByRole('listitem', { name });

test('a tie is named in the view where it is pointed at, and where a technique lets it go', async () => {
  await openFromGallery(page, 'Shoulder blade');
  assert.ok(!(await labels()).some((text) => text.includes('blade_tip.r')));
  await tieRow('blade_tip.r').getByRole('button').hover();
  await eventually('it is named', async () => (await labels()).includes('blade_tip.r'));
  await tieRow('blade_tip.r').getByText('glides around thorax').waitFor();
  // The techniques of the documents know no ties.
  await page.getByRole('tab', { name: 'World' }).click();
  await page.getByRole('combobox', { name: 'Technique' }).selectOption('tracking');
  const hand = await frameOnScreen(page, 'hand.r');
  await pressAndMove(page, hand, { x: hand.x - 60, y: hand.y + 160 });
  await tieRow('blade_tip.r').getByText(/ off$/).waitFor();
  await eventually('the view says so', async () => (await labels()).some((text) => /^blade_tip\.r: .* off$/.test(text)));
  await page.mouse.up();
  await undoEdits(page);
});

test('a task that a tie holds back names it, the view marks it, and the row says what would be without it', async () => {
  await openFromGallery(page, 'Shoulder blade');
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await page.evaluate(() => {
    const task = window.limber.store.scene.value!.tasks[0]!;
    const { number, ...rest } = task;
    return window.limber.store.send('task-set', { number, task: { ...rest, target: [-0.35, 0.1, 1.45] } as never });
  });
  await rested(page);
  const chip = page.getByRole('group', { name: 'Blocked by' }).getByRole('button', { name: /blade_tip\.r/ });
  await chip.waitFor();
  await chip.hover();
  await page.getByText(/^Without blade_tip\.r: /).waitFor({ timeout: 30000 });
  await eventually('the view says so', async () => (await labels()).includes('blocks: blade_tip.r'));
  await tieRow('blade_tip.r').getByText('holds a task back').waitFor();
  await undoEdits(page);
  assert.deepEqual(complaints, []);
});
