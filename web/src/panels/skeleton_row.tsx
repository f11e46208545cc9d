// One row of the tree. Rendered again only when it changed, so that large figures stay fast.

import { useComputed, type ReadonlySignal, type Signal } from '@preact/signals';
import { memo } from 'preact/compat';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Row } from '../state/skeleton_tree';
import type { Shell } from '../state/shell';
import { loopsAt } from './segment_actions';
import { classes, Icon, type IconName } from './widgets';

export type DropState = 'yes' | 'no';

export interface TreeRowProps {
  row: Row;
  shell: Shell;
  selectedId: ReadonlySignal<string | null>;
  hoveredId: ReadonlySignal<string | null>;
  focused: Signal<string | null>;
  takeFocus: { current: boolean };
  first: boolean;
  drop: DropState | null;
  search: string;
  onSelect: (row: Row) => void;
  onEdit: (row: Row) => void;
  onFold: (row: Row) => void;
  onMenu: (row: Row, at: Element | MouseEvent) => void;
  onHover: (row: Row) => void;
  onDragStart: (row: Row) => void;
  onDragOver: (row: Row) => boolean;
  onDragEnd: () => void;
  onDrop: (row: Row) => void;
}

// Deep rows are indented less, so that names have room.
const indent = (depth: number): number => 11 * Math.min(depth, 5) + 6 * Math.max(0, depth - 5);

const icons: Record<Row['kind'], IconName> = { segment: 'bone', chain: 'chain', frame: 'tip' };

const sameRow = (a: Row, b: Row) =>
  a.id === b.id &&
  a.words === b.words &&
  a.segment === b.segment &&
  a.depth === b.depth &&
  a.children === b.children &&
  a.open === b.open &&
  a.found === b.found;

export const TreeRow = memo(
  function TreeRow(props: TreeRowProps) {
    const { row, shell } = props;
    const selected = useComputed(() => props.selectedId.value === row.id).value;
    const hovered = useComputed(() => props.hoveredId.value === row.id).value;
    const tabStop = useComputed(() => props.focused.value === row.id || (props.focused.value === null && props.first)).value;
    const marks = useComputed(() => marksOf(row, shell).join('\n')).value;
    const element = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
      if (!tabStop || !props.takeFocus.current) return;
      props.takeFocus.current = false;
      element.current?.focus({ preventScroll: true });
    }, [tabStop]);
    const draggable = row.kind !== 'frame' && row.parent !== null;
    return (
      <div
        role="treeitem"
        ref={element}
        class={classes('tree-row', row.kind, {
          passing: props.search !== '' && !row.found,
          selected,
          hovered,
          'drop-yes': props.drop === 'yes',
          'drop-no': props.drop === 'no',
        })}
        style={{ paddingLeft: `${6 + indent(row.depth)}px` }}
        aria-description={`${row.words}${marks && `, ${marks.replace(/\n/g, ', ')}`}`}
        aria-level={row.depth + 1}
        aria-selected={selected}
        aria-expanded={row.children ? row.open : undefined}
        tabIndex={tabStop ? 0 : -1}
        draggable={draggable}
        onClick={() => props.onSelect(row)}
        onDblClick={() => props.onEdit(row)}
        onContextMenu={(event) => {
          event.preventDefault();
          props.onMenu(row, event);
        }}
        onPointerEnter={() => props.onHover(row)}
        onDragStart={(event) => {
          event.dataTransfer?.setData('text/plain', row.name);
          if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
          props.onDragStart(row);
        }}
        onDragOver={(event) => {
          if (props.onDragOver(row)) event.preventDefault();
        }}
        onDragEnd={props.onDragEnd}
        onDrop={(event) => {
          event.preventDefault();
          props.onDrop(row);
          props.onDragEnd();
        }}
      >
        <span
          class={`fold ${row.children ? (row.open ? 'open' : '') : 'none'}`}
          aria-hidden="true"
          onClick={(event) => {
            if (!row.children || props.search) return; // a search folds and unfolds rows itself
            event.stopPropagation();
            props.onFold(row);
          }}
          onDblClick={(event) => event.stopPropagation()}
        >
          <Icon name="chevron" />
        </span>
        <Icon name={icons[row.kind]} />
        {/* A frame may have the name of its segment: screen readers also read the word "frame". */}
        <span class={`row-name ${row.found ? 'found' : ''}`}>{highlighted(row.name, row.found ? props.search : '')}</span>
        {props.drop === 'yes' ? (
          <span class="row-words drop-words" aria-hidden="true">
            attach here
          </span>
        ) : props.drop === 'no' ? (
          <span class="row-words" aria-hidden="true">
            not here
          </span>
        ) : (
          <span class="row-words" aria-hidden={row.kind !== 'frame'}>
            {row.words}
          </span>
        )}
        {marks &&
          marks.split('\n').map((mark) => (
            <span key={mark} class="mark" title={mark} aria-hidden="true">
              <Icon name={markIcons[mark] ?? 'link'} />
            </span>
          ))}
      </div>
    );
  },
  (a, b) => sameRow(a.row, b.row) && a.drop === b.drop && a.search === b.search && a.first === b.first && a.shell === b.shell,
);

const markIcons: Record<string, IconName> = {
  root: 'anchor',
  'drags stop here': 'root',
  'end effector': 'target',
  'part of a loop': 'link',
};

function marksOf(row: Row, { store }: Shell): string[] {
  const scene = store.scene.value,
    segment = store.figure.value?.segments[row.segment]?.name;
  if (!scene) return [];
  if (row.kind === 'frame') return scene.chain.end === row.name ? ['end effector'] : [];
  const marks: string[] = [];
  if (scene.root === segment) marks.push('root');
  if (scene.chain.root === segment) marks.push('drags stop here');
  const info = store.figure.value?.segments[row.segment];
  if (info && row.kind === 'segment' && loopsAt(store, info).length > 0) marks.push('part of a loop');
  return marks;
}

// The name with the matching part highlighted.
function highlighted(name: string, search: string) {
  const part = search
    .toLowerCase()
    .split(/\s+/)
    .find((word) => word && name.toLowerCase().includes(word));
  if (!part) return name;
  const at = name.toLowerCase().indexOf(part);
  return (
    <>
      {name.slice(0, at)}
      <mark>{name.slice(at, at + part.length)}</mark>
      {name.slice(at + part.length)}
    </>
  );
}
