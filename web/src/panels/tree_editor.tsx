// L-system trees: the fields of the grammar, and a preview of what would grow.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ShapeJson, TreeJson } from '../protocol/messages';
import { turtleWords } from '../state/obstacle_list';
import type { Store } from '../state/store';
import { token } from '../style/tokens';
import { newTree } from './obstacle_actions';
import { Button, Field, IconButton, NumberField, Section, SliderField, TextField } from './widgets';

type Edit = (change: Partial<TreeJson>, gesture?: number) => void;

// A tree that does not exist yet.
export function NewTree({ store, onClose }: { store: Store; onClose: () => void }) {
  const [{ name, tree }, setDraft] = useState(() => newTree(store));
  const words = usePreview(store, tree);
  const grow = async () => {
    const grown = await store.send('tree-grow', { name, tree });
    if (!grown) return;
    store.selection.value = { kind: 'obstacle', name };
    onClose();
  };
  return (
    <div class="obstacle-editor growing" role="region" aria-label="New tree">
      <div class="inspector-head">
        <TextField label="Name of the tree" value={name} onCommit={(changed) => setDraft({ name: changed, tree })} />
        <IconButton icon="close" label="Cancel the tree" onClick={onClose} />
      </div>
      <Section title="Grammar" remember="grammar">
        <TreeFields tree={tree} edit={(change) => setDraft({ name, tree: { ...tree, ...change } })} />
      </Section>
      <p class={`tree-words ${words.bad ? 'bad' : ''}`} role={words.bad ? 'alert' : 'status'}>
        {words.text}
      </p>
      <div class="grow-foot">
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" icon="tree" disabled={words.bad} onClick={() => void grow()}>
          Grow tree
        </Button>
      </div>
    </div>
  );
}

// An existing tree: every change grows it again. If a grammar is refused, the old tree stays.
export function TreeEditor({ store, name, tree }: { store: Store; name: string; tree: TreeJson }) {
  const [draft, setDraft] = useState<TreeJson | null>(null); // the refused grammar
  const [refusal, setRefusal] = useState('');
  const shown = draft ?? tree;
  const edit: Edit = (change, gesture) => {
    const wanted = { ...shown, place: tree.place, ...change };
    store.ask('tree-grow', { name, tree: wanted, ...(gesture ? { gesture } : {}) }).then(
      () => {
        setDraft(null);
        setRefusal('');
      },
      (reason: Error) => {
        setDraft(wanted);
        setRefusal(reason.message);
      },
    );
  };
  return (
    <Section title="Grammar" remember="grammar">
      <TreeFields tree={shown} edit={edit} />
      {refusal && (
        <p class="tree-words bad" role="alert">
          {refusal}
        </p>
      )}
    </Section>
  );
}

