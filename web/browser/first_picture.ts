// node build/browser/first_picture.mjs FILE [TIMES]: how long after `limber studio FILE` is started its figure is seen, in a browser that
// is open already: until the server listens, until a picture with the figure is drawn, and until all its meshes are. The best of some
// starts (3). LIMBER says which program, as for the tests; without a graphics card the processor draws, which takes most of the time
// between the two pictures.

import { launchBrowser, Studio } from './harness';

const [file, times = '3'] = process.argv.slice(2);
if (!file) throw new Error('usage: first_picture.mjs FILE [TIMES]');

const browser = await launchBrowser();
const best = { listens: Infinity, picture: Infinity, meshes: Infinity };
for (let k = 0; k < Number(times); k++) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' });
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  const studio = await Studio.start([file]);
  const listens = seconds();
  await page.goto(studio.address + '/?quality=low' + studio.key);
  await page.waitForFunction(() => window.limber?.store.snapshot != null && (window.limber.viewport?.stats().triangles ?? 0) > 0);
  const picture = seconds();
  await page.waitForFunction(() => {
    const { store } = window.limber;
    return store.meshStore.meshes.value.size > 0 && store.meshStore.progress.value === null;
  });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const meshes = seconds();
  console.log(`listens after ${listens.toFixed(2)} s, figure drawn ${picture.toFixed(2)} s, with all meshes ${meshes.toFixed(2)} s`);
  best.listens = Math.min(best.listens, listens);
  best.picture = Math.min(best.picture, picture);
  best.meshes = Math.min(best.meshes, meshes);
  await page.close();
  await studio.stop();
  studio.removeFolder();
}
await browser.close();
console.log(`best: ${best.listens.toFixed(2)}, ${best.picture.toFixed(2)}, ${best.meshes.toFixed(2)} s`);
