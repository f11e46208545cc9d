// The dialogs that save and open recordings.

import { useState } from 'preact/hooks';
import type { TimeMessage } from '../protocol/messages';
import type { Store } from '../state/store';
import { svdChoices, svdModeChoices } from '../state/solver_options';
import { originWords } from '../state/techniques';
import { formatTime, recordingName, replayWords } from '../state/timeline';
import { Button, Dialog, Field, Select } from './widgets';

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
  const [methods, setMethods] = useState<Methods>({});
  const replaying = store.time.value ? replayWords(store.time.value) : '';
  const open = (file: string) => {
    store.ask('record-open', { file, ...methods }).then(onClose, (reason: Error) => setRefusal(reason.message));
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
      {recordings.length > 0 && <OtherMethods store={store} methods={methods} onChange={setMethods} />}
      {replaying !== '' && <p role="status">{replaying}</p>}
      {refusal && (
        <p role="alert" class="field-words">
          {refusal}
        </p>
      )}
    </Dialog>
  );
}

const named = (choices: { value: string; label: string }[]) => choices.map(({ value, label }) => ({ value, words: label }));

type Methods = { technique?: string; svd?: string; svd_mode?: string };

// Ge's comparison: the same drags by another technique or decomposition, and what it costs.
function OtherMethods({ store, methods, onChange }: { store: Store; methods: Methods; onChange: (methods: Methods) => void }) {
  const solver = store.scene.value?.solver;
  if (!solver) return null;
  const asRecorded = { value: '', words: 'As recorded' };
  const changed = Object.keys(methods).length > 0;
  const choose = (key: keyof Methods, value: string) => {
    const { [key]: _, ...others } = methods;
    onChange(value === '' ? others : { ...others, [key]: value });
  };
  return (
    <fieldset class="recording-methods">
      <legend>Replay with</legend>
      <Field label="Technique">
        <Select
          label="Technique"
          value={methods.technique ?? ''}
          choices={[
            asRecorded,
            ...store.techniques.value.map(({ key, title, origin }) => ({ value: key, words: title, group: originWords[origin] })),
          ]}
          onChange={(value) => choose('technique', value)}
        />
      </Field>
      <Field label="SVD">
        <Select
          label="SVD"
          value={methods.svd ?? ''}
          choices={[asRecorded, ...named(svdChoices(solver))]}
          onChange={(value) => choose('svd', value)}
        />
      </Field>
      <Field label="SVD mode">
        <Select
          label="SVD mode"
          value={methods.svd_mode ?? ''}
          choices={[asRecorded, ...named(svdModeChoices(solver))]}
          onChange={(value) => choose('svd_mode', value)}
        />
      </Field>
      <p class="hint">
        {changed
          ? 'The same drags, solved again. The time they take goes to a file of its own, beside the first.'
          : 'Replays to the same bits.'}
      </p>
    </fieldset>
  );
}
