// Strengths of joints: rows of a pattern and a number, or by axis, angle and direction; later rows override earlier ones.

import type { StrengthJson } from '../protocol/messages';
import type { Store } from '../state/store';
import {
  axesOfPattern,
  everyWay,
  isByDirection,
  tablesOf,
  withAngleAdded,
  withEntry,
  withTables,
  type StrengthTable,
} from '../state/strengths';
import { countWords, jointNames, PatternInput } from './joint_patterns';
import { IconButton, NumberField } from './widgets';

const firstStrength = 100; // [N m]

export function StrengthRows({ store }: { store: Store }) {
  const strengths = store.scene.value?.strengths ?? [];
  const send = (changed: StrengthJson[], gesture?: number) =>
    void store.send('strengths-set', { strengths: changed, ...(gesture ? { gesture } : {}) });
  const replace = (i: number, row: StrengthJson, gesture?: number) =>
    send(
      strengths.map((old, j) => (i === j ? row : old)),
      gesture,
    );
  return (
    <div class="recruitment">
      {strengths.map((strength, i) => (
        <StrengthRow
          key={i}
          store={store}
          strength={strength}
          onChange={(row, gesture) => replace(i, row, gesture)}
          onRemove={() => send(strengths.filter((_, j) => i !== j))}
        />
      ))}
      <PatternInput
        store={store}
        label="Add joints with a strength"
        placeholder="Add joints: spine*"
        onCommit={(joints) => joints !== '' && send([...strengths, { joints, torque: firstStrength }])}
      />
    </div>
  );
}

interface StrengthRowProps {
  store: Store;
  strength: StrengthJson;
  onChange: (strength: StrengthJson, gesture?: number) => void;
  onRemove: () => void;
}

function StrengthRow({ store, strength, onChange, onRemove }: StrengthRowProps) {
  const { joints } = strength;
  const axes = axesOfPattern(joints, store.figure.value?.segments ?? []);
  const byDirection = isByDirection(strength);
  const tables = tablesOf(strength, axes.length);
  return (
    <div class="strength-row" role="group" aria-label={joints}>
      <PatternInput
        store={store}
        label="Joints"
        value={joints}
        onCommit={(renamed) => renamed !== '' && onChange({ ...strength, joints: renamed })}
      />
      {byDirection ? (
        <span class="hint">by angle</span>
      ) : (
        <NumberField
          label="Strength in N m"
          unit=""
          min={0.01}
          max={1e6}
          step={0.5}
          value={strength.torque ?? firstStrength}
          onChange={(torque, gesture) => onChange({ joints, torque }, gesture)}
        />
      )}
      <IconButton
        icon="chart"
        label="By axis, angle and direction"
        pressed={byDirection}
        onClick={() => onChange(byDirection ? everyWay(strength) : withTables(joints, tables))}
      />
      <IconButton icon="close" label={`Remove ${joints}`} onClick={onRemove} />
      <span class="strength-count">{countWords(joints, jointNames(store))}</span>
      {byDirection &&
        tables.map((table, k) => (
          <AxisTable
            key={k}
            name={axes[k] ?? ''}
            table={table}
            onChange={(changed, gesture) =>
              onChange(
                withTables(
                  joints,
                  tables.map((old, j) => (j === k ? changed : old)),
                ),
                gesture,
              )
            }
          />
        ))}
    </div>
  );
}

interface AxisTableProps {
  name: string;
  table: StrengthTable;
  onChange: (table: StrengthTable, gesture?: number) => void;
}

// What it can do towards larger and towards smaller angles; straight lines between the angles.
function AxisTable({ name, table, onChange }: AxisTableProps) {
  const several = table.length > 1;
  return (
    <div class="strength-axis" role="group" aria-label={name || 'Strength by angle'}>
      <span class="strength-axis-head">{name}</span>
      <span class="hint">forwards</span>
      <span class="hint">back</span>
      <IconButton icon="plus" label="Add an angle" onClick={() => onChange(withAngleAdded(table))} />
      {table.map((entry, i) => (
        <>
          {several ? (
            <NumberField
              label="At the angle"
              unit="deg"
              value={entry.angle}
              onChange={(angle, gesture) => onChange(withEntry(table, i, { ...entry, angle }), gesture)}
            />
          ) : (
            <span class="hint">at every angle</span>
          )}
          {(['positive', 'negative'] as const).map((way) => (
            <NumberField
              key={way}
              label={way === 'positive' ? 'Towards larger angles, N m' : 'Towards smaller angles, N m'}
              unit=""
              min={0.01}
              max={1e6}
              step={0.5}
              value={entry[way]}
              onChange={(torque, gesture) => onChange(withEntry(table, i, { ...entry, [way]: torque }), gesture)}
            />
          ))}
          {several ? (
            <IconButton icon="close" label="Remove this angle" onClick={() => onChange(table.filter((_, j) => i !== j))} />
          ) : (
            <span />
          )}
        </>
      ))}
    </div>
  );
}
