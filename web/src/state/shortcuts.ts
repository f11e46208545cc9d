// All commands of the page with their keys: the one table behind the keyboard, the list of shortcuts and the command
// palette.

export const groups = ['Files', 'Edit', 'Figure', 'View', 'Time', 'Help'] as const;
export type Group = (typeof groups)[number];

export interface Shortcut {
  action: string;
  group: Group;
  words: string;
  keys: readonly string[]; // "Ctrl+Shift+Z"; Ctrl is Command on a Mac. Empty: only in the palette
  typing?: boolean; // also while typing in a field
}

const entry = <A extends string>(action: A, group: Group, words: string, keys: string[] = [], typing = false) => ({
  action,
  group,
  words,
  keys,
  typing,
});

export const shortcuts = [
  entry('open', 'Files', 'Open a scene', ['Ctrl+O'], true),
  entry('save', 'Files', 'Save', ['Ctrl+S'], true),
  entry('save-as', 'Files', 'Save as', ['Ctrl+Shift+S'], true),
  entry('export-scene', 'Files', 'Download the scene'),
  entry('export-figure', 'Files', 'Download the figure'),
  entry('export-picture', 'Files', 'Download a picture of the view', ['Ctrl+Shift+P']),

  entry('undo', 'Edit', 'Undo', ['Ctrl+Z']),
  entry('redo', 'Edit', 'Redo', ['Ctrl+Shift+Z', 'Ctrl+Y']),
  entry('duplicate', 'Edit', 'Duplicate the selected obstacle', ['Ctrl+D']),
  entry('delete', 'Edit', 'Delete the selection', ['Delete', 'Backspace']),
  entry('edit', 'Edit', 'Edit the selection', ['Enter', 'F2']),
  entry('deselect', 'Edit', 'Deselect, or cancel', ['Escape']),
  entry('find', 'Edit', 'Find a segment', ['Ctrl+F', '/'], true),

  entry('pin', 'Figure', 'Pin the selected point where it is', ['P']),
  entry('gizmo-move', 'Figure', 'Move goals and obstacles with the gizmo', ['G', 'W']),
  entry('gizmo-turn', 'Figure', 'Turn goals and obstacles with the gizmo', ['E']),
  entry('gizmo-size', 'Figure', 'Resize obstacles with the gizmo', ['S']),
  entry('push', 'Figure', 'Push at the selected point with a force', ['U']),
  entry('root-here', 'Figure', 'Make the selected segment the root'),
  entry('branch-add', 'Figure', 'Add a branch to the selected segment', ['A']),
  entry('rest', 'Figure', 'Return to the rest posture', ['Shift+R']),
  entry('copy-joints', 'Figure', 'Copy the joint values as JSON'),
  entry('copy-joints-csv', 'Figure', 'Copy the joint values as CSV'),
  entry('paste-joints', 'Figure', 'Paste joint values'),
  entry('reset-sizes', 'Figure', 'Reset the sizes of all segments'),
  entry('find-path', 'Figure', 'Find a path around obstacles', ['L']),
  entry('access-plane', 'Figure', 'Find where the selection can reach, in the plane of the view'),
  entry('access-space', 'Figure', 'Find where the selection can reach, in space'),
  entry('access-map', 'Figure', 'Map every cell that the selection could reach'),
  entry('access-clear', 'Figure', 'Remove what was found within reach'),

  entry('fit-all', 'View', 'Fit everything in view', ['F']),
  entry('view-front', 'View', 'Look from the front', ['1']),
  entry('view-side', 'View', 'Look from the side', ['3']),
  entry('view-top', 'View', 'Look from above', ['7']),
  entry('views', 'View', 'One, two or four views', ['V']),
  entry('toggle-names', 'View', 'Show names', ['N']),
  entry('toggle-axes', 'View', 'Show joint axes', ['X']),
  entry('toggle-mass', 'View', 'Show the centre of mass', ['C']),
  entry('toggle-manipulability', 'View', 'Show manipulability', ['M']),
  entry('toggle-contacts', 'View', 'Show distances to obstacles', ['O']),
  entry('toggle-trace', 'View', 'Show the trace of the tip', ['T']),
  entry('toggle-forces', 'View', 'Show forces and where balance is kept', ['B']),
  entry('toggle-torques', 'View', 'Show joint torques', ['J']),
  entry('toggle-left', 'View', 'Show or hide the skeleton panel', ['[']),
  entry('toggle-right', 'View', 'Show or hide the task panel', [']']),
  entry('toggle-time', 'View', 'Show or hide the timeline', ['\\']),

  entry('play', 'Time', 'Run or pause the solver or the playback', ['Space']),
  entry('record', 'Time', 'Start or stop recording', ['R']),
  entry('goals-run', 'Time', 'Run or stop goals that move', ['I']),
  entry('key-add', 'Time', 'Add the current posture as a keyframe', ['K']),

  entry('palette', 'Help', 'Find a command', ['Ctrl+K'], true),
  entry('help', 'Help', 'Keyboard and mouse', ['?', 'H', 'F1']),
] as const satisfies readonly Shortcut[];

export type ActionName = (typeof shortcuts)[number]['action'];

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

// "Ctrl+Shift+Z" for a key press. Shift is left out where it only produces the character, as for "?".
export function keysOfPress({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  const sign = key.length === 1 && key.toUpperCase() === key.toLowerCase() && key !== ' ';
  return [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shiftKey && !sign && 'Shift', name].filter(Boolean).join('+');
}

const byKeys = new Map<string, (typeof shortcuts)[number]>(
  shortcuts.flatMap((shortcut) => shortcut.keys.map((keys) => [keys, shortcut] as const)),
);

// What has the focus: a text field takes all letters, a button takes Space and Enter.
export type Focus = 'page' | 'text' | 'button';

export function actionFor(press: KeyPress, focus: Focus): ActionName | null {
  const keys = keysOfPress(press);
  const found = byKeys.get(keys);
  if (!found) return null;
  if (focus === 'text' && (!found.typing || (!press.ctrlKey && !press.metaKey))) return null;
  if (focus === 'button' && (keys === 'Space' || keys === 'Enter')) return null;
  return found.action;
}

export const keysFor = (action: ActionName): string | undefined =>
  (shortcuts as readonly Shortcut[]).find((shortcut) => shortcut.action === action)?.keys[0];

// For the palette: every word of the query must begin a word of the command; matches of earlier words first.
export function findCommands(question: string): Shortcut[] {
  const asked = question.toLowerCase().split(/\s+/).filter(Boolean);
  const score = (shortcut: Shortcut): number => {
    const words = `${shortcut.words} ${shortcut.group}`.toLowerCase().split(/[^a-z0-9]+/);
    let sum = 0;
    for (const part of asked) {
      const at = words.findIndex((word) => word.startsWith(part));
      if (at < 0) return -1;
      sum += at;
    }
    return sum;
  };
  return (shortcuts as readonly Shortcut[])
    .map((shortcut, order) => ({ shortcut, order, score: score(shortcut) }))
    .filter(({ score }) => score >= 0)
    .sort((a, b) => (asked.length ? a.score - b.score : 0) || a.order - b.order)
    .map(({ shortcut }) => shortcut);
}
