// The skeleton tree: search, selection and hover in common with the viewport, arrow keys, folding, and moving branches by
// dragging rows.

import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { rowOfSelection, segmentOfRow, selectionOfRow } from '../state/skeleton_selection';
import { canHangFrom, revealed, treeRows, type Row } from '../state/skeleton_tree';
import type { Shell } from '../state/shell';
import { keysFor } from '../state/shortcuts';
import { editSelected, runAction } from './actions';
import { askDeleteBranch, farEnd, moveBranch, selectedSegment } from './segment_actions';
import { openSegmentMenu } from './segment_menu';
import { TreeRow, type DropState } from './skeleton_row';
import { IconButton, SearchField } from './widgets';

const rowHeight = 24; // [px] --row
const drawAllUpTo = 400; // longer trees render only the visible rows

export function SkeletonTree({ shell }: { shell: Shell }) {
  const { store } = shell;
  const search = useSignal('');
  const folded = useSignal<ReadonlySet<string>>(new Set());
  const unfolded = useSignal<ReadonlySet<string>>(new Set());
  const focused = useSignal<string | null>(null); // the row that Tab moves to
  const scrollTop = useSignal(0);
  const drop = useSignal<{ id: string; state: DropState } | null>(null);
  const takeFocus = useRef(false); // the row chosen by key takes the focus once it is rendered
  const dragged = useRef<Row | null>(null);
  const list = useRef<HTMLDivElement>(null);

  const rows = useComputed(() => {
    const figure = store.figure.value;
    return figure ? treeRows(figure, { folded: folded.value, unfolded: unfolded.value, search: search.value }) : [];
  });
  const selectedId = useComputed(() => rowOfSelection(store.figure.value, rows.value, store.selection.value, focused.value));
  const hoveredId = useComputed(() => rowOfSelection(store.figure.value, rows.value, store.hover.value, null));

  // Shows what was selected elsewhere.
  useEffect(() => {
    const figure = store.figure.peek(),
      selected = store.selection.value;
    const index = selected?.kind === 'segment' ? store.segmentIndex.peek().get(selected.segment) : undefined;
    if (figure && index !== undefined) folded.value = revealed(figure, index, folded.peek());
    const at = rows.value.findIndex(({ id }) => id === selectedId.value);
    if (at >= 0) {
      focused.value = rows.value[at]!.id;
      scrollTo(list.current, at);
    }
  }, [store.selection.value]);

  useEffect(() => {
    if (search.value !== '')
      scrollTo(
        list.current,
        rows.value.findIndex(({ found }) => found),
      );
  }, [search.value]);

  const setFolded = (row: Row, open: boolean) => {
    const set = row.kind === 'chain' ? unfolded : folded;
    const next = new Set(set.value);
    if (open === (row.kind === 'chain')) next.add(row.id);
    else next.delete(row.id);
    set.value = next;
  };

  const select = (row: Row) => {
    focused.value = row.id;
    const picked = selectionOfRow(store.figure.value, row);
    const mode = store.mode.value,
      figure = store.figure.value;
    if (mode.kind === 'pick-place' && picked?.kind === 'segment' && figure) {
      mode.then({ segment: picked.segment, point: farEnd(figure, picked.segment) });
    } else {
      store.selection.value = picked;
    }
  };

  const focusRow = (at: number) => {
    const row = rows.value[Math.max(0, Math.min(at, rows.value.length - 1))];
    if (!row) return;
    takeFocus.current = true;
    if (store.mode.value.kind === 'drag') select(row);
    else focused.value = row.id;
    scrollTo(list.current, rows.value.indexOf(row));
  };

  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.value.findIndex(({ id }) => id === focused.value);
    const row = rows.value[at];
    if (!row) return;
    const segment = store.figure.value?.segments[row.segment]?.name;
    switch (event.key) {
      case 'ArrowDown':
        focusRow(at + 1);
        break;
      case 'ArrowUp':
        focusRow(at - 1);
        break;
      case 'Home':
        focusRow(0);
        break;
      case 'End':
        focusRow(rows.value.length - 1);
        break;
      case 'ArrowRight':
        if (row.children && !row.open) setFolded(row, true);
        else if (row.children) focusRow(at + 1);
        break;
      case 'ArrowLeft':
        if (row.children && row.open && search.value === '') setFolded(row, false);
        else if (row.parent) focusRow(rows.value.findIndex(({ id }) => id === row.parent));
        break;
      case 'Enter':
      case 'F2':
        select(row);
        if (store.mode.value.kind === 'drag') editSelected(shell);
        break;
      case 'Delete':
      case 'Backspace':
        if (segment && row.kind !== 'frame') askDeleteBranch(shell, segment);
        break;
      case 'ContextMenu':
        openMenuAt(row, event.currentTarget as Element);
        break;
      case 'F10':
        if (!event.shiftKey) return;
        openMenuAt(row, event.currentTarget as Element);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const openMenuAt = (row: Row, at: Element | MouseEvent) => {
    select(row);
    const where = at instanceof Element ? (list.current?.querySelector('[aria-selected=true]') ?? at) : at;
    openSegmentMenu(shell, row, where, () => setFolded(row, !row.open));
  };

  const canDrop = (onto: Row): boolean => {
    const figure = store.figure.value,
      from = dragged.current;
    return figure !== null && from !== null && onto.kind !== 'frame' && canHangFrom(figure, from.segment, segmentOfRow(figure, onto));
  };

  const all = rows.value;
  const window = useWindowOf(all.length, scrollTop.value, list.current?.clientHeight ?? 600);
  return (
    <>
      <div class="dock-head">
        <SearchField
          label="Search segments"
          value={search.value}
          onInput={(text) => (search.value = text)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'Enter') {
              event.preventDefault();
              focusRow(
                Math.max(
                  0,
                  all.findIndex(({ found }) => found),
                ),
              );
            }
          }}
        />
        <IconButton
          icon="branch"
          label="Add branch"
          tip="Adds a segment to the selected one."
          keys={keysFor('branch-add')}
          disabled={selectedSegment(store) === null}
          onClick={() => runAction('branch-add', shell)}
        />
        <IconButton
          icon="rest"
          label="Rest posture"
          tip="Returns all joints to their rest values."
          keys={keysFor('rest')}
          onClick={() => runAction('rest', shell)}
        />
      </div>
      <div
        class="tree scroll"
        ref={list}
        role="tree"
        aria-label="Segments"
        onKeyDown={keyDown}
        onScroll={(event) => all.length > drawAllUpTo && (scrollTop.value = event.currentTarget.scrollTop)}
        onPointerLeave={() => (store.hover.value = null)}
      >
        {window.before > 0 && <div style={{ height: window.before * rowHeight }} role="presentation" />}
        {all.slice(window.before, window.end).map((row, i) => (
          <TreeRow
            key={row.id}
            row={row}
            shell={shell}
            selectedId={selectedId}
            hoveredId={hoveredId}
            focused={focused}
            takeFocus={takeFocus}
            first={i === 0}
            drop={drop.value?.id === row.id ? drop.value.state : null}
            search={search.value}
            onSelect={select}
            onEdit={(edited) => {
              select(edited);
              editSelected(shell);
            }}
            onFold={(folding) => setFolded(folding, !folding.open)}
            onMenu={openMenuAt}
            onHover={(hovered) => (store.hover.value = selectionOfRow(store.figure.value, hovered))}
            onDragStart={(started) => (dragged.current = started)}
            onDragOver={(over) => {
              const state = canDrop(over) ? 'yes' : 'no';
              if (drop.value?.id !== over.id || drop.value.state !== state) drop.value = { id: over.id, state };
              return state === 'yes';
            }}
            onDragEnd={() => {
              dragged.current = null;
              drop.value = null;
            }}
            onDrop={(onto) => {
              const figure = store.figure.value,
                from = dragged.current;
              if (!figure || !from || !canDrop(onto)) return;
              moveBranch(shell, figure.segments[from.segment]!.name, figure.segments[segmentOfRow(figure, onto)]!.name);
            }}
          />
        ))}
        {window.end < all.length && <div style={{ height: (all.length - window.end) * rowHeight }} role="presentation" />}
      </div>
      {all.length === 0 && (
        <div class="empty">
          {search.value ? (
            <>
              <strong>No match for “{search.value}”</strong>
              <span>Searches segments, joints and frames.</span>
            </>
          ) : (
            <span>Waiting for the figure…</span>
          )}
        </div>
      )}
    </>
  );
}

function useWindowOf(count: number, scrollTop: number, height: number): { before: number; end: number } {
  if (count <= drawAllUpTo) return { before: 0, end: count };
  const before = Math.max(0, Math.floor(scrollTop / rowHeight) - 10);
  return { before, end: Math.min(count, before + Math.ceil(height / rowHeight) + 20) };
}

function scrollTo(list: HTMLElement | null, at: number): void {
  if (!list) return;
  const top = at * rowHeight;
  if (top < list.scrollTop) list.scrollTop = top - rowHeight;
  else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight + 2 * rowHeight;
}
