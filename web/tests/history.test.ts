import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atLeast, History, Ring } from '../src/state/history';

const snapshot = (time: number, errors: Record<number, number> = {}, singular: number[] = [], step = 100) => ({
  time,
  stepMicroseconds: step,
  leastClearance: 0.01,
  singularValues: new Float32Array(singular),
  tasks: Object.entries(errors).map(([number, error]) => ({
    number: Number(number),
    error,
    satisfied: false,
    enabled: true,
    effector: new Float32Array(3),
    goal: new Float32Array(3),
  })),
});

test('a ring keeps the last values, oldest first', () => {
  const ring = new Ring(3);
  for (const value of [1, 2, null, 4, 5]) ring.push(value);
  assert.deepEqual(ring.column(), [null, 4, 5]);
});

test('samples closer together than the interval are dropped', () => {
  const history = new History(10, 0.05);
  assert.deepEqual(
    [0, 0.02, 0.06, 0.08, 0.12].map((time) => history.add(snapshot(time))),
    [true, false, true, false, true],
  );
  assert.equal(history.length, 3);
});

test('times count backwards from the newest', () => {
  const history = new History(10, 0);
  for (const time of [5, 5.125, 5.25]) history.add(snapshot(time));
  assert.deepEqual(history.timeColumn(), [-0.25, -0.125, 0]);
});

test('a task that appears late and disappears early has gaps, and all columns have the same length', () => {
  const history = new History(10, 0);
  history.add(snapshot(0, { 1: 0.5 }));
  history.add(snapshot(0.1, { 1: 0.4, 7: 0.1 }));
  history.add(snapshot(0.2, { 7: 0.2 }));
  assert.deepEqual(history.errorSeries(), [
    { number: 1, values: [0.5, 0.4, null] },
    { number: 7, values: [null, 0.1, 0.2] },
  ]);
});

test('of what joints could gain those with the largest values are shown, signed and in order', () => {
  const history = new History(10, 0);
  const motion = (joints: number[]) => ({ optimality: { length: Math.hypot(...joints), joints }, closure: null });
  history.add(snapshot(0), null, motion([0.1, -0.5, 0, 0.2]));
  history.add(snapshot(0.1), null, motion([0.1, 0.1, 0, -0.4]));
  history.add(snapshot(0.2), null, null);
  assert.deepEqual(history.gainSeries(2), [
    { number: 1, values: [-0.5, 0.1, null] },
    { number: 3, values: [0.2, -0.4, null] },
  ]);
  assert.equal(history.gainSeries(9).length, 3);
  assert.ok(Math.abs(history.motionColumns().optimality[0]! - Math.hypot(0.1, 0.5, 0.2)) < 1e-12);
});

test('a removed task is forgotten once its last value has left the ring', () => {
  const history = new History(2, 0);
  history.add(snapshot(0, { 1: 0.5 }));
  history.add(snapshot(0.1));
  assert.equal(history.errorSeries().length, 1);
  history.add(snapshot(0.2));
  assert.equal(history.errorSeries().length, 0);
});

test('across a rest every value holds until just before the next motion', () => {
  const history = new History(10, 0.05);
  history.add(snapshot(0, { 1: 0.5 }, [2]));
  history.add(snapshot(0.1, { 1: 0.4 }, [2]));
  history.add(snapshot(5, { 1: 0.9 }, [3]));
  assert.deepEqual(
    history.timeColumn().map((time) => Number(time.toFixed(3))),
    [-5, -4.9, -0.05, 0],
  );
  assert.deepEqual(history.errorSeries()[0]!.values, [0.5, 0.4, 0.4, 0.9]);
  assert.deepEqual(history.singularSeries()[0]!.values, [2, 2, 2, 3]);
});

test('of many singular values the eight largest and the smallest are kept', () => {
  const history = new History(4, 0);
  history.add(snapshot(0, {}, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0.5]));
  const series = history.singularSeries();
  assert.deepEqual(
    series.map(({ number }) => number),
    [0, 1, 2, 3, 4, 5, 6, 7, -1],
  );
  assert.deepEqual(series.at(-1)!.values, [0.5]);
});

test('a time that goes back starts a new history', () => {
  const history = new History(10, 0);
  history.add(snapshot(5, { 1: 1 }));
  history.add(snapshot(1, { 2: 1 }));
  assert.equal(history.length, 1);
  assert.deepEqual(
    history.errorSeries().map(({ number }) => number),
    [2],
  );
});

test('columns keep the same length after many more samples than the ring holds', () => {
  const history = new History(50, 0);
  for (let i = 0; i < 500; i++) history.add(snapshot(i / 5, i % 3 ? { 1: i } : { 1: i, 2: i }, i % 2 ? [1, 2] : [1]));
  assert.equal(history.timeColumn().length, 50);
  for (const { values } of [...history.errorSeries(), ...history.singularSeries()]) assert.equal(values.length, 50);
  assert.equal(history.errorSeries()[0]!.values.at(-1), 499);
});

test('values that a log axis cannot show are drawn at the floor', () => {
  assert.deepEqual(atLeast(1e-6, [0, null, 0.5]), [1e-6, null, 0.5]);
});
