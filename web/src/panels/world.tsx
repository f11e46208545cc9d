// The world around the figure: its obstacles, the one that is selected, and how they are avoided.

import '../style/world.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { obstacleRows, treeNamed, type ObstacleRow } from '../state/obstacle_list';
import { worldShapes, type ShapeKind } from '../state/shape_kinds';
import { colorText } from '../state/shape_numbers';
import type { Shell } from '../state/shell';
import type { Store } from '../state/store';
import { AvoidancePanel } from './avoidance';
import { addObstacle, duplicateObstacle, removeObstacle } from './obstacle_actions';
import { ObstacleEditor } from './obstacle_editor';
import { NewTree } from './tree_editor';
import { Button, Icon, openMenu, Toggle, type IconName, type MenuEntry } from './widgets';

export function WorldPanel({ shell }: { shell: Shell }) {
  const { store } = shell;
  const [growing, setGrowing] = useState(false);
  const scene = store.scene.value, selected = store.selection.value;
  if (!scene) return null;
  const rows = obstacleRows(scene.world);
  const row = selected?.kind === 'obstacle' ? rows.find(({ name }) => name === selected.name) : undefined;
  return (
    <div class="world-panel">
      <div class="panel-head">
        <h2>{rows.length === 0 ? 'No obstacles' : rows.length === 1 ? 'One obstacle' : `${rows.length} obstacles`}</h2>
        <Button
          icon="plus" popup="menu" tip="Something the figure keeps clear of."
          onClick={(event) => openMenu('Add obstacle', event.currentTarget, addMenu(store, () => setGrowing(true)))}
        >
          Add obstacle
        </Button>
      </div>
      {rows.length === 0 && !growing && (
        <div class="empty">
          <Icon name="cube" />
          <strong>Nothing is in the way</strong>
          <span>Add a box or a tree, then drag it into the figure: it moves out of the way.</span>
        </div>
      )}
      <ObstacleList store={store} rows={rows} />
      {scene.world.some(({ velocity }) => velocity?.some((speed) => speed !== 0)) && (
        <div class="world-run">
          <Toggle
            label="Let obstacles move" checked={scene.world_moves} tip="Those with a velocity move on, and the figure gives way."
            onChange={(moves) => void store.send('world-run', { moves })}
          />
        </div>
      )}
      {growing && <NewTree store={store} onClose={() => setGrowing(false)} />}
      {row && !growing && <ObstacleEditor key={row.isGroup ? `group ${row.name}` : row.name} shell={shell} row={row} />}
      <AvoidancePanel store={store} />
    </div>
  );
}

export const kindIcons: Record<ShapeKind, IconName> = {
  sphere: 'sphere', box: 'box', capsule: 'rod', cylinder: 'cylinder', ellipsoid: 'ellipsoid', rectangle: 'sheet', plane: 'ground', convex: 'gem', mesh: 'cube',
};

const addMenu = (store: Store, grow: () => void): MenuEntry[] => [
  ...worldShapes.map((kind) => ({ words: kind.words, icon: kindIcons[kind.kind], note: kind.note, action: () => void addObstacle(store, kind) })),
  'line',
  { words: 'Tree…', icon: 'tree', note: 'Grown by a grammar; moved and deleted as one', action: grow },
];

// Arrow keys go through it, Delete removes.
function ObstacleList({ store, rows }: { store: Store; rows: readonly ObstacleRow[] }) {
  const selected = store.selection.value, hovered = store.hover.value, lit = store.lit.value;
  const chosen = selected?.kind === 'obstacle' ? selected.name : null;
  const stop = chosen !== null && rows.some(({ name }) => name === chosen) ? chosen : rows[0]?.name;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest' }), [chosen, rows.length]);
  const keyDown = (event: KeyboardEvent, at: number) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    const next = to === undefined ? undefined : rows[to];
    if (next) {
      store.selection.value = { kind: 'obstacle', name: next.name };
      (event.currentTarget as HTMLElement).closest('ul')?.querySelectorAll<HTMLElement>('button')[to!]?.focus();
    } else if (event.key === 'Delete' || event.key === 'Backspace') removeObstacle(store, rows[at]!.name);
    else if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ul class="obstacles" aria-label="Obstacles" ref={list}>
      {rows.map(({ name, words, members, isGroup }, at) => {
        const [first] = members;
        const blocks = lit.some((each) => each?.kind === 'obstacle' && (each.name === name || members.some((member) => member.name === each.name)));
        return (
          <li key={name}>
            <button
              type="button" class={`obstacle-row ${hovered?.kind === 'obstacle' && hovered.name === name ? 'hovered' : ''} ${blocks ? 'lit' : ''}`}
              aria-pressed={chosen === name} tabIndex={name === stop ? 0 : -1}
              onClick={() => (store.selection.value = { kind: 'obstacle', name })}
              onKeyDown={(event) => keyDown(event, at)}
              onContextMenu={(event) => {
                event.preventDefault();
                store.selection.value = { kind: 'obstacle', name };
                openMenu(name, event, obstacleMenu(store, name));
              }}
              onPointerEnter={() => (store.hover.value = { kind: 'obstacle', name })} onPointerLeave={() => (store.hover.value = null)}
            >
              <span class="dot" style={{ background: colorText(first?.color) }} />
              <Icon name={isGroup && treeNamed(store.scene.value, name) ? 'tree' : kindIcons[first!.shape]} />
              <span class="row-name">{name}</span>
              <span class="row-words">{blocks ? 'in the way' : words}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

export const obstacleMenu = (store: Store, name: string): MenuEntry[] => [
  { words: 'Duplicate', icon: 'copy', keys: 'Ctrl+D', action: () => void duplicateObstacle(store, name) },
  { words: 'Delete', icon: 'trash', keys: 'Delete', danger: true, action: () => removeObstacle(store, name) },
];
