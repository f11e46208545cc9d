import type { Store } from '../state/store';

export function TimePanel({ store }: { store: Store }) {
  return <p>{store.scene.value?.title}</p>;
}
