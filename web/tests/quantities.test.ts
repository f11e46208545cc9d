import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultStep, formatNumber, formatWithUnit, parseNumber, type Unit } from '../src/state/quantities';

const value = (text: string, unit: Unit): number => {
  const parsed = parseNumber(text, unit);
  assert.ok('value' in parsed, `${text} was refused`);
  return parsed.value;
};
const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-12, `${a} is not ${b}`);

test('a number without a unit is in the unit that the field shows', () => {
  near(value('30', 'deg'), Math.PI / 6);
  near(value('30', 'cm'), 0.3);
  near(value('-.5', 'm'), -0.5);
});

test('a typed unit overrides the one shown', () => {
  near(value('30deg', 'rad'), Math.PI / 6);
  near(value('30 °', 'rad'), Math.PI / 6);
  near(value('5 cm', 'm'), 0.05);
  near(value('1.5m', 'cm'), 1.5);
  near(value('250 g', 'kg'), 0.25);
  near(value('1 g/cm3', 'kg/m3'), 1000);
  near(value('150 %', '×'), 1.5);
  near(value('1.5', '×'), 1.5);
});

test('a comma, a typographic minus, an exponent and pi are understood', () => {
  near(value('1,5', 'm'), 1.5);
  near(value('−2', ''), -2);
  near(value('1e-3', 'm'), 0.001);
  near(value('pi', 'deg'), Math.PI);
  near(value('-π', 'rad'), -Math.PI);
});

test('text that is not a number, unknown units and units of the wrong kind are refused in one sentence', () => {
  for (const [text, unit] of [
    ['', 'm'],
    ['abc', 'm'],
    ['1 2', 'm'],
    ['3 parsec', 'm'],
    ['3 kg', 'm'],
    ['5 cm', 'deg'],
    ['1 m', ''],
    ['NaN', 'm'],
    ['1e400', 'm'],
  ] as const) {
    const parsed = parseNumber(text, unit);
    assert.ok('words' in parsed, `${text} was taken`);
    assert.match(parsed.words, /\.$/);
  }
});

test('numbers are shown without trailing zeros and without minus zero', () => {
  assert.equal(formatNumber(Math.PI / 6, 'deg'), '30');
  assert.equal(formatNumber(-1e-9, 'm'), '0');
  assert.equal(formatWithUnit(0.05, 'cm'), '5 cm');
  assert.equal(formatWithUnit(1.23456, 'm'), '1.235 m');
  assert.equal(formatNumber(100, ''), '100');
  assert.equal(formatNumber(Infinity, 'deg'), '∞');
});

test('a number as shown is parsed to the same value', () => {
  for (const unit of ['m', 'cm', 'mm', 'deg', 'rad', 'kg', 'kg/m3', 's', '×', ''] as const) {
    const shown = formatWithUnit(defaultStep(unit) * 7, unit);
    near(value(shown, unit), defaultStep(unit) * 7);
  }
});
