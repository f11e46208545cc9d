// The solver's options in words: what each choice does, and where one does not apply, why not.

import type { SolverJson } from '../protocol/messages';

export interface Choice {
  value: string;
  label: string;
  words: string; // one sentence that teaches
}

export const limitChoices: Choice[] = [
  { value: 'active-set', label: 'Active set', words: 'Limits are part of the problem: the best step among those that keep them.' },
  { value: 'projection', label: 'Projection', words: 'Solves without limits, then moves each joint back to its nearest allowed value.' },
  { value: 'clipping', label: 'Clipping', words: 'Solves without limits, then shortens the whole step until no joint leaves; may lock.' },
  { value: 'off', label: 'Off', words: 'Joints go wherever the tasks pull them: to see what the limits are good for.' },
];

export const formulationChoices: Choice[] = [
  { value: 'lexicographic', label: 'Lexicographic', words: 'Least squares in strict order of priority, inequalities at any level.' },
  { value: 'projector', label: 'Projector', words: 'Each priority moves in what the ones before leave free (Baerlocher’s formulation A).' },
  { value: 'chiaverini', label: 'Chiaverini', words: 'Each priority is solved alone, then projected: robust, but lower tasks get less than they could.' },
];

const svdWords: Record<string, [string, string]> = {
  'row-givens': ['Row Givens', 'Rotates rows, starting from the last decomposition: the fastest here.'],
  'golub-reinsch': ['Golub–Reinsch', 'The textbook method; remembers nothing between steps.'],
  'column-givens': ['Column Givens', 'Rotates columns: slow with many joints, to compare with.'],
};
const dampingWords: Record<string, [string, string]> = {
  automatic: ['Automatic', 'Grows where steps did not keep their promise, vanishes where they did.'],
  none: ['None', 'Full steps; near singular postures joints may jump.'],
  fixed: ['Fixed', 'Always the same factor λ: smooth, and slow everywhere.'],
  'step-bound': ['Step bound', 'The least damping that keeps a level’s step below the bound.'],
  'smallest-singular-value': ['Smallest singular value', 'Damps more the closer the posture is to singular (Maciejewski and Klein).'],
  'numerical-filtering': ['Numerical filtering', 'Damps only the directions that are nearly singular.'],
};
const choice = (words: Record<string, [string, string]>) => (value: string): Choice => {
  const [label, sentence] = words[value] ?? [value, ''];
  return { value, label, words: sentence };
};
export const svdChoices = (solver: SolverJson): Choice[] => solver.svd_methods.map(choice(svdWords));
export const dampingChoices = (solver: SolverJson): Choice[] => solver.damping_rules.map(choice(dampingWords));

export type Option = Exclude<keyof SolverJson, 'svd_methods' | 'damping_rules'>;
export type SolverEdit = Partial<Pick<SolverJson, Option>>;

// Why an option has no effect now; null: it has.
export function whyNot(option: Option, solver: SolverJson): string | null {
  const strict = solver.formulation === 'lexicographic';
  switch (option) {
    case 'svd':
      return strict ? 'The lexicographic formulation needs no singular values; projector and Chiaverini do.' : null;
    case 'lambda':
      return ['fixed', 'numerical-filtering'].includes(solver.damping) ? null : 'Only fixed damping and numerical filtering have a factor.';
    case 'bound':
      return ['step-bound', 'smallest-singular-value'].includes(solver.damping) ? null
        : 'Only the step bound and smallest singular value rules have a bound.';
    default:
      return null;
  }
}

// The same for one damping rule among the choices.
export function whyNotRule(rule: string, solver: SolverJson): string | null {
  const needsSingularValues = rule === 'smallest-singular-value' || rule === 'numerical-filtering';
  return needsSingularValues && solver.formulation === 'lexicographic' ? 'needs the projector or Chiaverini formulation' : null;
}

// Changing the formulation may leave a damping rule that needs singular values without them.
export function withFormulation(formulation: SolverJson['formulation'], solver: SolverJson): SolverEdit {
  const next = { ...solver, formulation };
  return whyNotRule(solver.damping, next) === null ? { formulation } : { formulation, damping: 'automatic' };
}

export const usual: Required<SolverEdit> = {
  limits: 'active-set', formulation: 'lexicographic', svd: 'row-givens', damping: 'automatic', lambda: 0.1, bound: 0.3,
  largest_error: 0, clamp: 'per-level', largest_turn: 0.5, metres_per_radian: 0, line_search: true, fade_steps: 0, recruitment: {},
};

// The options that are not as usual.
export const changed = (solver: SolverJson): Option[] =>
  (Object.keys(usual) as Option[]).filter((option) => JSON.stringify(solver[option]) !== JSON.stringify(usual[option]));

// --- recruitment: an ordered list of patterns while it is edited ----------------------------------------------------

export type Costs = [pattern: string, cost: number][];
export const costsOf = (solver: SolverJson): Costs => Object.entries(solver.recruitment);
// Later ones over earlier ones, as the solver has it; rows without a pattern are still being written.
export const recruitmentOf = (costs: Costs): Record<string, number> =>
  Object.fromEntries(costs.filter(([pattern]) => pattern.trim() !== '').map(([pattern, cost]) => [pattern.trim(), cost]));
