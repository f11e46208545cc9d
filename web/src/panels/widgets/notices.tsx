// Notices at the bottom of the page. They disappear by themselves, warnings and refusals later.

import { useEffect } from 'preact/hooks';
import type { Notice, Store } from '../../state/store';
import { IconButton } from './button';
import { Icon, type IconName } from './icons';

const icons: Record<Notice['kind'], IconName> = { info: 'info', warning: 'warning', refusal: 'refused' };
const spoken: Record<Notice['kind'], string> = { info: '', warning: 'Warning: ', refusal: 'Error: ' };
const stays: Record<Notice['kind'], number> = { info: 5000, warning: 9000, refusal: 9000 }; // [ms]

export function Notices({ store }: { store: Store }) {
  return (
    <div class="notices" role="status" aria-live="polite" aria-label="Notices">
      {store.notices.value.map((notice) => (
        <NoticeLine key={notice.number} notice={notice} onClose={() => store.dismiss(notice.number)} />
      ))}
    </div>
  );
}

function NoticeLine({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onClose, stays[notice.kind]);
    return () => clearTimeout(timer);
  }, [notice.number]);
  return (
    <div class={`notice ${notice.kind}`}>
      <Icon name={icons[notice.kind]} />
      <span>
        <span class="seen-by-readers">{spoken[notice.kind]}</span>
        {notice.words}
      </span>
      <IconButton icon="close" label="Dismiss" onClick={onClose} />
    </div>
  );
}
