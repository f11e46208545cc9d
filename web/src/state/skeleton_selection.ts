// From the selection to its row in the skeleton tree, and back.

import type { FigureMessage } from '../protocol/messages';
import { chainRow, frameRow, segmentRow, type Row } from './skeleton_tree';
import type { Selection } from './store';

// The segment a row stands for. For a chain it is the last link: branches are added there, loops joined, drags started.
export function segmentOfRow(figure: FigureMessage, row: Row): number {
  if (row.kind !== 'chain') return row.segment;
  const last = figure.segments.map(({ chain }) => chain).lastIndexOf(row.name);
  return last < 0 ? row.segment : last;
}

export function selectionOfRow(figure: FigureMessage | null, row: Row): Selection {
  if (row.kind === 'frame') return { kind: 'frame', frame: row.name };
  const segment = figure?.segments[segmentOfRow(figure, row)];
  return segment ? { kind: 'segment', segment: segment.name } : null;
}

// The id of the row that shows a selection. The chain's row stands for the links of a folded chain, and for the last link
// while the chain's row has the focus (`standing`).
export function rowOfSelection(
  figure: FigureMessage | null,
  rows: readonly Row[],
  selection: Selection,
  standing: string | null,
): string | null {
  if (selection?.kind === 'frame') return frameRow(selection.frame);
  if (selection?.kind !== 'segment' || !figure) return null;
  const id = segmentRow(selection.segment);
  const index = figure.segments.findIndex(({ name }) => name === selection.segment);
  const chain = figure.segments[index]?.chain;
  if (chain === undefined) return id;
  const row = rows.find((each) => each.id === chainRow(chain));
  if (row && standing === row.id && segmentOfRow(figure, row) === index) return row.id;
  return rows.some((each) => each.id === id) ? id : chainRow(chain);
}
