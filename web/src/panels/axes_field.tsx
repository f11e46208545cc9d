// The axes that count for a task or a criterion.

import type { Axes } from '../protocol/messages';
import { withAxis } from '../state/task_list';
import { Field } from './widgets';

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
