// Fields used by the editors of tasks and criteria.

import type { Axes, Vec3 } from '../protocol/messages';
import { withAxis } from '../state/task_list';
import { Field, NumberField } from './widgets';

export interface VectorFieldProps {
  label: string;
  unit: 'm' | 'deg' | '';
  value: Vec3;
  tip?: string;
  min?: number;
  onChange: (value: Vec3, gesture?: number) => void;
}

export function VectorField({ label, unit, value, tip, min, onChange }: VectorFieldProps) {
  return (
    <div class="vector-field" role="group" aria-label={label}>
      <span class="label" title={tip}>
        {label}
        {unit && `, ${unit === 'deg' ? '°' : unit}`}
      </span>
      <div class="triple">
        {(['x', 'y', 'z'] as const).map((axis, i) => (
          <NumberField
            key={axis}
            label={`${label} ${axis}`}
            unit={unit}
            value={value[i]!}
            min={min}
            tip={tip}
            bare
            onChange={(x, gesture) => onChange(value.map((old, j) => (i === j ? x : old)) as Vec3, gesture)}
          />
        ))}
      </div>
    </div>
  );
}

export function AxesField({ axes, onChange }: { axes: Axes; onChange: (axes: Axes) => void }) {
  return (
    <Field label="Axes" tip="The axes that count; at least one.">
      <div class="axes-field" role="group" aria-label="Axes that count">
        {(['x', 'y', 'z'] as const).map((axis) => (
          <button
            key={axis}
            type="button"
            class={`button axis-${axis}`}
            aria-pressed={axes.includes(axis)}
            aria-label={`Axis ${axis}`}
            onClick={() => withAxis(axes, axis) !== axes && onChange(withAxis(axes, axis))}
          >
            {axis}
          </button>
        ))}
      </div>
    </Field>
  );
}
