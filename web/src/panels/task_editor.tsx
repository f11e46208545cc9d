// The editor of a task; its fields depend on the kind of task.

import type { ComponentChildren } from 'preact';
import type { TaskType, Vec3 } from '../protocol/messages';
import type { Store } from '../state/store';
import { kinds, withType } from '../state/task_kinds';
import { priorityOf, withPriority, type Task } from '../state/task_list';
import { AxesField } from './axes_field';
import { GoalPathFields } from './goal_path';
import { JointNumberRows } from './joint_numbers';
import { JointSubset, jointNames } from './joint_patterns';
import { PlaceField } from './place_field';
import { LoadTaskFields } from './load_task_fields';
import { RegionFields } from './region_fields';
import { askSetTask, nameOf, nowOf, removeTask, setOrder, setTask, type EditTask } from './task_actions';
import { goalHere } from './task_menu';
import { VectorField } from './vector_field';
import { Button, Field, NumberField, Select, TextField } from './widgets';

const loadTasks = { balance: 1, 'support-share': 1, 'joint-strength': 1, inertia: 1 };

const typeChoices = (Object.keys(kinds) as TaskType[])
  .filter((type) => type !== 'drag')
  .map((type) => ({ value: type, words: kinds[type].label }));

export function TaskEditor({ store, task }: { store: Store; task: Task }) {
  const kind = kinds[task.type];
  const edit: EditTask = (change, gesture) => setTask(store, task, change, gesture);
  const changeType = (type: TaskType) => {
    const now = nowOf(store);
    const { number, ...json } = task;
    if (now) void store.send('task-set', { number, task: withType(json, type, now) });
  };
  return (
    <div class="task-editor">
      <Field label="Name">
        <TextField label="Name" value={nameOf(task)} onCommit={(name) => askSetTask(store, task, { name })} />
      </Field>
      {task.type !== 'drag' && (
        <Field label="Type" tip={kind.words}>
          <Select label="Type" value={task.type} choices={typeChoices} onChange={changeType} tip={kind.words} />
        </Field>
      )}
      <WhatFields store={store} task={task} edit={edit} />
      <GoalPathFields store={store} task={task} />
      <div class="editor-line" />
      <Field label="Priority" tip="1 is the highest. Lower priorities never disturb higher ones.">
        <NumberField
          label="Priority"
          unit=""
          decimals={0}
          min={1}
          max={1000}
          step={1}
          value={priorityOf(task)}
          onChange={(priority) => setOrder(store, withPriority(store.scene.value?.tasks ?? [], task.number, Math.round(priority)))}
        />
      </Field>
      <Field label="Weight" tip="Relative to other tasks of the same priority.">
        <NumberField label="Weight" unit="" min={0} value={task.weight ?? 1} onChange={(weight, gesture) => edit({ weight }, gesture)} />
      </Field>
      <Field label="Tolerance" tip="The largest error that counts as reached.">
        <NumberField
          label="Tolerance"
          unit={kind.unit === 'm' ? 'mm' : 'deg'}
          decimals={kind.unit === 'm' ? 2 : 3}
          min={1e-9}
          step={kind.unit === 'm' ? 1e-4 : 1e-3}
          value={task.tolerance ?? 1e-4}
          onChange={(tolerance, gesture) => edit({ tolerance }, gesture)}
        />
      </Field>
      <Field label="Joints" tip="The joints that may move for this task; * matches any characters.">
        <JointSubset store={store} value={task.joints} onChange={(joints) => edit({ joints })} />
      </Field>
      <Field label="Costs" tip="What moving joints costs while this task is on, in place of what the figure and the solver panel say.">
        <div class="recruitment">
          <JointNumberRows
            store={store}
            label="Cost"
            addLabel="Add joints with a cost for this task"
            numbers={Object.entries(task.costs ?? {})}
            min={0.001}
            first={5}
            onChange={(next, gesture) => edit({ costs: next.length === 0 ? undefined : Object.fromEntries(next) }, gesture)}
          />
        </div>
      </Field>
      <div class="editor-foot">
        <Button kind="danger" icon="trash" onClick={() => void removeTask(store, task)} keys="Del" tip="Undo restores it.">
          Delete task
        </Button>
      </div>
    </div>
  );
}

