// The few colours of the viewport; panels have theirs in style/.

import { Color } from 'three';

export const accent = new Color('#f0a35e');
export const warning = new Color('#e5484d');
export const reached = new Color('#6fbf8b');
export const calm = new Color('#9aa3ad');
export const pale = new Color('#e8eaed');
export const axisColors = [new Color('#e06c6c'), new Color('#7fb86a'), new Color('#6f9fe0')] as const;
export const backgroundTop = new Color('#131518');
export const backgroundBottom = new Color('#2b2e33');
