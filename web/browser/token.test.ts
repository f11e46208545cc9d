// Who may use the studio: only pages that know the token of the address it printed.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { figureShown, withStudio, type Opened } from './harness';

let opened: Opened;
withStudio((all) => {
  opened = all;
  return Promise.resolve();
});

// Another person's browser: no storage in common with the page that was opened with the token.
async function stranger(address: string): Promise<string> {
  const context = await opened.browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.getByText('Open the whole address that limber studio printed').waitFor();
  const known = await page.evaluate(() => window.limber.store.scene.value === null);
  await context.close();
  return known ? 'knows nothing' : 'knows the scene';
}

test('the token leaves the address bar, and a reload and another tab find it', async () => {
  const { browser, studio } = opened;
  assert.match(studio.key, /^#token=[0-9a-f]{32}$/);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(studio.address + '/?quality=low' + studio.key);
  await figureShown(page);
  assert.ok(!page.url().includes('token'));
  await page.reload();
  await figureShown(page);
  const tab = await context.newPage();
  await tab.goto(studio.address + '/?quality=low');
  await figureShown(tab);
  await context.close();
});

test('without the token, or with a wrong one, the page is told so and sees nothing', async () => {
  assert.equal(await stranger(opened.studio.address + '/?quality=low'), 'knows nothing');
  assert.equal(await stranger(`${opened.studio.address}/?quality=low#token=${'0'.repeat(32)}`), 'knows nothing');
});

test('the whole address pasted into a page without the token lets it in', async () => {
  const context = await opened.browser.newContext();
  const page = await context.newPage();
  await page.goto(opened.studio.address + '/?quality=low');
  await page.getByText('Open the whole address that limber studio printed').waitFor();
  await page.goto(opened.studio.address + '/?quality=low' + opened.studio.key);
  await figureShown(page);
  await context.close();
});

test('pictures of scenes need the token', async () => {
  const picture = `${opened.studio.address}/thumbnail/gallery/elephant.png`;
  assert.equal((await fetch(picture)).status, 403);
  assert.equal((await fetch(`${picture}?${opened.studio.key.slice(1)}`)).status, 200);
});

test('a page of another origin on this machine cannot open a socket, even with the token', async () => {
  const server = createServer((_request, response) => response.end('<title>another</title>')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const context = await opened.browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const outcome = await page.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`${address.replace('http', 'ws')}/socket`, 'limber.1');
        socket.onopen = () => resolve('open');
        socket.onerror = () => resolve('refused');
      }),
    opened.studio.address,
  );
  assert.equal(outcome, 'refused');
  await context.close();
  server.close();
});
