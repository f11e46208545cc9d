// Helpers for the browser tests: a studio on a free port with a folder of its own, and Chromium.

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';

export const limber = process.env['LIMBER'] ?? '../build/release/bin/limber';

// The names in Debian, and Chrome's name.
const browsers = ['chromium-headless-shell', 'chromium', 'google-chrome'].map((name) => join('/usr/bin', name));

export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? browsers.find((path) => existsSync(path));
  if (!executablePath) throw new Error('Chromium is not installed; on Debian: apt-get install chromium-headless-shell');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  });
}

export class Studio {
  private constructor(
    readonly process: ChildProcess,
    readonly address: string,
    readonly folder: string,
    readonly key: string, // the end of the printed address
  ) {}

  static async start(args: string[] = [], folder = mkdtempSync(join(tmpdir(), 'limber-studio-'))): Promise<Studio> {
    const port = args.includes('--port') ? [] : ['--port', '0'];
    const child = spawn(limber, ['studio', ...port, '--folder', folder, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [, address = '', key = ''] = await new Promise<string[]>((resolve, reject) => {
      let printed = '';
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const found = /(http:\/\/[^\s/]+)\/(#\S*)?\n/.exec(printed);
        if (found) resolve(found);
      });
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`limber studio exited with ${code}: ${printed}`)));
    });
    return new Studio(child, address, folder, key);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return this.process.exitCode;
    const ended = new Promise<number | null>((resolve) => this.process.once('exit', (code) => resolve(code)));
    this.process.kill(signal);
    return ended;
  }

  removeFolder(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface Opened {
  browser: Browser;
  studio: Studio; // stopped after the tests; may be replaced
  page: Page;
  complaints: string[]; // errors of the page
}

async function close({ browser, studio }: Partial<Opened>): Promise<void> {
  await browser?.close();
  await studio?.stop();
  studio?.removeFolder();
}

// Opens a studio, with these arguments, and its page before the tests of a file, and closes both after them.
export function withStudio(prepare: (opened: Opened) => Promise<void>, args: string[] = []): void {
  const opened = { complaints: [] } as unknown as Opened;
  before(async () => {
    opened.browser = await launchBrowser();
    opened.studio = await Studio.start(args);
    opened.page = await openPage(opened.browser, opened.studio, opened.complaints);
    await prepare(opened);
  });
  after(() => close(opened));
}

// The same for a script: closes both whatever happens. What the page complains about is printed, and is a failure.
export async function runInStudio(work: (opened: Opened) => Promise<void>, args: string[] = [], query?: string): Promise<void> {
  const opened = { complaints: [] } as unknown as Opened;
  try {
    opened.browser = await launchBrowser();
    opened.studio = await Studio.start(args);
    opened.page = await openPage(opened.browser, opened.studio, opened.complaints, query);
    await work(opened);
  } finally {
    await close(opened);
  }
  for (const complaint of opened.complaints) console.error(complaint);
  process.exitCode = opened.complaints.length > 0 ? 1 : 0;
}

// Opens the page and waits until it shows a figure. Errors of the page are added to `complaints`.
export async function openPage(browser: Browser, studio: Studio, complaints: string[], query = '?quality=low'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(15000);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(studio.address + '/' + query + studio.key);
  await figureShown(page);
  await rested(page); // the scene's tasks move the figure as it opens
  await page.waitForTimeout(500); // for the layout
  await viewStill(page);
  return page;
}

// Keys go to the page again, not to a field.
export const leaveField = (page: Page): Promise<void> => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

export async function figureShown(page: Page): Promise<void> {
  await page.waitForFunction(() => window.limber?.store.snapshot != null && window.limber.viewport != null);
}

// A file let go over the page.
export async function dropFile(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.evaluate(
    ({ name, data }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], name));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    { name, data: bytes.toString('base64') },
  );
}

// As the desktop does it: a folder can only be dropped from outside the page.
export async function dropFolder(page: Page, path: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const middle = { x: 640, y: 400 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, ...middle, data: { items: [], files: [path], dragOperationsMask: 1 } });
  }
  await browser.detach();
}

export type Point = { x: number; y: number };

// Where a point of a segment is in the world. After a change of the figure that is known only when its snapshot has come.
async function inWorld(page: Page, segment: number, point: readonly number[]): Promise<number[]> {
  await figureShown(page);
  return page.evaluate(
    ({ segment, point }) => {
      const [x, y, z] = point as [number, number, number];
      const [px, py, pz, qx, qy, qz, qw] = [...window.limber.store.snapshot!.segments.subarray(7 * segment, 7 * segment + 7)] as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      // v + 2 q x (q x v + w v)
      const cx = qy * z - qz * y + qw * x,
        cy = qz * x - qx * z + qw * y,
        cz = qx * y - qy * x + qw * z;
      return [px + x + 2 * (qy * cz - qz * cy), py + y + 2 * (qz * cx - qx * cz), pz + z + 2 * (qx * cy - qy * cx)];
    },
    { segment, point },
  );
}

// Waits until what the page knows is drawn.
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// As it is drawn: what is grabbed there is looked for in the picture.
async function onScreen(page: Page, segment: number, point: readonly number[]): Promise<Point> {
  await drawn(page);
  const place = await inWorld(page, segment, point);
  const screen = await page.evaluate((at) => window.limber.viewport.project(at as [number, number, number]), place);
  if (!screen) throw new Error('the point is not on the screen');
  return { x: screen.x, y: screen.y };
}

