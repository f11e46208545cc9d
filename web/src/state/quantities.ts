// Numbers as users type them: "30deg", "5 cm", "1,5 m", "-0.2". Values are in metres, radians, kilograms and seconds; a
// number without a unit is in the unit that the field shows.

export type Unit = 'm' | 'cm' | 'mm' | 'deg' | 'rad' | 'kg' | 'kg/m3' | 's' | '×' | '%' | 'N' | 'N m' | '';

interface UnitInfo {
  factor: number; // value = shown * factor
  words: string; // after the number
  kind: string; // units of one kind can be converted
  decimals: number;
}
const info: Record<Unit, UnitInfo> = {
  m: { factor: 1, words: ' m', kind: 'length', decimals: 3 },
  cm: { factor: 0.01, words: ' cm', kind: 'length', decimals: 1 },
  mm: { factor: 0.001, words: ' mm', kind: 'length', decimals: 0 },
  deg: { factor: Math.PI / 180, words: '°', kind: 'angle', decimals: 1 },
  rad: { factor: 1, words: ' rad', kind: 'angle', decimals: 3 },
  kg: { factor: 1, words: ' kg', kind: 'mass', decimals: 2 },
  'kg/m3': { factor: 1, words: ' kg/m³', kind: 'density', decimals: 0 },
  s: { factor: 1, words: ' s', kind: 'time', decimals: 2 },
  '×': { factor: 1, words: ' ×', kind: 'share', decimals: 2 },
  '%': { factor: 0.01, words: ' %', kind: 'share', decimals: 0 },
  N: { factor: 1, words: ' N', kind: 'force', decimals: 1 },
  'N m': { factor: 1, words: ' N m', kind: 'torque', decimals: 1 },
  '': { factor: 1, words: '', kind: 'number', decimals: 3 },
};

const spelled: Record<string, { kind: string; factor: number }> = {
  m: { kind: 'length', factor: 1 },
  metre: { kind: 'length', factor: 1 },
  metres: { kind: 'length', factor: 1 },
  cm: { kind: 'length', factor: 0.01 },
  mm: { kind: 'length', factor: 0.001 },
  deg: { kind: 'angle', factor: Math.PI / 180 },
  degree: { kind: 'angle', factor: Math.PI / 180 },
  degrees: { kind: 'angle', factor: Math.PI / 180 },
  '°': { kind: 'angle', factor: Math.PI / 180 },
  rad: { kind: 'angle', factor: 1 },
  radians: { kind: 'angle', factor: 1 },
  kg: { kind: 'mass', factor: 1 },
  g: { kind: 'mass', factor: 0.001 },
  t: { kind: 'mass', factor: 1000 },
  'kg/m3': { kind: 'density', factor: 1 },
  'kg/m³': { kind: 'density', factor: 1 },
  'g/cm3': { kind: 'density', factor: 1000 },
  s: { kind: 'time', factor: 1 },
  ms: { kind: 'time', factor: 0.001 },
  '%': { kind: 'share', factor: 0.01 },
  n: { kind: 'force', factor: 1 },
  kn: { kind: 'force', factor: 1000 },
  'n m': { kind: 'torque', factor: 1 },
  nm: { kind: 'torque', factor: 1 },
  x: { kind: 'share', factor: 1 },
  '×': { kind: 'share', factor: 1 },
};

export type Parsed = { value: number } | { words: string };

// `words`: why it was refused, in one sentence.
export function parseNumber(text: string, unit: Unit): Parsed {
  const match = /^\s*([-+−]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?|[-+−]?(?:pi|π))\s*([^\d\s].*?)?\s*$/i.exec(text);
  if (!match) return { words: `"${text.trim()}" is not a number.` };
  const digits = match[1]!.replace('−', '-').replace(',', '.').toLowerCase();
  const number = /pi|π/.test(digits) ? (digits.startsWith('-') ? -Math.PI : Math.PI) : Number(digits);
  if (!Number.isFinite(number)) return { words: `"${text.trim()}" is too large.` };
  const shown = info[unit];
  const unitText = match[2]?.toLowerCase();
  // A bare pi is an angle in radians, whatever the field shows.
  if (unitText === undefined) return { value: number * (/pi|π/.test(digits) && shown.kind === 'angle' ? 1 : shown.factor) };
  const written = spelled[unitText];
  if (!written) return { words: `"${match[2]}" is not a known unit.` };
  if (written.kind !== shown.kind) return { words: `Expected ${kindWords(shown.kind)}, not ${kindWords(written.kind)}.` };
  return { value: number * written.factor };
}

const kindWords = (kind: string): string =>
  ({
    length: 'a length',
    angle: 'an angle',
    mass: 'a mass',
    density: 'a density',
    time: 'a time',
    share: 'a factor',
    force: 'a force',
    torque: 'a torque',
  })[kind] ?? 'a plain number';

export const toShown = (value: number, unit: Unit): number => value / info[unit].factor;
export const fromShown = (shown: number, unit: Unit): number => shown * info[unit].factor;

// The number as a field shows it, without trailing zeros and without "-0".
export function formatNumber(value: number, unit: Unit, decimals = info[unit].decimals): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : value < 0 ? '−∞' : 'none';
  const text = toShown(value, unit).toFixed(decimals);
  const trimmed = text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
  return trimmed === '-0' ? '0' : trimmed;
}
export const formatWithUnit = (value: number, unit: Unit, decimals?: number): string =>
  formatNumber(value, unit, decimals) + info[unit].words;

// The change by one press of an arrow key, in SI units.
export function defaultStep(unit: Unit): number {
  return fromShown(
    { m: 0.01, cm: 1, mm: 1, deg: 1, rad: 0.01, kg: 0.1, 'kg/m3': 10, s: 0.1, '×': 0.05, '%': 5, N: 5, 'N m': 5, '': 0.1 }[unit],
    unit,
  );
}
