// A text field for joint names and patterns ("spine*"), with suggestions from the figure.

import { useId } from 'preact/hooks';
import { jointPatterns, matches } from '../state/task_list';
import type { Store } from '../state/store';
import { Icon } from './widgets';

export const jointNames = (store: Store): string[] =>
  store.figure.value?.segments.filter((segment) => segment.coordinates.length > 0).map((segment) => segment.joint.name) ?? [];

// "6 joints", or that none matches, before the server refuses.
export function countWords(pattern: string, joints: readonly string[]): string {
  const count = joints.filter((name) => matches(pattern, name)).length;
  return count === 0 ? 'no joint matches' : count === 1 ? '1 joint' : `${count} joints`;
}

export interface PatternInputProps {
  store: Store;
  label: string;
  value?: string;
  placeholder?: string;
  onCommit: (pattern: string) => void;
}

export function PatternInput({ store, label, value = '', placeholder = 'spine*', onCommit }: PatternInputProps) {
  const list = useId();
  const commit = (input: HTMLInputElement) => {
    const pattern = input.value.trim();
    if (pattern === value) return;
    onCommit(pattern);
    if (value === '') input.value = ''; // a field that adds patterns is cleared
  };
  return (
    <>
      <input
        class="input"
        type="text"
        aria-label={label}
        placeholder={placeholder}
        list={list}
        defaultValue={value}
        key={value}
        spellcheck={false}
        autocomplete="off"
        onBlur={(event) => commit(event.currentTarget)}
        onInput={(event) => {
          // Chosen from the list, not typed: complete.
          if (!(event instanceof InputEvent) || event.inputType === 'insertReplacementText') commit(event.currentTarget);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(event.currentTarget);
          if (event.key === 'Escape') event.currentTarget.value = value;
        }}
      />
      <datalist id={list}>
        {jointPatterns(jointNames(store)).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

// A set of patterns as chips; empty: all joints.
export function JointSubset({
  store,
  value,
  onChange,
}: {
  store: Store;
  value: string[] | undefined;
  onChange: (value: string[] | undefined) => void;
}) {
  const joints = jointNames(store);
  const patterns = value ?? [];
  return (
    <div class="joint-subset">
      {patterns.map((pattern) => (
        <span class="chip" key={pattern} title={countWords(pattern, joints)}>
          {pattern}
          <button
            type="button"
            aria-label={`Remove ${pattern}`}
            onClick={() => onChange(patterns.length > 1 ? patterns.filter((each) => each !== pattern) : undefined)}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      <PatternInput
        store={store}
        label="Add joints"
        placeholder={patterns.length === 0 ? 'all joints' : 'add: elbow.r'}
        onCommit={(pattern) => pattern !== '' && !patterns.includes(pattern) && onChange([...patterns, pattern])}
      />
    </div>
  );
}
