// Which row shows what is selected, and what is selected by a row.

import type { FigureMessage } from '../protocol/messages';
import { chainRow, frameRow, segmentRow, type Row } from './skeleton_tree';
import type { Selection } from './store';

// The segment that a row stands for. A chain's is its last link: that is where one adds, joins and pulls.
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

// The id of the row that shows a selection: for the link of a folded chain the chain's, and also for the last link when
// one stands on the chain's row already.
export function rowOfSelection(figure: FigureMessage | null, rows: readonly Row[], selection: Selection, standing: string | null): string | null {
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
