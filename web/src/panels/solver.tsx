import type { Store } from '../state/store';

export function SolverPanel({ store }: { store: Store }) {
  return <p>{store.scene.value?.title}</p>;
}
