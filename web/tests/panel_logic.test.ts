// Units, the timeline, solver options and what-if questions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import type { SceneMessage, SolverJson, TimeMessage } from '../src/protocol/messages';
import { changed, recruitmentOf, whyNot, whyNotRule, withFormulation } from '../src/state/solver_options';
import {
  formatTime,
  lengthOf,
  newKeyTime,
  playable,
  positionAfter,
  recordingName,
  replayWords,
  spanOf,
  ticks,
} from '../src/state/timeline';
import { barFraction, formatError, formatMicroseconds } from '../src/state/error_words';
import { WhatIf, type Answered } from '../src/state/what_if';

test('errors are rounded before their unit is chosen', () => {
  assert.deepEqual(
    [0, 0.0003, 0.00996, 0.0721, 0.9996, 3.2].map((error) => formatError(error, 'm')),
    ['0.0 mm', '0.3 mm', '1.0 cm', '7.2 cm', '1.00 m', '3.20 m'],
  );
  assert.deepEqual(
    [0.001, 0.1, 3].map((error) => formatError(error, 'rad')),
    ['0.06°', '5.7°', '172°'],
  );
  assert.equal(formatError(NaN, 'm'), '–');
  assert.deepEqual([84.4, 1260].map(formatMicroseconds), ['84 µs', '1.26 ms']);
});

test('an error bar is empty at the tolerance, full at the size of the figure, and grows in between', () => {
  assert.equal(barFraction(1e-4, 'm', 1e-4, 2), 0);
  assert.equal(barFraction(2, 'm', 1e-4, 2), 1);
  assert.equal(barFraction(50, 'm', 1e-4, 2), 1);
  assert.ok(barFraction(0.01, 'm', 1e-4, 2) > 0.3 && barFraction(0.01, 'm', 1e-4, 2) < barFraction(0.1, 'm', 1e-4, 2));
  assert.equal(barFraction(NaN, 'm', 1e-4, 2), 0);
});

const time: TimeMessage = {
  type: 'time',
  mode: 'live',
  source: null,
  position: 0,
  duration: 0,
  loop: false,
  speed: 1,
  keys: [],
  goals: null,
  replaying: null,
  recording: null,
};

test('times are written as minutes and seconds', () => {
  assert.deepEqual([0, 4.2, 59.999, 62].map(formatTime), ['0:00.00', '0:04.20', '1:00.00', '1:02.00']);
});

test('how far a recording has been replayed is said only while it is', () => {
  assert.equal(replayWords({ ...time, replaying: 0.426 }), 'Replaying the recording: 42 %');
  assert.equal(replayWords(time), '');
});

