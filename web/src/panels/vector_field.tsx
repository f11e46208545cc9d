// Three numbers side by side, alone or with a label.

import type { Vec3 } from '../protocol/messages';
import type { Unit } from '../state/quantities';
import { NumberField } from './widgets';

export interface VectorProps {
  label: string;
  value: Vec3;
  unit: Unit;
  tip?: string;
  min?: number;
  withUnits?: boolean; // shows the unit after each number
  onChange: (value: Vec3, gesture?: number) => void;
}

export const Vector = ({ label, value, unit, tip, min, withUnits = false, onChange }: VectorProps) => (
  <div class="triple" role="group" aria-label={label}>
    {(['x', 'y', 'z'] as const).map((axis, i) => (
      <NumberField
        key={axis}
        label={`${label} ${axis}`}
        value={value[i]!}
        unit={unit}
        min={min}
        tip={tip}
        bare={!withUnits}
        onChange={(changed, gesture) => onChange(value.map((old, k) => (k === i ? changed : old)) as Vec3, gesture)}
      />
    ))}
  </div>
);

export const VectorField = (props: VectorProps & { unit: 'm' | 'deg' | '' }) => (
  <div class="vector-field">
    <span class="label" title={props.tip}>
      {props.label}
      {props.unit && `, ${props.unit === 'deg' ? '°' : props.unit}`}
    </span>
    <Vector {...props} />
  </div>
);
