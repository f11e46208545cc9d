// The left dock: the skeleton tree, and below it the editor of the selection.

import { useRef } from 'preact/hooks';
import { bounds, defaultLayout, type Shell } from '../state/shell';
import { Couplings } from './couplings';
import { Ties } from './ties';
import { Edge } from './dock';
import { Inspector } from './inspector';
import { JointList, jointRows } from './joint_list';
import { SkeletonTree } from './skeleton_tree';

export function SkeletonDock({ shell, share }: { shell: Shell; share: number }) {
  const column = useRef<HTMLDivElement>(null);
  const { selection, figure } = shell.store;
  const edits = (selection.value?.kind === 'segment' || selection.value?.kind === 'frame') && figure.value !== null;
  return (
    <div class="skeleton-dock" ref={column}>
      <div class="skeleton-top" style={{ flex: edits ? `${1 - share} 1 0` : '1 1 0' }}>
        <SkeletonTree shell={shell} />
      </div>
      {edits && (
        <div class="skeleton-bottom" style={{ flex: `${share} 1 0` }}>
          <Edge
            label="Height of the inspector"
            direction="vertical"
            grows={-1}
            value={share}
            min={bounds.inspector[0]}
            max={bounds.inspector[1]}
            scale={column.current?.clientHeight ?? 600}
            initial={defaultLayout.inspector}
            onChange={(inspector) => shell.change({ inspector })}
          />
          <Inspector shell={shell} />
        </div>
      )}
      {!edits && figure.value && jointRows(figure.value).length + figure.value.couplings.length + figure.value.ties.length > 0 && (
        <div class="skeleton-couplings scroll">
          <JointList store={shell.store} />
          {figure.value.couplings.length > 0 && <Couplings store={shell.store} joint={null} />}
          <Ties store={shell.store} />
        </div>
      )}
    </div>
  );
}
