// The colours of the viewport, from the design tokens.

import { Color, SRGBColorSpace } from 'three';
import { token } from '../style/tokens';

const color = (name: `--${string}`): Color => new Color(token(name));

export const accent = color('--accent');
export const warning = color('--view-warning');
export const reached = color('--view-reached');
export const calm = color('--view-calm');
export const pale = color('--view-pale');
export const axisColors = [color('--view-x'), color('--view-y'), color('--view-z')] as const;
export const backgroundTop = color('--view-top');
export const backgroundBottom = color('--view-bottom');
export const clearColor = color('--view-clear'); // between the views
export const defaultShape = color('--shape');

const mapStops = ([1, 2, 3, 4, 5] as const).map((k) => color(`--map-${k}`).getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace));
// A value from small (0) to large (1), mixed as a style sheet mixes its gradients.
export function mapColor(share: number): Color {
  const at = Math.min(1, Math.max(0, share)) * (mapStops.length - 1),
    i = Math.min(Math.floor(at), mapStops.length - 2);
  const a = mapStops[i]!,
    b = mapStops[i + 1]!,
    mix = (from: number, to: number): number => from + (at - i) * (to - from);
  return new Color().setRGB(mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b), SRGBColorSpace);
}

export const lightColors = {
  key: color('--light-key'),
  fill: color('--light-fill'),
  sky: color('--light-sky'),
  ground: color('--light-ground'),
};
