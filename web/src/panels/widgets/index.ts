// The widgets that panels are made of.
export { Bar, type Tone } from './bar';
export { Button, IconButton } from './button';
export { classes } from './classes';
export { Dialog } from './dialog';
export { Field, SearchField, Segmented, Select, TextField, Toggle, type Choice } from './fields';
export { GestureNumbers, useGestureNumbers } from './gesture';
export { Icon, type IconName } from './icons';
export { KeyWords } from './keys';
export { closeMenu, MenuLayer, openMenu, type MenuEntry, type MenuItem } from './menu';
export { Notices } from './notices';
export { NumberField } from './number_field';
export { Popover } from './popover';
export { Section } from './section';
export { Slider, SliderField } from './slider';
export { Tabs } from './tabs';
export { tip, TooltipLayer } from './tooltip';
export { WhyNot } from './why_not';
