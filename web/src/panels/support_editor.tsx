// The editor of a support: its name and place, the patch that carries, friction, share, and which way the surface pushes.

import { useState } from 'preact/hooks';
import type { SupportJson, Vec3 } from '../protocol/messages';
import { patchKind, patchOfKind, patchSize, resized, type PatchKind } from '../state/forces';
import type { Store } from '../state/store';
import { moveSupport, plainSupport, removeSupport, setSupport } from './force_actions';
import { PlaceField } from './place_field';
import { Vector } from './vector_field';
import { Button, Field, IconButton, NumberField, Segmented, Select, TextField, Toggle } from './widgets';

type Change = { [K in keyof SupportJson]?: SupportJson[K] | undefined };

export function SupportEditor({ store, support }: { store: Store; support: SupportJson }) {
  const [supposed, setSupposed] = useState<string | null>(null);
  const set = (change: Change, gesture?: number) => setSupport(store, support, change as Partial<SupportJson>, gesture);
  const rename = (name: string) =>
    store.rename({ kind: 'support', name }, store.ask('support-set', { support: support.name, to: plainSupport({ ...support, name }) }));
  const ask = () =>
    store.ask('statics-what-if', { without_support: support.name }).then(
      ({ words }) => setSupposed(words),
      (refusal: Error) => setSupposed(refusal.message),
    );
  return (
    <div class="load-editor">
      <Field label="Name">
        <TextField label="Support name" value={support.name} onCommit={rename} />
      </Field>
      <Field label="At">
        <PlaceField
          store={store}
          label="At"
          value={support.frame}
          pickWords="Click the point that stands on something"
          onChange={(place) => place !== undefined && moveSupport(store, support, place)}
        />
      </Field>
      <Toggle
        label="Grips"
        checked={support.grip ?? false}
        tip="A handle: holds in every direction."
        onChange={(grip) => set({ grip: grip || undefined })}
      />
      {!support.grip && (
        <>
          <Toggle
            label="Anywhere"
            checked={support.anywhere ?? false}
            tip="Carries wherever it is: what it stands on is not in the world. Otherwise only where it touches the ground or an obstacle."
            onChange={(anywhere) => set({ anywhere: anywhere || undefined })}
          />
          <Field label="Friction" tip="How much of what presses on it may push sideways.">
            <NumberField
              label="Friction"
              unit="×"
              min={0}
              max={10}
              value={support.friction ?? 0.6}
              onChange={(friction, gesture) => set({ friction }, gesture)}
            />
          </Field>
          <Field label="Surface" tip="Which way it pushes: along the frame’s z axis, or a way that does not turn with the figure.">
            <Select
              label="Surface"
              value={surfaceOf(support)}
              choices={[
                { value: 'frame', words: 'turns with the frame' },
                { value: 'ground', words: 'level ground' },
                { value: 'own', words: 'slope or wall' },
              ]}
              onChange={(surface) => set({ normal: surface === 'frame' ? undefined : surface === 'ground' ? [0, 0, 1] : [0.26, 0, 0.97] })}
            />
          </Field>
          {surfaceOf(support) === 'own' && (
            <Field label="Pushes along">
              <Vector
                label="Pushes along"
                unit=""
                value={support.normal!}
                onChange={(normal, gesture) => set({ normal: unit(normal) }, gesture)}
              />
            </Field>
          )}
        </>
      )}
      <Field label="Share" tip="Part of the load it should carry. Empty: whatever suits.">
        <NumberField
          label="Share"
          unit="%"
          min={0}
          max={1}
          value={support.share ?? null}
          empty="free"
          onClear={() => set({ share: undefined })}
          onChange={(share, gesture) => set({ share }, gesture)}
        />
      </Field>
      <PatchFields store={store} support={support} set={set} />
      {supposed && <p class="hint">{supposed}</p>}
      <div class="editor-foot">
        <Button kind="quiet" onClick={() => void ask()} tip="Whether the figure would stand without this support.">
          Without it?
        </Button>
        <Button kind="danger" icon="trash" keys="Del" onClick={() => removeSupport(store, support.name)}>
          Remove
        </Button>
      </div>
    </div>
  );
}

const surfaceOf = ({ normal }: SupportJson): 'frame' | 'ground' | 'own' =>
  normal === undefined ? 'frame' : normal[0] === 0 && normal[1] === 0 ? 'ground' : 'own';
const unit = (v: Vec3): Vec3 => {
  const size = Math.hypot(...v);
  return size > 0 ? (v.map((x) => x / size) as Vec3) : [0, 0, 1];
};

// What carries: the point, an edge or a patch; its size, and its corners one by one.
function PatchFields({ store, support, set }: { store: Store; support: SupportJson; set: (change: Change, gesture?: number) => void }) {
  const [corners, setCorners] = useState(false);
  const kind = patchKind(support),
    patch = support.patch ?? [];
  const size = patchSize(patch);
  const setPatch = (next: [number, number][], gesture?: number) => set({ patch: next.length === 0 ? undefined : next }, gesture);
  return (
    <>
      <Field label="Carries on">
        <Segmented
          label="Carries on"
          value={kind}
          choices={[
            { value: 'point', words: 'Point' },
            { value: 'edge', words: 'Edge' },
            { value: 'patch', words: 'Patch' },
          ]}
          onChange={(next) => setPatch(patchOfKind(support, next as PatchKind, store.figure.value?.reach ?? 1))}
        />
      </Field>
      {kind !== 'point' && (
        <Field label="Size" tip="Along the frame’s x axis, and across.">
          <div class="pair">
            {([0, 1] as const)
              .filter((k) => (k === 0 ? size.length : size.width) > 0)
              .map((k) => (
                <NumberField
                  key={k}
                  label={k === 0 ? 'Length' : 'Width'}
                  unit="cm"
                  min={0.001}
                  value={k === 0 ? size.length : size.width}
                  onChange={(wanted, gesture) => setPatch(resized(patch, k, wanted), gesture)}
                />
              ))}
          </div>
        </Field>
      )}
      {kind === 'patch' && (
        <Button kind="quiet" icon={corners ? 'chevron-down' : 'chevron'} onClick={() => setCorners(!corners)}>
          {patch.length} corners
        </Button>
      )}
      {corners &&
        kind === 'patch' &&
        patch.map((corner, i) => (
          <div class="corner" key={i} role="group" aria-label={`Corner ${i + 1}`}>
            {([0, 1] as const).map((k) => (
              <NumberField
                key={k}
                label={`Corner ${i + 1} ${'xy'[k]}`}
                unit="cm"
                value={corner[k]}
                onChange={(value, gesture) =>
                  setPatch(
                    patch.map((old, j) => (i === j ? ((k === 0 ? [value, old[1]] : [old[0], value]) as [number, number]) : old)),
                    gesture,
                  )
                }
              />
            ))}
            <IconButton
              icon="close"
              label={`Remove corner ${i + 1}`}
              disabled={patch.length <= 3}
              onClick={() => setPatch(patch.filter((_, j) => i !== j))}
            />
          </div>
        ))}
    </>
  );
}
