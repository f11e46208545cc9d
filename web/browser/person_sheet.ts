// node build/browser/person_sheet.mjs FILE.jpg: the twelve drags of a person, each where it ends, on one sheet
// (docs/pictures/posing-a-person.jpg). LIMBER says which program, as for the tests.

import { runInStudio } from './harness';
import { drag, letGo, pulls } from './harness_person';

const file = process.argv[2] ?? 'posing-a-person.jpg';
const cell = { width: 300, height: 340 }; // [px]

await runInStudio(
  async ({ browser, page }) => {
    await page.evaluate(() => {
      const { store } = window.limber;
      store.viewOptions.value = { ...store.viewOptions.value, goalLines: false };
      // Only the view: labels are taken away.
      const style = document.createElement('style');
      style.textContent = '.limber-labels { display: none }';
      document.head.append(style);
    });
    // Drawn in software a picture takes long: only those on the sheet are drawn.
    const draw = (on: boolean) =>
      page.evaluate((on) => {
        const { viewport } = window.limber,
          { renderer } = viewport as unknown as { renderer: { render: () => void; kept?: () => void } };
        renderer.kept ??= renderer.render;
        renderer.render = on ? renderer.kept : () => undefined;
        viewport.invalidate();
      }, on);
    const cells: { words: string; picture: string }[] = [];
    for (const pull of pulls) {
      await draw(false);
      const outcome = await drag(page, pull.frame, pull.target);
      await draw(true);
      await page.waitForTimeout(1500);
      // The same part of the view for all: the figure and its reach.
      const middle = await page.evaluate(() => window.limber.viewport.project([0.1, -0.1, 0.92])!);
      const scale = 1.65,
        clip = { width: scale * cell.width, height: scale * cell.height };
      const picture = await page.screenshot({
        clip: { x: middle.x - clip.width / 2, y: middle.y - clip.height / 2, ...clip },
        timeout: 300000,
      });
      cells.push({ words: pull.words, picture: picture.toString('base64') });
      console.log(pull.words, JSON.stringify(outcome));
      await letGo(page);
    }
    const sheet = await browser.newPage({ viewport: { width: 4 * cell.width, height: 3 * cell.height } });
    const figures = cells.map(
      ({ words, picture }) => `<figure><img src="data:image/png;base64,${picture}"><figcaption>${words}</figcaption></figure>`,
    );
    await sheet.setContent(`<style>
    body { margin: 0; display: grid; grid-template-columns: repeat(4, ${cell.width}px); font: 14px sans-serif; color: #dde }
    figure { margin: 0; position: relative; height: ${cell.height}px } img { width: 100%; height: 100% }
    figcaption { position: absolute; top: 8px; left: 10px } </style>${figures.join('')}`);
    await sheet.screenshot({ path: file, type: 'jpeg', quality: 88 }); // a third of what a PNG would take
  },
  ['../scenes/human-person.json'],
  '', // as people see it, not as tests do
);
