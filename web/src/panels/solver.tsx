// The solver's options, each with a sentence about the chosen value, or the reason why it has no effect; with live plots.

import type { ComponentChildren } from 'preact';
import type { SolverJson } from '../protocol/messages';
import { formatNumber } from '../state/quantities';
import {
  changed,
  dampingChoices,
  formulationChoices,
  limitChoices,
  svdChoices,
  svdModeChoices,
  whyNot,
  whyNotRule,
  withFormulation,
  type Choice,
  type Option,
  type SetSolver,
} from '../state/solver_options';
import type { Store } from '../state/store';
import { DynamicsPanel } from './dynamics';
import { MotionPanel } from './motion';
import { Plots } from './plots';
import { Recruitment } from './recruitment';
import { Button, NumberField, Section, Select, SliderField, Toggle, WhyNot } from './widgets';

export function SolverPanel({ store }: { store: Store }) {
  const scene = store.scene.value;
  if (!scene) return null;
  const { solver, solver_defaults: defaults } = scene;
  const set: SetSolver = (edit, gesture) => void store.send('solver-set', { solver: edit, ...(gesture ? { gesture } : {}) });
  const different = changed(solver, defaults);
  const reach = store.figure.value?.reach ?? 1;
  return (
    <div class="solver-panel">
      <Technique store={store} />
      <Section title="Live" remember="plots">
        <Plots store={store} />
      </Section>
      <MotionPanel store={store} />
      <DynamicsPanel key={`dynamics ${store.sceneNumber.value}`} store={store} />
      <Section title="Priorities and limits" remember="priorities">
        <Labelled option="formulation" label="Formulation" solver={solver} choices={formulationChoices}>
          <Select
            label="Formulation"
            value={solver.formulation}
            disabled={whyNot('formulation', solver) !== null}
            choices={asOptions(formulationChoices)}
            onChange={(formulation) => set(withFormulation(formulation as SolverJson['formulation'], solver))}
          />
        </Labelled>
        <Radios
          label="Joint limits"
          value={solver.limits}
          choices={limitChoices}
          onChange={(limits) => set({ limits: limits as SolverJson['limits'] })}
        />
        {whyNot('limits', solver) && <WhyNot words={whyNot('limits', solver)!} />}
        <Labelled option="svd" label="SVD" solver={solver} choices={svdChoices(solver)}>
          <Select
            label="SVD"
            value={solver.svd}
            choices={asOptions(svdChoices(solver))}
            disabled={whyNot('svd', solver) !== null}
            onChange={(svd) => set({ svd })}
          />
        </Labelled>
        <Labelled option="svd_mode" label="SVD mode" solver={solver} choices={svdModeChoices(solver)}>
          <Select
            label="SVD mode"
            value={solver.svd_mode}
            choices={asOptions(svdModeChoices(solver))}
            disabled={whyNot('svd_mode', solver) !== null}
            onChange={(svd_mode) => set({ svd_mode })}
          />
        </Labelled>
      </Section>
      <Section title="Damping" remember="damping">
        <Labelled option="damping" label="Rule" solver={solver} choices={dampingChoices(solver)}>
          <Select
            label="Damping rule"
            value={solver.damping}
            disabled={whyNot('damping', solver) !== null}
            onChange={(damping) => set({ damping })}
            choices={dampingChoices(solver).map(({ value, label }) => {
              const reason = whyNotRule(value, solver);
              return { value, words: reason ? `${label}: ${reason}` : label, disabled: reason !== null };
            })}
          />
        </Labelled>
        <Factor option="lambda" label="Factor λ" solver={solver} max={1} set={set} />
        <Factor option="bound" label="Step bound" solver={solver} max={1} set={set} />
      </Section>
      <Section title="Recruitment" remember="recruitment" tip="What moving joints costs. Dear joints move when cheap ones do not suffice.">
        {whyNot('recruitment', solver) && <WhyNot words={whyNot('recruitment', solver)!} />}
        <Recruitment store={store} solver={solver} set={set} />
      </Section>
      <Section title="Steps" remember="steps" open={false}>
        <StepFields solver={solver} set={set} reach={reach} />
      </Section>
      <div class="solver-foot">
        <span class="hint">{different.length === 0 ? 'All at their defaults' : `${different.length} changed`}</span>
        <Button disabled={different.length === 0} icon="undo" tip="Resets all solver options." onClick={() => set(defaults)}>
          Reset to defaults
        </Button>
      </div>
    </div>
  );
}

// With a technique of the documents, and with torques, most options of the solver rest: says so once, above them.
function Technique({ store }: { store: Store }) {
  const scene = store.scene.value!;
  if (scene.dynamics.on) return <WhyNot words="Torques move the figure instead of the solver; options without effect say so." />;
  const technique = store.techniques.value.find(({ key }) => key === scene.avoidance.technique);
  if (!technique || whyNot('formulation', scene.solver) === null) return null;
  return <WhyNot words={`The technique “${technique.title}” moves the figure instead of the solver; options without effect say so.`} />;
}

const asOptions = (choices: readonly Choice[]) => choices.map(({ value, label }) => ({ value, words: label }));

interface LabelledProps {
  option: Option;
  label: string;
  solver: SolverJson;
  choices: readonly Choice[];
  children: ComponentChildren;
}

