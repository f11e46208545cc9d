// The panels around the viewport: keyboard and focus, dropped files, a server that is lost and comes back.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { Studio, undoAll, withStudio, type Opened } from './harness';

let opened: Opened, page: Page;

withStudio(async (all) => {
  opened = all;
  ({ page } = all);
});

const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
const selected = () => page.evaluate(() => window.limber.store.selection.value);
const hasFocus = (name: string) => row(name).evaluate((element) => element === document.activeElement);

test('arrow keys move the selection through the tree and fold it', async () => {
  await row('jaw').click();
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'treeitem');
  assert.deepEqual(await selected(), { kind: 'segment', segment: 'head' });
  const rows = await page.getByRole('treeitem').count();
  await page.keyboard.press('ArrowLeft');
  assert.ok((await page.getByRole('treeitem').count()) < rows);
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.getByRole('treeitem').count(), rows);
});

test('a chain is one row until it is unfolded, and its row stays selected', async () => {
  await row('trunk').click();
  const rows = await page.getByRole('treeitem').count();
  await page.keyboard.press('ArrowRight');
  assert.ok((await page.getByRole('treeitem').count()) > rows + 30);
  assert.equal(await row('trunk').getAttribute('aria-selected'), 'true');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.getByRole('treeitem').count(), rows);
});

test('a chain loses links step by step, and its editor keeps the focus', async () => {
  await row('trunk').click();
  const links = () => page.evaluate(() => window.limber.store.figure.value!.chains.find(({ name }) => name === 'trunk')!.links);
  const before = await links();
  await page.getByRole('spinbutton', { name: 'Links' }).focus();
  for (const fewer of [1, 2, 3]) {
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(
      (wanted) => window.limber.store.figure.value!.chains.some(({ name, links }) => name === 'trunk' && links === wanted),
      before - fewer,
    );
  }
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Links');
  assert.deepEqual(await selected(), { kind: 'segment', segment: `trunk.${before - 3}` });
});

test('a changed scene can be saved before another one is opened', async () => {
  await page.keyboard.press('Control+o');
  await page.getByRole('dialog').getByRole('button', { name: 'Two goals, one tip', exact: true }).click();
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save, then open' }).click();
  await page.getByRole('dialog', { name: 'Save as' }).getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForFunction(() => window.limber.store.scene.value!.title !== 'elephant');
  assert.ok(readdirSync(opened.studio.folder).includes('elephant.json'));
  await undoAll(page);
  await row('jaw').waitFor();
});

test('a dialog takes the focus and returns it', async () => {
  await row('jaw').click();
  await row('jaw').focus();
  await page.keyboard.press('Control+k');
  assert.ok(await page.getByRole('combobox', { name: 'Find a command' }).evaluate((element) => element === document.activeElement));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.ok(await hasFocus('jaw'));
});

test('letters typed into a field are not shortcuts', async () => {
  const search = page.getByRole('searchbox', { name: 'Search segments' });
  await search.focus();
  await page.keyboard.type('h?p');
  assert.equal(await search.inputValue(), 'h?p');
  assert.equal(await page.getByRole('dialog').count(), 0);
  await search.fill('');
});

test('dragging a number is one step of undo, and Escape cancels it', async () => {
  await row('jaw').click();
  const angle = page.getByRole('spinbutton', { name: 'angle', exact: true });
  const before = await angle.inputValue();
  const box = (await angle.boundingBox())!;
  const scrub = async () => {
    await page.mouse.move(box.x + 10, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + 18, box.y + 8, { steps: 4 });
  };
  await scrub();
  await page.mouse.up();
  await page.waitForFunction(() => window.limber.store.scene.value!.undo?.includes('jaw'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(() => window.limber.store.scene.value!.undo === null);
  await page.waitForFunction((value) => document.querySelector<HTMLInputElement>('[aria-label="angle"]')!.value === value, before);
  await scrub();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.waitForFunction((value) => document.querySelector<HTMLInputElement>('[aria-label="angle"]')!.value === value, before);
});

async function dropFile(name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ({ name, text }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name));
      return transfer;
    },
    { name, text },
  );
  await page.dispatchEvent('main', 'dragover', { dataTransfer: data });
  await page.getByText('Drop to open').waitFor();
  await page.dispatchEvent('main', 'drop', { dataTransfer: data });
}

// Answers the question about unsaved changes, if there is one.
async function goOnTo(what: Locator): Promise<void> {
  const open = page.getByRole('dialog').getByRole('button', { name: 'Open without saving' });
  await open.or(what).first().waitFor();
  if (await open.isVisible()) await open.click();
  await what.waitFor();
}

test('an invalid file is refused with a reason, and nothing changes', async () => {
  await dropFile('broken.urdf', '<robot name="r"><link/></robot>');
  await goOnTo(page.getByText(/broken\.urdf.*link/));
  assert.match(await page.title(), /elephant/);
});

test('a robot dropped onto the page is opened, and undo restores the elephant', async () => {
  await dropFile(
    'arm.urdf',
    `<robot name="arm"><link name="base"/><link name="hand"/>
    <joint name="wrist" type="revolute"><parent link="base"/><child link="hand"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>`,
  );
  await goOnTo(row('hand'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await row('trunk').waitFor();
});

test('the page reports a lost server, and reconnects to the autosaved scene', async () => {
  const port = new URL(opened.studio.address).port;
  await page.waitForTimeout(1500); // until the undo of the robot is autosaved
  await opened.studio.stop('SIGKILL');
  await page.getByText('Connection to the server lost').waitFor();
  // The system may need a moment before the port is free again. (Every start has a new token, which this page does not know.)
  for (let tries = 20; ; tries--) {
    try {
      opened.studio = await Studio.start(['--port', port, '--no-token'], opened.studio.folder);
      break;
    } catch (refusal) {
      if (tries === 0) throw refusal;
      await page.waitForTimeout(250);
    }
  }
  await page.getByText('Connection to the server lost').waitFor({ state: 'detached' });
  await row('trunk').waitFor();
});
