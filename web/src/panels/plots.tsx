// Live plots of errors, clearances, singular values and step times, drawn at most twenty times a second and only while
// visible.

import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { formatError, formatMicroseconds } from '../state/error_words';
import { atLeast, type Column, type History } from '../state/history';
import { dofName } from '../state/joint_values';
import type { Store } from '../state/store';
import { token } from '../style/tokens';
import { historyOf } from './plot_history';
import { nameOf } from './task_actions';
import { Segmented } from './widgets';

export interface Line {
  name: string;
  values: Column;
}
export interface PlotKind {
  value: string;
  words: string;
  label: string;
  log: boolean;
  signed?: boolean; // the range includes both sides of zero
  fraction?: boolean; // small numbers: the range follows them down to a tenth
  lines: (history: History, store: Store) => Line[];
  tick: (value: number) => string;
}

const floor = 1e-7;
const mostGains = 9; // more lines cannot be told apart
const kindsOfPlots: PlotKind[] = [
  {
    value: 'errors',
    words: 'Errors',
    label: 'Errors of the tasks over the last seconds, logarithmic',
    log: true,
    lines: (history, store) =>
      history.errorSeries().flatMap(({ number, values }) => {
        const task = store.scene.value?.tasks.find((each) => each.number === number);
        return task ? [{ name: nameOf(task), values: atLeast(floor, values) }] : [];
      }),
    tick: tenPower,
  },
  {
    value: 'clearance',
    words: 'Clearance',
    label: 'Least clearance over the last seconds',
    log: false,
    signed: true,
    lines: (history) => [{ name: 'clearance', values: history.clearanceColumn() }],
    tick: (metres) => (metres === 0 ? '0' : `${metres < 0 ? '−' : ''}${formatError(metres, 'm').replace('.0 ', ' ')}`),
  },
  {
    value: 'singular',
    words: 'Singular',
    label: 'Singular values of all tasks over the last seconds, logarithmic',
    log: true,
    lines: (history) =>
      history
        .singularSeries()
        .map(({ number, values }) => ({ name: number < 0 ? 'smallest' : `σ${number + 1}`, values: atLeast(floor, values) })),
    tick: tenPower,
  },
  {
    value: 'motion',
    words: 'Motion',
    label: 'What the criteria could still gain and how far rounds are from closing, over the last seconds, logarithmic',
    log: true,
    lines: (history) => {
      const { optimality, closure } = history.motionColumns();
      return [
        { name: 'optimality', values: atLeast(1e-12, optimality) },
        { name: 'closure', values: atLeast(1e-12, closure) },
      ];
    },
    tick: tenPower,
  },
  {
    value: 'gains',
    words: 'Optimum',
    label: 'How far each joint is from the best posture, over the last seconds: the gradient of the criteria that tasks leave',
    log: false,
    signed: true,
    fraction: true,
    lines: (history, store) =>
      history.gainSeries(mostGains).map(({ number, values }) => ({ name: dofName(store.figure.value, number), values })),
    tick: (value) => (value === 0 ? '0' : Math.abs(value) < 1e-3 ? value.toExponential(0) : Number(value.toPrecision(2)).toString()),
  },
  {
    value: 'energy',
    words: 'Energy',
    label: 'Energy over the last seconds, while torques move the figure',
    log: false,
    signed: true,
    lines: (history) => {
      const { kinetic, potential, total } = history.energyColumns();
      return [
        { name: 'kinetic', values: kinetic },
        { name: 'potential', values: potential },
        { name: 'sum', values: total },
      ];
    },
    tick: (joules) => `${Number(joules.toPrecision(3))} J`,
  },
  {
    value: 'time',
    words: 'Step time',
    label: 'Time of one step over the last seconds',
    log: false,
    lines: (history) => [{ name: 'one step', values: history.stepTimeColumn() }],
    tick: formatMicroseconds,
  },
];

function tenPower(value: number): string {
  const exponent = Math.log10(value);
  if (Math.abs(exponent - Math.round(exponent)) > 1e-6) return '';
  return exponent >= -3 && exponent <= 2 ? String(Number(value.toPrecision(1))) : `1e${Math.round(exponent)}`;
}

// One grid line per power of ten, or fewer over a large range.
function decades(least: number, most: number): number[] {
  const first = Math.ceil(Math.log10(least) - 1e-6),
    last = Math.floor(Math.log10(most) + 1e-6);
  const every = Math.max(1, Math.ceil((last - first) / 4));
  return Array.from({ length: Math.max(0, Math.floor((last - first) / every) + 1) }, (_, i) => 10 ** (last - i * every)).reverse();
}

const logAxis: uPlot.Axis = { splits: (_, __, least, most) => decades(least, most), filter: (_, splits) => splits };

