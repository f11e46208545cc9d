import type { Store } from '../state/store';

export function TasksPanel({ store }: { store: Store }) {
  return <p>{store.scene.value?.title}</p>;
}
