// Twelve drags in the gallery's Human, and what back, hips and knees do; for the test and for the sheet of pictures.

import type { Page } from 'playwright-core';
import { frameInWorld, rested } from './harness';

// Turns of joints since the drag began [degrees]; the back from pelvis to chest. Centre of mass and the dragged point in metres.
export interface Outcome {
  back: number;
  hips: number;
  knees: number;
  short: number;
  aside: number;
  margin: number;
}

export async function drag(page: Page, frame: string, target: [number, number, number]): Promise<Outcome> {
  const start = (await frameInWorld(page, frame)) as [number, number, number];
  const outcome = await page.evaluate(
    async ({ frame, start, target }) => {
      const { store } = window.limber;
      const figure = store.figure.value!,
        { segment, position } = figure.frames.find(({ name }) => name === frame)!;
      type Quat = [number, number, number, number];
      const poseOf = (index: number) => [...store.snapshot!.segments.subarray(7 * index, 7 * index + 7)];
      const times = ([ax, ay, az, aw]: Quat, [bx, by, bz, bw]: Quat): Quat => [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
      ];
      const inverse = ([x, y, z, w]: Quat): Quat => [-x, -y, -z, w];
      const turned = (from: string, to: string): Quat => {
        const of = (name: string) => poseOf(store.segmentIndex.value.get(name)!).slice(3) as Quat;
        return times(inverse(of(from)), of(to));
      };
      const pairs = { back: ['pelvis', 'spine.4'], hipL: ['pelvis', 'thigh.l'], hipR: ['pelvis', 'thigh.r'] } as const;
      const knees = { kneeL: ['thigh.l', 'shank.l'], kneeR: ['thigh.r', 'shank.r'] } as const;
      const all = Object.entries({ ...pairs, ...knees });
      const before = new Map(all.map(([name, [from, to]]) => [name, turned(from, to)]));
      const since = (name: string): number => {
        const [from, to] = all.find(([key]) => key === name)![1];
        const [x, y, z, w] = times(inverse(before.get(name)!), turned(from, to));
        return (360 / Math.PI) * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
      };
      const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
      const aside = store.snapshot!.centerOfMass[1]!;
      await store.ask('drag-begin', { segment: figure.segments[segment]!.name, point: position, target: start });
      for (let k = 1; k <= 20; k++) {
        void store.send('drag-move', { target: start.map((x, i) => x + (k / 20) * (target[i]! - x)) as [number, number, number] });
        await wait(40);
      }
      await wait(150);
      await store.ask('access-progress', {}); // what was said of the last move until now has come before the answer
      for (let k = 0; k < 300 && (store.snapshot!.flags & 1) !== 0; k++) await wait(100);
      return {
        back: since('back'),
        hips: Math.max(since('hipL'), since('hipR')),
        knees: Math.max(since('kneeL'), since('kneeR')),
        aside: store.snapshot!.centerOfMass[1]! - aside,
        margin: store.snapshot!.statics?.margin ?? 1,
      };
    },
    { frame, start, target },
  );
  const held = await frameInWorld(page, frame);
  return { ...outcome, short: Math.hypot(...held.map((x, i) => x - target[i]!)) };
}

export async function letGo(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await window.limber.store.ask('drag-end', {});
    await window.limber.store.ask('undo', {});
    await window.limber.store.ask('posture-rest', {});
    await window.limber.store.ask('undo', {});
  });
  await rested(page);
}

export type Band = readonly [least: number, most: number];
export interface Pull {
  words: string; // what it should do, after its short name
  frame: string;
  target: [number, number, number];
  back: Band; // [degrees]
  hips: Band;
  knees: Band;
  short: number; // [m] at most
  aside?: Band; // [m] how far the centre of mass goes to the left
}
// The bands are those of tests/session/person_test.cpp, which says where they come from; out of reach, where the pointer's
// speed decides, they are wider.
export const pulls: readonly Pull[] = [
  {
    words: 'near ahead: the arm alone',
    frame: 'hand.r',
    target: [0.35, -0.2, 1.1],
    back: [0, 10],
    hips: [0, 10],
    knees: [0, 10],
    short: 0.01,
  },
  { words: 'ahead: the arm alone', frame: 'hand.r', target: [0.6, -0.2, 1.2], back: [0, 10], hips: [0, 10], knees: [0, 10], short: 0.01 },
  {
    words: 'far ahead: the trunk, then the hips',
    frame: 'hand.r',
    target: [0.9, -0.2, 1.1],
    back: [8, 30],
    hips: [4, 30],
    knees: [0, 20],
    short: 0.03,
  },
  { words: 'up', frame: 'hand.r', target: [0.1, -0.25, 1.9], back: [0, 12], hips: [0, 12], knees: [0, 15], short: 0.03 },
  { words: 'to the side', frame: 'hand.r', target: [0, -0.9, 1.2], back: [0, 25], hips: [0, 20], knees: [0, 30], short: 0.02 },
  {
    words: 'far to the side: the weight goes over that foot',
    frame: 'hand.r',
    target: [0.05, -1.25, 1.1],
    back: [0, 60],
    hips: [0, 120],
    knees: [0, 90],
    short: 0.3,
    aside: [-0.3, -0.04],
  },
  {
    words: 'to the floor: legs rather than back',
    frame: 'hand.r',
    target: [0.4, -0.15, 0.1],
    back: [0, 40],
    hips: [60, 125],
    knees: [30, 140],
    short: 0.05,
  },
  { words: 'across', frame: 'hand.r', target: [0.35, 0.35, 1.2], back: [0, 25], hips: [0, 15], knees: [0, 15], short: 0.02 },
  { words: 'back', frame: 'hand.r', target: [-0.4, -0.3, 1], back: [0, 25], hips: [0, 15], knees: [0, 15], short: 0.02 },
  { words: 'the left hand ahead', frame: 'hand.l', target: [0.6, 0.2, 1.2], back: [0, 10], hips: [0, 10], knees: [0, 10], short: 0.01 },
  { words: 'pelvis down: a squat', frame: 'pelvis', target: [-0.1, 0, 0.78], back: [0, 25], hips: [20, 90], knees: [30, 100], short: 0.12 },
  {
    words: 'pelvis aside: the weight shifts',
    frame: 'pelvis',
    target: [0, -0.1, 0.9],
    back: [0, 10],
    hips: [0, 15],
    knees: [0, 40],
    short: 0.03,
    aside: [-0.2, -0.04],
  },
];
