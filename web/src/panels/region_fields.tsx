// The fields of tasks with a volume: a region or an ellipsoid.

import type { TaskJson } from '../protocol/messages';
import type { Store } from '../state/store';
import type { Task } from '../state/task_list';
import { PlaceField } from './place_field';
import type { EditTask } from './task_actions';
import { VectorField } from './vector_field';
import { Field, NumberField, Select } from './widgets';

type Inside = NonNullable<TaskJson['inside']>;
const firstInside: Record<Inside['shape'], Inside> = {
  box: { shape: 'box', size: [0.4, 0.4, 0.4] },
  sphere: { shape: 'sphere', radius: 0.2 },
  'half-space': { shape: 'half-space', normal: [0, 0, 1], offset: 0 },
};
const shapes = [
  { value: 'box', words: 'Box' },
  { value: 'sphere', words: 'Ball' },
  { value: 'half-space', words: 'Half-space' },
] as const;
const sides = [
  { value: 'on', words: 'On its surface' },
  { value: 'inside', words: 'Inside' },
  { value: 'outside', words: 'Outside' },
] as const;

export function RegionFields({ store, task, edit }: { store: Store; task: Task; edit: EditTask }) {
  if (task.type === 'on-ellipsoid') {
    return (
      <>
        <Field label="Centre">
          <PlaceField
            store={store}
            label="Centre"
            value={task.center}
            world="fixed"
            pickWords="Click the new centre"
            onChange={(center) => edit({ center })}
          />
        </Field>
        <VectorField
          label="Half axes"
          unit="m"
          min={1e-4}
          value={task.radii ?? [0.1, 0.1, 0.1]}
          onChange={(radii, gesture) => edit({ radii }, gesture)}
        />
        <Field label="Side">
          <Select label="Side" value={task.side ?? 'on'} choices={sides} onChange={(side) => edit({ side })} />
        </Field>
      </>
    );
  }
  const inside = task.inside ?? firstInside.sphere;
  return (
    <>
      <Field label="Inside">
        <Select label="Inside" value={inside.shape} choices={shapes} onChange={(shape) => edit({ inside: firstInside[shape] })} />
      </Field>
      {inside.shape === 'box' && (
        <VectorField
          label="Size"
          unit="m"
          min={1e-4}
          value={inside.size}
          onChange={(size, gesture) => edit({ inside: { ...inside, size } }, gesture)}
        />
      )}
      {inside.shape === 'sphere' && (
        <Field label="Radius">
          <NumberField
            label="Radius"
            unit="m"
            min={1e-4}
            value={inside.radius}
            onChange={(radius, gesture) => edit({ inside: { ...inside, radius } }, gesture)}
          />
        </Field>
      )}
      {inside.shape === 'half-space' && (
        <>
          <VectorField
            label="Normal"
            unit=""
            value={inside.normal}
            onChange={(normal, gesture) => edit({ inside: { ...inside, normal } }, gesture)}
          />
          <Field label="Offset" tip="The region is n · x ≤ offset, with n the normal.">
            <NumberField
              label="Offset"
              unit="m"
              value={inside.offset}
              onChange={(offset, gesture) => edit({ inside: { ...inside, offset } }, gesture)}
            />
          </Field>
        </>
      )}
    </>
  );
}
