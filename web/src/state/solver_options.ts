// The solver's options in words: what each choice does, and why an option has no effect.

import type { SolverJson, SolverOptions } from '../protocol/messages';
import { sameValue } from './same_value';

export interface Choice {
  value: string;
  label: string;
  words: string; // what it does, in one sentence
}

export const limitChoices: Choice[] = [
  { value: 'active-set', label: 'Active set', words: 'Limits are constraints: takes the best step that respects them.' },
  { value: 'projection', label: 'Projection', words: 'Solves without limits, then clamps each joint to its range.' },
  {
    value: 'clipping',
    label: 'Clipping',
    words: 'Solves without limits, then shortens the whole step until every joint is in range; may get stuck.',
  },
  { value: 'off', label: 'Off', words: 'Ignores joint limits.' },
];

export const formulationChoices: Choice[] = [
  {
    value: 'lexicographic',
    label: 'Lexicographic',
    words: 'Least squares in strict order of priority; allows inequalities at every level.',
  },
  {
    value: 'projector',
    label: 'Projector',
    words: 'Each priority moves in the null space of the ones before (Baerlocher’s formulation A); may stop short where goals conflict.',
  },
  {
    value: 'chiaverini',
    label: 'Chiaverini',
    words: 'Solves each priority alone, then projects it: robust, but less accurate at lower priorities.',
  },
];

const svdWords: Record<string, [string, string]> = {
  'row-givens': ['Row Givens', 'Rotates rows, starting from the previous decomposition: the fastest here.'],
  'golub-reinsch': ['Golub–Reinsch', 'The textbook method; starts from scratch at every step.'],
  'column-givens': ['Column Givens', 'Rotates columns: slow with many joints; for comparison.'],
};
const svdModeWords: Record<string, [string, string]> = {
  full: ['Full', 'Sweeps until the decomposition has converged.'],
  'one-sweep': ['One warm sweep', 'One sweep from the decomposition of the last step: exact while the figure moves slowly.'],
  'small-angle': ['Small angles', 'One sweep in which small rotations are approximated: the fastest and the least exact.'],
};
const dampingWords: Record<string, [string, string]> = {
  automatic: ['Automatic', 'Increases after steps that did less than predicted, decreases after good ones.'],
  none: ['None', 'Full steps; joints may jump near singular postures.'],
  fixed: ['Fixed', 'The same factor λ everywhere: smooth but slow.'],
  'step-bound': ['Step bound', 'The least damping that keeps each level’s step below the bound.'],
  'smallest-singular-value': ['Smallest singular value', 'More damping the closer the posture is to singular (Maciejewski and Klein).'],
  'numerical-filtering': ['Numerical filtering', 'Damps only nearly singular directions.'],
};
const choice =
  (words: Record<string, [string, string]>) =>
  (value: string): Choice => {
    const [label, sentence] = words[value] ?? [value, ''];
    return { value, label, words: sentence };
  };
export const svdChoices = (solver: SolverJson): Choice[] => solver.svd_methods.map(choice(svdWords));
export const svdModeChoices = (solver: SolverJson): Choice[] => solver.svd_modes.map(choice(svdModeWords));
export const dampingChoices = (solver: SolverJson): Choice[] => solver.damping_rules.map(choice(dampingWords));

export type Option = keyof SolverOptions;
export type SolverEdit = Partial<SolverOptions>;
export type SetSolver = (edit: SolverEdit, gesture?: number) => void;

// Why an option has no effect now; null: it has one. The server knows what its technique reads.
export const whyNot = (option: Option | 'criteria' | 'priorities', solver: SolverJson): string | null =>
  solver.without_effect[option] ?? null;

// Why a damping rule cannot be chosen now; null: it can.
export function whyNotRule(rule: string, solver: SolverJson): string | null {
  const needsSingularValues = rule === 'smallest-singular-value' || rule === 'numerical-filtering';
  return needsSingularValues && solver.formulation === 'lexicographic' ? 'needs the Projector or Chiaverini formulation' : null;
}

// A damping rule that needs singular values cannot stay when the new formulation has none.
export function withFormulation(formulation: SolverJson['formulation'], solver: SolverJson): SolverEdit {
  const next = { ...solver, formulation };
  return whyNotRule(solver.damping, next) === null ? { formulation } : { formulation, damping: 'automatic' };
}

// The options that differ from their defaults.
export const changed = (solver: SolverJson, defaults: SolverOptions): Option[] =>
  (Object.keys(defaults) as Option[]).filter((option) => !sameValue(solver[option], defaults[option]));

// --- recruitment: an ordered list of patterns while it is edited ----------------------------------------------------

export type Costs = [pattern: string, cost: number][];
export const costsOf = (solver: SolverJson): Costs => Object.entries(solver.recruitment);
// Later rows override earlier ones, as in the solver; a row without a pattern is still being written.
export const recruitmentOf = (costs: readonly (readonly [pattern: string, cost: number])[]): Record<string, number> =>
  Object.fromEntries(costs.filter(([pattern]) => pattern.trim() !== '').map(([pattern, cost]) => [pattern.trim(), cost]));
