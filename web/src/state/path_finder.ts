// A way round where an obstacle stops the figure: looked for once at a time, wherever the button was pressed, then followed.

import { effect, signal } from '@preact/signals';
import type { ReasonInfo, TaskStatus } from '../protocol/messages';
import type { Store } from './store';

// Something stands in the way, the world's or the figure's own: a search may get round it. Of limits and other tasks it would not.
export const mayBeGoneRound = ({ blocker }: ReasonInfo): boolean => blocker === 'obstacle' || blocker === 'own_body';
export const isStuck = (status: TaskStatus | undefined): boolean => status !== undefined && !status.satisfied && status.reasons.some(mayBeGoneRound);

const lingers = 500; // [ms] in which the server says that the figure follows

export class PathFinder {
  readonly searching = signal<{ began: number; seconds: number } | null>(null); // began: [ms] by `now`
  readonly seconds = signal(10); // [s] to search at most
  readonly words = signal(''); // what came of the last search
  private number = 0; // of the last search; none is wanted that has another

  constructor(private readonly store: Store, readonly now: () => number = () => performance.now()) {
    effect(() => { // of another scene nothing was looked for yet
      void store.document.value;
      this.words.value = '';
    });
    let before: number | null = null;
    effect(() => {
      const share = store.status.value?.way ?? null;
      if (before !== null && share === null) store.path.value = null;
      before = share;
    });
  }

  async find(): Promise<void> {
    if (this.searching.value) return;
    const { store } = this, mine = ++this.number, seconds = this.seconds.value;
    this.searching.value = { began: this.now(), seconds };
    this.words.value = '';
    try {
      const { postures, line, words } = await store.ask('way-find', { seconds });
      if (mine !== this.number) return;
      await store.ask('way-follow', { postures });
      this.words.value = words;
      store.path.value = line;
      setTimeout(() => {
        if ((store.status.value?.way ?? null) === null) store.path.value = null;
      }, lingers);
    } catch (refusal) {
      if (mine !== this.number) return; // stopped, and said so
      this.words.value = sentence((refusal as Error).message);
      store.notify('refusal', this.words.value);
    }
    this.searching.value = null;
  }

  stop(): void {
    if (!this.searching.value) return;
    this.number++;
    this.searching.value = null;
    this.words.value = 'Stopped.';
    void this.store.send('way-stop', {});
  }
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;

const finders = new WeakMap<Store, PathFinder>();

export function pathFinderOf(store: Store): PathFinder {
  let finder = finders.get(store);
  if (!finder) finders.set(store, (finder = new PathFinder(store)));
  return finder;
}
