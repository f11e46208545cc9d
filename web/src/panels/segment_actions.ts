// Actions on segments, for the tree, its menu, the inspector and the keyboard.

import type { FigureMessage, PlaceJson, SegmentInfo, ShapeJson, Vec3 } from '../protocol/messages';
import { shapeMiddle } from '../state/shape_numbers';
import type { Shell } from '../state/shell';
import { branchOf, canHangFrom } from '../state/skeleton_tree';
import type { Store } from '../state/store';

// The selected segment, or the segment of the selected frame.
export function selectedSegment(store: Store): string | null {
  const selected = store.selection.value,
    figure = store.figure.value;
  if (selected?.kind === 'segment') return selected.segment;
  if (selected?.kind !== 'frame' || !figure) return null;
  const frame = figure.frames.find(({ name }) => name === selected.frame);
  return frame ? (figure.segments[frame.segment]?.name ?? null) : null;
}

export function selectedPlace(store: Store): PlaceJson | null {
  const selected = store.selection.value,
    figure = store.figure.value;
  if (!figure) return null;
  if (selected?.kind === 'frame') return selected.frame;
  return selected?.kind === 'segment' ? { segment: selected.segment, point: selected.point ?? farEnd(figure, selected.segment) } : null;
}

// A typical point of the segment: the far end of its first shape if that is long, otherwise its middle.
export function farEnd(figure: FigureMessage, segment: string): Vec3 {
  const shape = figure.segments.find(({ name }) => name === segment)?.shapes[0];
  return shape ? farPoint(shape) : [0, 0, 0];
}
function farPoint(shape: ShapeJson): Vec3 {
  if (shape.shape === 'capsule' || shape.shape === 'cylinder') {
    const far = (point: Vec3) => Math.hypot(...point);
    return far(shape.b) >= far(shape.a) ? shape.b : shape.a;
  }
  return shapeMiddle(shape);
}

// Asks before more than one segment is deleted.
export function askDeleteBranch(shell: Shell, segment: string): void {
  const figure = shell.store.figure.value,
    index = shell.store.segmentIndex.value.get(segment);
  if (!figure || index === undefined) return;
  const goes = branchOf(figure, index).length;
  const remove = () => void shell.store.send('branch-delete', { segment });
  if (goes <= 1) return remove();
  shell.dialog.value = {
    kind: 'confirm',
    title: `Delete ${segment} and its branch?`,
    yes: `Delete ${goes} segments`,
    danger: true,
    then: remove,
    words: `Deletes ${goes} segments and the tasks that use them. Undo restores them.`,
  };
}

export function moveBranch(shell: Shell, segment: string, parent: string): void {
  void shell.store.send('branch-move', { segment, parent });
}

export function askMoveBranch(shell: Shell, segment: string): void {
  const { figure, segmentIndex } = shell.store;
  const index = segmentIndex.value.get(segment);
  if (index === undefined) return;
  shell.dialog.value = {
    kind: 'pick-segment',
    title: `Move ${segment} to…`,
    words: 'Choose the new parent segment. The branch keeps its place in the world.',
    allowed: (parent) => figure.value !== null && canHangFrom(figure.value, index, parent),
    then: (parent) => moveBranch(shell, segment, parent),
  };
}

// The user picks the other end in the viewport or in the tree.
export function joinIntoLoop(store: Store, segment: string): void {
  const figure = store.figure.value;
  if (!figure) return;
  const selected = store.selection.value;
  const point = selected?.kind === 'segment' && selected.segment === segment && selected.point ? selected.point : farEnd(figure, segment);
  store.mode.value = {
    kind: 'pick-place',
    words: `Click the point to join ${segment} to.`,
    then: (second) => {
      store.mode.value = { kind: 'drag' };
      void store.send('loop-join', { first: { segment, point }, second });
    },
  };
}

// The loops through this segment. A loop is a relative-position task of priority 1.
export function loopsAt(store: Store, segment: SegmentInfo): { number: number; other: string }[] {
  const { figure, scene } = store;
  const segmentOf = (place: PlaceJson | undefined): string | null => {
    if (place === undefined) return null;
    if (typeof place === 'object') return 'segment' in place ? place.segment : null;
    const frame = figure.value?.frames.find(({ name }) => name === place);
    return frame ? (figure.value?.segments[frame.segment]?.name ?? null) : null;
  };
  return (scene.value?.tasks ?? [])
    .filter((task) => task.type === 'relative-position' && (task.priority ?? 1) === 1)
    .flatMap((task) => {
      const ends = [segmentOf(task.first), segmentOf(task.second)];
      return ends.includes(segment.name) ? [{ number: task.number, other: ends.find((end) => end !== segment.name) ?? 'itself' }] : [];
    });
}
