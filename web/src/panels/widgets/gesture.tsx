// Scrubs and slider drags carry one gesture number, so that they are one step of undo. The shell provides the numbers.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export const GestureNumbers = createContext<() => number>(() => 0);
export const useGestureNumbers = (): (() => number) => useContext(GestureNumbers);
