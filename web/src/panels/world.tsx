// The obstacles of the world: a list, and the editor of the one that is selected.

import type { ObstacleJson } from '../protocol/messages';
import { addableShapes, movedTo, newObstacleName, roundSize, shapePosition } from '../state/shape_numbers';
import type { Shell } from '../state/shell';
import { ShapeFields } from './shape_editor';
import { Vector } from './vector_field';
import { Field, Icon, IconButton, openMenu, Section, TextField } from './widgets';

export function WorldList({ shell }: { shell: Shell }) {
  const { store } = shell;
  const world = store.scene.value?.world ?? [];
  const selected = store.selection.value, hovered = store.hover.value;
  const add = (event: { currentTarget: HTMLButtonElement }) =>
    openMenu('Add an obstacle', event.currentTarget, addableShapes.map(({ words, make }) => ({
      words,
      action: () => {
        // Ahead of the figure, where it is seen and can be reached.
        const reach = store.figure.value?.reach ?? 1, ahead = roundSize(reach / 2);
        const shape = make(roundSize(reach / 6));
        const name = newObstacleName(world, shape.shape);
        const placed: ObstacleJson = { name, ...movedTo(shape, [ahead, 0, ahead]) };
        void store.ask('world-set', { world: [...world, placed] }).then(
          () => (store.selection.value = { kind: 'obstacle', name }),
          (refusal: Error) => store.notify('refusal', refusal.message),
        );
      },
    })));
  return (
    <Section
      title="World" remember="world" open={false}
      actions={<IconButton icon="plus" label="Add obstacle" tip="Something for the figure to keep clear of." popup="menu" onClick={add} />}
    >
      {world.length === 0 && <p class="hint">No obstacles. Add one, and the figure has something to keep clear of.</p>}
      <ul class="obstacles">
        {world.map(({ name, shape }) => (
          <li key={name}>
            <button
              type="button" class={`obstacle-row ${hovered?.kind === 'obstacle' && hovered.name === name ? 'hovered' : ''}`}
              aria-pressed={selected?.kind === 'obstacle' && selected.name === name}
              onClick={() => (store.selection.value = { kind: 'obstacle', name })}
              onPointerEnter={() => (store.hover.value = { kind: 'obstacle', name })} onPointerLeave={() => (store.hover.value = null)}
            >
              <Icon name="cube" />
              <span class="row-name">{name}</span>
              <span class="row-words" aria-hidden="true">{shape}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function ObstacleEditor({ shell, name }: { shell: Shell; name: string }) {
  const { store } = shell;
  const world = store.scene.value?.world ?? [];
  const obstacle = world.find((each) => each.name === name);
  if (!obstacle) return null;
  const replaced = (changed: ObstacleJson) => world.map((each) => (each.name === name ? changed : each));
  const set = (changed: ObstacleJson, gesture?: number) => void store.send('world-set', { world: replaced(changed), ...(gesture ? { gesture } : {}) });
  const rename = async (newName: string) => {
    await store.ask('world-set', { world: replaced({ ...obstacle, name: newName }) });
    store.selection.value = { kind: 'obstacle', name: newName };
  };
  return (
    <>
      <div class="inspector-head">
        <TextField label="Name" value={name} onCommit={rename} />
        <IconButton
          icon="trash" label="Delete obstacle" keys="Delete" tip="Takes it out of the world."
          onClick={() => void store.send('world-set', { world: world.filter((each) => each.name !== name) })}
        />
      </div>
      <Section title="Obstacle" remember="obstacle">
        <Field label="Position, cm">
          <Vector label="Position" value={shapePosition(obstacle)} unit="cm" onChange={(position, gesture) => set(movedTo(obstacle, position), gesture)} />
        </Field>
        <ShapeFields shape={obstacle} label={obstacle.shape} onChange={set} />
      </Section>
    </>
  );
}
