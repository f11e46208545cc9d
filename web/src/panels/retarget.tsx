// A motion of another skeleton, carried out by the figure: chosen here, and what could not be kept at the time that is shown.

import { useRef } from 'preact/hooks';
import type { MissedGoal } from '../protocol/commands';
import { formatWithUnit } from '../state/quantities';
import { missedAt, type CarriedOut, type CarryingOut } from '../state/retargeting';
import type { Store } from '../state/store';
import { positionNow } from '../state/timeline';
import { sendFiles } from './dropped_robot';
import { seek } from './time_actions';
import { Button, IconButton, Toggle } from './widgets';

export function RetargetButton({ store, disabled }: { store: Store; disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        class="short-of-room"
        icon="rest"
        disabled={disabled}
        tip="A motion from a BVH, glTF or FBX file, carried out by this figure. It replaces the keyframes."
        onClick={() => input.current?.click()}
      >
        Carry out…
      </Button>
      <input
        type="file"
        hidden
        ref={input}
        accept=".bvh,.glb,.gltf,.fbx"
        aria-label="Motion to carry out"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void carryOut(store, file);
        }}
      />
    </>
  );
}

export async function carryOut(store: Store, file: File, options: CarryingOut = { hands: true, balance: true }, from = 0): Promise<void> {
  const motion = { path: file.name, bytes: async () => new Uint8Array(await file.arrayBuffer()) };
  try {
    const answer = await sendFiles(store, 'retarget', motion, [], options);
    if (!answer) return;
    store.retargeted.value = { ...answer, ...options, file, from };
    store.madeLast.value = 'keyframes';
    await seek(store, from);
    const kept =
      answer.summary.length === 0 ? 'Every goal was kept.' : `${answer.summary.length} parts of the body missed theirs at times.`;
    const missing = answer.unmatched.length === 0 ? '' : ` Not found in the figure: ${answer.unmatched.join(', ')}.`;
    store.notify(
      'info',
      `${file.name}: ${answer.frames} frames. ${kept}${missing}${answer.whole ? '' : ' The motion was cut after 60 s.'}`,
    );
  } catch (refusal) {
    store.notify('refusal', (refusal as Error).message);
  } finally {
    store.meshStore.want(store.figure.value);
  }
}

const words = ({ role, error, angle, reason }: MissedGoal): string =>
  `${role} by ${formatWithUnit(error, angle ? 'deg' : 'cm')}: ${reason}`;

export function RetargetReport({ store }: { store: Store }) {
  const retargeted = store.retargeted.value;
  if (!retargeted) return null;
  const missed = missedAt(retargeted, store.time.value),
    worst = [...retargeted.summary].sort((a, b) => b.frames - a.frames)[0];
  return (
    <div class="retarget-report" role="status" aria-label="What could not be kept">
      <span class="hint">{retargeted.name}</span>
      <span class={missed.length > 0 ? 'missed' : ''}>
        {missed.length === 0 ? 'kept here' : `missed here: ${missed.map(words).join('; ')}`}
      </span>
      <span class="time-space" />
      {worst && (
        <Button kind="quiet" tip={`The worst of all: ${words(worst)}`} onClick={() => seek(store, worst.time)}>
          {`${worst.role} in ${worst.frames} of ${retargeted.frames} frames`}
        </Button>
      )}
      <CarryAgain store={store} retargeted={retargeted} option="hands" label="Hands" tip="Hands stay on what they touch in the source." />
      <CarryAgain
        store={store}
        retargeted={retargeted}
        option="balance"
        label="Balance"
        tip="The figure stays over its feet wherever the source is over its own."
      />
      <IconButton icon="close" label="Hide the source" onClick={() => (store.retargeted.value = null)} />
    </div>
  );
}

interface CarryAgainProps {
  store: Store;
  retargeted: CarriedOut;
  option: keyof CarryingOut;
  label: string;
  tip: string;
}

// Carries the motion out again, with this or without it, and stays at the time that is shown.
function CarryAgain({ store, retargeted, option, label, tip }: CarryAgainProps) {
  const { file, from, hands, balance } = retargeted;
  return (
    <Toggle
      label={label}
      tip={`${tip} Carries the motion out again.`}
      checked={retargeted[option]}
      onChange={(on) => {
        const time = store.time.value; // live: its first frame is not here yet, or somebody went on from there
        void carryOut(store, file, { hands, balance, [option]: on }, time && time.mode !== 'live' ? positionNow(time) : from);
      }}
    />
  );
}
