// Errors and step times as text (lengths in mm, cm or m, angles in degrees) and as the length of a bar.

export type Unit = 'm' | 'rad' | ''; // '': a number

export const degrees = (radians: number): number => (radians * 180) / Math.PI;
export const radians = (degreesValue: number): number => (degreesValue * Math.PI) / 180;

// "0.3 mm", "7.2 cm", "1.24 m", "3.1°", "0.42". Rounds before it chooses the unit: 9.96 mm is "1.0 cm", not "10.0 mm".
export function formatError(error: number, unit: Unit): string {
  if (!Number.isFinite(error)) return '–';
  const size = Math.abs(error);
  if (unit === 'rad') {
    const angle = degrees(size);
    return angle < 0.995 ? `${angle.toFixed(2)}°` : angle < 99.5 ? `${angle.toFixed(1)}°` : `${angle.toFixed(0)}°`;
  }
  if (unit === '') return size.toPrecision(3);
  if (size < 0.00995) return `${(size * 1e3).toFixed(1)} mm`;
  if (size < 0.9995) return `${(size * 1e2).toFixed(1)} cm`;
  return `${size.toFixed(2)} m`;
}

// "0.84 ms", "120 µs"
export const formatMicroseconds = (us: number): string => (us < 999.5 ? `${us.toFixed(0)} µs` : `${(us / 1e3).toFixed(2)} ms`);

// How much of an error bar is filled: 0 at the tolerance, 1 at the size of the figure (or half a turn), on a log
// scale, so that a centimetre is visible even on an elephant.
export function barFraction(error: number, unit: Unit, tolerance: number, reach: number): number {
  const least = Math.max(tolerance, 1e-6);
  const most = Math.max(unit === 'rad' ? Math.PI : unit === '' ? 1 : reach, 10 * least);
  if (!(error > least)) return 0;
  return Math.min(1, Math.log(error / least) / Math.log(most / least));
}
