// Chooses a place: a frame of the figure, a point clicked on the body, or a pose in the world.

import { useState } from 'preact/hooks';
import type { PlaceJson, PoseJson } from '../protocol/messages';
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
  ownValue = ' own',
  turnedValue = ' turned';

export function PlaceField({ store, label, value, onChange, world = 'none', pickWords }: PlaceFieldProps) {
  const figure = store.figure.value;
  const [placed, setPlaced] = useState(false); // the world's own axes, shown in numbers to be turned
  const frames = figure?.frames.map((frame) => frame.name) ?? [];
  const isFrame = typeof value === 'string';
  const isOwn = value !== undefined && !isFrame;
  const choices = [
    ...(world === 'itself' ? [{ value: worldValue, words: 'the world' }] : []),
    ...(isOwn ? [{ value: ownValue, words: placeName(value) }] : []),
    ...(isFrame && !frames.includes(value) ? [{ value, words: value }] : []),
    ...frames.map((name) => ({ value: name, words: name })),
    ...(world === 'fixed' && !(isOwn && 'world' in value) ? [{ value: worldValue, words: 'fixed in the world' }] : []),
    ...(world === 'itself' && !(isOwn && 'world' in value) ? [{ value: turnedValue, words: 'axes fixed in the world' }] : []),
  ];
  // The present pose, so that nothing moves.
  const presentPose = (): PoseJson => {
    const here = value === undefined || !figure ? null : worldPlace(figure, store.snapshot, value);
    return here ? { position: here.position, rotation: rotationVector(here.quaternion) } : {};
  };
  const choose = (chosen: string) => {
    if (chosen === ownValue) return;
    setPlaced(chosen === turnedValue);
    if (chosen === turnedValue) return onChange({ world: presentPose() });
    if (chosen !== worldValue) return onChange(chosen);
    if (world === 'itself' || !figure) return onChange(undefined);
    onChange({ world: presentPose() });
  };
  const pose = isOwn && 'world' in value ? value.world : value === undefined && placed ? {} : null;
  return (
    <div class="place-field">
      <Select
        label={label}
        value={isFrame ? value : isOwn ? ownValue : placed ? turnedValue : worldValue}
        choices={choices}
        onChange={choose}
      />
      <IconButton
        icon="target"
        label={`Pick ${label.toLowerCase()}`}
        tip={pickWords}
        pressed={store.mode.value.kind === 'pick-place' && store.mode.value.words === pickWords}
        onClick={() => pickPlace(store, pickWords, (place) => onChange(spot(place)))}
      />
      {pose && (
        <>
          <Vector
            label={label}
            value={pose.position ?? [0, 0, 0]}
            unit="m"
            withUnits
            onChange={(position) => onChange({ world: { ...pose, position } })}
          />
          <Vector
            label={`${label}, turned by`}
            value={pose.rotation ?? [0, 0, 0]}
            unit="deg"
            withUnits
            tip="A rotation vector: the axis times the angle."
            onChange={(rotation) => onChange({ world: { ...pose, rotation } })}
          />
        </>
      )}
    </div>
  );
}
