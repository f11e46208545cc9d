// A motion of another skeleton that the figure carries out: where the source is, and what could not be kept, at the time that
// is shown.

import type { MissedGoal, RetargetAnswer } from '../protocol/commands';
import type { TimeMessage } from '../protocol/messages';
import { positionNow } from './timeline';

export interface CarryingOut {
  hands: boolean; // stay on what they touch
  balance: boolean; // over the feet, where the source is
}
export interface CarriedOut extends RetargetAnswer, CarryingOut {
  file: File; // to carry it out again, otherwise
  from: number; // [s] the time shown at first
}

export interface SourcePosture {
  parents: readonly number[];
  points: readonly number[]; // x y z of each joint
}

// The last key at or before a time.
export function keyAt(retargeted: RetargetAnswer, time: number): number {
  let key = 0;
  retargeted.keys.forEach((each, k) => {
    if (each.time <= time + 1e-3) key = k;
  });
  return key;
}

// Between two keys the points go straight.
export function sourceAt({ source, keys }: RetargetAnswer, key: number, time: number): number[] {
  const from = source.frames[key] ?? [],
    to = source.frames[key + 1] ?? from,
    begin = keys[key]?.time ?? 0,
    end = keys[key + 1]?.time ?? begin;
  const part = end > begin ? Math.min(1, Math.max(0, (time - begin) / (end - begin))) : 0;
  return from.map((x, k) => x + part * (to[k]! - x));
}

const timeShown = (time: TimeMessage | null): number => (time && time.mode !== 'live' ? positionNow(time) : 0);

export function sourcePosture(retargeted: RetargetAnswer | null, time: TimeMessage | null): SourcePosture | null {
  if (!retargeted) return null;
  const now = timeShown(time);
  return { parents: retargeted.source.parents, points: sourceAt(retargeted, keyAt(retargeted, now), now) };
}

export function missedAt(retargeted: RetargetAnswer, time: TimeMessage | null): MissedGoal[] {
  return retargeted.keys[keyAt(retargeted, timeShown(time))]?.missed ?? [];
}
