// Accessible space: the menu entries that look for it, the banner while that goes on, and the legend of what was found.

import { accessFinderOf } from '../state/access_finder';
import { colorsOf, spaceCsv, valuesOf, type ColoredSpace, type SpaceColor } from '../state/spaces';
import { watchedPlace } from '../state/watched_place';
import type { Store } from '../state/store';
import { download } from './files_actions';
import { Bar, Button, Icon, IconButton, Select, Toggle, type MenuEntry } from './widgets';

export function accessEntries(store: Store, frame: string | null): MenuEntry[] {
  if (frame === null) return [];
  const finder = accessFinderOf(store);
  const note = `Where ${frame} can be with the tasks kept`;
  return [
    { words: 'Find reach in this view', icon: 'sheet', note, action: () => void finder.find(frame, true) },
    { words: 'Find reach in space', icon: 'sphere', action: () => void finder.find(frame, false) },
    { words: 'Map reach', icon: 'sphere', note: 'Every cell it could be in, without the tasks', action: () => void finder.findMap(frame) },
  ];
}

// Of the selected frame, else of the one that the other marks of reach are about.
export function findSelectedSpace(store: Store, what: 'plane' | 'space' | 'map'): void {
  const figure = store.figure.value,
    scene = store.scene.value;
  const place = figure && scene && watchedPlace(figure, scene, store.selection.value);
  const frame =
    typeof place === 'string'
      ? place
      : place && 'segment' in place
        ? figure!.frames.find(({ segment }) => figure!.segments[segment]?.name === place.segment)?.name
        : undefined;
  if (frame === undefined) store.notify('info', 'Select a frame, or a part that has one: its reach is looked for.');
  else if (what === 'map') void accessFinderOf(store).findMap(frame);
  else void accessFinderOf(store).find(frame, what === 'plane');
}

export function AccessBanner({ store }: { store: Store }) {
  const finder = accessFinderOf(store),
    now = finder.searching.value;
  if (!now) return null;
  const words = now.filling ? `${now.cells} cells` : `boundary ${Math.round(100 * now.share)} %`;
  return (
    <div class="over-view banner path-banner" role="group" aria-label="Reach">
      <Icon name="sphere" />
      <span role="status">Finding where {now.frame} can reach…</span>
      <Bar label="Progress" share={now.filling ? 0.7 * now.share : 0.7 + 0.3 * now.share} words={words} />
      <span class="path-time">{words}</span>
      <Button onClick={() => finder.stop()}>Stop</Button>
    </div>
  );
}

export function AccessLegend({ store }: { store: Store }) {
  const spaces = store.spaces.value;
  if (spaces.length === 0) return null;
  return (
    <div class="access-legend" role="group" aria-label="Within reach">
      {spaces.map((space) => (
        <SpaceRow key={space.id} store={store} space={space} />
      ))}
    </div>
  );
}

const colorWords: Record<SpaceColor, string> = {
  effort: 'Effort',
  margin: 'Margin of balance',
  manipulability: 'Manipulability',
  room: 'Room to the limits',
  none: 'Plain',
};
function SpaceRow({ store, space }: { store: Store; space: ColoredSpace }) {
  const finder = accessFinderOf(store),
    values = valuesOf(space),
    choices = [...colorsOf(space), 'none' as const];
  const write = (value: number) => (space.color === 'margin' ? `${(100 * value).toFixed(1)} cm` : value.toPrecision(2));
  const unit = space.in_plane ? 'm²' : 'm³';
  return (
    <div class="access-space">
      <div class="access-head">
        <strong>{space.frame}</strong>
        {space.map && <span>map</span>}
        <span>
          {space.cut_off ? 'more than ' : ''}
          {space.size.toPrecision(3)} {unit}
        </span>
        <IconButton icon="down" label={`Save the reach of ${space.frame} as CSV`} onClick={() => saveCsv(space)} />
        <IconButton icon="close" label={`Remove the reach of ${space.frame}`} onClick={() => finder.remove(space.id)} />
      </div>
      <Select
        label={`Colour of the reach of ${space.frame}`}
        value={space.color}
        choices={choices.map((value) => ({ value, words: colorWords[value] }))}
        onChange={(color) => finder.setColor(space.id, color as SpaceColor)}
      />
      {values && (
        <div class="access-scale">
          <span>{write(values.least)}</span>
          <span class="access-bar" role="img" aria-label="Colours from small to large" />
          <span>{write(values.largest)}</span>
        </div>
      )}
      {space.map && !space.in_plane && (
        <Toggle
          label="Cut open"
          tip="Leaves out the half towards you"
          checked={space.cut_open}
          onChange={(open) => finder.cutOpen(space.id, open)}
        />
      )}
    </div>
  );
}

const saveCsv = (space: ColoredSpace): void => download(`reach of ${space.frame}.csv`, new Blob([spaceCsv(space)], { type: 'text/csv' }));
