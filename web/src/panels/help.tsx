// The list of mouse actions and keyboard shortcuts.

import { groups, shortcuts, type Shortcut } from '../state/shortcuts';
import { Dialog, KeyWords } from './widgets';

const mouse: [string, string][] = [
  ['Drag the figure', 'Pull that point of the figure'],
  ['Shift-drag', 'Pull a point and pin it there'],
  ['Ctrl-drag the figure', 'Pull a force out of that point'],
  ['Drag an arrow’s tip', 'Change that force'],
  ['Drag an obstacle', 'Move it; the figure avoids it'],
  ['Click', 'Select a segment, goal or obstacle'],
  ['Double-click', 'Edit a segment or obstacle'],
  ['Right-click', 'Open the menu of a segment or obstacle'],
  ['Drag the background', 'Orbit the view'],
  ['Right-drag', 'Pan the view'],
  ['Wheel', 'Zoom'],
  ['Drag a number', 'Change it; Shift: faster, Alt: finer'],
];

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const table = shortcuts as readonly Shortcut[];
  return (
    <Dialog title="Keyboard and mouse" onClose={onClose} width={880}>
      <div class="shortcuts" tabIndex={0} role="region" aria-label="Shortcuts">
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
                    <dt>
                      {keys.map((each) => (
                        <KeyWords key={each} keys={each} spoken />
                      ))}
                    </dt>
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
