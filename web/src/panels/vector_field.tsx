// Three numbers side by side.

import type { Vec3 } from '../protocol/messages';
import type { Unit } from '../state/quantities';
import { NumberField } from './widgets';

export interface VectorProps {
  label: string;
  value: Vec3;
  unit: Unit;
  min?: number;
  onChange: (value: Vec3, gesture?: number) => void;
}

export const Vector = ({ label, value, unit, min, onChange }: VectorProps) => (
  <div class="triple" role="group" aria-label={label}>
    {(['x', 'y', 'z'] as const).map((axis, i) => (
      <NumberField
        key={axis}
        label={`${label} ${axis}`}
        value={value[i]!}
        unit={unit}
        min={min}
        bare
        onChange={(changed, gesture) => onChange(value.map((old, k) => (k === i ? changed : old)) as Vec3, gesture)}
      />
    ))}
  </div>
);
