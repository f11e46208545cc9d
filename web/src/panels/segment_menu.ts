// The menu of a segment, a chain or a frame.

import { branchOf, canHangFrom, type Row } from '../state/skeleton_tree';
import type { Shell } from '../state/shell';
import { addBranch, editSelected } from './actions';
import { askDeleteBranch, askMoveBranch, farEnd, joinIntoLoop, loopsAt, selectedSegment } from './segment_actions';
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
  entries.push({ words: 'Rest posture', icon: 'rotate', keys: 'Shift+R', action: () => void store.send('posture-rest', {}) });
  openMenu(name, at, entries);
}

async function setEnd({ store }: Shell, segment: string, frame: string | undefined): Promise<void> {
  const figure = store.figure.value;
  if (!figure) return;
  if (frame !== undefined) return void store.send('chain-set', { end: store.scene.value?.chain.end === frame ? null : frame });
  const taken = new Set(figure.frames.map(({ name }) => name));
  let name = `${segment} tip`;
  for (let i = 2; taken.has(name); i++) name = `${segment} tip ${i}`;
  try {
    await store.ask('frame-add', { name, segment, position: farEnd(figure, segment) });
    await store.send('chain-set', { end: name });
  } catch (refusal) {
    store.notify('refusal', (refusal as Error).message);
  }
}
