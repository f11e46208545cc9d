// Posing a person: twelve drags in the gallery's Human, and what back, hips and knees do. The arm goes first, then the trunk,
// then hips and knees; feet and balance hold.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { withStudio } from './harness';
import { drag, letGo, pulls, type Band } from './harness_person';

let page: Page, complaints: string[];

withStudio(
  async (opened) => {
    ({ page, complaints } = opened);
  },
  ['../scenes/human-person.json'],
);

for (const pull of pulls) {
  test(pull.words, async () => {
    const outcome = await drag(page, pull.frame, pull.target);
    await letGo(page);
    const said = JSON.stringify(outcome);
    const inside = (value: number, [least, most]: Band, what: string) => assert.ok(value >= least && value <= most, `${what}: ${said}`);
    inside(outcome.back, pull.back, 'back');
    inside(outcome.hips, pull.hips, 'hips');
    inside(outcome.knees, pull.knees, 'knees');
    assert.ok(outcome.short <= pull.short, `the hand: ${said}`);
    if (pull.aside) inside(outcome.aside, pull.aside, 'weight');
    assert.ok(outcome.margin > 0, `balance: ${said}`);
    assert.deepEqual(complaints, []);
  });
}
