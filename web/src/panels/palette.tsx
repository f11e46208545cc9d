// The command palette: all commands, and once something is typed, scenes and segments as well.

import { useState } from 'preact/hooks';
import { findCommands, type ActionName } from '../state/shortcuts';
import type { Shell } from '../state/shell';
import { runAction } from './actions';
import { openScene } from './files_actions';
import { Dialog, Icon, KeyWords } from './widgets';

interface Entry {
  id: string;
  group: string;
  words: string;
  keys?: string | undefined;
  run: () => void;
}

function entriesFor(question: string, shell: Shell): Entry[] {
  const { files, figure, selection } = shell.store;
  const commands = findCommands(question).map(({ action, group, words, keys }): Entry => ({
    id: action,
    group,
    words,
    keys: keys[0],
    run: () => runAction(action as ActionName, shell),
  }));
  const asked = question.trim().toLowerCase();
  if (asked === '') return commands;
  const has = (text: string) => text.toLowerCase().includes(asked);
  const scenes = (files.value?.gallery ?? [])
    .filter(({ title }) => has(title))
    .slice(0, 6)
    .map(({ file, title }): Entry => ({ id: `scene-${file}`, group: 'Open', words: title, run: () => openScene(shell, file, 'gallery') }));
  const segments = (figure.value?.segments ?? [])
    .filter(({ name }) => has(name))
    .slice(0, 12)
    .map(({ name }): Entry => ({
      id: `segment-${name}`,
      group: 'Select',
      words: name,
      run: () => (selection.value = { kind: 'segment', segment: name }),
    }));
  return [...commands, ...scenes, ...segments];
}

export function PaletteDialog({ shell, onClose }: { shell: Shell; onClose: () => void }) {
  const [question, setQuestion] = useState('');
  const [at, setAt] = useState(0);
  const entries = entriesFor(question, shell);
  const now = Math.min(at, entries.length - 1);
  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt((now + 1) % entries.length);
    else if (event.key === 'ArrowUp') setAt((now - 1 + entries.length) % entries.length);
    else if (event.key === 'Enter') run(entries[now]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Find a command" onClose={onClose} width={520} plain class="palette">
      <div class="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Find a command"
          aria-expanded="true"
          aria-controls="palette-list"
          autocomplete="off"
          aria-activedescendant={entries[now] && `command-${now}`}
          placeholder="What would you like to do?"
          data-autofocus
          value={question}
          spellcheck={false}
          onInput={(event) => {
            setQuestion(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={keyDown}
        />
      </div>
      <ul class="palette-list scroll" id="palette-list" role="listbox" aria-label="Commands">
        {entries.map((entry, i) => (
          <li
            key={entry.id}
            id={`command-${i}`}
            role="option"
            aria-selected={i === now}
            ref={(element) => {
              if (i === now) element?.scrollIntoView({ block: 'nearest' });
            }}
            onPointerMove={() => i !== now && setAt(i)}
            onClick={() => run(entry)}
          >
            <span class="group-name">{entry.group}</span>
            <span class="words">{entry.words}</span>
            {entry.keys && <KeyWords keys={entry.keys} />}
          </li>
        ))}
        {entries.length === 0 && (
          <li class="empty" role="option" aria-selected="false">
            No matches.
          </li>
        )}
      </ul>
    </Dialog>
  );
}
