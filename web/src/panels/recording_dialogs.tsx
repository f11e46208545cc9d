// The dialogs that save and open recordings.

import { useState } from 'preact/hooks';
import type { TimeMessage } from '../protocol/messages';
import type { Store } from '../state/store';
import { formatTime, recordingName } from '../state/timeline';
import { Button, Dialog } from './widgets';

export function SaveRecording({ store, time, onClose }: { store: Store; time: TimeMessage; onClose: () => void }) {
  const [name, setName] = useState(recordingName(time.recording?.name ?? store.scene.value?.title ?? 'recording'));
  const [refusal, setRefusal] = useState('');
  const save = (replace: boolean) => {
    store.ask('record-save', { file: name.trim(), ...(replace ? { replace } : {}) }).then(
      () => {
        store.notify('info', `Saved the recording “${name.trim()}” and its timing file.`);
        onClose();
      },
      (reason: Error) => setRefusal(reason.message),
    );
  };
  const exists = store.files.value?.recordings.some(({ file }) => recordingName(file) === recordingName(name.trim())) ?? false;
  return (
    <Dialog
      title="Save recording"
      onClose={onClose}
      width={400}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={name.trim() === ''} onClick={() => save(exists)}>
            {exists ? 'Replace' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        class="recording-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save(exists);
        }}
      >
        <label>
          Name
          <input
            class="input"
            type="text"
            value={name}
            data-autofocus
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        {exists && <p>A recording with this name already exists and will be replaced.</p>}
        {refusal && (
          <p role="alert" class="field-words">
            {refusal}
          </p>
        )}
        <p class="hint">
          {formatTime(time.recording?.duration ?? 0)}, {time.recording?.steps ?? 0} steps, hash <code>{time.recording?.hash}</code>. A
          timing file is saved with it.
        </p>
      </form>
    </Dialog>
  );
}

export function OpenRecording({ store, onClose }: { store: Store; onClose: () => void }) {
  const recordings = store.files.value?.recordings ?? [];
  const [refusal, setRefusal] = useState('');
  const open = (file: string) => {
    store.ask('record-open', { file }).then(onClose, (reason: Error) => setRefusal(reason.message));
  };
  return (
    <Dialog title="Open recording" onClose={onClose} width={400}>
      {recordings.length === 0 && <p>No recordings in {store.files.value?.folder ?? 'your folder'} yet.</p>}
      <ul class="recording-list" aria-label="Recordings">
        {recordings.map(({ file, modified }, i) => (
          <li key={file}>
            <button type="button" class="button quiet" data-autofocus={i === 0 || undefined} onClick={() => open(file)}>
              <span>{recordingName(file)}</span>
              <span class="hint">{new Date(modified).toLocaleString()}</span>
            </button>
          </li>
        ))}
      </ul>
      {refusal && (
        <p role="alert" class="field-words">
          {refusal}
        </p>
      )}
    </Dialog>
  );
}