// Lines differ in colour and in dashes.
const colours = ([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((i) => token(`--plot-${i}`));
const dashes = [[], [6, 3], [2, 3], [8, 3, 2, 3]];
const look = (i: number) => ({ stroke: colours[i % colours.length]!, dash: dashes[Math.floor(i / 2) % dashes.length]! });

// `kinds`: which plots there are; by default those of the solver.
export function Plots({ store, kinds: wanted }: { store: Store; kinds?: readonly PlotKind[] }) {
  const [which, setWhich] = useState('');
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [names, setNames] = useState<string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  // Torques have energy, the solver has singular values, and goals that move have rounds.
  const scene = store.scene.value;
  const without = [scene?.dynamics.on ? 'singular' : 'energy', ...(scene?.paths.length ? ['clearance', 'singular'] : ['motion', 'gains'])];
  const kinds = wanted ?? kindsOfPlots.filter(({ value }) => !without.includes(value));
  const kind = kinds.find((each) => each.value === which) ?? kinds[0]!;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const history = historyOf(store);
    let plot: uPlot | null = null,
      drawn = '',
      seen = true,
      timer = 0,
      due = true;

    const draw = () => {
      timer = 0;
      if (!seen || document.hidden || !due) return;
      due = false;
      const lines = kind.lines(history, store);
      const signature = lines.map((line) => line.name).join('|');
      if (!plot || signature !== drawn) {
        plot?.destroy();
        plot = makePlot(element, kind, lines, hidden);
        drawn = signature;
        setNames(lines.map((line) => line.name));
      }
      plot.setData([history.timeColumn(), ...lines.map((line) => line.values)] as uPlot.AlignedData);
      element.dataset.samples = String(history.length);
    };
    const soon = () => {
      due = true;
      timer ||= window.setTimeout(draw, 50);
    };
    const observer = new IntersectionObserver(([entry]) => {
      seen = entry?.isIntersecting ?? true;
      if (seen) soon();
    });
    const resizer = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height: plotHeight }));
    observer.observe(element);
    resizer.observe(element);
    const stop = store.onSnapshot(soon);
    soon();
    return () => {
      stop();
      clearTimeout(timer);
      observer.disconnect();
      resizer.disconnect();
      plot?.destroy();
    };
  }, [store, kind.value, hidden]);

  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  return (
    <div class="plots">
      <Segmented label="Plot" value={kind.value} choices={kinds} onChange={setWhich} />
      <div class="plot" role="img" aria-label={kind.label} ref={box} />
      <ul class="plot-legend" aria-label="Lines of the plot">
        {names.map((name, i) => (
          <li key={name}>
            <button
              type="button"
              class="text-button"
              aria-pressed={!hidden.has(name)}
              onClick={() => toggle(name)}
              title={hidden.has(name) ? 'Show' : 'Hide'}
            >
              <svg viewBox="0 0 16 4" aria-hidden="true">
                <path
                  d="M0 2h16"
                  stroke={look(i).stroke}
                  stroke-width="2"
                  stroke-dasharray={look(i)
                    .dash.map((d) => d * 0.7)
                    .join(' ')}
                />
              </svg>
              {name}
            </button>
          </li>
        ))}
        {names.length === 0 && <li class="hint">No data yet.</li>}
      </ul>
    </div>
  );
}

// Of a figure at rest there may be a single number, of which no line can be drawn.
const isAlone = (plot: uPlot, series: number): boolean =>
  Array.from<number | null | undefined>(plot.data[series]!).filter((value) => value != null).length === 1;

const plotHeight = 136; // [px]
const shownSeconds = 20;

function makePlot(element: HTMLElement, kind: PlotKind, lines: Line[], hidden: ReadonlySet<string>): uPlot {
  const grid = { stroke: token('--plot-grid'), width: 1 },
    font = '10.5px Inter, sans-serif';
  const axis = { stroke: token('--text-faint'), font, grid, ticks: { show: false } };
  return new uPlot(
    {
      width: element.clientWidth || 280,
      height: plotHeight,
      legend: { show: false },
      cursor: { show: false },
      padding: [8, 14, 0, 0],
      scales: {
        x: { time: false, range: (_, least) => [Math.min(-1, Math.max(least ?? 0, -shownSeconds)), 0] },
        y: kind.log
          ? { distr: 3, log: 10 }
          : {
              range: (_, least, most) =>
                kind.signed
                  ? [Math.min(1.15 * least, -0.1 * most, kind.fraction ? -1e-6 : -1e-3), Math.max(1.15 * most, kind.fraction ? 2e-6 : 2e-3)]
                  : [0, Math.max(most * 1.15, kind.fraction ? 0.1 : 1)],
            },
      },
      axes: [
        { ...axis, size: 20, space: 56, values: (_, splits) => splits.map((seconds) => (seconds === 0 ? 'now' : `${seconds} s`)) },
        {
          ...axis,
          ...(kind.log ? logAxis : {}),
          size: 52,
          values: (_, splits) => splits.map((value) => (value === null ? '' : kind.tick(value))),
        },
      ],
      series: [
        {},
        ...lines.map((line, i) => ({ label: line.name, ...look(i), width: 1.5, points: { show: isAlone }, show: !hidden.has(line.name) })),
      ],
    },
    [[], ...lines.map(() => [])],
    element,
  );
}
