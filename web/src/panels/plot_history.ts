// One history per store; it records from the first request on.

import { History } from '../state/history';
import type { Store } from '../state/store';

const histories = new WeakMap<Store, History>();

export function historyOf(store: Store): History {
  let history = histories.get(store);
  if (!history) {
    const kept = new History();
    histories.set(store, (history = kept));
    store.onSnapshot((snapshot) => kept.add(snapshot, store.status.peek()?.energy ?? null, store.status.peek()));
  }
  return history;
}
