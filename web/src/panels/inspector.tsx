// The editor of the selected segment or frame.

import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { SegmentInfo, Vec3 } from '../protocol/messages';
import type { Shell } from '../state/shell';
import { frameRow, rowFor, type Row } from '../state/skeleton_tree';
import type { Store } from '../state/store';
import { useCoordinates } from './coordinates';
import { Couplings } from './couplings';
import { FrameEditor } from './frame_editor';
import { JointEditor } from './joint_editor';
import { openSegmentMenu } from './segment_menu';
import { selectedSegment } from './segment_actions';
import { MassEditor, ShapesEditor, SizeEditor } from './shape_editor';
import { Field, IconButton, NumberField, Section, SliderField, TextField } from './widgets';
import { Vector } from './vector_field';

export function Inspector({ shell }: { shell: Shell }) {
  const { store } = shell;
  const box = useRef<HTMLDivElement>(null);
  const wanted = shell.editorWanted.value;
  useEffect(() => {
    if (!wanted || store.selection.peek()?.kind === 'obstacle') return;
    shell.editorWanted.value = null;
    const named = wanted.field === null ? null : box.current?.querySelector<HTMLInputElement>(`input[aria-label="${wanted.field}"]`);
    const field = named ?? box.current?.querySelector<HTMLInputElement>('input:not(:disabled)');
    field?.focus();
    field?.select();
  }, [wanted]);

  const name = selectedSegment(store);
  const index = name === null ? undefined : store.segmentIndex.value.get(name);
  const segment = index === undefined ? undefined : store.figure.value?.segments[index];
  return (
    <div class="inspector scroll" ref={box} role="region" aria-label="Inspector">
      {/* The links of a chain share one editor, which stays when their number changes. Editors are told apart by number,
          not by name: renaming keeps them, and what is being typed into them. */}
      {segment && <SegmentEditor key={segment.chain === undefined ? index : `chain ${segment.chain}`} shell={shell} segment={segment} />}
    </div>
  );
}

function SegmentEditor({ shell, segment }: { shell: Shell; segment: SegmentInfo }) {
  const { store } = shell;
  const index = store.segmentIndex.value.get(segment.name)!;
  const selected = store.selection.value;
  const row: Row =
    selected?.kind === 'frame'
      ? { ...rowFor(index, selected.frame), id: frameRow(selected.frame), kind: 'frame' }
      : rowFor(index, segment.name);
  const frames = store.figure.value?.frames ?? [],
    frameNumber = selected?.kind === 'frame' ? frames.findIndex(({ name }) => name === selected.frame) : -1,
    frame = frames[frameNumber];
  const rename = (name: string) =>
    store.rename({ kind: 'segment', segment: name }, store.ask('segment-set', { segment: segment.name, name }));
  return (
    <>
      <div class="inspector-head">
        <TextField label="Name" value={segment.name} onCommit={rename} />
        <IconButton
          icon="dots"
          label="Segment menu"
          tip="Branches, root, loops and more."
          popup="menu"
          onClick={(event) => openSegmentMenu(shell, row, event.currentTarget)}
        />
      </div>
      {frame && <FrameEditor key={frameNumber} store={store} frame={frame} />}
      {segment.chain !== undefined && <ChainEditor store={store} name={segment.chain} />}
      <Fragment key={index}>
        <PoseEditor store={store} segment={segment} />
        <JointEditor store={store} segment={segment} />
        <SizeEditor store={store} segment={segment} />
        <PlaceEditor store={store} segment={segment} />
        <ShapesEditor store={store} segment={segment} />
        <MassEditor store={store} segment={segment} />
        {segment.coordinates.length > 0 && <Couplings store={store} joint={segment.joint.name} />}
      </Fragment>
    </>
  );
}

function ChainEditor({ store, name }: { store: Store; name: string }) {
  const chain = store.figure.value?.chains.find((each) => each.name === name);
  if (!chain) return null;
  return (
    <Section title={`Chain ${name}`} remember="chain">
      <Field label="Links" tip="More links bend more smoothly. Length and mass stay the same.">
        <NumberField
          label="Links"
          value={chain.links}
          unit=""
          decimals={0}
          step={1}
          min={1}
          max={400}
          onChange={(links, gesture) =>
            void store.send('chain-links', { chain: name, links: Math.round(links), ...(gesture ? { gesture } : {}) })
          }
        />
      </Field>
      <p class="hint">
        Total length {(100 * chain.length).toFixed(0)} cm. Editing a single link below dissolves the chain into separate segments.
      </p>
    </Section>
  );
}

// The joint's present values as sliders within its limits.
function PoseEditor({ store, segment }: { store: Store; segment: SegmentInfo }) {
  const values = useCoordinates(store, segment);
  if (segment.coordinates.length === 0) return null;
  const set = (at: number, value: number, gesture: number) =>
    void store.send('joint-set', { segment: segment.name, values: values.map((old, i) => (i === at ? value : old)), gesture });
  return (
    <Section title="Pose" remember="pose" tip="The joint’s present values. Tasks may change them again.">
      {segment.coordinates.map(({ name, min, max, length }, i) => {
        const value = values[i] ?? 0;
        const far = Math.max(length ? 1 : Math.PI, Math.abs(value)); // range without a limit
        return (
          <SliderField
            key={name}
            label={name}
            unit={length ? 'cm' : 'deg'}
            value={value}
            min={min ?? -far}
            max={max ?? far}
            open={min === null || max === null}
            onChange={(value, gesture) => set(i, value, gesture)}
          />
        );
      })}
    </Section>
  );
}

function PlaceEditor({ store, segment }: { store: Store; segment: SegmentInfo }) {
  const at = segment.at ?? {};
  const zero: Vec3 = [0, 0, 0];
  const set = (part: { position?: Vec3; rotation?: Vec3 }, gesture?: number) =>
    void store.send('segment-set', { segment: segment.name, at: { ...at, ...part }, ...(gesture ? { gesture } : {}) });
  return (
    <Section title="Placement" remember="place" open={false} tip="Where the joint is on the parent segment.">
      <Field label="Position, cm">
        <Vector label="Position" value={at.position ?? zero} unit="cm" onChange={(position, gesture) => set({ position }, gesture)} />
      </Field>
      <Field label="Rotation, °" tip="A rotation vector: the axis times the angle.">
        <Vector label="Rotation" value={at.rotation ?? zero} unit="deg" onChange={(rotation, gesture) => set({ rotation }, gesture)} />
      </Field>
    </Section>
  );
}
