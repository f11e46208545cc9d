// Finds where a frame can be brought while the tasks are kept, one search at a time; what was found stays until it is removed
// or another figure comes.

import { effect, signal } from '@preact/signals';
import type { FoundSpace } from '../protocol/commands';
import type { Vec3 } from '../protocol/messages';
import type { Store } from './store';

export type SpaceColor = 'effort' | 'margin' | 'none';
export interface ColoredSpace extends FoundSpace {
  id: number;
  color: SpaceColor;
}
export interface Plane {
  point: Vec3;
  normal: Vec3;
}

const pollInterval = 300; // [ms] between questions about the progress

const hasValues = (values: readonly (number | null)[]): boolean => values.some((value) => value !== null);
export const colorsOf = (space: FoundSpace): SpaceColor[] =>
  (['effort', 'margin'] as const).filter((color) => hasValues(space[color])) as SpaceColor[];

// The least and the largest value of a space; null: it has none.
export function valuesOf(space: ColoredSpace): { least: number; largest: number } | null {
  if (space.color === 'none') return null;
  const values = space[space.color].filter((value) => value !== null);
  if (values.length === 0) return null;
  return { least: values.reduce((a, b) => Math.min(a, b)), largest: values.reduce((a, b) => Math.max(a, b)) };
}

// From small to large, brightness rising all the way; as in the drawings of `limber reach`. Levels 0..1.
export function spaceColor(share: number): Vec3 {
  const stops: Vec3[] = [
    [68, 1, 84],
    [59, 82, 139],
    [33, 145, 140],
    [94, 201, 98],
    [253, 231, 37],
  ];
  const at = Math.min(1, Math.max(0, share)) * (stops.length - 1),
    i = Math.min(Math.floor(at), stops.length - 2);
  return [0, 1, 2].map((k) => (stops[i]![k]! + (at - i) * (stops[i + 1]![k]! - stops[i]![k]!)) / 255) as Vec3;
}

export function spaceCsv(space: FoundSpace): string {
  const frame = /[",\n]/.test(space.frame) ? `"${space.frame.replaceAll('"', '""')}"` : space.frame;
  const place = (list: readonly number[], k: number): string => [0, 1, 2].map((i) => list[3 * k + i]!.toFixed(4)).join(',');
  const cells = space.edges.map(
    (edge, k) => `${frame},${edge ? 'edge' : 'inside'},${place(space.places, k)},${space.effort[k] ?? ''},${space.margin[k] ?? ''}`,
  );
  const boundary = Array.from({ length: space.boundary.length / 3 }, (_, k) => `${frame},boundary,${place(space.boundary, k)},,`);
  return ['frame,part,x,y,z,effort,margin', ...cells, ...boundary, ''].join('\n');
}

export class AccessFinder {
  readonly searching = signal<{ frame: string; cells: number; share: number; filling: boolean } | null>(null);
  planeOf: (frame: string) => Plane | null = () => null; // through a frame, facing the viewer; set by the view
  private latest = 0; // number of the newest search; results of earlier ones are dropped

  constructor(private readonly store: Store) {
    let before = '';
    effect(() => {
      const now = `${store.sceneNumber.value} ${store.figure.value?.figure_revision ?? 0}`;
      if (now !== before && before !== '') this.clear();
      before = now;
    });
  }

  async find(frame: string, inPlane: boolean): Promise<void> {
    if (this.searching.peek()) return this.store.notify('info', 'A search is going on; stop it first.');
    const { store } = this,
      mine = ++this.latest,
      plane = inPlane ? this.planeOf(frame) : null;
    this.searching.value = { frame, cells: 0, share: 0, filling: true };
    const timer = setInterval(() => void this.poll(mine), pollInterval);
    try {
      const space = await store.ask('access-find', { frame, ...(plane ? { plane } : {}) });
      if (mine === this.latest) this.add(space);
    } catch (refusal) {
      if (mine === this.latest) store.notify('refusal', (refusal as Error).message);
    }
    clearInterval(timer);
    if (mine === this.latest) this.searching.value = null;
  }

  stop(): void {
    if (!this.searching.peek()) return;
    this.latest++;
    this.searching.value = null;
    void this.store.send('access-stop', {});
  }

  private add(space: FoundSpace): void {
    const { spaces } = this.store;
    const color = colorsOf(space)[0] ?? 'none';
    const others = spaces.peek().filter((other) => other.frame !== space.frame || other.in_plane !== space.in_plane);
    spaces.value = [...others, { ...space, id: this.latest, color }];
    for (const name of space.unmet) this.store.notify('info', `${name} is not satisfied here, and is kept only as far as it is.`);
  }
  setColor(id: number, color: SpaceColor): void {
    const { spaces } = this.store;
    spaces.value = spaces.peek().map((space) => (space.id === id ? { ...space, color } : space));
  }
  remove(id: number): void {
    const { spaces } = this.store;
    spaces.value = spaces.peek().filter((space) => space.id !== id);
  }
  clear(): void {
    if (this.store.spaces.peek().length > 0) this.store.spaces.value = [];
  }

  private async poll(mine: number): Promise<void> {
    const progress = await this.store.ask('access-progress', {}).catch(() => null);
    const now = this.searching.peek();
    if (progress && now && mine === this.latest) this.searching.value = { ...now, ...progress };
  }
}

const finders = new WeakMap<Store, AccessFinder>();

export function accessFinderOf(store: Store): AccessFinder {
  let finder = finders.get(store);
  if (!finder) finders.set(store, (finder = new AccessFinder(store)));
  return finder;
}
