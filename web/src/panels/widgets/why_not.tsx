// A sentence beside a control that has no effect now: why not.

import { Icon } from './icons';

export const WhyNot = ({ words }: { words: string }) => (
  <p class="why-not">
    <Icon name="info" />
    {words}
  </p>
);
