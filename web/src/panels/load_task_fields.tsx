// The fields of tasks about weight, supports and strength.

import type { Vec3 } from '../protocol/messages';
import type { Store } from '../state/store';
import type { Task } from '../state/task_list';
import { jointNames } from './joint_patterns';
import type { EditTask } from './task_actions';
import { VectorField } from './vector_field';
import { Field, NumberField, Select } from './widgets';

export function LoadTaskFields({ store, task, edit }: { store: Store; task: Task; edit: EditTask }) {
  switch (task.type) {
    case 'balance':
      return (
        <Field label="Margin" tip="How far the centre of mass can still move, the worst way.">
          <NumberField label="Margin" unit="cm" value={task.margin ?? 0.02} onChange={(margin, gesture) => edit({ margin }, gesture)} />
        </Field>
      );
    case 'support-share':
      return (
        <>
          <Field label="Support">
            <Select
              label="Support"
              value={task.support ?? ''}
              choices={store.scene.value?.supports.map(({ name }) => name) ?? []}
              onChange={(support) => edit({ support })}
            />
          </Field>
          <Field label="Share" tip="The part of the load that it carries.">
            <NumberField
              label="Share"
              unit="%"
              min={0}
              max={1}
              value={task.share ?? 0.5}
              onChange={(share, gesture) => edit({ share }, gesture)}
            />
          </Field>
        </>
      );
    case 'joint-strength':
      return (
        <>
          <Field label="Joint">
            <Select
              label="Joint"
              value={task.joint ?? ''}
              choices={jointNames(store)}
              onChange={(joint) => edit({ joint, coordinate: 0 })}
            />
          </Field>
          <Field label="At most" tip="Of its strength.">
            <NumberField label="At most" unit="%" min={0.01} value={task.most ?? 1} onChange={(most, gesture) => edit({ most }, gesture)} />
          </Field>
        </>
      );
    case 'inertia':
      return (
        <>
          <VectorField
            label="Axis"
            unit=""
            value={task.axis ?? ([0, 0, 1] as Vec3)}
            tip="A direction in the world, through the centre of mass."
            onChange={(axis, gesture) => edit({ axis }, gesture)}
          />
          <Field label="Radius" tip="Where a ring of the same mass would have the same inertia.">
            <NumberField
              label="Radius"
              unit="cm"
              min={0}
              value={task.radius ?? 0}
              onChange={(radius, gesture) => edit({ radius }, gesture)}
            />
          </Field>
        </>
      );
    default:
      return null;
  }
}