test('ruler ticks are round numbers and keep their distance', () => {
  assert.deepEqual(ticks(10, 640), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.deepEqual(ticks(3, 300), [0, 1, 2, 3]);
  for (const span of [0.3, 2, 7, 59, 600]) {
    const list = ticks(span, 500);
    assert.ok(list.length >= 2 && (list[1]! / span) * 500 >= 63, `${span}: ${list}`);
  }
  assert.deepEqual(ticks(0, 500), []);
});

test('the timeline spans recording and keys, with room after the last key', () => {
  assert.equal(spanOf(time, 0), 2);
  assert.equal(spanOf({ ...time, recording: { name: null, duration: 7, steps: 1, hash: '' } }, 0), 7);
  assert.equal(
    lengthOf({
      ...time,
      keys: [
        { number: 0, time: 0 },
        { number: 1, time: 1.2 },
      ],
    }),
    1.2,
  );
  assert.ok(spanOf({ ...time, keys: [{ number: 1, time: 10 }] }, 0) > 10);
});

test('while recording, the timeline doubles when it is full', () => {
  assert.deepEqual(
    [0, 4.9, 5.1, 19, 21].map((position) => spanOf({ ...time, mode: 'recording' }, position)),
    [5, 5, 10, 20, 40],
  );
});

test('between messages time goes on at its speed, around in a loop, otherwise to the end', () => {
  const playing: TimeMessage = { ...time, mode: 'playing', position: 3, duration: 4, speed: 2 };
  assert.equal(positionAfter(playing, 0.25), 3.5);
  assert.equal(positionAfter(playing, 2), 4);
  assert.equal(positionAfter({ ...playing, loop: true }, 1), 1);
  assert.equal(positionAfter({ ...time, mode: 'recording', position: 1 }, 2), 3);
  assert.equal(positionAfter({ ...time, mode: 'paused', position: 1 }, 2), 1);
});

test('a new key is one second after the last in live mode, and at the current time when paused', () => {
  const keys = [
    { number: 1, time: 0 },
    { number: 2, time: 1 },
  ];
  assert.equal(newKeyTime(time), 0);
  assert.equal(newKeyTime({ ...time, keys }), 2);
  assert.equal(newKeyTime({ ...time, mode: 'paused', position: 0.4, keys }), 0.4);
  assert.equal(newKeyTime({ ...time, mode: 'paused', position: 1, keys }), 2);
});

test('play uses the current source, else what was made last, else what exists', () => {
  const recording = { name: null, duration: 7, steps: 1, hash: '' };
  const keys = [
    { number: 1, time: 0 },
    { number: 2, time: 1 },
  ];
  assert.equal(playable(time, null), null);
  assert.equal(playable({ ...time, keys: keys.slice(0, 1) }, null), null);
  assert.equal(playable({ ...time, keys }, null), 'keyframes');
  assert.equal(playable({ ...time, keys, recording }, null), 'recording');
  assert.equal(playable({ ...time, keys, recording, mode: 'paused', source: 'keyframes' }, null), 'keyframes');
  assert.equal(playable({ ...time, keys, recording, source: 'recording' }, 'keyframes'), 'keyframes');
  assert.equal(playable({ ...time, recording }, 'keyframes'), 'recording');
});

test('a recording is named by its file without the extensions', () => {
  assert.deepEqual(['reach.recording.json', 'reach.json', 'reach', 'a.b.recording.json'].map(recordingName), [
    'reach',
    'reach',
    'reach',
    'a.b',
  ]);
});

const { solver_defaults: defaults } = JSON.parse(readFileSync('../protocol/samples/message-scene.json', 'utf8')) as SceneMessage;
const solver: SolverJson = {
  ...defaults,
  svd_methods: ['row-givens'],
  svd_modes: ['full'],
  damping_rules: ['automatic', 'numerical-filtering'],
  without_effect: { svd: 'Not used by the lexicographic formulation.' },
};

test('an option that has no effect says why', () => {
  assert.match(whyNot('svd', solver)!, /lexicographic/);
  assert.equal(whyNot('lambda', solver), null);
  assert.match(whyNotRule('numerical-filtering', solver)!, /Chiaverini/);
});

test('a formulation without singular values replaces a damping rule that needs them', () => {
  const filtering: SolverJson = { ...solver, formulation: 'projector', damping: 'numerical-filtering' };
  assert.deepEqual(withFormulation('lexicographic', filtering), { formulation: 'lexicographic', damping: 'automatic' });
  assert.deepEqual(withFormulation('chiaverini', filtering), { formulation: 'chiaverini' });
});

test('the options that differ from their defaults are listed', () => {
  assert.deepEqual(changed(solver, defaults), []);
  const edited = { ...solver, lambda: defaults.lambda + 0.1, recruitment: { 'spine*': 5 } };
  assert.deepEqual(changed(edited, defaults).sort(), ['lambda', 'recruitment']);
});

test('recruitment rows without a pattern are left out', () => {
  assert.deepEqual(
    recruitmentOf([
      ['spine*', 5],
      ['', 1],
      [' hip.* ', 10],
    ]),
    { 'spine*': 5, 'hip.*': 10 },
  );
});

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const answer: Answered = { satisfied: true, error: 0.001, unit: 'm', words: 'reached' };

test('a question is asked after a delay, once, and again only when the scene has changed', async () => {
  let asked = 0;
  const heard: (Answered | Error)[] = [];
  const whatIf = new WhatIf<{ task: number }>(async () => {
    asked++;
    return answer;
  }, 5);
  const want = async (revision: number) => {
    whatIf.want({ task: 1 }, revision, (each) => heard.push(each));
    await later(15);
  };
  await want(1);
  await want(1);
  assert.equal(asked, 1);
  assert.deepEqual(heard, [answer, answer]);
  await want(2);
  assert.equal(asked, 2);
});

test('a question that is replaced or cancelled within the delay is never asked', async () => {
  let asked = 0;
  const heard: number[] = [];
  const whatIf = new WhatIf<{ task: number }>(async () => {
    asked++;
    return answer;
  }, 5);
  whatIf.want({ task: 1 }, 1, () => heard.push(1));
  whatIf.want({ task: 2 }, 1, () => heard.push(2));
  await later(15);
  whatIf.want({ task: 3 }, 1, () => heard.push(3));
  whatIf.cancel();
  await later(15);
  assert.equal(asked, 1);
  assert.deepEqual(heard, [2]);
});

test('a refused question gives an error and can be asked again', async () => {
  let asked = 0;
  const heard: (Answered | Error)[] = [];
  const whatIf = new WhatIf<{ task: number }>(async () => {
    if (asked++ === 0) throw new Error('no');
    return answer;
  }, 1);
  for (let i = 0; i < 2; i++) {
    whatIf.want({ task: 1 }, 1, (each) => heard.push(each));
    await later(10);
  }
  assert.ok(heard[0] instanceof Error);
  assert.deepEqual(heard[1], answer);
});
