// Finds a path around what blocks the figure, one search at a time wherever it was started from, then has it followed.

import { effect, signal } from '@preact/signals';
import type { ReasonInfo, TaskStatus } from '../protocol/messages';
import type { Store } from './store';

// A search may lead around an obstacle or a part of the figure, but not past limits and other tasks.
export const canBeAvoided = ({ blocker }: ReasonInfo): boolean => blocker === 'obstacle' || blocker === 'own_body';
export const isStuck = (status: TaskStatus | undefined): boolean =>
  status !== undefined && !status.satisfied && status.reasons.some(canBeAvoided);

const patience = 500; // [ms] the server takes at most to report that the path is followed

export class PathFinder {
  readonly searching = signal<{ began: number; seconds: number } | null>(null); // began: [ms] by `now`
  readonly seconds = signal(10); // [s] longest search
  readonly words = signal(''); // result of the last search
  private latest = 0; // number of the newest search; results of earlier ones are dropped

  constructor(
    private readonly store: Store,
    readonly now: () => number = () => performance.now(),
  ) {
    effect(() => {
      void store.sceneNumber.value; // a result belongs to one scene
      this.words.value = '';
    });
    let before: number | null = null;
    effect(() => {
      const share = store.status.value?.path ?? null;
      if (before !== null && share === null) store.path.value = null;
      before = share;
    });
  }

  async find(): Promise<void> {
    if (this.searching.value) return;
    const { store } = this,
      mine = ++this.latest,
      seconds = this.seconds.value;
    this.searching.value = { began: this.now(), seconds };
    this.words.value = '';
    try {
      const { path, line, words } = await store.ask('path-find', { seconds });
      if (mine !== this.latest) return;
      await store.ask('path-follow', { path });
      this.words.value = words;
      store.path.value = line;
      setTimeout(() => {
        if ((store.status.value?.path ?? null) === null) store.path.value = null;
      }, patience);
    } catch (refusal) {
      if (mine !== this.latest) return; // it was stopped
      this.words.value = sentence((refusal as Error).message);
      store.notify('refusal', this.words.value);
    }
    this.searching.value = null;
  }

  stop(): void {
    if (!this.searching.value) return;
    this.latest++;
    this.searching.value = null;
    this.words.value = 'Stopped.';
    void this.store.send('path-stop', {});
  }
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;

const finders = new WeakMap<Store, PathFinder>();

export function pathFinderOf(store: Store): PathFinder {
  let finder = finders.get(store);
  if (!finder) finders.set(store, (finder = new PathFinder(store)));
  return finder;
}
