// The cheat sheet and the command palette, both drawn from the one table of shortcuts.

import { useState } from 'preact/hooks';
import { findCommands, groups, shortcuts, type ActionName, type Shortcut } from '../state/shortcuts';
import type { Shell } from '../state/shell';
import { runAction } from './actions';
import { Dialog, Icon, KeyWords } from './widgets';

const mouse: [string, string][] = [
  ['Drag the figure', 'pulls it along, until you let go'],
  ['Shift-drag', 'leaves a task that keeps the point there'],
  ['Click', 'selects a segment, a goal or an obstacle'],
  ['Drag beside it', 'turns the view'],
  ['Right drag', 'moves the view'],
  ['Wheel', 'comes closer, goes away'],
  ['Drag a number', 'sideways changes it; Shift faster, Alt finer'],
  ['Right click a row', 'opens its menu'],
];

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const table = shortcuts as readonly Shortcut[];
  return (
    <Dialog title="Keyboard and mouse" onClose={onClose} width={880}>
      <div class="cheat-sheet">
        <section aria-label="Mouse">
          <h3>Mouse</h3>
          <dl>
            {mouse.map(([what, words]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
        {groups.map((group) => {
          const own = table.filter((shortcut) => shortcut.group === group && shortcut.keys.length > 0);
          return (
            <section key={group} aria-label={group}>
              <h3>{group}</h3>
              <dl>
                {own.map(({ action, words, keys }) => (
                  <div key={action}>
                    <dt>{keys.map((each) => <KeyWords key={each} keys={each} spoken />)}</dt>
                    <dd>{words}</dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}

export function PaletteDialog({ shell, onClose }: { shell: Shell; onClose: () => void }) {
  const [question, setQuestion] = useState('');
  const [at, setAt] = useState(0);
  const commands = findCommands(question);
  const now = Math.min(at, commands.length - 1);
  const run = (shortcut: Shortcut | undefined) => {
    if (!shortcut) return;
    onClose();
    runAction(shortcut.action as ActionName, shell);
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt((now + 1) % commands.length);
    else if (event.key === 'ArrowUp') setAt((now - 1 + commands.length) % commands.length);
    else if (event.key === 'Enter') run(commands[now]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Find a command" onClose={onClose} width={520} plain class="palette">
      <div class="palette-field">
        <Icon name="search" />
        <input
          type="text" role="combobox" aria-label="Find a command" aria-expanded="true" aria-controls="palette-list" autocomplete="off"
          aria-activedescendant={commands[now] && `command-${commands[now]!.action}`} placeholder="What would you like to do?"
          data-autofocus value={question} spellcheck={false}
          onInput={(event) => {
            setQuestion(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={keyDown}
        />
      </div>
      <ul class="palette-list scroll" id="palette-list" role="listbox" aria-label="Commands">
        {commands.map((shortcut, i) => (
          <li
            key={shortcut.action} id={`command-${shortcut.action}`} role="option" aria-selected={i === now}
            ref={(element) => {
              if (i === now) element?.scrollIntoView({ block: 'nearest' });
            }}
            onPointerMove={() => i !== now && setAt(i)} onClick={() => run(shortcut)}
          >
            <span class="group-name">{shortcut.group}</span>
            <span class="words">{shortcut.words}</span>
            {shortcut.keys[0] && <KeyWords keys={shortcut.keys[0]} />}
          </li>
        ))}
        {commands.length === 0 && <li class="empty" role="option" aria-selected="false">No command is called that.</li>}
      </ul>
    </Dialog>
  );
}
