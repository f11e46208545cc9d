// Chooses a place: a frame of the figure, a point clicked on the body, or a pose in the world.

import type { PlaceJson } from '../protocol/messages';
import { placeName, rotationVector, worldPlace } from '../state/places';
import type { Store } from '../state/store';
import { pickPlace, spot } from './task_actions';
import { Vector } from './vector_field';
import { IconButton, Select } from './widgets';

export interface PlaceFieldProps {
  store: Store;
  label: string;
  value: PlaceJson | undefined; // undefined: the world itself
  onChange: (place: PlaceJson | undefined) => void;
  world?: 'none' | 'fixed' | 'itself'; // also offers: nothing, the present pose fixed in the world, or the world's axes
  pickWords: string;
}

const worldValue = ' world',
  ownValue = ' own';

export function PlaceField({ store, label, value, onChange, world = 'none', pickWords }: PlaceFieldProps) {
  const figure = store.figure.value;
  const frames = figure?.frames.map((frame) => frame.name) ?? [];
  const isFrame = typeof value === 'string';
  const isOwn = value !== undefined && !isFrame;
  const choices = [
    ...(world === 'itself' ? [{ value: worldValue, words: 'the world' }] : []),
    ...(isOwn ? [{ value: ownValue, words: placeName(value) }] : []),
    ...(isFrame && !frames.includes(value) ? [{ value, words: value }] : []),
    ...frames.map((name) => ({ value: name, words: name })),
    ...(world === 'fixed' && !(isOwn && 'world' in value) ? [{ value: worldValue, words: 'fixed in the world' }] : []),
  ];
  const choose = (chosen: string) => {
    if (chosen === ownValue) return;
    if (chosen !== worldValue) return onChange(chosen);
    if (world === 'itself' || !figure) return onChange(undefined);
    // The present pose, so that nothing moves.
    const here = value === undefined ? null : worldPlace(figure, store.snapshot, value);
    onChange({ world: here ? { position: here.position, rotation: rotationVector(here.quaternion) } : {} });
  };
  return (
    <div class="place-field">
      <Select label={label} value={isFrame ? value : isOwn ? ownValue : worldValue} choices={choices} onChange={choose} />
      <IconButton
        icon="target"
        label={`Pick ${label.toLowerCase()}`}
        tip={pickWords}
        pressed={store.mode.value.kind === 'pick-place' && store.mode.value.words === pickWords}
        onClick={() => pickPlace(store, pickWords, (place) => onChange(spot(place)))}
      />
      {isOwn && 'world' in value && (
        <Vector
          label={label}
          value={value.world.position ?? [0, 0, 0]}
          unit="m"
          withUnits
          onChange={(position) => onChange({ world: { ...value.world, position } })}
        />
      )}
    </div>
  );
}
