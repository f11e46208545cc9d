// The type, axes and limits of a joint.

import type { JointJson, Range, SegmentInfo, Vec3 } from '../protocol/messages';
import { jointTypes, limitFields, rangeOf, swingRadii, withType, type LimitField } from '../state/joint_values';
import type { Store } from '../state/store';
import {
  holeAround,
  longestEdge,
  outlineOfEllipse,
  outlinesOf,
  unit,
  withNewCorner,
  withOutlines,
  withoutCorner,
} from '../state/swing_outlines';
import { Button, Field, IconButton, NumberField, Section, Select, TextField } from './widgets';
import { TwistLimit } from './twist_limit';
import { Vector } from './vector_field';

export function JointEditor({ store, segment }: { store: Store; segment: SegmentInfo }) {
  const { joint } = segment;
  const isRoot = segment.parent < 0;
  const set = (changed: JointJson, gesture?: number) =>
    void store.send('segment-set', { segment: segment.name, joint: changed, ...(gesture ? { gesture } : {}) });
  const hasAxis = joint.type === 'revolute' || joint.type === 'prismatic' || joint.type === 'elbow';
  const types = isRoot ? jointTypes.filter(({ value }) => value === 'fixed' || value === 'free') : jointTypes;
  return (
    <Section title="Joint" remember="joint" tip="How the segment moves relative to its parent, and how far.">
      <Field label="Type">
        <Select label="Joint type" value={joint.type} choices={types} onChange={(type) => set(withType(joint, type))} />
      </Field>
      {joint.name !== segment.name && (
        <Field label="Joint name">
          <TextField
            label="Joint name"
            value={joint.name}
            onCommit={(name) => store.ask('segment-set', { segment: segment.name, joint: { ...joint, name } })}
          />
        </Field>
      )}
      {hasAxis && (
        <Field label="Axis" tip="In the joint’s frame; any nonzero length.">
          <Vector
            label="Axis"
            value={joint.axis ?? [0, 0, 1]}
            unit=""
            onChange={(axis, gesture) => nonZero(axis) && set({ ...joint, axis }, gesture)}
          />
        </Field>
      )}
      {joint.type === 'elbow' && (
        <Field label="Twist axis">
          <Vector
            label="Twist axis"
            value={joint.twist_axis ?? [1, 0, 0]}
            unit=""
            onChange={(axis, gesture) => nonZero(axis) && set({ ...joint, twist_axis: axis }, gesture)}
          />
        </Field>
      )}
      <SwingLimit segment={segment} set={set} />
      {limitFields(joint).map((field) => (
        <RangeEditor key={field.words} field={field} set={set} />
      ))}
      <TwistLimit store={store} segment={segment} set={set} />
      {segment.coordinates.length > 0 && (
        <Field
          label="Cost"
          tip="Of moving this joint. Dear joints move when cheap ones do not suffice; the solver panel and tasks may say otherwise."
        >
          <NumberField
            label="Cost"
            unit=""
            min={0.001}
            max={1e6}
            step={0.5}
            value={joint.cost ?? 1}
            onChange={(cost, gesture) => set({ ...joint, cost }, gesture)}
          />
        </Field>
      )}
      {joint.inverted && <p class="hint">Reversed: the figure’s root is beyond this joint.</p>}
    </Section>
  );
}

const nonZero = (axis: Vec3) => axis.some((x) => x !== 0);

function SwingLimit({ segment, set }: { segment: SegmentInfo; set: (joint: JointJson, gesture?: number) => void }) {
  const { joint } = segment;
  if (joint.type !== 'swing' && joint.type !== 'ball') return null;
  if (!joint.swing) {
    if (joint.type === 'swing' && joint.ranges) return null;
    return (
      <Field label="Swing">
        <Button onClick={() => set({ ...joint, swing: { ellipse: [1, 1] } })}>Add a limit</Button>
      </Field>
    );
  }
  if (!('ellipse' in joint.swing)) return <Outlines segment={segment} set={set} />;
  const [x, y] = joint.swing.ellipse;
  return (
    <>
      <Field label="Swing" tip="Half axes of the ellipse of allowed directions.">
        <div class="pair">
          <NumberField
            label="Swing limit x"
            value={x}
            unit="deg"
            min={0.001}
            max={3.14}
            onChange={(value, gesture) => set({ ...joint, swing: { ellipse: [value, y] } }, gesture)}
          />
          <NumberField
            label="Swing limit y"
            value={y}
            unit="deg"
            min={0.001}
            max={3.14}
            onChange={(value, gesture) => set({ ...joint, swing: { ellipse: [x, value] } }, gesture)}
          />
        </div>
      </Field>
      <Field label="">
        <Button
          kind="quiet"
          tip="Corners on the sphere, which can be dragged in the viewport."
          onClick={() => set({ ...joint, swing: { polygon: outlineOfEllipse([x, y]) } })}
        >
          Make it an outline
        </Button>
      </Field>
    </>
  );
}

