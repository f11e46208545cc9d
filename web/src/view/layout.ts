// Divides the canvas into one, two or four views.

import type { Rect } from './camera';

const gap = 1; // [px]

export type ViewName = 'perspective' | 'front' | 'right' | 'top';
export const viewsShown: Record<1 | 2 | 4, ViewName[]> = {
  1: ['perspective'],
  2: ['perspective', 'right'],
  4: ['perspective', 'front', 'right', 'top'],
};

export function viewRects(count: 1 | 2 | 4, width: number, height: number): Rect[] {
  if (count === 1) return [{ x: 0, y: 0, width, height }];
  const left = Math.floor((width - gap) / 2),
    right = width - gap - left;
  if (count === 2)
    return [
      { x: 0, y: 0, width: left, height },
      { x: left + gap, y: 0, width: right, height },
    ];
  const upper = Math.floor((height - gap) / 2),
    lower = height - gap - upper;
  return [
    { x: 0, y: 0, width: left, height: upper },
    { x: left + gap, y: 0, width: right, height: upper },
    { x: 0, y: upper + gap, width: left, height: lower },
    { x: left + gap, y: upper + gap, width: right, height: lower },
  ];
}
