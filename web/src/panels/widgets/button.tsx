// Buttons with text or an icon.

import type { ComponentChildren, JSX } from 'preact';
import { Icon, type IconName } from './icons';
import { tip as tipAttributes } from './tooltip';

interface Common {
  onClick?: (event: JSX.TargetedMouseEvent<HTMLButtonElement>) => void;
  disabled?: boolean;
  pressed?: boolean; // a button that stays down
  expanded?: boolean; // opens a menu or a popover
  popup?: 'menu' | 'dialog';
  large?: boolean;
  tip?: string | undefined; // one sentence
  keys?: string | undefined; // "Ctrl+Z"
  class?: string | undefined;
}

export interface ButtonProps extends Common {
  children: ComponentChildren;
  kind?: 'plain' | 'primary' | 'quiet' | 'danger';
  icon?: IconName;
  label?: string; // accessible name, if the text alone is not enough
  type?: 'button' | 'submit';
  autofocus?: boolean;
}

export function Button({ children, kind = 'plain', icon, label, type = 'button', autofocus, tip, keys, ...rest }: ButtonProps) {
  const name = label ?? (typeof children === 'string' ? children : '');
  return (
    <button
      {...(tip ? tipAttributes(name, tip, keys) : {})}
      {...attributes(rest)}
      type={type}
      class={`button ${kind} ${rest.large ? 'large' : ''} ${rest.class ?? ''}`}
      aria-label={label}
      data-autofocus={autofocus || undefined}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Common {
  icon: IconName;
  label: string;
}

export function IconButton({ icon, label, tip, keys, ...rest }: IconButtonProps) {
  return (
    <button
      {...tipAttributes(label, tip, keys)}
      {...attributes(rest)}
      type="button"
      class={`button quiet icon-only ${rest.large ? 'large' : ''} ${rest.class ?? ''}`}
      aria-label={label}
    >
      <Icon name={icon} />
    </button>
  );
}

const attributes = ({ onClick, disabled, pressed, expanded, popup }: Common) => ({
  onClick,
  disabled,
  'aria-pressed': pressed,
  'aria-expanded': expanded,
  'aria-haspopup': popup,
});
