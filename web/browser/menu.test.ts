// The menu of Ge's application in the page: SVD and its modes, what has an effect, the trackball, four views, resets, trees.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, frameInWorld, heard, leaveField, openFromGallery, rested, undoEdits, viewStill, withStudio } from './harness';

let page: Page, complaints: string[];

withStudio(async (opened) => {
  ({ page, complaints } = opened);
});

const scene = <T>(read: string): Promise<T> =>
  page.evaluate(
    (path) => path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], window.limber.store.scene.value),
    read,
  ) as Promise<T>;

test('the SVD and its mode can be chosen where they have an effect, and say why not where they have none', async () => {
  await openFromGallery(page, 'Elephant among branches');
  await page.getByRole('tab', { name: 'Solver' }).click();
  const svd = page.getByRole('combobox', { name: 'SVD', exact: true }),
    mode = page.getByRole('combobox', { name: 'SVD mode' });
  assert.ok(await svd.isDisabled());
  await page.getByText('Not used by the lexicographic formulation').first().waitFor();
  await page.getByRole('tab', { name: 'World' }).click();
  await page.getByRole('combobox', { name: 'Technique' }).selectOption({ label: 'Objective function' });
  await page.getByRole('tab', { name: 'Solver' }).click();
  await page.getByText(/moves the figure instead of the solver/).waitFor();
  assert.ok(!(await svd.isDisabled()));
  assert.ok(await page.getByRole('combobox', { name: 'Formulation' }).isDisabled());
  await mode.selectOption('small-angle');
  await eventually('the mode is set', async () => (await scene('solver.svd_mode')) === 'small-angle');
  await svd.selectOption('golub-reinsch');
  await page.getByText('the modes are those of the Givens methods').waitFor();
  assert.ok(await mode.isDisabled());
  await undoEdits(page);
});

test('goal augmentation and sampled ellipsoids are among the techniques', async () => {
  await openFromGallery(page, 'Elephant at a table');
  await page.getByRole('tab', { name: 'World' }).click();
  await page.getByRole('combobox', { name: 'Technique' }).selectOption({ label: 'Goal and obstacles in one task' });
  await page.getByRole('group', { name: 'Parameters' }).getByRole('button', { name: /more$/ }).click();
  await page.getByRole('switch', { name: 'Sample ellipsoids' }).click();
  await eventually('it is on', async () => (await scene<Record<string, number>>('avoidance.parameters'))['sample_ellipsoids'] === 1);
  await undoEdits(page);
});

test('an arm comes to rest elsewhere beside an ellipsoid that is measured at sample points', async () => {
  await openFromGallery(page, 'Human at rest');
  await page.getByRole('tab', { name: 'World' }).click();
  await page.getByRole('combobox', { name: 'Technique' }).selectOption({ label: 'Objective function' });
  const [x, y, z] = (await frameInWorld(page, 'elbow.r')) as [number, number, number];
  await page.evaluate(
    ({ center }) =>
      window.limber.store.ask('obstacle-add', {
        obstacle: { name: 'egg', shape: 'ellipsoid', center, radii: [0.05, 0.06, 0.04] } as never,
      }),
    { center: [x + 0.15, y, z - 0.06] },
  );
  // The same steps every time: a task, not a drag.
  const restsAt = async (): Promise<number[]> => {
    await page.evaluate(
      (target) => window.limber.store.ask('task-add', { task: { type: 'reach', frame: 'wrist.r', target, priority: 1 } }),
      [x + 0.3, y, z - 0.15] as [number, number, number],
    );
    await rested(page);
    const values = await page.evaluate(() => [...window.limber.store.snapshot!.values]);
    await page.evaluate(() => window.limber.store.ask('undo', {}));
    await page.keyboard.press('Shift+R');
    await rested(page);
    return values;
  };
  const off = (a: number[], b: number[]) => Math.max(...a.map((value, k) => Math.abs(value - b[k]!)));
  await leaveField(page);
  const exact = await restsAt();
  assert.ok(off(await restsAt(), exact) < 1e-9, 'the same again');
  const more = page.getByRole('group', { name: 'Parameters' }).getByRole('button', { name: /more$/ });
  if (await more.isVisible()) await more.click();
  await page.getByRole('switch', { name: 'Sample ellipsoids' }).click();
  await eventually('it is on', async () => (await scene<Record<string, number>>('avoidance.parameters'))['sample_ellipsoids'] === 1);
  await leaveField(page);
  assert.ok(off(await restsAt(), exact) > 1e-6, 'sample points are not the nearest points');
  await undoEdits(page);
});

