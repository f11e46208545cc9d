// The present values of a joint, for a component that shows them.

import { useEffect, useState } from 'preact/hooks';
import type { SegmentInfo } from '../protocol/messages';
import { coordinatesOf } from '../state/joint_values';
import type { Store } from '../state/store';

export function useCoordinates(store: Store, segment: SegmentInfo): number[] {
  const now = () => (store.snapshot ? coordinatesOf(segment, store.snapshot.values) : segment.coordinates.map(() => 0));
  const [values, setValues] = useState(now);
  useEffect(() => {
    setValues(now());
    return store.onSnapshot((snapshot) => {
      const next = coordinatesOf(segment, snapshot.values);
      setValues((old) => (next.every((value, i) => Math.abs(value - (old[i] ?? Infinity)) < 2e-4) ? old : next));
    });
  }, [segment]);
  return values;
}