function TreeFields({ tree, edit }: { tree: TreeJson; edit: Edit }) {
  const setRule = (i: number, change: Partial<TreeJson['rules'][number]>, gesture?: number) =>
    edit({ rules: tree.rules.map((rule, k) => (k === i ? { ...rule, ...change } : rule)) }, gesture);
  return (
    <div class="tree-fields">
      <Field label="Axiom" tip="The initial word.">
        <TextField label="Axiom" value={tree.axiom} onCommit={(axiom) => edit({ axiom })} />
      </Field>
      <div class="rules" role="group" aria-label="Rules">
        {tree.rules.map((rule, i) => (
          <div class="rule" key={i}>
            <TextField label={`Letter of rule ${i + 1}`} value={rule.letter} onCommit={(letter) => setRule(i, { letter })} />
            <span aria-hidden="true">→</span>
            <TextField label={`Word of rule ${i + 1}`} value={rule.word} onCommit={(word) => setRule(i, { word })} />
            <NumberField
              label={`Probability of rule ${i + 1}`}
              value={rule.probability ?? 1}
              unit=""
              decimals={2}
              min={0}
              max={1}
              step={0.05}
              tip="The probability that this rule is applied; otherwise the letter stays."
              onChange={(probability, gesture) => setRule(i, { probability }, gesture)}
            />
            <IconButton icon="close" label={`Remove rule ${i + 1}`} onClick={() => edit({ rules: tree.rules.filter((_, k) => k !== i) })} />
          </div>
        ))}
        <Button kind="quiet" icon="plus" onClick={() => edit({ rules: [...tree.rules, { letter: 'B', word: 'F' }] })}>
          Add rule
        </Button>
      </div>
      <SliderField
        label="Depth"
        unit=""
        decimals={0}
        min={0}
        max={8}
        step={1}
        value={tree.depth}
        open
        onChange={(depth, gesture) => edit({ depth: Math.round(Math.min(20, Math.max(0, depth))) }, gesture)}
      />
      <SliderField
        label="Angle"
        unit="deg"
        min={0}
        max={Math.PI / 2}
        value={tree.angle}
        open
        onChange={(angle, gesture) => edit({ angle }, gesture)}
      />
      <SliderField
        label="Spread"
        unit="deg"
        min={0}
        max={Math.PI / 4}
        value={tree.angle_spread}
        onChange={(angle_spread, gesture) => edit({ angle_spread }, gesture)}
      />
      <Field label="Length">
        <NumberField
          label="Length of the first branch"
          value={tree.length}
          unit="cm"
          min={0.001}
          onChange={(length, gesture) => edit({ length }, gesture)}
        />
      </Field>
      <Field label="Radius">
        <NumberField
          label="Radius of the first branch"
          value={tree.radius}
          unit="cm"
          min={0.0005}
          onChange={(radius, gesture) => edit({ radius }, gesture)}
        />
      </Field>
      <SliderField
        label="Length ratio"
        unit="×"
        min={0.3}
        max={1}
        step={0.01}
        value={tree.length_ratio}
        open
        onChange={(length_ratio, gesture) => edit({ length_ratio }, gesture)}
      />
      <SliderField
        label="Radius ratio"
        unit="×"
        min={0.3}
        max={1}
        step={0.01}
        value={tree.radius_ratio}
        open
        onChange={(radius_ratio, gesture) => edit({ radius_ratio }, gesture)}
      />
      <Field label="Seed" tip="Each seed gives another tree of the same kind.">
        <NumberField
          label="Seed"
          value={tree.seed}
          unit=""
          decimals={0}
          step={1}
          min={0}
          max={2e9}
          onChange={(seed, gesture) => edit({ seed: Math.round(seed) }, gesture)}
        />
      </Field>
      <dl class="turtle" aria-label="Letters">
        {turtleWords.map(({ letters, words }) => (
          <div key={letters}>
            <dt>{letters}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface PreviewWords {
  text: string;
  bad: boolean;
}

// Asks the server what would grow, shortly after the last change, and has it drawn.
function usePreview(store: Store, tree: TreeJson): PreviewWords {
  const [words, setWords] = useState<PreviewWords>({ text: '…', bad: false });
  const asked = useRef(0);
  useEffect(() => {
    const mine = ++asked.current;
    const timer = setTimeout(() => {
      store.ask('tree-preview', { tree }).then(
        ({ capsules }) => {
          if (mine !== asked.current) return;
          const count = capsules.length / 7;
          setWords(
            count === 0
              ? { text: 'This tree has no branches: its word contains no F.', bad: true }
              : { text: `${count} ${count === 1 ? 'branch' : 'branches'}, shown as a preview.`, bad: false },
          );
          store.preview.value = capsulesOf(capsules);
        },
        (refusal: Error) => {
          if (mine !== asked.current) return;
          setWords({ text: refusal.message, bad: true });
          store.preview.value = null;
        },
      );
    }, 120);
    return () => clearTimeout(timer);
  }, [tree]);
  useEffect(
    () => () => {
      asked.current = -1;
      store.preview.value = null;
    },
    [],
  );
  return words;
}

const mostDrawn = 3000;
function capsulesOf(numbers: readonly number[]): ShapeJson[] {
  return Array.from({ length: Math.min(numbers.length / 7, mostDrawn) }, (_, k) => {
    const [ax, ay, az, bx, by, bz, radius] = numbers.slice(7 * k, 7 * k + 7) as [number, number, number, number, number, number, number];
    return { shape: 'capsule', a: [ax, ay, az], b: [bx, by, bz], radius, color: token('--shape-tree') };
  });
}
