// Fields for text, choices, switches and search.

import type { ComponentChildren, Ref } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon } from './icons';
import { tip as tipAttributes } from './tooltip';

// A label and a control in two columns. The control has its own accessible name (`label`).
export function Field({ label, children, tip }: { label: string; children: ComponentChildren; tip?: string }) {
  return (
    <div class="field">
      <span class="label" {...(tip ? tipAttributes(label, tip) : {})}>
        {label}
      </span>
      {children}
    </div>
  );
}

export interface TextFieldProps {
  label: string;
  value: string;
  onCommit: (text: string) => void | Promise<unknown>; // a rejection's message is shown below the field
  placeholder?: string;
  disabled?: boolean;
  autofocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

// Enter or leaving the field commits; Escape restores.
export function TextField({ label, value, onCommit, placeholder, disabled, autofocus, inputRef }: TextFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [refusal, setRefusal] = useState('');
  const words = useId();
  const commit = () => {
    if (typed === null || typed === value) return setTyped(null);
    setRefusal('');
    Promise.resolve(onCommit(typed))
      .catch((reason: Error) => setRefusal(reason.message))
      .finally(() => setTyped(null));
  };
  return (
    <>
      <input
        class="input"
        type="text"
        aria-label={label}
        placeholder={placeholder}
        disabled={disabled}
        spellcheck={false}
        autocomplete="off"
        value={typed ?? value}
        ref={inputRef ?? null}
        data-autofocus={autofocus || undefined}
        aria-invalid={refusal ? 'true' : undefined}
        aria-describedby={refusal ? words : undefined}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') {
            setTyped(null);
            setRefusal('');
            event.stopPropagation();
            event.currentTarget.blur();
          }
        }}
      />
      {refusal && (
        <span class="field-words" id={words} role="alert">
          {refusal}
        </span>
      )}
    </>
  );
}

export interface Choice<T extends string> {
  value: T;
  words: string;
  disabled?: boolean;
  group?: string; // choices of the same group stand together under its name
}

export interface SelectProps<T extends string> {
  label: string;
  value: T;
  choices: readonly (Choice<T> | T)[];
  onChange: (value: T) => void;
  disabled?: boolean;
  tip?: string;
}

export function Select<T extends string>({ label, value, choices, onChange, disabled, tip }: SelectProps<T>) {
  return (
    <select
      {...(tip ? tipAttributes(label, tip) : {})}
      class="input"
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value as T)}
    >
      {grouped(choices).map(({ group, members }) =>
        group === undefined ? (
          members.map((choice) => option(choice, value))
        ) : (
          <optgroup key={group} label={group}>
            {members.map((choice) => option(choice, value))}
          </optgroup>
        ),
      )}
    </select>
  );
}

const option = <T extends string>({ value, words, disabled }: Choice<T>, chosen: T) => (
  <option key={value} value={value} disabled={disabled} selected={value === chosen}>
    {words}
  </option>
);

// Groups in the order in which they first appear.
function grouped<T extends string>(choices: readonly (Choice<T> | T)[]): { group: string | undefined; members: Choice<T>[] }[] {
  const groups: { group: string | undefined; members: Choice<T>[] }[] = [];
  for (const given of choices) {
    const choice: Choice<T> = typeof given === 'string' ? { value: given, words: given } : given;
    const found = groups.find(({ group }) => group === choice.group);
    if (found) found.members.push(choice);
    else groups.push({ group: choice.group, members: [choice] });
  }
  return groups;
}

export interface ToggleProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  tip?: string | undefined;
  keys?: string | undefined;
  hideLabel?: boolean; // draws only the switch
}

export function Toggle({ label, checked, onChange, disabled, tip, keys, hideLabel }: ToggleProps) {
  return (
    <button
      {...(tip || hideLabel ? tipAttributes(label, tip, keys) : {})}
      type="button"
      class={hideLabel ? 'toggle bare' : 'toggle'}
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    >
      {!hideLabel && <span>{label}</span>}
      <span class="track" />
    </button>
  );
}

// A few choices side by side.
export function Segmented<T extends string>({ label, value, choices, onChange }: Omit<SelectProps<T>, 'tip' | 'disabled'>) {
  const group = useRef<HTMLDivElement>(null);
  const values = choices.map((choice) => (typeof choice === 'string' ? choice : choice.value));
  const keyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = (values.indexOf(value) + by + values.length) % values.length;
    onChange(values[next]!);
    group.current?.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus();
  };
  return (
    <div class="segmented" role="radiogroup" aria-label={label} ref={group} onKeyDown={keyDown}>
      {choices.map((choice) => {
        const { value: own, words } = typeof choice === 'string' ? { value: choice, words: choice } : choice;
        return (
          <button
            key={own}
            type="button"
            class="button"
            role="radio"
            aria-checked={own === value}
            tabIndex={own === value ? 0 : -1}
            onClick={() => onChange(own)}
          >
            {words}
          </button>
        );
      })}
    </div>
  );
}

export interface SearchFieldProps {
  label: string;
  value: string;
  onInput: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void; // arrows and Enter, for the list below
  placeholder?: string;
  autofocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

export function SearchField({ label, value, onInput, onKeyDown, placeholder, autofocus, inputRef }: SearchFieldProps) {
  return (
    <div class="search">
      <Icon name="search" />
      <input
        class="input"
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        spellcheck={false}
        autocomplete="off"
        ref={inputRef ?? null}
        data-autofocus={autofocus || undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            onInput('');
            event.stopPropagation();
          }
          onKeyDown?.(event);
        }}
      />
      {value !== '' && (
        <button type="button" class="button quiet icon-only" aria-label="Clear search" onClick={() => onInput('')}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
