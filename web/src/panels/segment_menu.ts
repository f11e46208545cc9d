// The menu of a segment, a chain or a frame.

import type { FigureMessage } from '../protocol/messages';
import { branchOf, canHangFrom, type Row } from '../state/skeleton_tree';
import type { Shell } from '../state/shell';
import { accessEntries } from './access';
import { addBranch, editSelected } from './actions';
import { pushAt, supportAt } from './force_actions';
import { askDeleteBranch, askMoveBranch, farEnd, joinIntoLoop, loopsAt, selectedPlace, selectedSegment } from './segment_actions';
import { openMenu, type MenuEntry } from './widgets';

export function openSegmentMenu(shell: Shell, row: Row, at: Element | MouseEvent, onFold?: () => void): void {
  const { store } = shell;
  const figure = store.figure.value,
    scene = store.scene.value;
  const name = selectedSegment(store);
  const index = name === null ? undefined : store.segmentIndex.value.get(name);
  if (!figure || !scene || name === null || index === undefined) return;
  const segment = figure.segments[index]!;
  const goes = branchOf(figure, row.kind === 'chain' ? row.segment : index).length;
  const deleted = row.kind === 'chain' ? figure.segments[row.segment]!.name : name;
  const isRoot = segment.parent < 0;
  const end = row.kind === 'frame' ? row.name : figure.frames.find((frame) => frame.segment === index)?.name;
  const movable = figure.segments.some((_, parent) => canHangFrom(figure, index, parent));

  const entries: MenuEntry[] = [
    { words: 'Edit', icon: 'edit', keys: 'Enter', action: () => editSelected(shell) },
    {
      words: 'Add branch',
      icon: 'branch',
      keys: 'A',
      note: `A new segment attached to ${name}`,
      action: () => void addBranch(shell, name),
    },
    {
      words: 'Add frame',
      icon: 'tip',
      note: row.kind === 'frame' ? undefined : 'A named place on it: where you clicked, or its far end',
      action: () => void addFrame(shell, name),
    },
    {
      words: 'Move to…',
      icon: 'move',
      disabled: !movable,
      note: movable ? undefined : 'The root has no parent',
      action: () => askMoveBranch(shell, name),
    },
    {
      words: 'Delete branch',
      icon: 'trash',
      keys: 'Delete',
      danger: true,
      disabled: isRoot,
      note: isRoot ? 'The root cannot be deleted' : goes === 1 ? undefined : `${goes} segments`,
      action: () => askDeleteBranch(shell, deleted),
    },
    'line',
    {
      words: 'Make root',
      icon: 'anchor',
      disabled: scene.root === name,
      note: scene.root === name ? 'It is the root' : 'The figure is held here',
      action: () => void store.send('root-set', { segment: name }),
    },
    {
      words: 'Drags stop here',
      icon: 'root',
      checked: scene.chain.root === name,
      action: () => void store.send('chain-set', { root: scene.chain.root === name ? null : name }),
    },
    {
      words: 'End effector',
      icon: 'target',
      checked: end !== undefined && scene.chain.end === end,
      note: end === undefined ? 'Adds a frame at its far end' : end,
      action: () => void setEnd(shell, name, end),
    },
    'line',
    {
      words: 'Push here',
      icon: 'push',
      keys: 'U',
      note: 'A force; drag its tip, or Ctrl-drag the figure',
      action: () => void pushAt(store, selectedPlace(store)),
    },
    {
      words: 'Stands on this',
      icon: 'ground',
      note: 'A support that can carry the figure',
      action: () => void supportAt(store, selectedPlace(store)),
    },
    ...accessEntries(store, end ?? null),
    'line',
    { words: 'Join into a loop…', icon: 'link', note: 'Then click the other point', action: () => joinIntoLoop(store, name) },
    ...loopsAt(store, segment).map(({ number, other }) => ({
      words: `Break loop with ${other}`,
      icon: 'unlink' as const,
      action: () => void store.send('loop-break', { number }),
    })),
    'line',
  ];
  const chain = figure.chains.find((each) => each.name === segment.chain);
  if (chain) {
    entries.push({
      words: 'Number of links',
      icon: 'chain',
      note: `${chain.name}: ${chain.links}`,
      action: () => editSelected(shell, 'Links'),
    });
  }
  if (row.kind === 'chain' && onFold) entries.push({ words: row.open ? 'Hide links' : 'Show links', action: onFold });
  const scaled = scene.scalings.some((each) => each.segment === name);
  entries.push(
    { words: 'Rest posture', icon: 'rotate', keys: 'Shift+R', action: () => void store.send('posture-rest', {}) },
    {
      words: 'Rest posture from here on',
      icon: 'rotate',
      note: `${name} and what is beyond it`,
      action: () => void store.send('posture-rest', { segment: name }),
    },
    {
      words: 'Reset size',
      icon: 'undo',
      disabled: !scaled,
      note: scaled ? 'As when the scene was opened' : 'It has not been scaled',
      action: () => void store.send('scale-reset', { segment: name }),
    },
    { words: 'Reset all sizes', disabled: scene.scalings.length === 0, action: () => void store.send('scale-reset', {}) },
  );
  openMenu(name, at, entries);
}

// Where the segment was clicked, or at its far end; the name can be changed in the editor, which opens.
async function addFrame(shell: Shell, segment: string): Promise<void> {
  const { store } = shell;
  const figure = store.figure.value,
    selected = store.selection.value;
  if (!figure) return;
  const position = (selected?.kind === 'segment' && selected.segment === segment && selected.point) || farEnd(figure, segment);
  const name = freeFrameName(figure, `${segment} frame`);
  try {
    await store.ask('frame-add', { name, segment, position });
    store.selection.value = { kind: 'frame', frame: name };
    editSelected(shell, 'Frame name');
  } catch (refusal) {
    store.notify('refusal', (refusal as Error).message);
  }
}

function freeFrameName(figure: FigureMessage, wanted: string): string {
  const taken = new Set(figure.frames.map(({ name }) => name));
  let name = wanted;
  for (let i = 2; taken.has(name); i++) name = `${wanted} ${i}`;
  return name;
}

async function setEnd({ store }: Shell, segment: string, frame: string | undefined): Promise<void> {
  const figure = store.figure.value;
  if (!figure) return;
  if (frame !== undefined) return void store.send('chain-set', { end: store.scene.value?.chain.end === frame ? null : frame });
  const name = freeFrameName(figure, `${segment} tip`);
  try {
    await store.ask('frame-add', { name, segment, position: farEnd(figure, segment) });
    await store.send('chain-set', { end: name });
  } catch (refusal) {
    store.notify('refusal', (refusal as Error).message);
  }
}
