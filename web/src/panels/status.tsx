import type { Store } from '../state/store';

export function StatusLine({ store }: { store: Store }) {
  return <p>{store.scene.value?.title}</p>;
}
