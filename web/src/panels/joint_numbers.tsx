// Numbers of joints: rows of a pattern and a number; later rows override earlier ones.

import type { Unit } from '../state/quantities';
import type { Store } from '../state/store';
import { countWords, jointNames, PatternInput } from './joint_patterns';
import { IconButton, NumberField } from './widgets';

export type JointNumbers = readonly (readonly [pattern: string, value: number])[];

interface JointNumbersProps {
  store: Store;
  label: string; // of a number: "Cost"
  addLabel: string;
  unit?: Unit;
  numbers: JointNumbers;
  min: number;
  first: number; // of a row that is added
  onChange: (numbers: JointNumbers, gesture?: number) => void;
}

export function JointNumberRows({ store, label, addLabel, unit = '', numbers, min, first, onChange }: JointNumbersProps) {
  const joints = jointNames(store);
  const replaced = (i: number, row: readonly [string, number]) => numbers.map((old, j) => (i === j ? row : old));
  return (
    <>
      {numbers.map(([pattern, value], i) => (
        <div class="recruitment-row" key={i} role="group" aria-label={pattern}>
          <PatternInput
            store={store}
            label="Joints"
            value={pattern}
            onCommit={(renamed) => renamed !== '' && onChange(replaced(i, [renamed, value]))}
          />
          <NumberField
            label={label}
            unit={unit}
            min={min}
            max={1e6}
            step={unit === 'deg' ? undefined : 0.5}
            value={value}
            onChange={(changed, gesture) => onChange(replaced(i, [pattern, changed]), gesture)}
          />
          <IconButton icon="close" label={`Remove ${pattern}`} onClick={() => onChange(numbers.filter((_, j) => i !== j))} />
          <span class="hint">{countWords(pattern, joints)}</span>
        </div>
      ))}
      <PatternInput
        store={store}
        label={addLabel}
        placeholder="Add joints: spine*"
        onCommit={(pattern) => pattern !== '' && onChange([...numbers, [pattern, first]])}
      />
    </>
  );
}