// A control with a sentence about the chosen value, or why it has no effect.
function Labelled({ option, label, solver, choices, children }: LabelledProps) {
  const reason = whyNot(option, solver);
  const chosen = choices.find((choice) => choice.value === solver[option]);
  return reason ? (
    <Explained label={label} words={reason} off>
      {children}
    </Explained>
  ) : (
    <Explained label={label} words={chosen?.words ?? ''}>
      {children}
    </Explained>
  );
}

// A control with a sentence below it; `off`: why it has no effect.
function Explained({ label, words, off, children }: { label: string; words: string; off?: boolean; children: ComponentChildren }) {
  return (
    <div class="labelled">
      <div class="field">
        <span class="label">{label}</span>
        {children}
      </div>
      {off ? <WhyNot words={words} /> : <p class="hint">{words}</p>}
    </div>
  );
}

// An option of the steps: what it does, or why it has no effect.
function Step({
  solver,
  option,
  label,
  words,
  children,
}: {
  solver: SolverJson;
  option: Option;
  label: string;
  words: string;
  children: ComponentChildren;
}) {
  const reason = whyNot(option, solver);
  return (
    <Explained label={label} words={reason ?? words} off={reason !== null}>
      {children}
    </Explained>
  );
}

function Radios({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
}) {
  return (
    <fieldset class="radios">
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input type="radio" name={label} value={choice.value} checked={choice.value === value} onChange={() => onChange(choice.value)} />
          <span>
            <strong>{choice.label}</strong>
            <span class="hint">{choice.words}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Factor({
  option,
  label,
  solver,
  max,
  set,
}: {
  option: 'lambda' | 'bound';
  label: string;
  solver: SolverJson;
  max: number;
  set: SetSolver;
}) {
  const reason = whyNot(option, solver);
  return (
    <div class="labelled">
      <SliderField
        label={label}
        unit={option === 'bound' ? 'rad' : ''}
        min={0.001}
        max={max}
        step={0.001}
        value={solver[option]}
        disabled={reason !== null}
        onChange={(value, gesture) => set({ [option]: value }, gesture)}
      />
      {reason && <WhyNot words={reason} />}
    </div>
  );
}

function StepFields({ solver, set, reach }: { solver: SolverJson; set: SetSolver; reach: number }) {
  return (
    <>
      <Step
        solver={solver}
        option="largest_error"
        label="Longest error"
        words={
          solver.largest_error === 0
            ? `Automatic: a tenth of the reach, ${formatNumber(reach / 10, 'm')} m.`
            : 'Longer errors are clamped to this length; 0: automatic.'
        }
      >
        <NumberField
          label="Longest error"
          disabled={whyNot('largest_error', solver) !== null}
          unit="m"
          min={0}
          value={solver.largest_error}
          onChange={(largest_error, gesture) => set({ largest_error }, gesture)}
        />
      </Step>
      <Step
        solver={solver}
        option="clamp"
        label="Clamping"
        words={
          solver.clamp === 'per-level'
            ? 'One factor per priority: a distant goal does not slow down other priorities.'
            : 'One factor for all: a distant goal slows down every task.'
        }
      >
        <Select
          label="Clamping"
          disabled={whyNot('clamp', solver) !== null}
          value={solver.clamp}
          choices={[
            { value: 'per-level', words: 'Per priority' },
            { value: 'global', words: 'All together' },
          ]}
          onChange={(clamp) => set({ clamp })}
        />
      </Step>
      <Step solver={solver} option="largest_turn" label="Largest turn" words="The largest rotation of a joint in one step.">
        <NumberField
          label="Largest turn"
          disabled={whyNot('largest_turn', solver) !== null}
          unit="deg"
          min={0.001}
          max={3.14}
          value={solver.largest_turn}
          onChange={(largest_turn, gesture) => set({ largest_turn }, gesture)}
        />
      </Step>
      <Explained
        label="Metres per radian"
        words={
          solver.metres_per_radian === 0
            ? `Automatic: a sixth of the reach, ${formatNumber(reach / 6, 'm')} m.`
            : 'How rotation errors are weighed against lengths; 0: automatic.'
        }
      >
        <NumberField
          label="Metres per radian"
          unit="m"
          min={0}
          value={solver.metres_per_radian}
          onChange={(metres_per_radian, gesture) => set({ metres_per_radian }, gesture)}
        />
      </Explained>
      <Explained label="Fade steps" words="Steps over which a task fades in or out when it is switched.">
        <NumberField
          label="Fade steps"
          unit=""
          decimals={0}
          step={1}
          min={0}
          max={10000}
          value={solver.fade_steps}
          onChange={(steps, gesture) => set({ fade_steps: Math.round(steps) }, gesture)}
        />
      </Explained>
      <Toggle
        label="Line search"
        checked={solver.line_search}
        disabled={whyNot('line_search', solver) !== null}
        onChange={(line_search) => set({ line_search })}
      />
      {whyNot('line_search', solver) ? (
        <WhyNot words={whyNot('line_search', solver)!} />
      ) : (
        <p class="hint">
          {solver.line_search
            ? 'Shortens steps until the errors decrease in order of priority.'
            : 'Takes every step as computed, as in the theses.'}
        </p>
      )}
    </>
  );
}
