// The selected frame: its name, where it is on its segment, and how it is turned.

import type { Commands } from '../protocol/commands';
import type { FrameInfo } from '../protocol/messages';
import { rotationVector } from '../state/places';
import type { Store } from '../state/store';
import { Vector } from './vector_field';
import { Button, Field, Section, Select, TextField } from './widgets';

export function FrameEditor({ store, frame }: { store: Store; frame: FrameInfo }) {
  const figure = store.figure.value;
  if (!figure) return null;
  const set = (change: Omit<Commands['frame-set'], 'frame'>) => void store.send('frame-set', { frame: frame.name, ...change });
  const rename = (name: string) => store.rename({ kind: 'frame', frame: name }, store.ask('frame-set', { frame: frame.name, name }));
  const remove = () => {
    store.selection.value = { kind: 'segment', segment: figure.segments[frame.segment]!.name };
    void store.send('frame-remove', { frame: frame.name });
  };
  const gestured = (gesture?: number) => (gesture ? { gesture } : {});
  if (figure.chains.some(({ name }) => frame.name === `${name}.tip`)) {
    return (
      <Section title="Frame" remember="frame">
        <p class="hint">{frame.name} marks the end of its chain and moves with it.</p>
      </Section>
    );
  }
  return (
    <Section title="Frame" remember="frame" tip="A named place on the figure. The gizmo moves (G) and turns (E) it.">
      <Field label="Frame">
        <TextField label="Frame name" value={frame.name} onCommit={rename} />
      </Field>
      <Field label="On">
        <Select
          label="Segment of the frame"
          value={figure.segments[frame.segment]?.name ?? ''}
          choices={figure.segments.map(({ name }) => name)}
          onChange={(segment) => set({ segment })}
        />
      </Field>
      <Field label="Position, cm">
        <Vector
          label="Frame position"
          value={frame.position}
          unit="cm"
          onChange={(position, gesture) => set({ position, ...gestured(gesture) })}
        />
      </Field>
      <Field label="Rotation, °" tip="A rotation vector: the axis times the angle.">
        <Vector
          label="Frame rotation"
          value={rotationVector(frame.quaternion)}
          unit="deg"
          onChange={(rotation, gesture) => set({ rotation, ...gestured(gesture) })}
        />
      </Field>
      <Button kind="quiet" icon="trash" onClick={remove}>
        Remove frame
      </Button>
    </Section>
  );
}
