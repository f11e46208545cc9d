// Dynamics: joint torques move the figure instead of the solver, and drags are forces.

import type { DynamicsJson } from '../protocol/messages';
import type { Store } from '../state/store';
import { Field, NumberField, Section, Select, Toggle } from './widgets';

const armWords: Record<DynamicsJson['virtual_arms'], [label: string, words: string]> = {
  off: ['none', 'Only the tasks pull.'],
  stay: ['stay where they are', 'Every joint and link resists being moved (Tsuji’s Fig. 4a).'],
  'to-base': ['go to the base', 'Every joint and link is pulled towards the base (Fig. 4b).'],
  'to-goal': ['go to the goal', 'Every joint and link is pulled towards the first goal (Fig. 4c).'],
};

export function DynamicsPanel({ store }: { store: Store }) {
  const dynamics = store.scene.value?.dynamics;
  if (!dynamics) return null;
  const set = (change: Partial<DynamicsJson>, gesture?: number) =>
    void store.send('dynamics-set', { dynamics: change, ...(gesture ? { gesture } : {}) });
  const hasGravity = dynamics.gravity.some((x) => x !== 0);
  // An arm that moves in a plane falls within it, unless the plane is upright already.
  const planar = store.figure.value?.planar,
    lies = planar !== null && planar !== undefined && Math.abs(planar[2]) > 0.9;
  const energy = store.status.value?.energy;
  return (
    <Section title="Dynamics" remember="dynamics" open={dynamics.on} tip="Masses, torques and forces instead of the solver.">
      <Toggle
        label="Move by torques"
        checked={dynamics.on}
        tip="Each joint turns by K Δθ − B θ′ towards what the tasks ask for; a drag is a spring that pulls."
        onChange={(on) => set({ on })}
      />
      {!dynamics.on ? (
        <p class="hint">Off: the solver moves the figure, which has no inertia.</p>
      ) : (
        <>
          <Toggle
            label="Gravity"
            checked={hasGravity}
            tip={lies ? 'Towards the bottom of the view: this figure moves in a level plane.' : 'Downwards, 9.81 m/s².'}
            onChange={(on) => set({ gravity: on ? (lies ? [0, -9.81, 0] : [0, 0, -9.81]) : [0, 0, 0] })}
          />
          <Field label="Virtual arms" tip="What the points between base and tip are asked for.">
            <Select
              label="Virtual arms"
              value={dynamics.virtual_arms}
              choices={(Object.keys(armWords) as DynamicsJson['virtual_arms'][]).map((value) => ({ value, words: armWords[value][0] }))}
              onChange={(virtual_arms) => set({ virtual_arms })}
            />
          </Field>
          <p class="hint">{armWords[dynamics.virtual_arms][1]}</p>
          <Field label="Stiffness K" tip="Torque per radian, in N m.">
            <NumberField
              label="Stiffness"
              unit=""
              min={0.01}
              max={1e6}
              step={5}
              value={dynamics.stiffness}
              onChange={(stiffness, gesture) => set({ stiffness }, gesture)}
            />
          </Field>
          <Field label="Friction B" tip="Torque per radian a second, in N m s. 0: nothing slows it down.">
            <NumberField
              label="Friction"
              unit=""
              min={0}
              max={1e6}
              step={1}
              value={dynamics.friction}
              onChange={(friction, gesture) => set({ friction }, gesture)}
            />
          </Field>
          <Field label="Pull" tip="Of a drag, in newtons per metre. Empty: 20 for each kilogram.">
            <NumberField
              label="Pull"
              unit=""
              min={0}
              max={1e6}
              step={10}
              value={dynamics.pull === 0 ? null : dynamics.pull}
              empty="auto"
              onClear={() => set({ pull: 0 })}
              onChange={(pull, gesture) => set({ pull }, gesture)}
            />
          </Field>
          {energy && (
            <p class="hint" aria-label="Energy">
              Kinetic {energy.kinetic.toFixed(3)} J, potential {energy.potential.toFixed(3)} J. The plot is above, under Energy.
            </p>
          )}
          <p class="hint">Joints stop at their limits; obstacles are not felt.</p>
        </>
      )}
    </Section>
  );
}