test('in four views each shows the whole figure, also after it has bent', async () => {
  await openFromGallery(page, 'Human at rest');
  await leaveField(page);
  await page.evaluate(() => window.limber.store.send('joint-set', { segment: 'thigh.l', values: [0, 1.4, 0] }));
  await page.evaluate(() => window.limber.store.send('joint-set', { segment: 'spine.1', values: [0, 0.4, 0] }));
  await page.keyboard.press('v');
  await page.keyboard.press('v');
  await heard(page);
  await viewStill(page);
  // Of the cameras as they drew the picture: what a camera computes when asked may be newer.
  const outside = await page.evaluate(() => {
    type Rig = { rect: { x: number; y: number; width: number; height: number }; project(at: unknown): { x: number; y: number } | null };
    const { viewport } = window.limber as unknown as {
      viewport: { views: { rigs: Record<string, Rig> }; bounds(): { min: { clone(): unknown }; max: object } };
    };
    const { min, max } = viewport.bounds();
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => {
      const corner = min.clone() as Record<string, number>;
      ['x', 'y', 'z'].forEach((axis, bit) => {
        if (k & (1 << bit)) corner[axis] = (max as Record<string, number>)[axis]!;
      });
      return corner;
    });
    return Object.entries(viewport.views.rigs)
      .filter(([, { rect }]) => rect.width > 1)
      .filter(([, rig]) =>
        corners.some((corner) => {
          const on = rig.project(corner),
            { x, y, width, height } = rig.rect;
          return !on || on.x < x || on.x > x + width || on.y < y || on.y > y + height;
        }),
      )
      .map(([name]) => name);
  });
  assert.deepEqual(outside, []);
  await page.keyboard.press('v');
});

test('a trackball rolls the view; orbiting rights it', async () => {
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('radio', { name: 'Trackball' }).click();
  await page.keyboard.press('Escape');
  const rig = () =>
    page.evaluate(() => {
      const { viewport } = window.limber as unknown as { viewport: { views: { main: { roll: number; elevation: number } } } };
      return { roll: viewport.views.main.roll, elevation: viewport.views.main.elevation };
    });
  const box = (await page.locator('main canvas').boundingBox())!;
  const at = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(0.96, 0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.9, 0.95), { steps: 8 });
  await page.mouse.up();
  const { roll } = await rig();
  assert.ok(Math.abs(roll) > 0.2, 'it rolled');
  const saved = () => page.evaluate(async () => (await window.limber.store.ask('export', { what: 'scene' })).text);
  await eventually('the scene keeps it', async () => {
    const { camera } = JSON.parse(await saved()) as { camera?: { roll?: number } };
    return Math.abs((camera?.roll ?? 0) - roll) < 1e-3;
  });
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('radio', { name: 'Orbit' }).click();
  await page.keyboard.press('Escape');
  await page.mouse.move(...at(0.96, 0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.9, 0.5), { steps: 4 });
  await page.mouse.up();
  assert.equal((await rig()).roll, 0);
});

test('all angles are reset', async () => {
  await openFromGallery(page, 'Human at rest');
  const rest = await page.evaluate(() => [...window.limber.store.snapshot!.values]);
  await page.evaluate(() => window.limber.store.ask('joint-set', { segment: 'thigh.l', values: [0, 1.4, 0] }));
  const off = () =>
    page.evaluate((values) => Math.max(...values.map((value, k) => Math.abs(value - window.limber.store.snapshot!.values[k]!))), rest);
  await eventually('it is bent', async () => (await off()) > 0.3);
  await leaveField(page);
  await page.keyboard.press('Shift+R');
  await eventually('it is at rest', async () => (await off()) < 1e-6);
  assert.equal(await scene('undo'), 'rest posture');
});

