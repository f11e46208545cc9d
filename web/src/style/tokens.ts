// The colours of tokens.css for code that draws on a canvas and cannot use CSS variables.

import text from './tokens.css' with { type: 'text' };

// A colour as "#rrggbb", for token('--accent'). Throws for a token that does not exist or is not a plain colour.
export function token(name: `--${string}`): string {
  const value = new RegExp(`${name}: (#[0-9a-f]{6});`).exec(text)?.[1];
  if (value === undefined) throw new Error(`tokens.css has no colour ${name}`);
  return value;
}
