// Switches for what is drawn besides the figure.

import { keysFor, type ActionName } from '../state/shortcuts';
import type { Shell } from '../state/shell';
import type { ViewOptions } from '../state/store';
import { runAction } from './actions';
import { Button, Field, Segmented, Toggle } from './widgets';

type Switch = Exclude<{ [K in keyof ViewOptions]: ViewOptions[K] extends boolean ? K : never }[keyof ViewOptions], 'trackball'>;

export const switches: { title: string; rows: { option: Switch; label: string; tip: string; action?: ActionName }[] }[] = [
  {
    title: 'Figure',
    rows: [
      { option: 'names', label: 'Names', tip: 'The names of segments.', action: 'toggle-names' },
      { option: 'frames', label: 'Frames', tip: 'Named places on the figure, with their axes, and the tree they hang in.' },
      { option: 'axes', label: 'Joint axes', tip: 'The axes joints turn about or slide along.', action: 'toggle-axes' },
      { option: 'limits', label: 'Limits', tip: 'The range of the selected joint, as arcs and cones.' },
      { option: 'ties', label: 'Ties', tip: 'Places that the figure keeps together, and what they glide on.' },
      {
        option: 'centerOfMass',
        label: 'Centre of mass',
        tip: 'With its projection on the ground: above the feet, the figure is balanced.',
        action: 'toggle-mass',
      },
    ],
  },
  {
    title: 'Reach',
    rows: [
      { option: 'goalLines', label: 'Goal lines', tip: 'Lines from each goal to the point that should reach it.' },
      {
        option: 'manipulability',
        label: 'Manipulability',
        tip: 'An ellipsoid at the tip: long in directions in which it moves easily.',
        action: 'toggle-manipulability',
      },
      { option: 'trace', label: 'Trace', tip: 'Where the tip has been.', action: 'toggle-trace' },
      { option: 'ghosts', label: 'Key postures', tip: 'Ghosts of the figure at each key of the time strip.' },
      { option: 'reachCloud', label: 'Reach cloud', tip: 'Points that the tip can reach.' },
    ],
  },
  {
    title: 'Forces',
    rows: [
      {
        option: 'forces',
        label: 'Forces',
        tip: 'On the figure, and at its supports inside their friction cones.',
        action: 'toggle-forces',
      },
      { option: 'supportRegion', label: 'Support region', tip: 'Where the centre of mass may be for the figure to stand.' },
      {
        option: 'torques',
        label: 'Joint torques',
        tip: 'Arcs as long as the torque, coloured by share of strength.',
        action: 'toggle-torques',
      },
    ],
  },
  {
    title: 'Obstacles',
    rows: [
      { option: 'contacts', label: 'Distances', tip: 'The nearest points and their distances.', action: 'toggle-contacts' },
      { option: 'normals', label: 'Normals', tip: 'The direction away from the obstacle at the nearest points.' },
      { option: 'virtualArms', label: 'Virtual arms', tip: 'Their ends and search radii, if that technique is on.' },
    ],
  },
  {
    title: 'Picture',
    rows: [
      { option: 'shadows', label: 'Shadows', tip: 'Switch off on a slow computer.' },
      {
        option: 'dualQuaternions',
        label: 'Dual quaternions',
        tip: "Blends a character's skin without shrinking it at twisted joints; off: linearly, as most programs do.",
      },
      { option: 'wireframe', label: 'Wireframe', tip: 'Shows shapes and joints through the skin.' },
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
          label="Views"
          value={String(options.views)}
          choices={['1', '2', '4']}
          onChange={(views) => set({ views: Number(views) as ViewOptions['views'] })}
        />
      </Field>
      <Field label="Turn by" tip="Orbit keeps the view upright. A trackball turns it any way: drag outside the ball to roll it.">
        <Segmented
          label="Turn by"
          value={options.trackball ? 'trackball' : 'orbit'}
          choices={[
            { value: 'orbit', words: 'Orbit' },
            { value: 'trackball', words: 'Trackball' },
          ]}
          onChange={(kind) => set({ trackball: kind === 'trackball' })}
        />
      </Field>
      {viewport && store.figure.value?.planar && (
        <Field label="Flat figure">
          <Segmented
            label="Flat figure"
            value={viewport.flat.value ? 'flat' : 'solid'}
            choices={[
              { value: 'flat', words: '2D' },
              { value: 'solid', words: '3D' },
            ]}
            onChange={(kind) => viewport.setFlat(kind === 'flat')}
          />
        </Field>
      )}
      <div class="looks" role="group" aria-label="Look from">
        <Button onClick={() => runAction('fit-all', shell)} icon="fit" tip="Fits the whole figure in view." keys="F">
          Fit
        </Button>
        <Button onClick={() => runAction('view-front', shell)} keys="1" tip="Look from the front.">
          Front
        </Button>
        <Button onClick={() => runAction('view-side', shell)} keys="3" tip="Look from the side.">
          Side
        </Button>
        <Button onClick={() => runAction('view-top', shell)} keys="7" tip="Look from above.">
          Top
        </Button>
      </div>
      {switches.map(({ title, rows }) => (
        <div key={title} role="group" aria-label={title} class="switches">
          <h2>{title}</h2>
          {rows.map(({ option, label, tip, action }) => (
            <Toggle
              key={option}
              label={label}
              tip={tip}
              keys={action && keysFor(action)}
              checked={options[option]}
              onChange={(checked) => set({ [option]: checked })}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
