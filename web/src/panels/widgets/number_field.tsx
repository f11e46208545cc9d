// A number with its unit: typed ("30deg", "5 cm"), stepped with the arrow keys (Shift: ten times, Alt: a tenth), or
// changed by dragging. Escape restores the old value.

import { useEffect, useRef, useState } from 'preact/hooks';
import { defaultStep, formatNumber, formatWithUnit, parseNumber, toShown, type Unit } from '../../state/quantities';
import { useGestureNumbers } from './gesture';
import { showTip, tip as tipAttributes } from './tooltip';

export interface NumberFieldProps {
  label: string; // accessible name
  value: number | null; // SI; null: none, shown as `empty`
  unit: Unit;
  onChange: (value: number, gesture?: number) => void;
  onClear?: () => void; // an empty field is allowed: no value
  empty?: string;
  min?: number | undefined;
  max?: number | undefined;
  outside?: string | undefined; // why what is typed beyond them is refused; without, the nearest allowed is taken
  step?: number | undefined; // SI
  decimals?: number | undefined;
  bare?: boolean; // without the unit
  disabled?: boolean;
  tip?: string | undefined;
}

export function NumberField(props: NumberFieldProps) {
  const { label, value, unit, disabled, empty = 'none', min, max, decimals } = props;
  const step = props.step ?? defaultStep(unit);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null); // null: not being edited
  const [refusal, setRefusal] = useState<{ words: string } | null>(null);
  const nextGesture = useGestureNumbers();
  const atFocus = useRef<number | null>(null); // restored by Escape
  const keysGesture = useRef<number | undefined>(undefined);

  const inRange = (x: number) => Math.min(Math.max(x, min ?? -Infinity), max ?? Infinity);
  const rounded = (x: number) => Number(x.toPrecision(12));
  const written = value === null ? empty : (props.bare ? formatNumber : formatWithUnit)(value, unit, decimals);

  const commit = (text: string) => {
    setTyped(null);
    setRefusal(null);
    if (text.trim() === written) return;
    if (props.onClear && (text.trim() === '' || text.trim() === empty)) return props.onClear();
    if (text.trim() === '') return setRefusal({ words: 'It cannot be empty; the old number stays.' });
    const parsed = parseNumber(text, unit);
    if ('words' in parsed) return setRefusal(parsed);
    const wanted = inRange(parsed.value);
    if (wanted !== parsed.value && props.outside) return setRefusal({ words: props.outside });
    if (wanted !== value) props.onChange(wanted);
  };

  const restore = (gesture?: number) => {
    if (atFocus.current !== null && atFocus.current !== value) props.onChange(atFocus.current, gesture);
  };

  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      commit(typed ?? written);
      input.current?.select();
    } else if (event.key === 'Escape') {
      setTyped(null);
      setRefusal(null);
      restore(keysGesture.current);
      input.current?.blur();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const size = step * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1);
      const parsed = typed === null ? null : parseNumber(typed, unit);
      const from = parsed && 'value' in parsed ? parsed.value : (value ?? 0);
      keysGesture.current ??= nextGesture();
      setTyped(null);
      props.onChange(inRange(rounded(from + (event.key === 'ArrowUp' ? size : -size))), keysGesture.current);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  // A press without motion edits the number; a horizontal drag changes it.
  const pointerDown = (event: PointerEvent) => {
    const element = input.current;
    if (event.button !== 0 || disabled || !element || document.activeElement === element) return;
    event.preventDefault();
    const start = value ?? 0;
    const startX = event.clientX;
    let gesture: number | undefined;
    const move = (moved: PointerEvent) => {
      const pixels = moved.clientX - startX;
      if (gesture === undefined) {
        if (Math.abs(pixels) < 3) return;
        gesture = nextGesture();
        element.classList.add('scrubbing');
      }
      const size = (step / 2) * (moved.shiftKey ? 10 : moved.altKey ? 0.1 : 1);
      props.onChange(inRange(rounded(start + size * Math.round(pixels))), gesture);
    };
    const finish = () => {
      element.classList.remove('scrubbing');
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', finish);
      window.removeEventListener('keydown', escape, true);
    };
    const up = () => {
      finish();
      if (gesture === undefined) element.focus();
    };
    const escape = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return;
      key.stopPropagation();
      finish();
      if (gesture !== undefined && value !== null) props.onChange(start, gesture);
    };
    element.setPointerCapture(event.pointerId);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', finish);
    window.addEventListener('keydown', escape, true);
  };

  useEffect(() => {
    if (disabled) setTyped(null);
  }, [disabled]);
  useEffect(() => setRefusal(null), [value]); // it was about another number
  useEffect(() => {
    if (refusal && input.current) showTip(input.current);
  }, [refusal]);

  return (
    <input
      {...tipAttributes(label, refusal?.words || props.tip || 'Type a number, press arrow keys, or drag sideways.')}
      ref={input}
      class="input number"
      type="text"
      inputMode="decimal"
      role="spinbutton"
      spellcheck={false}
      autocomplete="off"
      aria-label={label}
      aria-valuenow={value === null ? undefined : rounded(toShown(value, unit))}
      aria-valuemin={min === undefined ? undefined : rounded(toShown(min, unit))}
      aria-valuemax={max === undefined ? undefined : rounded(toShown(max, unit))}
      aria-valuetext={written}
      aria-invalid={refusal ? 'true' : undefined}
      disabled={disabled}
      value={typed ?? written}
      onPointerDown={pointerDown}
      onKeyDown={keyDown}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => {
        atFocus.current = value;
        keysGesture.current = undefined;
        event.currentTarget.select();
      }}
      onBlur={() => typed !== null && commit(typed)}
    />
  );
}