// Outlines on the sphere: corners are dragged in the viewport; here they are added and removed. The directions inside all
// outlines are allowed: the first encloses them, the others are holes.
function Outlines({ segment, set }: { segment: SegmentInfo; set: (joint: JointJson, gesture?: number) => void }) {
  const { joint } = segment,
    outlines = outlinesOf(joint.swing);
  const change = (next: Vec3[][]) => set({ ...joint, swing: withOutlines(next) });
  return (
    <div
      class="outlines-field"
      role="group"
      aria-label="Swing"
      title="Drag the corners in the viewport; drag the middle of an edge for a new corner, and a corner onto its neighbour to remove it."
    >
      <span class="label">Swing</span>
      <div class="outlines">
        {outlines.map((corners, k) => (
          <div class="outline" key={k} role="group" aria-label={k === 0 ? 'Outline' : `Hole ${k}`}>
            <span>
              {k === 0 ? 'Outline' : `Hole ${k}`}, {corners.length} corners
            </span>
            <IconButton icon="plus" label="Add a corner" onClick={() => change(withNewCorner(outlines, k, longestEdge(corners)))} />
            <IconButton
              icon="minus"
              label="Remove a corner"
              disabled={corners.length <= 3}
              onClick={() => change(withoutCorner(outlines, k, corners.length - 1) ?? outlines)}
            />
            <IconButton
              icon="trash"
              label={k === 0 ? 'Remove the outline' : 'Remove the hole'}
              onClick={() => (outlines.length === 1 ? set(withoutSwing(joint)) : change(outlines.filter((_, j) => j !== k)))}
            />
          </div>
        ))}
        <Button
          kind="quiet"
          icon="plus"
          tip="Directions inside a hole are not allowed."
          onClick={() => change([...outlines, holeAround(middleOf(outlines[0]!))])}
        >
          Add a hole
        </Button>
        <Button kind="quiet" onClick={() => set({ ...joint, swing: { ellipse: swingRadii(segment) } })}>
          Make it an ellipse
        </Button>
      </div>
    </div>
  );
}
const withoutSwing = ({ swing: _, ...joint }: JointJson): JointJson => joint;
const middleOf = (corners: Vec3[]): Vec3 =>
  unit(corners.reduce<Vec3>((sum, corner) => [sum[0] + corner[0], sum[1] + corner[1], sum[2] + corner[2]], [0, 0, 0]));

function RangeEditor({ field, set }: { field: LimitField; set: (joint: JointJson, gesture?: number) => void }) {
  const [min, max] = (field.range ?? [null, null]) as [number | null, number | null];
  const unit = field.length ? 'cm' : 'deg';
  const change = (range: Range, gesture?: number) => set(field.set(range), gesture);
  return (
    <Field label={`Limits: ${field.words}`} tip="Minimum and maximum. An empty field means no limit.">
      <div class="pair">
        <NumberField
          label={`Minimum ${field.words}`}
          value={min}
          unit={unit}
          max={max ?? undefined}
          onChange={(value, gesture) => change([value, max], gesture)}
          onClear={() => change(rangeOf(null, max))}
        />
        <NumberField
          label={`Maximum ${field.words}`}
          value={max}
          unit={unit}
          min={min ?? undefined}
          onChange={(value, gesture) => change([min, value], gesture)}
          onClear={() => change(rangeOf(min, null))}
        />
      </div>
    </Field>
  );
}
