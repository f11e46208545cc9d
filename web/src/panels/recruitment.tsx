// The cost of moving joints: rows of a pattern and a cost; later rows override earlier ones.

import type { SolverJson } from '../protocol/messages';
import { costsOf, recruitmentOf, type Costs, type SetSolver } from '../state/solver_options';
import type { Store } from '../state/store';
import { countWords, jointNames, PatternInput } from './joint_patterns';
import { IconButton, NumberField } from './widgets';

export function Recruitment({ store, solver, set }: { store: Store; solver: SolverJson; set: SetSolver }) {
  const costs = costsOf(solver);
  const joints = jointNames(store);
  const change = (next: Costs, gesture?: number) => set({ recruitment: recruitmentOf(next) }, gesture);
  return (
    <div class="recruitment">
      {costs.length === 0 && <p class="hint">Joints cost what the figure says. Dear ones move when cheap ones do not suffice: * at 1 makes all alike.</p>}
      {costs.map(([pattern, cost], i) => (
        <div class="recruitment-row" key={i} role="group" aria-label={pattern}>
          <PatternInput
            store={store}
            label="Joints"
            value={pattern}
            onCommit={(renamed) => renamed !== '' && change(costs.map((row, j) => (i === j ? [renamed, cost] : row)))}
          />
          <NumberField
            label="Cost"
            unit=""
            min={0.001}
            max={1e6}
            step={0.5}
            value={cost}
            onChange={(value, gesture) =>
              change(
                costs.map((row, j) => (i === j ? [pattern, value] : row)),
                gesture,
              )
            }
          />
          <IconButton icon="close" label={`Remove ${pattern}`} onClick={() => change(costs.filter((_, j) => i !== j))} />
          <span class="hint">{countWords(pattern, joints)}</span>
        </div>
      ))}
      <PatternInput
        store={store}
        label="Add joints with a cost"
        placeholder="Add joints: spine*"
        onCommit={(pattern) => pattern !== '' && change([...costs, [pattern, 5]])}
      />
    </div>
  );
}
