// The editor of the selected obstacle or group.

import { useEffect, useRef } from 'preact/hooks';
import type { Commands } from '../protocol/commands';
import type { ObstacleJson, ShapeJson, Vec3 } from '../protocol/messages';
import { obstaclePathOf } from '../state/goal_paths';
import { middleOf, treeNamed, type ObstacleRow } from '../state/obstacle_list';
import { kindWords } from '../state/shape_kinds';
import { colorText, shapeMiddle, shapeNumbers, withMiddleAt } from '../state/shape_numbers';
import type { Shell } from '../state/shell';
import type { Store } from '../state/store';
import { duplicateObstacle, removeObstacle } from './obstacle_actions';
import { PathFields } from './path_fields';
import { TreeEditor } from './tree_editor';
import { Vector } from './vector_field';
import { Field, IconButton, NumberField, Section, TextField, Toggle } from './widgets';

const zero: Vec3 = [0, 0, 0];

export function ObstacleEditor({ shell, row }: { shell: Shell; row: ObstacleRow }) {
  const { store } = shell;
  const { name, members } = row;
  const [first] = members;
  const box = useRef<HTMLDivElement>(null);
  const wanted = shell.editorWanted.value;
  useEffect(() => {
    if (!wanted) return;
    shell.editorWanted.value = null;
    const field = box.current?.querySelector<HTMLInputElement>('input[type=text]');
    field?.focus();
    field?.select();
  }, [wanted]);
  if (!first) return null;
  const set = (part: Omit<Commands['obstacle-set'], 'obstacle'>) => void store.send('obstacle-set', { obstacle: name, ...part });
  const rename = (to: string) => store.rename({ kind: 'obstacle', name: to }, store.ask('obstacle-set', { obstacle: name, name: to }));
  const tree = row.isGroup ? treeNamed(store.scene.value, name) : null;
  return (
    <div class="obstacle-editor" role="region" aria-label={`Obstacle ${name}`} ref={box}>
      <div class="inspector-head">
        <TextField label="Name" value={name} onCommit={rename} />
        <div class="head-buttons">
          <input
            type="color"
            class="swatch"
            aria-label="Colour"
            value={colorText(first.color)}
            onChange={(event) => set({ color: event.currentTarget.value })}
          />
          <IconButton icon="copy" label="Duplicate" keys="Ctrl+D" onClick={() => void duplicateObstacle(store, name)} />
          <IconButton
            icon="trash"
            label="Delete obstacle"
            keys="Delete"
            tip="Removes it from the world."
            onClick={() => removeObstacle(store, name)}
          />
        </div>
      </div>
      {row.isGroup ? <GroupPlace store={store} name={name} /> : <PlaceAndSize obstacle={first} set={set} />}
      <div class="section-body">
        <Toggle
          label="Solid"
          checked={first.solid !== false}
          tip="The figure avoids it. Off: drawn but not avoided, for example a ball to grasp."
          onChange={(solid) => set({ solid })}
        />
      </div>
      <Section
        title="Path"
        remember="obstacle-path"
        open={obstaclePathOf(store.scene.value, first.name) !== null}
        tip="How it moves while goals run (below, in the timeline)."
      >
        <PathFields
          store={store}
          path={obstaclePathOf(store.scene.value, first.name)?.path ?? null}
          start={(store.scene.value && middleOf(store.scene.value, name)) ?? zero}
          tip="It is displaced by what the path has moved since time 0."
          set={(path, gesture) => void store.send('obstacle-path-set', { obstacle: name, path, ...(gesture ? { gesture } : {}) })}
        />
      </Section>
      {tree && <TreeEditor key={name} store={store} name={name} tree={tree} />}
      <Section
        title="Velocity"
        remember="obstacle-velocity"
        open={(first.velocity ?? zero).some((x) => x !== 0)}
        tip="Its speed while “Let obstacles move” is on."
      >
        <Field label="m/s">
          <Vector
            label="Velocity"
            value={first.velocity ?? zero}
            unit="m"
            onChange={(velocity, gesture) => set({ velocity, ...(gesture ? { gesture } : {}) })}
          />
        </Field>
      </Section>
    </div>
  );
}

type SetShape = (part: { shape: ShapeJson; gesture?: number }) => void;

function PlaceAndSize({ obstacle, set }: { obstacle: ObstacleJson; set: SetShape }) {
  const { name: _, velocity: __, solid: ___, ...shape } = obstacle;
  const change = (changed: ShapeJson, gesture?: number) => set({ shape: changed, ...(gesture ? { gesture } : {}) });
  return (
    <Section title={kindWords[obstacle.shape]} remember="obstacle">
      {obstacle.shape === 'plane' ? (
        <>
          <Field label="Point, cm">
            <Vector
              label="Point"
              value={obstacle.point ?? zero}
              unit="cm"
              onChange={(point, gesture) => change({ ...shape, point } as ShapeJson, gesture)}
            />
          </Field>
          <Field label="Normal" tip="Points out of the solid; any nonzero length.">
            <Vector
              label="Normal"
              value={obstacle.normal ?? [0, 0, 1]}
              unit=""
              onChange={(normal, gesture) => change({ ...shape, normal } as ShapeJson, gesture)}
            />
          </Field>
        </>
      ) : (
        <Field label="Position, cm">
          <Vector
            label="Position"
            value={shapeMiddle(shape)}
            unit="cm"
            onChange={(middle, gesture) => change(withMiddleAt(shape, middle), gesture)}
          />
        </Field>
      )}
      {(obstacle.shape === 'box' || obstacle.shape === 'ellipsoid' || obstacle.shape === 'rectangle') && (
        <Field label="Rotation, °" tip="A rotation vector: the axis times the angle.">
          <Vector
            label="Rotation"
            value={obstacle.rotation ?? zero}
            unit="deg"
            onChange={(rotation, gesture) => change({ ...shape, rotation } as ShapeJson, gesture)}
          />
        </Field>
      )}
      {(obstacle.shape === 'capsule' || obstacle.shape === 'cylinder') && (
        <>
          <Field label="From, cm">
            <Vector label="From" value={obstacle.a} unit="cm" onChange={(a, gesture) => change({ ...shape, a } as ShapeJson, gesture)} />
          </Field>
          <Field label="To, cm">
            <Vector label="To" value={obstacle.b} unit="cm" onChange={(b, gesture) => change({ ...shape, b } as ShapeJson, gesture)} />
          </Field>
        </>
      )}
      {shapeNumbers(shape).map(({ words, value, min, set: put }) => (
        <Field key={words} label={words}>
          <NumberField label={words} value={value} unit="cm" min={min} onChange={(changed, gesture) => change(put(changed), gesture)} />
        </Field>
      ))}
      {obstacle.shape === 'convex' && <p class="hint">The convex hull of {obstacle.vertices.length} points.</p>}
    </Section>
  );
}

function GroupPlace({ store, name }: { store: Store; name: string }) {
  const scene = store.scene.value;
  const middle = scene && middleOf(scene, name);
  if (!middle) return null;
  const move = (to: Vec3, gesture?: number) =>
    void store.send('obstacle-move', {
      obstacle: name,
      by: { position: to.map((x, k) => x - middle[k]!) as Vec3 },
      ...(gesture ? { gesture } : {}),
    });
  return (
    <Section title="Group" remember="obstacle">
      <Field label="Position, cm">
        <Vector label="Position" value={middle} unit="cm" onChange={move} />
      </Field>
    </Section>
  );
}
