// What can be done to a segment, from the tree, its menu, the inspector and the keyboard.

import type { FigureMessage, PlaceJson, SegmentInfo, ShapeJson, Vec3 } from '../protocol/messages';
import { shapeMiddle } from '../state/shape_numbers';
import type { Shell } from '../state/shell';
import { branchOf, canHangFrom } from '../state/skeleton_tree';
import type { Store } from '../state/store';

// The segment that is selected, or that the selected frame is on.
export function selectedSegment(store: Store): string | null {
  const selected = store.selection.value, figure = store.figure.value;
  if (selected?.kind === 'segment') return selected.segment;
  if (selected?.kind !== 'frame' || !figure) return null;
  const frame = figure.frames.find(({ name }) => name === selected.frame);
  return frame ? (figure.segments[frame.segment]?.name ?? null) : null;
}

export function selectedPlace(store: Store): PlaceJson | null {
  const selected = store.selection.value, figure = store.figure.value;
  if (!figure) return null;
  if (selected?.kind === 'frame') return selected.frame;
  return selected?.kind === 'segment' ? { segment: selected.segment, point: selected.point ?? farEnd(figure, selected.segment) } : null;
}

// A point that stands for the whole segment: the far end of its first long shape, or the middle of another.
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

// Small branches go at once (undo brings them back); larger ones say how much goes.
export function askDeleteBranch(shell: Shell, segment: string): void {
  const figure = shell.store.figure.value, index = shell.store.segmentIndex.value.get(segment);
  if (!figure || index === undefined) return;
  const goes = branchOf(figure, index).length;
  const remove = () => void shell.store.send('branch-delete', { segment });
  if (goes <= 1) return remove();
  shell.dialog.value = {
    kind: 'confirm', title: `Delete ${segment} and what hangs from it?`, yes: `Delete ${goes} segments`, danger: true, then: remove,
    words: `${goes} segments go, and the tasks that hold them. Undo brings them back.`,
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
    kind: 'pick-segment', title: `Move ${segment} to…`, words: 'It keeps its place in the world and hangs from the segment you choose.',
    allowed: (parent) => figure.value !== null && canHangFrom(figure.value, index, parent),
    then: (parent) => moveBranch(shell, segment, parent),
  };
}

// The other end is picked in the viewport or in the tree.
export function joinIntoLoop(store: Store, segment: string): void {
  const figure = store.figure.value;
  if (!figure) return;
  const selected = store.selection.value;
  const point = selected?.kind === 'segment' && selected.segment === segment && selected.point ? selected.point : farEnd(figure, segment);
  store.mode.value = {
    kind: 'pick-place',
    words: `Click the place that ${segment} shall be joined to.`,
    then: (second) => {
      store.mode.value = { kind: 'drag' };
      void store.send('loop-join', { first: { segment, point }, second });
    },
  };
}

// Loops are relative-position tasks of the first priority; these hold this segment.
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
