// Opening, saving, importing and downloading.

import type { Shell } from '../state/shell';
import type { Store } from '../state/store';
import { droppedFiles, isCharacter, robotAmong, sendRobot, type DroppedFile } from './dropped_robot';

export function save(shell: Shell): void {
  const { store } = shell;
  if (!store.scene.value?.file) shell.dialog.value = { kind: 'save-as' };
  else shell.saveThen(() => store.notify('info', `Saved as ${store.scene.value?.file}.`));
}

export function openScene(shell: Shell, file: string, where: 'gallery' | 'folder'): void {
  shell.whenUnsavedIsFine('Open', () => {
    shell.dialog.value = null;
    void shell.store.send('open', { file, where });
  });
}

const largestImport = 1.9 * 1024 * 1024; // [bytes] fits into one message

// A folder, a zip, a character, or a robot together with its meshes; else a single text file.
export async function openDrop(shell: Shell, transfer: DataTransfer): Promise<void> {
  const files = [...transfer.files];
  const isPlain =
    files.length === 1 &&
    !isCharacter(files[0]!.name) &&
    transfer.items[0]?.webkitGetAsEntry()?.isFile !== false &&
    !/\.zip$/i.test(files[0]!.name);
  if (isPlain) return importFiles(shell, files);
  const { store } = shell;
  try {
    sendDrop(shell, await droppedFiles(transfer));
  } catch (problem) {
    store.notify('refusal', (problem as Error).message);
  }
}

function sendDrop(shell: Shell, dropped: readonly DroppedFile[]): void {
  const { store } = shell,
    robot = robotAmong(dropped);
  if (!robot) return store.notify('refusal', 'There is no URDF, SDF, glTF, FBX or BVH file in what was dropped.');
  shell.whenUnsavedIsFine('Open', () => {
    shell.dialog.value = null;
    sendRobot(store, robot, dropped)
      .then(
        () => store.notify('info', `Opened ${robot.path}.${standIns(store)}`),
        (refusal: Error) => store.notify('refusal', refusal.message),
      )
      .finally(() => store.meshStore.want(store.figure.value));
  });
}

export async function importFiles(shell: Shell, files: readonly File[]): Promise<void> {
  const { store } = shell;
  const [file] = files;
  if (!file) return;
  if (files.length > 1) return store.notify('refusal', 'Drop one file at a time: a scene, figure or URDF file.');
  if (isCharacter(file.name)) {
    return sendDrop(shell, [{ path: file.name, bytes: async () => new Uint8Array(await file.arrayBuffer()) }]);
  }
  if (file.size > largestImport)
    return store.notify('refusal', `${file.name} is too large to drop (more than 2 MB); open it with: limber studio FILE`);
  const text = await file.text();
  if (text.includes('\0')) return store.notify('refusal', `${file.name} is not a text file; drop a scene, figure or URDF file.`);
  shell.whenUnsavedIsFine('Open', () => {
    shell.dialog.value = null;
    void store.ask('import', { name: file.name, text }).then(
      () => store.notify('info', `Opened ${file.name}.${standIns(store)}`),
      (refusal: Error) => store.notify('refusal', refusal.message),
    );
  });
}

// Without a word, the boxes in place of meshes that were not found would look like a mistake.
function standIns(store: Store): string {
  const meshes = store.figure.value?.segments.flatMap(({ shapes }) => shapes.filter(({ shape }) => shape === 'mesh')).length ?? 0;
  return meshes === 0 ? '' : meshes === 1 ? ' Its mesh is shown as a box.' : ` Its ${meshes} meshes are shown as boxes.`;
}

export async function downloadText(store: Store, what: 'scene' | 'figure'): Promise<void> {
  const exported = await store.send('export', { what });
  if (exported) download(exported.name, new Blob([exported.text], { type: 'application/json' }));
}

export async function downloadPicture(shell: Shell): Promise<void> {
  const picture = await shell.viewport.value?.picture();
  if (picture) download(`${shell.store.scene.value?.title ?? 'limber'}.png`, picture);
}

export function download(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
