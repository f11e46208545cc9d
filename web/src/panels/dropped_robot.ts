// A robot's folder, a zip of one, or a character, dropped onto the page: its files are sent piece by piece, the robot's own
// file last.

import type { RetargetAnswer } from '../protocol/commands';
import type { Store } from '../state/store';
import { readZip } from '../state/zip';

export interface DroppedFile {
  path: string; // "arm/meshes/hand.stl"
  bytes: () => Promise<Uint8Array>;
}

const useful = /\.(urdf|sdf|srdf|stl|obj|mtl|dae|gltf|glb|fbx|bin|png|jpg|jpeg)$/i;
// What a folder is opened by, the first kind that it has.
const openable = [/\.urdf$/i, /\.sdf$/i, /\.(glb|gltf)$/i, /\.fbx$/i, /\.bvh$/i];
export const isCharacter = (name: string): boolean => /\.(glb|gltf|fbx|bvh)$/i.test(name);
const pieceBytes = 1024 * 1024; // as base64 it fits into one message

// What a drop holds, folders and zips opened. Must be called in the event: the list is empty afterwards.
export function droppedFiles(transfer: DataTransfer): Promise<DroppedFile[]> {
  const items = [...transfer.items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  return Promise.all(items.map(({ entry, file }) => (entry ? filesOf(entry) : file ? filesIn(file, file.name) : []))).then((lists) =>
    lists.flat(),
  );
}

async function filesIn(file: File, path: string): Promise<DroppedFile[]> {
  if (/\.zip$/i.test(file.name)) return readZip(await file.arrayBuffer());
  return [{ path, bytes: async () => new Uint8Array(await file.arrayBuffer()) }];
}

async function filesOf(entry: FileSystemEntry): Promise<DroppedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return filesIn(file, entry.fullPath.replace(/^\//, ''));
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: DroppedFile[] = [];
  for (;;) {
    // A browser gives a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return files;
    for (const inner of some) files.push(...(await filesOf(inner)));
  }
}

// The URDF, or what else can be opened, nearest to the top, the first by name.
export function robotAmong(files: readonly DroppedFile[]): DroppedFile | null {
  const depth = (path: string): number => path.split('/').length;
  const kind = openable.find((ending) => files.some(({ path }) => ending.test(path)));
  const robots = files.filter(({ path }) => kind?.test(path));
  return robots.sort((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1))[0] ?? null;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

export function sendRobot(store: Store, robot: DroppedFile, files: readonly DroppedFile[]): Promise<unknown> {
  const isOther = (path: string): boolean => useful.test(path) && !/\.urdf$/i.test(path);
  return sendFiles(
    store,
    'drop',
    robot,
    files.filter((file) => file !== robot && isOther(file.path)),
  );
}

// The answer to the last piece.
export async function sendFiles(
  store: Store,
  verb: 'drop' | 'retarget',
  main: DroppedFile,
  others: readonly DroppedFile[],
  options: { hands?: boolean; balance?: boolean } = {}, // of retarget
) {
  let begin = true,
    answer: RetargetAnswer | undefined;
  for (const [index, file] of [...others, main].entries()) {
    const bytes = await file.bytes();
    const pieces = Math.max(1, Math.ceil(bytes.length / pieceBytes));
    store.meshStore.progress.value = index / (others.length + 1);
    for (let k = 0; k < pieces; k++) {
      const data = base64(bytes.subarray(k * pieceBytes, (k + 1) * pieceBytes));
      answer = await store.ask(verb, { path: file.path, data, begin, open: file === main && k === pieces - 1, ...options });
      begin = false;
    }
  }
  return answer;
}
