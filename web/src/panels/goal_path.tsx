// How the target of a task moves in time: its path, and drawing one by hand.

import type { PathPoint } from '../protocol/messages';
import { pathOf } from '../state/goal_paths';
import type { Store } from '../state/store';
import type { Task } from '../state/task_list';
import { PathFields } from './path_fields';
import { Button, Field } from './widgets';

const mayMove: ReadonlySet<Task['type']> = new Set(['reach', 'orient', 'look-at', 'center-of-mass', 'joint-value']);
const drawable: ReadonlySet<Task['type']> = new Set(['reach', 'look-at', 'center-of-mass']);

export function GoalPathFields({ store, task }: { store: Store; task: Task }) {
  if (!mayMove.has(task.type)) return null;
  return (
    <>
      <PathFields
        store={store}
        path={pathOf(store.scene.value, task.number)?.path ?? null}
        start={(task.target as PathPoint | undefined) ?? (task.type === 'joint-value' ? 0 : [0, 0, 0])}
        turns={task.type === 'orient'}
        keysInView={drawable.has(task.type)}
        tip="How the target moves while goals run (below, in the timeline)."
        set={(path, gesture) => void store.send('goal-path-set', { number: task.number, path, ...(gesture ? { gesture } : {}) })}
      />
      {drawable.has(task.type) && (
        <Field label="">
          <Button
            kind="quiet"
            icon="edit"
            tip="Then drag the goal in the viewport as it should move."
            onClick={() => (store.mode.value = { kind: 'draw-path', task: task.number, words: 'Drag the goal as it should move' })}
          >
            Draw path
          </Button>
        </Field>
      )}
    </>
  );
}
