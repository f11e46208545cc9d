// Gesture numbers: all edits of one scrub or slider drag carry the same number and are undone together.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export const GestureNumbers = createContext<() => number>(() => 0);
export const useGestureNumbers = (): (() => number) => useContext(GestureNumbers);
