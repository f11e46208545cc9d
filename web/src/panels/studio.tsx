import '../style';
import type { Store } from '../state/store';

export function Studio({ store }: { store: Store }) {
  return <main>{store.scene.value?.title ?? 'connecting'}</main>;
}
