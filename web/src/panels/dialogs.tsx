// The dialog that is open, if any.

import { useState } from 'preact/hooks';
import type { DialogState, Shell } from '../state/shell';
import { GalleryDialog, SaveAsDialog } from './files';
import { HelpDialog } from './help';
import { PaletteDialog } from './palette';
import { Button, Dialog, SearchField } from './widgets';

export function Dialogs({ shell }: { shell: Shell }) {
  const dialog = shell.dialog.value;
  const close = () => (shell.dialog.value = null);
  switch (dialog?.kind) {
    case 'gallery':
      return <GalleryDialog shell={shell} onClose={close} />;
    case 'save-as':
      return <SaveAsDialog shell={shell} proposed={dialog.name} then={dialog.then} onClose={close} />;
    case 'help':
      return <HelpDialog onClose={close} />;
    case 'palette':
      return <PaletteDialog shell={shell} onClose={close} />;
    case 'pick-segment':
      return <PickSegmentDialog shell={shell} dialog={dialog} onClose={close} />;
    case 'confirm':
      return <ConfirmDialog dialog={dialog} onClose={close} />;
    default:
      return null;
  }
}

type Of<K> = Extract<DialogState, { kind: K }>;

function ConfirmDialog({ dialog, onClose }: { dialog: Of<'confirm'>; onClose: () => void }) {
  const answer = (then: () => void) => () => {
    onClose();
    then();
  };
  return (
    <Dialog
      title={dialog.title}
      onClose={onClose}
      width={dialog.first ? 480 : 400}
      foot={
        <>
          <Button large kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            large
            kind={dialog.danger ? 'danger' : dialog.first ? 'plain' : 'primary'}
            autofocus={!dialog.first}
            onClick={answer(dialog.then)}
          >
            {dialog.yes}
          </Button>
          {dialog.first && (
            <Button large kind="primary" autofocus onClick={answer(dialog.first.then)}>
              {dialog.first.words}
            </Button>
          )}
        </>
      }
    >
      <p class="prose">{dialog.words}</p>
    </Dialog>
  );
}

function PickSegmentDialog({ shell, dialog, onClose }: { shell: Shell; dialog: Of<'pick-segment'>; onClose: () => void }) {
  const [search, setSearch] = useState('');
  const asked = search.toLowerCase();
  const choices = (shell.store.figure.value?.segments ?? [])
    .map(({ name }, index) => ({ name, index }))
    .filter(({ name, index }) => dialog.allowed(index) && name.toLowerCase().includes(asked))
    .slice(0, 200);
  const pick = (name: string | undefined) => {
    if (name === undefined) return;
    onClose();
    dialog.then(name);
  };
  return (
    <Dialog title={dialog.title} onClose={onClose} width={380}>
      <p class="prose">{dialog.words}</p>
      <SearchField
        label="Search segments"
        value={search}
        onInput={setSearch}
        autofocus
        onKeyDown={(event) => event.key === 'Enter' && pick(choices[0]?.name)}
      />
      <ul class="pick-list scroll">
        {choices.map(({ name }) => (
          <li key={name}>
            <button type="button" class="menu-item" onClick={() => pick(name)}>
              {name}
            </button>
          </li>
        ))}
        {choices.length === 0 && <li class="empty">No matching segment.</li>}
      </ul>
    </Dialog>
  );
}
