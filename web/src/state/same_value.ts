// Equality of plain data (what JSON can hold), in whatever order its keys are; a key that is undefined counts as absent.
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const one = a as Record<string, unknown>,
    other = b as Record<string, unknown>;
  const present = (value: Record<string, unknown>) => Object.keys(value).filter((key) => value[key] !== undefined);
  const keys = present(one);
  return keys.length === present(other).length && keys.every((key) => sameValue(one[key], other[key]));
}
