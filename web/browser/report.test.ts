// The pages that `limber reproduce` writes, in Chromium: the report and "What we found".

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, limber } from './harness';

// Quick ones, one of each kind: reproduced, differing, about time, with figures in the plane and curves.
const experiments = [
  'baerlocher-3.12',
  'baerlocher-3.13',
  'baerlocher-4.6',
  'baerlocher-4.7',
  'baerlocher-5.3.5',
  'baerlocher-8.3',
  'tsuji-3',
];
const screen = { width: 1440, height: 900 };

let browser: Browser, page: Page, folder: string;
const complaints: string[] = [];

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'limber-report-'));
  // REPORT: a folder that `limber reproduce all -o` has written, to look at all of it.
  if (!process.env['REPORT']) {
    try {
      execFileSync(limber, ['reproduce', ...experiments, '-o', folder], { stdio: 'ignore' });
    } catch (failure) {
      if ((failure as { status?: number }).status !== 1) throw failure; // 1: a claim does not hold, which is no failure here
    }
  }
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: screen });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (file: string) => page.goto(`file://${process.env['REPORT'] ?? folder}/${file}`);

// Letters smaller than this cannot be read at arm's length.
const leastLetters = 10; // [px]
const smallLetters = () =>
  page.evaluate(
    (least) =>
      [...document.querySelectorAll('svg text, p, td, th, li, figcaption')]
        .filter((element) => (element.textContent ?? '').trim() !== '' && element.getClientRects().length > 0)
        .flatMap((element) => {
          const svg = element.closest('svg');
          const scale = svg && svg.viewBox.baseVal.width > 0 ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
          const size = parseFloat(getComputedStyle(element).fontSize) * scale;
          return size < least - 0.01 ? [`${size.toFixed(1)} px: ${element.textContent!.trim().slice(0, 40)}`] : [];
        }),
    leastLetters,
  );
const overflows = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('the report has every experiment with its verdict, numbers and figures that can be read', async () => {
  await open('index.html');
  for (const name of process.env['REPORT'] ? [] : experiments) await page.locator(`[id="${name}"]`).waitFor();
  assert.ok((await page.locator('svg').count()) >= 5);
  assert.deepEqual(await smallLetters(), []);
  assert.equal(await overflows(), false, 'no sideways scrolling');
  await page.setViewportSize({ width: 420, height: 800 });
  assert.equal(await overflows(), false, 'nor on a telephone');
  await page.setViewportSize(screen);
});

test('“What we found” fits into two screens and leads back to the experiments', async () => {
  await open('found.html');
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(height <= 2 * screen.height, `${height} px for two screens of ${screen.height}`);
  assert.deepEqual(await smallLetters(), []);
  assert.equal(await overflows(), false);
  const targets = await page.evaluate(() =>
    [...document.querySelectorAll('a[href^="index.html#"]')].map((link) => link.getAttribute('href')!.split('#')[1]!),
  );
  assert.ok(targets.length > (process.env['REPORT'] ? 20 : 1), 'of what was run');
  if (!process.env['REPORT']) assert.ok((await page.getByText('not run', { exact: true }).count()) > 20);
  await open('index.html');
  const there = await page.evaluate((names) => names.filter((name) => document.getElementById(name) !== null), targets);
  assert.deepEqual(there, targets);
  assert.deepEqual(complaints, []);
});
