// What is drawn besides the figure: a switch for each, with a word on what it tells.

import { keysFor, type ActionName } from '../state/shortcuts';
import type { Shell } from '../state/shell';
import type { ViewOptions } from '../state/store';
import { runAction } from './actions';
import { Button, Field, Segmented, Toggle } from './widgets';

type Switch = { [K in keyof ViewOptions]: ViewOptions[K] extends boolean ? K : never }[keyof ViewOptions];

export const switches: { title: string; rows: { option: Switch; label: string; tip: string; action?: ActionName }[] }[] = [
  {
    title: 'Figure',
    rows: [
      { option: 'names', label: 'Names', tip: 'Of segments, beside them.', action: 'toggle-names' },
      { option: 'frames', label: 'Frames', tip: 'The named places that tasks hold on to, with their axes.' },
      { option: 'axes', label: 'Joint axes', tip: 'What each joint turns about or slides along.', action: 'toggle-axes' },
      { option: 'limits', label: 'Limits', tip: 'Arcs and cones of what the selected joint may do.' },
      { option: 'centerOfMass', label: 'Centre of mass', tip: 'And its projection onto the ground: over the feet means balance.', action: 'toggle-mass' },
    ],
  },
  {
    title: 'Reach',
    rows: [
      { option: 'goalLines', label: 'Goal lines', tip: 'From every goal to what shall reach it.' },
      { option: 'manipulability', label: 'Manipulability', tip: 'An ellipsoid at the tip: long where it moves easily, thin where it hardly can.', action: 'toggle-manipulability' },
      { option: 'trace', label: 'Trace', tip: 'Where the tip has been.', action: 'toggle-trace' },
      { option: 'reachCloud', label: 'Reach cloud', tip: 'Where the tip could go: a sample of its accessible space.' },
    ],
  },
  {
    title: 'Obstacles',
    rows: [
      { option: 'contacts', label: 'Distances', tip: 'Where the figure comes near something, and how near.', action: 'toggle-contacts' },
      { option: 'normals', label: 'Normals', tip: 'At each of these points, the way out.' },
      { option: 'virtualArms', label: 'Virtual arms', tip: 'Their ends and how far they look, where that technique runs.' },
    ],
  },
  {
    title: 'Picture',
    rows: [
      { option: 'shadows', label: 'Shadows', tip: 'Switch off on a slow machine.' },
      { option: 'wireframe', label: 'Wireframe', tip: 'See through the skin to the shapes and joints.' },
    ],
  },
];

export function ViewOptionsPanel({ shell }: { shell: Shell }) {
  const { store } = shell;
  const viewport = shell.viewport.value;
  const options = store.viewOptions.value;
  const set = (part: Partial<ViewOptions>) => (store.viewOptions.value = { ...store.viewOptions.value, ...part });
  return (
    <div class="view-options">
      <Field label="Views">
        <Segmented
          label="Views" value={String(options.views)} choices={['1', '2', '4']}
          onChange={(views) => set({ views: Number(views) as ViewOptions['views'] })}
        />
      </Field>
      {viewport && store.figure.value?.planar && (
        <Field label="Flat figure">
          <Segmented
            label="Flat figure" value={viewport.flat.value ? 'flat' : 'solid'} choices={[{ value: 'flat', words: '2D' }, { value: 'solid', words: '3D' }]}
            onChange={(way) => viewport.setFlat(way === 'flat')}
          />
        </Field>
      )}
      <div class="looks" role="group" aria-label="Look from">
        <Button onClick={() => runAction('frame-all', shell)} icon="frame" tip="Brings the whole figure into view." keys="F">Frame</Button>
        <Button onClick={() => runAction('view-front', shell)} keys="1" tip="Look from the front.">Front</Button>
        <Button onClick={() => runAction('view-side', shell)} keys="3" tip="Look from the side.">Side</Button>
        <Button onClick={() => runAction('view-top', shell)} keys="7" tip="Look from above.">Top</Button>
      </div>
      {switches.map(({ title, rows }) => (
        <div key={title} role="group" aria-label={title} class="switches">
          <h2>{title}</h2>
          {rows.map(({ option, label, tip, action }) => (
            <Toggle
              key={option} label={label} tip={tip} keys={action && keysFor(action)} checked={options[option]}
              onChange={(checked) => set({ [option]: checked })}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
