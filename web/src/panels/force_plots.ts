// Live plots of the forces panel: what joints bear, how far the balance reaches, the effort.

import type { PlotKind } from './plots';

const shownJoints = 5;
const share = (value: number): string => `${Math.round(100 * value)} %`;

export const forcePlots: readonly PlotKind[] = [
  {
    value: 'joint-loads',
    words: 'Joints',
    label: 'Torques of the joints that bear most, by their strength, over the last seconds',
    log: false,
    fraction: true,
    lines: (history, store) =>
      history
        .loadSeries(shownJoints)
        .map(({ number, values }) => ({ name: store.figure.value?.segments[number]?.joint.name ?? '', values })),
    tick: share,
  },
  {
    value: 'margin',
    words: 'Margin',
    label: 'Margin of the centre of mass over the last seconds',
    log: false,
    signed: true,
    lines: (history) => [{ name: 'margin', values: history.staticsColumns().margin }],
    tick: (metres) => `${Number((100 * metres).toFixed(1))} cm`,
  },
  {
    value: 'friction',
    words: 'Friction',
    label: 'Part of the friction that is needed, over the last seconds',
    log: false,
    fraction: true,
    lines: (history) => [{ name: 'friction used', values: history.staticsColumns().friction }],
    tick: share,
  },
  {
    value: 'effort',
    words: 'Effort',
    label: 'Effort over the last seconds',
    log: false,
    fraction: true,
    lines: (history) => [{ name: 'effort', values: history.staticsColumns().effort }],
    tick: (value) => String(Number(value.toPrecision(2))),
  },
];
