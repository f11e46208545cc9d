// The size, shapes and mass of a segment.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { SegmentInfo, ShapeJson } from '../protocol/messages';
import { segmentShapes } from '../state/shape_kinds';
import { colorText, roundSize, shapeNumbers } from '../state/shape_numbers';
import type { Store } from '../state/store';
import { Button, Field, IconButton, NumberField, openMenu, Section, Segmented, Toggle } from './widgets';

// Scaling is relative: the field shows the factor of the present gesture, then returns to 1.
export function SizeEditor({ store, segment }: { store: Store; segment: SegmentInfo }) {
  const [factor, setFactor] = useState(1);
  const [branch, setBranch] = useState(false);
  const reset = useRef(0);
  useEffect(() => () => clearTimeout(reset.current), []);
  const scale = (wanted: number, gesture = store.gesture()) => {
    void store.send('segment-scale', { segment: segment.name, factor: wanted / factor, branch, gesture });
    setFactor(wanted);
    clearTimeout(reset.current);
    reset.current = window.setTimeout(() => setFactor(1), 1200);
  };
  return (
    <Section title="Size" remember="size">
      <Field label="Scale by" tip="Scales its shapes, its mass and the attachment points of its children.">
        <NumberField label="Scale by" value={factor} unit="×" min={0.05} max={20} onChange={scale} />
      </Field>
      <Scaled store={store} segment={segment} />
      <Toggle label="Whole branch" checked={branch} onChange={setBranch} tip="Also scales all segments below it." />
    </Section>
  );
}

// What was scaled since the scene was opened, and the way back.
function Scaled({ store, segment }: { store: Store; segment: SegmentInfo }) {
  const own = (store.scene.value?.scalings ?? []).filter((each) => each.segment === segment.name);
  if (own.length === 0) return null;
  const factors = own.map(({ factor, branch }) => `${Number(factor.toFixed(3))} ×${branch ? ' with its branch' : ''}`);
  return (
    <div class="scaled">
      <span class="hint">{factors.join(', ')}</span>
      <Button
        kind="quiet"
        icon="undo"
        tip="As when the scene was opened."
        onClick={() => void store.send('scale-reset', { segment: segment.name })}
      >
        Reset size
      </Button>
    </div>
  );
}

export function ShapesEditor({ store, segment }: { store: Store; segment: SegmentInfo }) {
  const set = (shapes: ShapeJson[], gesture?: number) =>
    void store.send('segment-set', { segment: segment.name, shapes, ...(gesture ? { gesture } : {}) });
  const size = roundSize((store.figure.value?.reach ?? 1) / 12);
  const add = (event: { currentTarget: HTMLButtonElement }) =>
    openMenu(
      'Add a shape',
      event.currentTarget,
      segmentShapes.map(({ words, make }) => ({ words, action: () => set([...segment.shapes, make(size)]) })),
    );
  return (
    <Section
      title="Shapes"
      remember="shapes"
      open={false}
      actions={<IconButton icon="plus" label="Add shape" tip="Adds another solid to this segment." popup="menu" onClick={add} />}
    >
      {segment.shapes.length === 0 && <p class="hint">No shapes: this segment is invisible.</p>}
      {segment.shapes.map((shape, i) => (
        <ShapeFields
          key={i}
          shape={shape}
          label={segment.shapes.length > 1 ? `${shape.shape} ${i + 1}` : shape.shape}
          onChange={(changed, gesture) =>
            set(
              segment.shapes.map((old, k) => (k === i ? changed : old)),
              gesture,
            )
          }
          onRemove={() => set(segment.shapes.filter((_, k) => k !== i))}
        />
      ))}
    </Section>
  );
}

interface ShapeFieldsProps<S extends ShapeJson> {
  shape: S;
  label: string;
  onChange: (shape: S, gesture?: number) => void;
  onRemove?: () => void;
}

export function ShapeFields<S extends ShapeJson>({ shape, label, onChange, onRemove }: ShapeFieldsProps<S>) {
  return (
    <div class="shape" role="group" aria-label={label}>
      <div class="shape-head">
        <input
          type="color"
          class="swatch"
          aria-label={`Colour of ${label}`}
          value={colorText(shape.color)}
          onChange={(event) => onChange({ ...shape, color: event.currentTarget.value })}
        />
        <span class="shape-name">{label}</span>
        {onRemove && <IconButton icon="trash" label={`Remove ${label}`} onClick={onRemove} />}
      </div>
      {shapeNumbers(shape).map(({ words, value, min, set }) => (
        <Field key={words} label={words}>
          <NumberField
            label={`${words} of ${label}`}
            value={value}
            unit="cm"
            min={min}
            onChange={(changed, gesture) => onChange(set(changed) as S, gesture)}
          />
        </Field>
      ))}
    </div>
  );
}

type MassKind = 'none' | 'mass' | 'density';

export function MassEditor({ store, segment }: { store: Store; segment: SegmentInfo }) {
  const kind: MassKind = segment.density !== undefined ? 'density' : segment.mass > 0 ? 'mass' : 'none';
  const send = (part: { mass?: { mass: number; center?: [number, number, number] } | null; density?: number | null }, gesture?: number) =>
    void store.send('segment-set', { segment: segment.name, ...part, ...(gesture ? { gesture } : {}) });
  const choose = (chosen: MassKind) => {
    if (chosen === 'none') send({ mass: null, density: null });
    else if (chosen === 'density') send({ mass: null, density: 1000 });
    else send({ mass: { mass: segment.mass || 1, center: segment.mass_center }, density: null });
  };
  return (
    <Section title="Mass" remember="mass" open={false} tip="Used for the centre of mass and balance.">
      <Field label="Defined by">
        <Segmented
          label="Mass defined by"
          value={kind}
          onChange={choose}
          choices={[
            { value: 'none', words: 'nothing' },
            { value: 'mass', words: 'mass' },
            { value: 'density', words: 'density' },
          ]}
        />
      </Field>
      {kind === 'density' && (
        <Field label="Density">
          <NumberField
            label="Density"
            value={segment.density ?? 0}
            unit="kg/m3"
            min={0}
            onChange={(density, gesture) => send({ density }, gesture)}
          />
        </Field>
      )}
      {kind !== 'none' && (
        <Field label="Mass">
          <NumberField
            label="Mass"
            value={segment.mass}
            unit="kg"
            min={0}
            disabled={kind === 'density'}
            onChange={(mass, gesture) => send({ mass: { mass, center: segment.mass_center } }, gesture)}
          />
        </Field>
      )}
    </Section>
  );
}
