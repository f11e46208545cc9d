// The colours of the viewport, from the design tokens.

import { Color } from 'three';
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
export const lightColors = {
  key: color('--light-key'),
  fill: color('--light-fill'),
  sky: color('--light-sky'),
  ground: color('--light-ground'),
};
