// A slider, alone or with its label and number.

import { useRef } from 'preact/hooks';
import { formatWithUnit, type Unit } from '../../state/quantities';
import { useGestureNumbers } from './gesture';
import { NumberField } from './number_field';

export interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  unit?: Unit;
  disabled?: boolean;
  onChange: (value: number, gesture: number) => void;
}

// One gesture from press to release, or from the first key until the focus leaves.
export function Slider({ label, value, min, max, step, unit = '', disabled, onChange }: SliderProps) {
  const gesture = useRef<number | null>(null);
  const nextGesture = useGestureNumbers();
  const share = max > min ? (100 * (value - min)) / (max - min) : 0;
  const end = () => (gesture.current = null);
  return (
    <input
      type="range"
      class="slider"
      style={{ '--fill': `${Math.min(100, Math.max(0, share))}%` }}
      aria-label={label}
      aria-valuetext={formatWithUnit(value, unit)}
      min={min}
      max={max}
      step={step ?? 'any'}
      value={value}
      disabled={disabled}
      onPointerDown={() => (gesture.current = nextGesture())}
      onPointerUp={end}
      onBlur={end}
      onInput={(event) => {
        gesture.current ??= nextGesture();
        onChange(event.currentTarget.valueAsNumber, gesture.current);
      }}
    />
  );
}

// The slider with its label and its number.
export interface SliderFieldProps extends SliderProps {
  unit: Unit;
  decimals?: number;
  open?: boolean; // the number may lie beyond the ends of the slider
}
export function SliderField(props: SliderFieldProps) {
  const { label, decimals, open, ...rest } = props;
  const nextGesture = useGestureNumbers();
  return (
    <div class="slider-field">
      <span class="label" title={label}>
        {label}
      </span>
      <Slider {...rest} label={`${label} slider`} />
      <NumberField
        label={label}
        value={props.value}
        unit={props.unit}
        step={props.step}
        min={open ? undefined : props.min}
        max={open ? undefined : props.max}
        decimals={decimals}
        disabled={props.disabled ?? false}
        onChange={(value, gesture) => props.onChange(value, gesture ?? nextGesture())}
      />
    </div>
  );
}
