// The dialogs that open and save scenes.

import { useEffect, useState } from 'preact/hooks';
import type { Shell } from '../state/shell';
import { fileNameFor, whenModified } from '../state/file_names';
import { openScene, importFiles } from './files_actions';
import { Button, Dialog, Icon, SearchField, tip } from './widgets';

export function GalleryDialog({ shell, onClose }: { shell: Shell; onClose: () => void }) {
  const { store } = shell;
  const [search, setSearch] = useState('');
  useEffect(() => void store.send('files', {}), []);
  const files = store.files.value;
  const asked = search.toLowerCase();
  const gallery = (files?.gallery ?? []).filter(({ title, words }) => `${title} ${words}`.toLowerCase().includes(asked));
  const scenes = (files?.scenes ?? []).filter(({ file }) => file.toLowerCase().includes(asked));
  const openFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || search === '') return;
    if (scenes[0]) openScene(shell, scenes[0].file, 'folder');
    else if (gallery[0]) openScene(shell, gallery[0].file, 'gallery');
  };
  const nothing = files !== null && gallery.length + scenes.length === 0;

  return (
    <Dialog
      title="Open a scene"
      onClose={onClose}
      width={920}
      class="gallery-dialog"
      head={
        <div class="gallery-search">
          <SearchField label="Search scenes" value={search} onInput={setSearch} onKeyDown={openFirst} autofocus />
        </div>
      }
      foot={
        <>
          <span class="hint foot-hint">
            {files ? (
              <>
                Your scenes are in <span class="folder-path">{files.folder}</span>. You can also drop a scene, figure or URDF file onto the
                page.
              </>
            ) : (
              ' '
            )}
          </span>
          <FromComputer shell={shell} />
        </>
      }
    >
      {nothing && (
        <div class="empty">
          <Icon name="search" />
          <strong>No scene matches “{search}”</strong>
        </div>
      )}
      {scenes.length > 0 && (
        <Cards
          title="Your scenes"
          cards={scenes.map(({ file, modified, thumbnail }) => ({
            key: file,
            title: file.replace(/\.json$/, ''),
            words: whenModified(modified, Date.now()),
            thumbnail,
            open: () => openScene(shell, file, 'folder'),
          }))}
        />
      )}
      {gallery.length > 0 && (
        <Cards
          title="Gallery"
          cards={gallery.map(({ file, title, words, thumbnail }) => ({
            key: file,
            title,
            words,
            thumbnail,
            open: () => openScene(shell, file, 'gallery'),
          }))}
        />
      )}
    </Dialog>
  );
}

interface Card {
  key: string;
  title: string;
  words: string;
  thumbnail: string;
  open: () => void;
}

const Cards = ({ title, cards }: { title: string; cards: Card[] }) => (
  <section class="cards-section" aria-label={title}>
    <h3>{title}</h3>
    <ul class="cards">
      {cards.map((card) => (
        <li key={card.key}>
          <button type="button" class="card-button" aria-description={card.words} onClick={card.open} {...tip(card.title, card.words)}>
            <Thumbnail address={card.thumbnail} />
            <span class="card-title">{card.title}</span>
            <span class="card-words" aria-hidden="true">
              {card.words}
            </span>
          </button>
        </li>
      ))}
    </ul>
  </section>
);

function Thumbnail({ address }: { address: string }) {
  const [broken, setBroken] = useState(false);
  return broken || !address ? (
    <span class="thumbnail none">
      <Icon name="picture" />
    </span>
  ) : (
    <img class="thumbnail" src={address} alt="" loading="lazy" onError={() => setBroken(true)} />
  );
}

function FromComputer({ shell }: { shell: Shell }) {
  return (
    <label class="button plain large file-button">
      <Icon name="folder" />
      From your computer…
      <input
        type="file"
        class="seen-by-readers"
        accept=".json,.urdf,.xml,.glb,.gltf,.fbx,.bvh"
        aria-label="File from your computer"
        onChange={(event) => void importFiles(shell, [...(event.currentTarget.files ?? [])])}
      />
    </label>
  );
}

export function SaveAsDialog({
  shell,
  proposed,
  then,
  onClose,
}: {
  shell: Shell;
  proposed: string | undefined;
  then: (() => void) | undefined;
  onClose: () => void;
}) {
  const { store } = shell;
  const scene = store.scene.value;
  const [name, setName] = useState((proposed ?? scene?.file)?.replace(/\.json$/, '') ?? scene?.title ?? 'scene');
  const [refusal, setRefusal] = useState('');
  const file = fileNameFor(name);
  const taken = store.files.value?.scenes.some((scene) => scene.file === file) ?? false;
  const save = () => {
    if (!file) return setRefusal('Enter a name.');
    store.ask('save-as', { file, ...(taken ? { replace: true } : {}) }).then(
      () => {
        onClose();
        store.notify('info', `Saved as ${file}.`);
        then?.();
      },
      (reason: Error) => setRefusal(reason.message),
    );
  };
  return (
    <Dialog
      title="Save as"
      onClose={onClose}
      width={420}
      foot={
        <>
          <Button large kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button large kind={taken ? 'danger' : 'primary'} onClick={save} disabled={!file} label={taken ? 'Replace' : 'Save'}>
            {taken ? 'Replace' : 'Save'}
          </Button>
        </>
      }
    >
      <label class="stacked">
        <span>Name</span>
        <input
          class="input large"
          type="text"
          value={name}
          data-autofocus
          spellcheck={false}
          autocomplete="off"
          aria-invalid={refusal ? 'true' : undefined}
          onFocus={(event) => event.currentTarget.select()}
          onInput={(event) => {
            setRefusal('');
            setName(event.currentTarget.value);
          }}
          onKeyDown={(event) => event.key === 'Enter' && save()}
        />
      </label>
      <p class="prose small" role={refusal ? 'alert' : undefined}>
        {refusal ? (
          <span class="bad">{refusal}</span>
        ) : taken ? (
          <span class="warn">{file} already exists and will be replaced.</span>
        ) : (
          <>
            {file || 'A file'} in <span class="folder-path">{store.files.value?.folder ?? 'your folder'}</span>
          </>
        )}
      </p>
    </Dialog>
  );
}
