// The figure as rows of a tree: segments below their parents, frames below their segments, and each chain (trunk, snake,
// tail) as one row that unfolds into its links.

import type { FigureMessage, SegmentInfo } from '../protocol/messages';

export interface Row {
  id: string; // its kind and name; stable as long as it exists
  kind: 'segment' | 'chain' | 'frame';
  name: string;
  words: string; // beside the name: "knee.l · revolute", "30 links", "frame"
  segment: number; // its segment; for a chain the first link, for a frame the segment it is on
  depth: number;
  children: boolean;
  open: boolean;
  found: boolean; // matches the search itself, not only something below it
  parent: string | null; // id of the row above it in the tree
}

export interface TreeState {
  folded: ReadonlySet<string>; // rows that are open unless folded...
  unfolded: ReadonlySet<string>; // ...and chains, which are folded unless opened
  search: string;
}

export const segmentRow = (name: string): string => `segment:${name}`;
export const chainRow = (name: string): string => `chain:${name}`;
export const frameRow = (name: string): string => `frame:${name}`;

// A single row, for menus opened outside the tree.
export const rowFor = (segment: number, name: string): Row => ({
  id: segmentRow(name),
  kind: 'segment',
  name,
  words: '',
  segment,
  depth: 0,
  children: false,
  open: false,
  found: false,
  parent: null,
});

interface Node {
  row: Omit<Row, 'depth' | 'open' | 'found' | 'children' | 'parent'>;
  children: Node[];
  searchText: string;
}

export function treeRows(figure: FigureMessage, { folded, unfolded, search }: TreeState): Row[] {
  const roots = buildNodes(figure);
  const asked = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (node: Node) => asked.every((part) => node.searchText.includes(part));

  const rows: Row[] = [];
  // Returns whether anything at or below the node was found; if not, its rows are removed again.
  const visit = (node: Node, depth: number, parent: string | null): boolean => {
    const found = asked.length > 0 && matches(node);
    const { id, kind } = node.row;
    const openByHand = kind === 'chain' ? unfolded.has(id) : !folded.has(id);
    const row: Row = { ...node.row, depth, children: node.children.length > 0, open: openByHand, found, parent };
    const at = rows.push(row) - 1;
    let below = false;
    if (asked.length > 0) {
      for (const child of node.children) below = visit(child, depth + 1, id) || below;
      row.open = below;
      row.children = below;
      if (!found && !below) rows.length = at;
    } else if (openByHand) {
      for (const child of node.children) visit(child, depth + 1, id);
    } else if (kind === 'chain') {
      // A folded chain still shows what hangs from it.
      for (const link of node.children) {
        for (const child of link.children) visit(child, depth + 1, id);
      }
    }
    return found || below;
  };
  for (const root of roots) visit(root, 0, null);
  return rows;
}

function buildNodes(figure: FigureMessage): Node[] {
  const roots: Node[] = [];
  const nodes: Node[] = [];
  const chainNodes: (Node | null)[] = [];
  const links = new Map(figure.chains.map((chain) => [chain.name, chain.links]));
  const usedChainRows = new Set<string>();

  figure.segments.forEach((segment, i) => {
    const node: Node = {
      row: { id: segmentRow(segment.name), kind: 'segment', name: segment.name, words: jointWords(segment), segment: i },
      children: [],
      searchText: `${segment.name} ${segment.joint.name} ${segment.joint.type}`.toLowerCase(),
    };
    nodes.push(node);
    const parent = segment.parent < 0 ? null : nodes[segment.parent]!;
    const parentChain = segment.parent < 0 ? null : (chainNodes[segment.parent] ?? null);

    if (segment.chain === undefined) {
      chainNodes.push(null);
      (parent?.children ?? roots).push(node);
      return;
    }
    // A link goes below its chain's row, not below the previous link: a long chain would run out of the panel.
    const continues = segment.parent >= 0 && figure.segments[segment.parent]!.chain === segment.chain;
    let chain = continues ? parentChain : null;
    if (!chain) {
      const id = usedChainRows.has(segment.chain) ? chainRow(`${segment.chain} at ${segment.name}`) : chainRow(segment.chain);
      usedChainRows.add(segment.chain);
      const count = links.get(segment.chain);
      chain = {
        row: { id, kind: 'chain', name: segment.chain, words: count === undefined ? 'chain' : `${count} links`, segment: i },
        children: [],
        searchText: segment.chain.toLowerCase(),
      };
      (parent?.children ?? roots).push(chain);
    }
    chainNodes.push(chain);
    chain.children.push(node);
  });

  for (const frame of figure.frames) {
    nodes[frame.segment]?.children.push({
      row: { id: frameRow(frame.name), kind: 'frame', name: frame.name, words: 'frame', segment: frame.segment },
      children: [],
      searchText: `${frame.name} frame`.toLowerCase(),
    });
  }
  return roots;
}

// "knee.l · revolute"; the joint's name only if it differs from the segment's.
export const jointWords = ({ name, joint }: SegmentInfo): string =>
  joint.name && joint.name !== name && joint.type !== 'fixed' ? `${joint.name} · ${joint.type}` : joint.type;

// The rows that may stay folded while a segment is visible. Chains stay folded: their row stands for their links.
export function revealed(figure: FigureMessage, segment: number, folded: ReadonlySet<string>): ReadonlySet<string> {
  const hiding = new Set<string>();
  for (let i = figure.segments[segment]?.parent ?? -1; i >= 0; i = figure.segments[i]!.parent) {
    hiding.add(segmentRow(figure.segments[i]!.name));
  }
  return [...hiding].some((id) => folded.has(id)) ? new Set([...folded].filter((id) => !hiding.has(id))) : folded;
}

// The segment and everything that hangs from it.
export function branchOf(figure: FigureMessage, segment: number): number[] {
  const inside = new Set([segment]);
  figure.segments.forEach(({ parent }, i) => {
    if (inside.has(parent)) inside.add(i);
  });
  return [...inside];
}

export const canHangFrom = (figure: FigureMessage, segment: number, parent: number): boolean =>
  figure.segments[segment]!.parent >= 0 && figure.segments[segment]!.parent !== parent && !branchOf(figure, segment).includes(parent);
