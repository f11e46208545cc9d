// The twist limit of a ball joint: one range, or a table of ranges by where the limb points.

import type { JointJson, SegmentInfo } from '../protocol/messages';
import { swingRadii, twistRange } from '../state/joint_values';
import type { Store } from '../state/store';
import { isTable, tableOfRange, tableWords, twistAt, withTwistAt } from '../state/twist_tables';
import { useCoordinates } from './coordinates';
import { Button, Field, NumberField } from './widgets';

export interface TwistLimitProps {
  store: Store;
  segment: SegmentInfo;
  set: (joint: JointJson, gesture?: number) => void;
}

export function TwistLimit({ store, segment, set }: TwistLimitProps) {
  const { joint } = segment,
    { twist } = joint;
  const [x = 0, y = 0] = useCoordinates(store, segment);
  if (joint.type !== 'ball' || !twist) return null;
  if (!isTable(twist)) {
    const [from, to] = twist;
    if (from === null || to === null) return null;
    return (
      <Field label="">
        <Button
          kind="quiet"
          tip="A twist range for each direction of the limb: point the limb, then drag the ends of the arc."
          onClick={() => set({ ...joint, twist: tableOfRange([from, to], Math.max(...swingRadii(segment))) })}
        >
          Make it a table
        </Button>
      </Field>
    );
  }
  const [min, max] = twistAt(twist, [x, y]) as [number, number];
  const change = (range: [number, number], gesture?: number) => set({ ...joint, twist: withTwistAt(twist, [x, y], range) }, gesture);
  return (
    <>
      <Field label="Twist here" tip="The range depends on where the limb points; this is the one where it points now.">
        <div class="pair">
          <NumberField
            label="Minimum twist here"
            value={min}
            unit="deg"
            max={max}
            onChange={(value, gesture) => change([value, max], gesture)}
          />
          <NumberField
            label="Maximum twist here"
            value={max}
            unit="deg"
            min={min}
            onChange={(value, gesture) => change([min, value], gesture)}
          />
        </div>
      </Field>
      <Field label="">
        <div class="twist-table">
          <span class="hint">{tableWords(twist)}</span>
          <Button kind="quiet" onClick={() => set({ ...joint, twist: twistRange(segment) })}>
            Make it one range
          </Button>
        </div>
      </Field>
    </>
  );
}
