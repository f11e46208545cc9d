// The page: top bar, viewport and docks, timeline, status line; and dialogs, menus and notices above them.

import '../style';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { bounds, clampLayout, defaultLayout, Shell } from '../state/shell';
import type { Store } from '../state/store';
import { Dialogs } from './dialogs';
import { Edge } from './dock';
import { useFileDrop } from './drop';
import { useKeyboard } from './keyboard';
import { followStatics, forcesTab } from '../state/statics_watch';
import { ForcesPanel } from './forces';
import { SkeletonDock } from './skeleton';
import { SolverPanel } from './solver';
import { StatusLine } from './status';
import { TasksPanel } from './tasks';
import { TimePanel } from './time';
import { TopBar } from './top_bar';
import { ViewportArea } from './viewport_area';
import { WorldPanel } from './world';
import { GestureNumbers, MenuLayer, Notices, Tabs, TooltipLayer } from './widgets';

export function Studio({ store }: { store: Store }) {
  const shell = useMemo(() => {
    const made = new Shell(store);
    made.remember(localStorage);
    return made;
  }, [store]);
  useKeyboard(shell);
  useFileDrop(shell);
  useTitle(store);
  useTabOfSelection(shell);
  useEffect(() => followStatics(shell), [shell]);
  const size = useWindowSize();
  const layout = clampLayout(shell.layout.value, size.width, size.height);
  const strip = layout.bottomOpen ? layout.bottom : 0;
  const columns = `${layout.leftOpen ? layout.left : 0}px 1fr ${layout.rightOpen ? layout.right : 0}px`;

  return (
    <GestureNumbers.Provider value={() => store.gesture()}>
      <div class="shell" inert={shell.modal.value} style={{ gridTemplateColumns: columns }}>
        <TopBar shell={shell} />
        {layout.leftOpen && (
          <aside class="dock left" aria-label="Skeleton">
            <SkeletonDock shell={shell} share={layout.inspector} />
            <Edge
              label="Width of the skeleton panel"
              direction="horizontal"
              grows={1}
              value={layout.left}
              min={bounds.left[0]}
              max={bounds.left[1]}
              initial={defaultLayout.left}
              onChange={(left) => shell.change({ left })}
            />
          </aside>
        )}
        <div class="centre">
          <ViewportArea shell={shell} />
          {layout.bottomOpen && <TimeStrip shell={shell} height={layout.bottom} />}
        </div>
        {layout.rightOpen && (
          <aside class="dock right" aria-label="Tasks, world, forces and solver">
            <Edge
              label="Width of the task panel"
              direction="horizontal"
              grows={-1}
              value={layout.right}
              min={bounds.right[0]}
              max={bounds.right[1]}
              initial={defaultLayout.right}
              onChange={(right) => shell.change({ right })}
            />
            <Tabs
              label="Tasks, world, forces and solver"
              value={layout.tab}
              onChange={(tab) => shell.change({ tab })}
              pages={[
                { name: 'Tasks', content: <TasksPanel store={store} /> },
                { name: 'World', content: <WorldPanel shell={shell} /> },
                { name: forcesTab, content: <ForcesPanel shell={shell} /> },
                { name: 'Solver', content: <SolverPanel store={store} /> },
              ]}
            />
          </aside>
        )}
        <footer class="status-bar">
          <StatusLine store={store} />
        </footer>
      </div>
      <Dialogs shell={shell} />
      <DropOverlay shell={shell} />
      <div
        style={{
          '--notice-left': `${(layout.leftOpen ? layout.left : 0) - (layout.rightOpen ? layout.right : 0)}px`,
          '--notice-bottom': `${strip + 40}px`,
        }}
      >
        <Notices store={store} />
      </div>
      <MenuLayer />
      <TooltipLayer />
    </GestureNumbers.Provider>
  );
}

function TimeStrip({ shell, height }: { shell: Shell; height: number }) {
  return (
    <section class="time-strip" aria-label="Timeline" style={{ height: `${height}px` }}>
      <Edge
        label="Height of the timeline"
        direction="vertical"
        grows={-1}
        value={height}
        min={bounds.bottom[0]}
        max={bounds.bottom[1]}
        initial={defaultLayout.bottom}
        onChange={(bottom) => shell.change({ bottom })}
      />
      <TimePanel store={shell.store} />
    </section>
  );
}

const DropOverlay = ({ shell }: { shell: Shell }) =>
  shell.dropping.value ? (
    <div class="drop-overlay" role="status">
      <div>
        <strong>Drop to open</strong>
        <span>A scene, figure or URDF file.</span>
      </div>
    </div>
  ) : null;

// Selecting an obstacle, a force or a support opens its editor.
function useTabOfSelection(shell: Shell): void {
  const selected = shell.store.selection.value;
  const obstacle = selected?.kind === 'obstacle' ? selected.name : null;
  const load = selected?.kind === 'force' ? selected.number : selected?.kind === 'support' ? selected.name : null;
  useEffect(() => {
    if (obstacle !== null) shell.change({ tab: 'World' });
  }, [obstacle]);
  useEffect(() => {
    if (load !== null) shell.change({ tab: forcesTab });
  }, [load]);
}

function useTitle(store: Store): void {
  const scene = store.scene.value;
  useEffect(() => {
    document.title = scene ? `${scene.saved ? '' : '• '}${scene.title} – Limber` : 'Limber studio';
  }, [scene?.title, scene?.saved]);
}

function useWindowSize(): { width: number; height: number } {
  const [size, setSize] = useState({ width: innerWidth, height: innerHeight });
  useEffect(() => {
    const changed = () => setSize({ width: innerWidth, height: innerHeight });
    addEventListener('resize', changed);
    return () => removeEventListener('resize', changed);
  }, []);
  return size;
}
