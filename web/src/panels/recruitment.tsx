// The cost of moving joints.

import type { SolverJson } from '../protocol/messages';
import { costsOf, recruitmentOf, type SetSolver } from '../state/solver_options';
import type { Store } from '../state/store';
import { JointNumberRows } from './joint_numbers';

export function Recruitment({ store, solver, set }: { store: Store; solver: SolverJson; set: SetSolver }) {
  const costs = costsOf(solver);
  return (
    <div class="recruitment">
      {costs.length === 0 && (
        <p class="hint">Joints cost what the figure says. Dear ones move when cheap ones do not suffice: * at 1 makes all alike.</p>
      )}
      <JointNumberRows
        store={store}
        label="Cost"
        addLabel="Add joints with a cost"
        numbers={costs}
        min={0.001}
        first={5}
        onChange={(next, gesture) => set({ recruitment: recruitmentOf(next) }, gesture)}
      />
    </div>
  );
}
