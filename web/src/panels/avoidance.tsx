// How obstacles are avoided: the technique with its summary, source and parameters; and what is drawn of it.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { AvoidanceJson, ParameterInfo, TechniqueInfo } from '../protocol/messages';
import type { Store, ViewOptions } from '../state/store';
import {
  changedParameters,
  digitsOf,
  fieldLabel,
  labelOf,
  meaningOfZero,
  noTechnique,
  originWords,
  sentenceOf,
  unitOf,
  usualOf,
  usualTechnique,
} from '../state/techniques';
import { keysFor } from '../state/shortcuts';
import { ComparePanel } from './compare';
import { switches } from './view_options';
import { PathSection } from './path';
import { TunePanel } from './tune';
import { Button, Field, NumberField, Section, Select, Toggle } from './widgets';

const shownAtFirst = 6; // parameters; the technique's own come first

export function AvoidancePanel({ store }: { store: Store }) {
  const avoidance = store.scene.value?.avoidance,
    techniques = store.techniques.value;
  const before = useRef(usualTechnique); // used when collision detection is switched on again
  const chosen = techniques.find(({ key }) => key === avoidance?.technique);
  useEffect(() => {
    if (avoidance && avoidance.technique !== noTechnique) before.current = avoidance.technique;
  }, [avoidance?.technique]);
  if (!avoidance || !chosen) return null;
  const choose = (technique: string) => void store.send('avoidance-set', { avoidance: { technique } });
  const isOn = chosen.key !== noTechnique;
  return (
    <>
      <Section title="Avoidance" remember="avoidance">
        {store.scene.value?.dynamics.on && (
          <p class="hint">Torques move this figure (Solver, Dynamics): it does not feel obstacles, and the technique has no effect.</p>
        )}
        <Toggle
          label="Collision detection"
          checked={isOn}
          tip="Off: the figure passes through obstacles. Overlaps are still shown in red."
          onChange={(on) => choose(on ? before.current : noTechnique)}
        />
        <Select
          label="Technique"
          value={chosen.key}
          onChange={choose}
          choices={techniques.map(({ key, title, origin }) => ({ value: key, words: title, group: originWords[origin] }))}
        />
        <p class="hint">{chosen.summary}</p>
        {chosen.source !== '' && <p class="source">{chosen.source}</p>}
        {avoidance.not_followed && (
          <p class="hint" role="status">
            {avoidance.not_followed}.
          </p>
        )}
        <Scope technique={chosen} />
        <Tests store={store} technique={chosen} avoidance={avoidance} />
        <Parameters key={chosen.key} store={store} technique={chosen} avoidance={avoidance} />
      </Section>
      <PathSection store={store} />
      <Overlays store={store} />
      <TunePanel key={`tune ${store.sceneNumber.value}`} store={store} />
      <ComparePanel key={store.sceneNumber.value} store={store} />
    </>
  );
}

// What is tested for collisions: switches of their own beside the technique, as in the menu of Ge's application.
const tests: Record<string, string> = { cancel: 'Collision test', self: 'Own body' };

function Tests({ store, technique, avoidance }: { store: Store; technique: TechniqueInfo; avoidance: AvoidanceJson }) {
  return (
    <div role="group" aria-label="Collision tests">
      {technique.parameters
        .filter(({ key }) => key in tests)
        .map((parameter) => (
          <Toggle
            key={parameter.key}
            label={tests[parameter.key]!}
            tip={sentenceOf(parameter)}
            checked={(avoidance.parameters[parameter.key] ?? parameter.usual) !== 0}
            onChange={(on) => void store.send('avoidance-set', { avoidance: { parameters: { [parameter.key]: on ? 1 : 0 } } })}
          />
        ))}
    </div>
  );
}

// The parts of a scene that the technique follows: the same table as in docs/obstacles.md.
function Scope({ technique }: { technique: TechniqueInfo }) {
  return (
    <details class="scope">
      <summary>What it follows</summary>
      <dl>{technique.scope.map(({ about, words }) => [<dt key={about}>{about}</dt>, <dd key={`${about} words`}>{words}</dd>])}</dl>
    </details>
  );
}

function Parameters({ store, technique, avoidance }: { store: Store; technique: TechniqueInfo; avoidance: AvoidanceJson }) {
  const [all, setAll] = useState(false);
  const parameters = technique.parameters.filter(({ key }) => !(key in tests));
  if (parameters.length === 0) return null;
  const set = (changed: Record<string, number>, gesture?: number) =>
    void store.send('avoidance-set', { avoidance: { parameters: changed }, ...(gesture ? { gesture } : {}) });
  const shown = all ? parameters : parameters.slice(0, shownAtFirst);
  const different = changedParameters(technique, avoidance);
  return (
    <div class="parameters" role="group" aria-label="Parameters">
      {shown.map((parameter) => (
        <Parameter
          key={parameter.key}
          parameter={parameter}
          value={avoidance.parameters[parameter.key] ?? parameter.usual}
          onChange={(value, gesture) => set({ [parameter.key]: value }, gesture)}
        />
      ))}
      <div class="parameters-foot">
        {parameters.length > shownAtFirst && (
          <Button kind="quiet" expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Fewer' : `${parameters.length - shownAtFirst} more`}
          </Button>
        )}
        {different.length > 0 && (
          <Button kind="quiet" icon="undo" onClick={() => set(usualOf(technique))}>
            Reset to defaults
          </Button>
        )}
      </div>
    </div>
  );
}

interface ParameterProps {
  parameter: ParameterInfo;
  value: number;
  onChange: (value: number, gesture?: number) => void;
}

function Parameter({ parameter, value, onChange }: ParameterProps) {
  const { key, kind, least, most } = parameter;
  if (kind === 'truth')
    return <Toggle label={labelOf(key)} checked={value !== 0} tip={sentenceOf(parameter)} onChange={(on) => onChange(on ? 1 : 0)} />;
  const unit = unitOf(parameter.unit),
    zero = meaningOfZero(parameter);
  const step = kind === 'integer' ? 1 : unit === '' ? (value === 0 ? 0.01 : Math.abs(value) / 10) : undefined;
  return (
    <Field label={fieldLabel(parameter)} tip={sentenceOf(parameter)}>
      <div class="parameter">
        <NumberField
          label={labelOf(key)}
          value={value === 0 && zero ? null : value}
          empty="auto"
          onClear={() => onChange(0)}
          unit={unit}
          min={least}
          max={most}
          step={step}
          decimals={kind === 'integer' ? 0 : unit === '' ? digitsOf(value) : undefined}
          tip={sentenceOf(parameter)}
          onChange={(changed, gesture) => onChange(kind === 'integer' ? Math.round(changed) : changed, gesture)}
        />
      </div>
    </Field>
  );
}

function Overlays({ store }: { store: Store }) {
  const options = store.viewOptions.value;
  const set = (part: Partial<ViewOptions>) => (store.viewOptions.value = { ...store.viewOptions.value, ...part });
  return (
    <Section title="Overlays" remember="overlays">
      {switches
        .find(({ title }) => title === 'Obstacles')!
        .rows.map(({ option, label, tip: words, action }) => (
          <Toggle
            key={option}
            label={label}
            tip={words}
            keys={action && keysFor(action)}
            checked={options[option]}
            onChange={(on) => set({ [option]: on })}
          />
        ))}
    </Section>
  );
}
