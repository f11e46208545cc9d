// Finds where a frame can be brought while the tasks are kept, one search at a time; what was found stays until it is removed
// or another figure comes.

import { effect, signal } from '@preact/signals';
import type { FoundSpace } from '../protocol/commands';
import type { Vec3 } from '../protocol/messages';
import { tellingColor, type ColoredSpace, type SpaceColor } from './spaces';
import type { Store } from './store';

export interface Plane {
  point: Vec3;
  normal: Vec3;
}

const pollInterval = 300; // [ms] between questions about the progress

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
    const plane = inPlane ? this.planeOf(frame) : null;
    return this.search(frame, () => this.store.ask('access-find', { frame, ...(plane ? { plane } : {}) }));
  }
  // Every cell around the figure, whatever the tasks say.
  async findMap(frame: string): Promise<void> {
    return this.search(frame, () => this.store.ask('map-find', { frame }));
  }

  private async search(frame: string, ask: () => Promise<FoundSpace>): Promise<void> {
    if (this.searching.peek()) return this.store.notify('info', 'A search is going on; stop it first.');
    const { store } = this,
      mine = ++this.latest;
    this.searching.value = { frame, cells: 0, share: 0, filling: true };
    const timer = setInterval(() => void this.poll(mine), pollInterval);
    try {
      const space = await ask();
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
    const others = spaces
      .peek()
      .filter((other) => other.frame !== space.frame || other.in_plane !== space.in_plane || other.map !== space.map);
    spaces.value = [...others, { ...space, id: this.latest, color: tellingColor(space), cut_open: true }];
    for (const name of space.unmet) this.store.notify('info', `${name} is not satisfied here, and is kept only as far as it is.`);
  }
  setColor(id: number, color: SpaceColor): void {
    this.change(id, { color });
  }
  cutOpen(id: number, cut_open: boolean): void {
    this.change(id, { cut_open });
  }
  private change(id: number, what: Partial<ColoredSpace>): void {
    const { spaces } = this.store;
    spaces.value = spaces.peek().map((space) => (space.id === id ? { ...space, ...what } : space));
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