// Places, target and axes.
function WhatFields({ store, task, edit }: { store: Store; task: Task; edit: EditTask }) {
  const kind = kinds[task.type];
  const position = (value: Vec3 | undefined): Vec3 => value ?? [0, 0, 0];
  const rows: ComponentChildren[] = [];
  if (kind.place) {
    const key = kind.place;
    rows.push(
      <Field label={kind.second ? 'First' : 'Point'}>
        <PlaceField
          store={store}
          label={kind.second ? 'First place' : 'Point'}
          value={task[key]}
          pickWords="Click a point of the body"
          onChange={(place) => edit({ [key]: place })}
        />
      </Field>,
    );
  }
  if (kind.second) {
    rows.push(
      <Field label="Second">
        <PlaceField
          store={store}
          label="Second place"
          value={task.second}
          world="fixed"
          pickWords="Click the second point"
          onChange={(second) => edit({ second })}
        />
      </Field>,
    );
  }
  if (task.type === 'joint-value') rows.push(<JointValueFields store={store} task={task} edit={edit} />);
  if (kind.target === 'point' || kind.target === 'rotation') {
    const angles = kind.target === 'rotation';
    rows.push(
      <VectorField
        label={angles ? 'Rotation' : 'Target'}
        unit={angles ? 'deg' : 'm'}
        value={position(task.target as Vec3)}
        tip={angles ? 'A rotation vector: the axis times the angle.' : 'Drag a number, or move the goal in the viewport.'}
        onChange={(target, gesture) => edit({ target }, gesture)}
      />,
    );
    if (task.in === undefined) {
      rows.push(
        <Field label="">
          <Button kind="quiet" icon="pin" onClick={() => goalHere(store, task)} tip="Sets the target to the present state; nothing moves.">
            Set to current
          </Button>
        </Field>,
      );
    }
  }
  if (task.type === 'relative-position') {
    rows.push(
      <VectorField
        label="Offset"
        unit="m"
        value={position(task.offset)}
        tip="In the frame of the second place."
        onChange={(offset, gesture) => edit({ offset }, gesture)}
      />,
    );
  }
  if (task.type === 'relative-orientation') {
    rows.push(
      <VectorField
        label="Rotation"
        unit="deg"
        value={position(task.target as Vec3 | undefined)}
        onChange={(target, gesture) => edit({ target }, gesture)}
      />,
    );
  }
  if (task.type === 'look-at') {
    rows.push(
      <VectorField
        label="Gaze"
        unit=""
        value={task.gaze ?? [0, 0, 1]}
        tip="The viewing direction, in the frame’s own axes."
        onChange={(gaze, gesture) => edit({ gaze }, gesture)}
      />,
    );
  }
  if (task.type === 'region' || task.type === 'on-ellipsoid') rows.push(<RegionFields store={store} task={task} edit={edit} />);
  if (task.type in loadTasks) rows.push(<LoadTaskFields store={store} task={task} edit={edit} />);
  if (kind.axes) rows.push(<AxesField axes={task.axes ?? kind.axes} onChange={(axes) => edit({ axes })} />);
  if (kind.in) {
    rows.push(
      <Field label="Measured in" tip="The frame in which the target is given. It may move with the figure.">
        <PlaceField
          store={store}
          label="Measured in"
          value={task.in}
          world="itself"
          pickWords="Click the part that the target should move with"
          onChange={(place) => edit({ in: place })}
        />
      </Field>,
    );
  }
  return <>{rows}</>;
}

function JointValueFields({ store, task, edit }: { store: Store; task: Task; edit: EditTask }) {
  const segment = store.figure.value?.segments.find((each) => each.joint.name === task.joint);
  const coordinate = segment?.coordinates[task.coordinate ?? 0];
  return (
    <>
      <Field label="Joint">
        <Select label="Joint" value={task.joint ?? ''} choices={jointNames(store)} onChange={(joint) => edit({ joint, coordinate: 0 })} />
      </Field>
      {segment && segment.coordinates.length > 1 && (
        <Field label="Value">
          <Select
            label="Value"
            value={String(task.coordinate ?? 0)}
            choices={segment.coordinates.map((each, i) => ({ value: String(i), words: each.name }))}
            onChange={(value) => edit({ coordinate: Number(value) })}
          />
        </Field>
      )}
      <Field label="Target">
        <NumberField
          label="Target"
          unit={coordinate?.length ? 'm' : 'deg'}
          value={typeof task.target === 'number' ? task.target : 0}
          onChange={(target, gesture) => edit({ target }, gesture)}
        />
      </Field>
    </>
  );
}
