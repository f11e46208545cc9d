// The cheat sheet, drawn from the one table of shortcuts.

import { groups, shortcuts, type Shortcut } from '../state/shortcuts';
import { Dialog, KeyWords } from './widgets';

const mouse: [string, string][] = [
  ['Drag the figure', 'pulls it along, until you let go'],
  ['Shift-drag', 'leaves a task that keeps the point there'],
  ['Click', 'selects a segment, a goal or an obstacle'],
  ['Double click', 'edits a segment or an obstacle'],
  ['Drag an obstacle', 'moves it, and the figure gives way'],
  ['Drag beside it', 'turns the view'],
  ['Right drag', 'moves the view'],
  ['Wheel', 'comes closer, goes away'],
  ['Drag a number', 'sideways changes it; Shift faster, Alt finer'],
  ['Right click', 'opens the menu of a segment or an obstacle'],
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