const segmentMenu = async (segment: string, item: RegExp) => {
  await page.getByRole('treeitem', { name: segment, exact: true }).click();
  await page.getByRole('button', { name: 'Segment menu' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('the angles of a branch are reset, and those of the rest stay', async () => {
  const value = (segment: string) =>
    page.evaluate((name) => {
      const { figure, snapshot, segmentIndex } = window.limber.store;
      return snapshot!.values[figure.value!.segments[segmentIndex.value.get(name)!]!.first_value]!;
    }, segment);
  const [left, right] = [await value('shank.l'), await value('shank.r')];
  for (const segment of ['shank.l', 'shank.r'])
    await page.evaluate((name) => window.limber.store.ask('joint-set', { segment: name, values: [0.6] }), segment);
  await eventually('both are bent', async () => Math.min((await value('shank.l')) - left, (await value('shank.r')) - right) > 0.3);
  await segmentMenu('thigh.l', /^Rest posture from here on/);
  await eventually('one is at rest', async () => Math.abs((await value('shank.l')) - left) < 1e-6);
  assert.ok((await value('shank.r')) > right + 0.3);
  await undoEdits(page);
});

test('sizes are reset to those of the scene as it was opened', async () => {
  await page.getByRole('treeitem', { name: 'head', exact: true }).click();
  const field = page.getByRole('spinbutton', { name: 'Scale by' });
  await field.fill('1.5');
  await field.press('Enter');
  await eventually('it is scaled', async () => (await scene<unknown[]>('scalings')).length === 1);
  await page.getByRole('button', { name: 'Reset size' }).click();
  await eventually('it is reset', async () => (await scene<unknown[]>('scalings')).length === 0);
  assert.equal(await scene('undo'), 'reset the size of "head"');
  for (const segment of ['neck', 'head']) {
    await page.getByRole('treeitem', { name: segment, exact: true }).click();
    await field.fill('1.5');
    await field.press('Enter');
    await eventually(`${segment} is scaled`, async () => (await scene<unknown[]>('scalings')).length === (segment === 'neck' ? 1 : 2));
  }
  await segmentMenu('neck', /^Reset all sizes/);
  await eventually('all are reset', async () => (await scene<unknown[]>('scalings')).length === 0);
  await undoEdits(page);
});

test('a grown tree keeps its grammar in the scene, and can be grown again', async () => {
  await openFromGallery(page, 'Elephant among branches');
  await page.getByRole('tab', { name: 'World' }).click();
  const trees = await scene<{ name: string; tree: { seed: number } }[]>('trees');
  assert.equal(trees[0]!.name, 'oak');
  const text = await page.evaluate(async () => (await window.limber.store.ask('export', { what: 'scene' })).text);
  assert.match(text, /"shape": "tree"/);
  assert.doesNotMatch(text, /oak\.1"/);
  const branches = (await scene<unknown[]>('world')).length;
  await page.getByRole('button', { name: /^oak/ }).first().click();
  const seed = page.getByRole('spinbutton', { name: 'Seed' });
  await seed.fill('9');
  await seed.press('Enter');
  await eventually('another tree', async () => (await scene<typeof trees>('trees'))[0]!.tree.seed === 9);
  assert.notEqual((await scene<unknown[]>('world')).length, branches);
  await undoEdits(page);
});

test('a tree that was only drafted does not follow into the next scene', async () => {
  await page.getByRole('button', { name: 'Add obstacle' }).click();
  await page.getByRole('menuitem', { name: 'Tree…' }).click();
  const form = page.getByRole('region', { name: 'New tree' });
  await form.waitFor();
  await openFromGallery(page, 'Arm in a plane');
  await form.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => window.limber.store.preview.value), null);
  assert.deepEqual(complaints, []);
});
