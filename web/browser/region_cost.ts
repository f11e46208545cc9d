// node build/browser/region_cost.mjs [SCENE [PICTURES]]: what the region of the centre of mass, forces and torques cost per picture while
// a hand is dragged: processor time of the server per snapshot, and time of the page's own code per picture. What the
// browser draws with is left out (renderer.render does nothing): a graphics card does that, not this code.
// LIMBER says which program, as for the tests.

import { readFileSync } from 'node:fs';
import { frameInWorld, runInStudio, type Studio } from './harness';

const scene = process.argv[2] ?? '../scenes/human-person.json';
const pictures = Number(process.argv[3] ?? 240);

// [ms] of all threads; the clock of the kernel ticks a hundred times a second.
const processorTime = (studio: Studio): number => {
  const fields = readFileSync(`/proc/${studio.process.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
};

await runInStudio(
  async ({ studio, page }) => {
    const start = await frameInWorld(page, 'hand.r');
    await page.evaluate(() => {
      const { renderer } = window.limber.viewport as unknown as { renderer: { render: () => void } };
      renderer.render = () => undefined;
    });
    for (const shown of [false, true, false, true]) {
      await page.evaluate((on) => {
        const { store } = window.limber;
        store.viewOptions.value = { ...store.viewOptions.value, forces: on, supportRegion: on, torques: on };
      }, shown);
      await page.waitForTimeout(500);
      const before = processorTime(studio);
      const { times, snapshots } = await page.evaluate(
        async ({ start, pictures }) => {
          const { store, viewport } = window.limber,
            figure = store.figure.value!,
            { segment, position } = figure.frames.find(({ name }) => name === 'hand.r')!;
          let snapshots = 0;
          const times: number[] = [];
          const stop = store.onSnapshot(() => snapshots++);
          await store.ask('drag-begin', {
            segment: figure.segments[segment]!.name,
            point: position,
            target: start as [number, number, number],
          });
          let last = viewport.stats().picturesDrawn;
          for (let k = 0; times.length < pictures && k < 20 * pictures; k++) {
            const angle = 0.02 * k;
            void store.send('drag-move', {
              target: [start[0]! + 0.3 * (1 - Math.cos(angle)), start[1]! + 0.2 * Math.sin(angle), start[2]! + 0.2 * Math.sin(angle)],
            });
            await new Promise((done) => requestAnimationFrame(done));
            const { picturesDrawn, drawMilliseconds } = viewport.stats();
            if (picturesDrawn !== last) times.push(drawMilliseconds);
            last = picturesDrawn;
          }
          stop();
          await store.ask('drag-end', {});
          await store.ask('undo', {});
          return { times, snapshots };
        },
        { start, pictures },
      );
      const used = processorTime(studio) - before;
      times.sort((a, b) => a - b);
      const at = (part: number): string => (times[Math.floor(part * times.length)] ?? NaN).toFixed(2);
      const each = (used / Math.max(snapshots, 1)).toFixed(2);
      console.log(
        `region, forces and torques ${shown ? 'shown' : 'not shown'}: ${snapshots} snapshots, server ${each} ms ` +
          `of processor each; page's code per picture, ${times.length} of them: p10 ${at(0.1)}, median ${at(0.5)}, p90 ${at(0.9)} ms`,
      );
    }
  },
  [scene],
);
