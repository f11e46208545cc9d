// Every hinge and slide of the figure as a slider, by its name in the file, and in the file's units: radians and metres. How
// a robot is posed joint by joint.

import { signal } from '@preact/signals';
import type { FigureMessage, SegmentInfo } from '../protocol/messages';
import type { Store } from '../state/store';
import { useCoordinates } from './coordinates';
import { copyJoints, pasteJoints } from './joint_clipboard';
import { Button, Section, Segmented, SliderField } from './widgets';

type Units = 'file' | 'everyday';
const units = signal<Units>('file');

// Links of a chain are too many to be moved one by one.
export const jointRows = (figure: FigureMessage): SegmentInfo[] =>
  figure.segments.filter(({ chain, coordinates }) => chain === undefined && coordinates.length === 1);

export function JointList({ store }: { store: Store }) {
  const figure = store.figure.value;
  const rows = figure ? jointRows(figure) : [];
  if (rows.length === 0) return null;
  return (
    <Section
      title="Joints"
      remember="joint-list"
      open={false}
      tip="The values of all hinges and slides, by their names in the file. Tasks may change them again."
    >
      <Segmented
        label="Units"
        value={units.value}
        choices={[
          { value: 'file', words: 'rad, m' },
          { value: 'everyday', words: '°, cm' },
        ]}
        onChange={(chosen) => (units.value = chosen)}
      />
      <div class="joint-list">
        {rows.map((segment) => (
          <JointRow key={segment.name} store={store} segment={segment} units={units.value} />
        ))}
      </div>
      <div class="pair">
        <Button kind="quiet" onClick={() => void copyJoints(store, 'json')}>
          Copy as JSON
        </Button>
        <Button kind="quiet" onClick={() => void copyJoints(store, 'csv')}>
          as CSV
        </Button>
        <Button kind="quiet" onClick={() => void pasteJoints(store)}>
          Paste
        </Button>
      </div>
    </Section>
  );
}

function JointRow({ store, segment, units }: { store: Store; segment: SegmentInfo; units: Units }) {
  const [value = 0] = useCoordinates(store, segment);
  const { min, max, length } = segment.coordinates[0]!;
  const far = Math.max(length ? 1 : Math.PI, Math.abs(value)); // range without a limit
  return (
    <SliderField
      label={segment.joint.name}
      unit={units === 'file' ? (length ? 'm' : 'rad') : length ? 'cm' : 'deg'}
      value={value}
      min={min ?? -far}
      max={max ?? far}
      open={min === null || max === null}
      onChange={(changed, gesture) => void store.send('joint-set', { segment: segment.name, values: [changed], gesture })}
    />
  );
}