async function frameNamed(page: Page, name: string): Promise<{ segment: number; position: readonly number[] }> {
  const frame = await page.evaluate((name) => window.limber.store.figure.value!.frames.find((other) => other.name === name), name);
  if (!frame) throw new Error(`there is no frame ${name}`);
  return frame;
}

export async function frameInWorld(page: Page, name: string): Promise<number[]> {
  const { segment, position } = await frameNamed(page, name);
  return inWorld(page, segment, position);
}

export async function frameOnScreen(page: Page, name: string): Promise<Point> {
  const { segment, position } = await frameNamed(page, name);
  return onScreen(page, segment, position);
}

// The segment's centre of mass on the screen.
export async function segmentOnScreen(page: Page, name: string): Promise<Point> {
  const found = await page.evaluate((name) => {
    const { figure, segmentIndex } = window.limber.store;
    const index = segmentIndex.value.get(name)!;
    return { index, center: figure.value!.segments[index]!.mass_center };
  }, name);
  return onScreen(page, found.index, found.center);
}

// The point that the last task of the list moves: of a drag released with Shift, the point of the skin that was grabbed.
export async function pinnedPointOnScreen(page: Page): Promise<Point> {
  const pinned = await page.evaluate(() => {
    const { scene, segmentIndex } = window.limber.store;
    const { segment, point } = (scene.value!.tasks.at(-1) as unknown as { frame: { segment: string; point: number[] } }).frame;
    return { index: segmentIndex.value.get(segment)!, point };
  });
  return onScreen(page, pinned.index, pinned.point);
}

// Presses at one point and moves to another in a few steps; the button stays down.
export async function pressAndMove(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
}

// Waits until the page has heard what became of everything that was done before: the server answers in order, and tells
// all windows what has changed within a tenth of a second.
export async function heard(page: Page): Promise<void> {
  await drawn(page); // moves of the pointer are sent with the pictures
  const answered = () => page.evaluate(() => window.limber.store.ask('access-progress', {}).catch(() => undefined));
  await answered();
  await page.waitForTimeout(150);
  await answered();
}

// Waits until the figure is at rest after what was done before, and is drawn so.
export async function rested(page: Page): Promise<void> {
  await heard(page);
  await page.waitForFunction(
    () => {
      const { snapshot } = window.limber.store; // none: the figure has changed, its first snapshot is on the way
      return snapshot !== null && (snapshot.flags & 1) === 0;
    },
    undefined,
    { timeout: 60000 },
  );
  await drawn(page);
}

// Waits until a condition holds. One that cannot be asked yet (a snapshot, a row that is not there) does not hold.
export async function eventually(what: string, holds: () => Promise<boolean>, seconds = 15): Promise<void> {
  const end = Date.now() + 1000 * seconds;
  for (let reason = ''; ;) {
    try {
      if (await holds()) return;
      reason = '';
    } catch (fault) {
      reason = ` (${(fault as Error).message})`;
    }
    if (Date.now() > end) throw new Error(`still false after ${seconds} s: ${what}${reason}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// Waits until the camera has stopped.
export async function viewStill(page: Page): Promise<void> {
  const places = () =>
    page.evaluate(() => {
      const points: [number, number, number][] = [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ];
      return JSON.stringify(points.map((point) => window.limber.viewport.project(point)));
    });
  let now = '';
  await eventually('the view is still', async () => {
    await drawn(page);
    const before = now;
    now = await places();
    return now === before;
  });
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

export async function pressAndWait(page: Page, button: RegExp): Promise<void> {
  const revision = await page.evaluate(() => window.limber.store.scene.value!.revision);
  await page.getByRole('button', { name: button }).click();
  await page.waitForFunction((before) => window.limber.store.scene.value!.revision !== before, revision);
}

// Presses Undo until nothing is left to undo, and returns how often.
export async function undoAll(page: Page): Promise<number> {
  for (let count = 0; ; count++) {
    if (await page.evaluate(() => window.limber.store.scene.value!.undo === null)) return count;
    await pressAndWait(page, /^Undo/);
  }
}

// Undoes every edit since the scene was opened, and returns how many there were. Asks the server and waits for what it
// says next: messages about earlier edits may still be on their way.
export async function undoEdits(page: Page): Promise<number> {
  const undo = () => page.evaluate(() => window.limber.store.scene.value!.undo ?? 'open ');
  await heard(page);
  for (let count = 0; ; count++) {
    if ((await undo()).startsWith('open ')) return count;
    const revision = await page.evaluate(async () => {
      await window.limber.store.ask('undo', {});
      return window.limber.store.scene.value!.revision;
    });
    await page
      .waitForFunction((before) => window.limber.store.scene.value!.revision !== before, revision, { timeout: 1500 })
      .catch(() => undefined); // it was there before the answer
  }
}

// `settle`: waits until the figure is at rest. What torques move takes its time.
export async function openFromGallery(page: Page, title: string, settle = true): Promise<void> {
  const revision = await page.evaluate(() => window.limber.store.figure.value!.figure_revision);
  await page.keyboard.press('Control+o');
  await page.getByRole('dialog').getByRole('button', { name: title, exact: true }).click();
  const anyway = page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Open without saving' });
  await eventually(
    `${title} is open`,
    async () => {
      if (await anyway.isVisible()) await anyway.click(); // asked only where something was changed before
      return page.evaluate((before) => window.limber.store.figure.value!.figure_revision !== before, revision);
    },
    60,
  );
  await figureShown(page);
  if (settle) await rested(page);
}
