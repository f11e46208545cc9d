// Whether the figure stands, by what margin, and what gives way; pointing at a reason says what would help.

import { useMemo, useState } from 'preact/hooks';
import type { StaticsReason, Vec3 } from '../protocol/messages';
import type { StaticsNow } from '../protocol/snapshot';
import { formatError } from '../state/error_words';
import { newtonMetres, newtons, percent, toneOf, upwards } from '../state/forces';
import type { Selection, Store } from '../state/store';
import { LightShape } from './light';
import { Bar, Icon, tip, type IconName, type Tone } from './widgets';

export function Standing({ store, statics }: { store: Store; statics: StaticsNow | null }) {
  const status = store.status.value?.statics;
  if (!statics || !status) return null;
  const { margin, frictionNeeded, effort } = statics;
  const reach = store.figure.value?.reach ?? 1;
  return (
    <div class="standing" aria-label="Balance" role="group">
      <p class="standing-words">
        <LightShape light={!status.balanced ? 'red' : status.reasons.length > 0 ? 'orange' : 'green'} label={status.words} />
        <span>
          {status.balanced
            ? carriedWords(statics, store.scene.value?.gravity ?? [0, 0, -9.81])
            : `${newtons(statics.unmetForce)} and ${newtonMetres(statics.unmetMoment)} are missing.`}
        </span>
      </p>
      {status.reasons.length > 0 && <Reasons store={store} reasons={status.reasons} statics={statics} />}
      {margin !== null && (
        <Meter
          label={margin < 0 ? 'Outside by' : 'Margin'}
          words={formatError(margin, 'm')}
          share={margin < 0 ? 1 : margin / (0.08 * reach)}
          tone={margin < 0 ? 'bad' : margin < 0.02 ? 'warn' : 'good'}
          tip="How far the centre of mass may still move, the worst way, before the figure slips or tips."
        />
      )}
      {frictionNeeded !== null && (
        <Meter
          label="Friction used"
          words={status.balanced ? percent(frictionNeeded) : 'all of it'}
          share={status.balanced ? frictionNeeded : 1}
          tone={status.balanced ? toneOf(frictionNeeded) : 'bad'}
          tip="The part of the friction without which it would slip."
        />
      )}
      <Meter
        label="Effort"
        words={effort < 9.995 ? effort.toFixed(2) : effort.toFixed(1)}
        share={effort / 4}
        tone="plain"
        tip="The torques of all joints by their strength, squared and added."
      />
    </div>
  );
}

// Weight, what else pushes up or down, and what the supports carry, so that they add up to the newton.
function carriedWords({ weight, forces }: StaticsNow, gravity: Vec3): string {
  const carried = Math.round(forces.reduce((sum, { force }) => sum + upwards(force, gravity), 0));
  const own = Math.round(weight);
  const pushed = carried - own;
  if (forces.length === 0)
    return own > 0 ? `${newtons(own)} of weight are held at the root.` : 'Its parts have no mass: nothing is to be carried.';
  if (pushed === 0) return `The supports carry its weight, ${newtons(own)}.`;
  const loads = `${Math.abs(pushed)} N pushed ${pushed > 0 ? 'down' : 'up'} by loads`;
  return `The supports carry ${carried} N: ${own} N of weight, ${loads}.`;
}

function Meter({ label, words, share, tone, tip: about }: { label: string; words: string; share: number; tone: Tone; tip: string }) {
  return (
    <div class="meter" {...tip(label, about)}>
      <span class="meter-label">{label}</span>
      <Bar label={label} share={share} tone={tone} words={words} />
      <span class="meter-words">{words}</span>
    </div>
  );
}

const reasonIcons: Record<StaticsReason['kind'], IconName> = {
  slips: 'move',
  tips: 'rotate',
  lifts: 'move',
  off: 'ground',
  strength: 'joint',
};

// What gives way; pointing at one says what would help.
function Reasons({ store, reasons, statics }: { store: Store; reasons: readonly StaticsReason[]; statics: StaticsNow }) {
  const [supposed, setSupposed] = useState<string | null>(null);
  const asking = useMemo(() => ({ last: 0 }), []);
  const suppose = (reason: StaticsReason) => {
    const mine = ++asking.last;
    store.lit.value = reason.segment === undefined ? [] : [{ kind: 'segment', segment: reason.segment }];
    if (reason.support !== undefined) store.hover.value = { kind: 'support', name: reason.support };
    if (reason.kind === 'strength') return setSupposed(strengthWords(store, reason, statics));
    if (reason.kind === 'tips') return setSupposed(tippingWords(statics));
    setSupposed(null);
    store.ask('statics-what-if', { friction_of: reason.support! }).then(
      ({ words }) => asking.last === mine && setSupposed(words),
      (refusal: Error) => asking.last === mine && setSupposed(refusal.message),
    );
  };
  const supposeNothing = () => {
    asking.last++;
    setSupposed(null);
    store.lit.value = [];
    store.hover.value = null;
  };
  return (
    <>
      <div class="reasons" role="group" aria-label="What gives way">
        {reasons.slice(0, 6).map((reason) => (
          <button
            key={reason.words}
            type="button"
            class="chip reason"
            style={{ '--share': '100%' }}
            {...tip(reason.words, 'Below: what would help. A click selects it.')}
            onPointerEnter={() => suppose(reason)}
            onPointerLeave={supposeNothing}
            onFocus={() => suppose(reason)}
            onBlur={supposeNothing}
            onClick={() => (store.selection.value = selectionFor(reason))}
          >
            <Icon name={reasonIcons[reason.kind]} />
            {reason.words}
          </button>
        ))}
      </div>
      {supposed && <p class="task-words supposed">{supposed}</p>}
    </>
  );
}

const selectionFor = ({ support, segment }: StaticsReason): Selection =>
  support !== undefined ? { kind: 'support', name: support } : segment !== undefined ? { kind: 'segment', segment } : null;

function strengthWords(store: Store, { segment }: StaticsReason, statics: StaticsNow): string {
  const load = statics.joints.find((each) => store.figure.value?.segments[each.segment]?.name === segment);
  return load ? `It would need a strength of ${newtonMetres(load.ratio * load.strength)} instead of ${newtonMetres(load.strength)}.` : '';
}
function tippingWords({ margin, worstWay }: StaticsNow): string {
  if (margin === null) return 'No place of the centre of mass would help.';
  const [x = 0, y = 0] = worstWay;
  const way = Math.abs(x) >= Math.abs(y) ? (x > 0 ? 'backwards' : 'forwards') : y > 0 ? 'to the right' : 'to the left';
  return `It would stand with the centre of mass ${formatError(margin, 'm')} further ${way}.`;
}
