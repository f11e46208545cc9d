// The bar at the top: scene, files, undo, commands, view.

import { useState } from 'preact/hooks';
import { keysFor } from '../state/shortcuts';
import type { Shell } from '../state/shell';
import { runAction } from './actions';
import { ViewOptionsPanel } from './view_options';
import { Icon, IconButton, KeyWords, openMenu, Popover, tip } from './widgets';

export function TopBar({ shell }: { shell: Shell }) {
  return (
    <header class="top-bar">
      <div class="top-left">
        <Logo />
        <SceneTitle shell={shell} />
        <FileButtons shell={shell} />
      </div>
      <UndoButtons shell={shell} />
      <div class="top-right">
        <button
          type="button"
          class="palette-button"
          onClick={() => runAction('palette', shell)}
          {...tip('Find a command', 'Type a few letters of what you want to do.', keysFor('palette'))}
        >
          <Icon name="search" />
          <span class="palette-words">Find a command</span>
          <KeyWords keys="Ctrl+K" />
        </button>
        <GizmoButtons shell={shell} />
        <div class="group">
          <ViewButton shell={shell} />
          <IconButton
            icon="picture"
            label="Download a picture"
            tip="A PNG of the view, without the panels."
            keys={keysFor('export-picture')}
            onClick={() => runAction('export-picture', shell)}
          />
        </div>
        <DockButtons shell={shell} />
        <IconButton
          icon="help"
          label="Help"
          tip="Keyboard shortcuts and mouse actions."
          keys="?"
          onClick={() => runAction('help', shell)}
        />
      </div>
    </header>
  );
}

const Logo = () => (
  <h1 class="logo">
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path d="M6 8c9-2 14 2 13 8s-8 6-8 2 7-5 15 6" fill="none" stroke-width="3.2" stroke-linecap="round" />
    </svg>
    <span>Limber</span>
  </h1>
);

function SceneTitle({ shell }: { shell: Shell }) {
  const scene = shell.store.scene.value;
  const state = !scene ? 'connecting' : scene.saved ? 'saved' : scene.file ? 'unsaved changes' : 'not saved yet';
  return (
    <button
      type="button"
      class="scene-title"
      aria-haspopup="menu"
      aria-label={`Scene ${scene?.title ?? ''}, ${state}`}
      {...tip(scene?.title ?? 'Scene', `${scene?.file ?? 'No file yet'}: ${state}.`)}
      onClick={(event) => fileMenu(shell, event.currentTarget)}
    >
      <span class="name">{scene?.title ?? '…'}</span>
      {scene && !scene.saved && <span class="unsaved" />}
      <Icon name="chevron-down" />
    </button>
  );
}

function fileMenu(shell: Shell, anchor: Element): void {
  const run = (action: Parameters<typeof runAction>[0]) => () => runAction(action, shell);
  openMenu('Files', anchor, [
    { words: 'Open…', icon: 'folder', keys: keysFor('open'), action: run('open') },
    'line',
    { words: 'Save', icon: 'save', keys: keysFor('save'), action: run('save') },
    { words: 'Save as…', keys: keysFor('save-as'), action: run('save-as') },
    'line',
    { words: 'Download scene', icon: 'down', action: run('export-scene') },
    { words: 'Download figure', action: run('export-figure') },
    { words: 'Download picture', icon: 'picture', keys: keysFor('export-picture'), action: run('export-picture') },
  ]);
}

const FileButtons = ({ shell }: { shell: Shell }) => (
  <>
    <IconButton
      icon="folder"
      label="Open"
      tip="The gallery and your own scenes."
      keys={keysFor('open')}
      onClick={() => runAction('open', shell)}
    />
    <IconButton
      icon="save"
      label="Save"
      tip="Saves the scene in your folder."
      keys={keysFor('save')}
      onClick={() => runAction('save', shell)}
    />
  </>
);

function UndoButtons({ shell }: { shell: Shell }) {
  const scene = shell.store.scene.value;
  return (
    <div class="undo" role="group" aria-label="History">
      <IconButton
        icon="undo"
        label="Undo"
        keys={keysFor('undo')}
        disabled={!scene?.undo}
        tip={scene?.undo ? `Undoes: ${scene.undo}.` : 'Nothing to undo.'}
        onClick={() => runAction('undo', shell)}
      />
      <span class="undo-words" title={scene?.undo ?? undefined}>
        {scene?.undo ?? ''}
      </span>
      <IconButton
        icon="redo"
        label="Redo"
        keys={keysFor('redo')}
        disabled={!scene?.redo}
        tip={scene?.redo ? `Repeats: ${scene.redo}.` : 'Nothing to redo.'}
        onClick={() => runAction('redo', shell)}
      />
    </div>
  );
}

const gizmos = [
  { mode: 'move', icon: 'move', label: 'Move gizmo', tip: 'Arrows move the selected goal or obstacle.' },
  { mode: 'turn', icon: 'rotate', label: 'Turn gizmo', tip: 'Rings turn the selected goal or obstacle.' },
  { mode: 'size', icon: 'resize', label: 'Size gizmo', tip: 'Knobs resize the selected obstacle.' },
] as const;

function GizmoButtons({ shell }: { shell: Shell }) {
  return (
    <div class="group" role="group" aria-label="Gizmo">
      {gizmos.map(({ mode, icon, label, tip: words }) => (
        <IconButton
          key={mode}
          icon={icon}
          label={label}
          tip={words}
          keys={keysFor(`gizmo-${mode}`)}
          pressed={shell.store.gizmoMode.value === mode}
          onClick={() => runAction(`gizmo-${mode}`, shell)}
        />
      ))}
    </div>
  );
}

const docks = [
  { side: 'left', label: 'Skeleton panel', action: 'toggle-left' },
  { side: 'bottom', label: 'Timeline', action: 'toggle-time' },
  { side: 'right', label: 'Task panel', action: 'toggle-right' },
] as const;

function DockButtons({ shell }: { shell: Shell }) {
  return (
    <div class="group docks" role="group" aria-label="Panels">
      {docks.map(({ side, label, action }) => {
        const open = shell.layout.value[`${side}Open`];
        return (
          <IconButton
            key={side}
            icon={side}
            label={label}
            tip={open ? 'Hides it.' : 'Shows it.'}
            keys={keysFor(action)}
            pressed={open}
            onClick={() => runAction(action, shell)}
          />
        );
      })}
    </div>
  );
}

function ViewButton({ shell }: { shell: Shell }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        icon="eye"
        label="View options"
        tip="Chooses what is drawn besides the figure."
        popup="dialog"
        expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      />
      {anchor && (
        <Popover label="View options" anchor={anchor} onClose={() => setAnchor(null)}>
          <ViewOptionsPanel shell={shell} />
        </Popover>
      )}
    </>
  );
}
