// The files of a zip archive, by its central directory; stored and deflated ones, which is what zips of robots have.

export interface ZippedFile {
  path: string;
  bytes: () => Promise<Uint8Array>;
}

const endMark = 0x06054b50,
  entryMark = 0x02014b50,
  mostEntries = 20000;

export function readZip(buffer: ArrayBuffer): ZippedFile[] {
  const view = new DataView(buffer);
  let end = buffer.byteLength - 22; // before it there may be a comment of 64 KB
  while (end >= 0 && end > buffer.byteLength - 22 - 65536 && view.getUint32(end, true) !== endMark) end--;
  if (end < 0 || view.getUint32(end, true) !== endMark) throw new Error('The zip file is damaged or cut off.');
  const count = Math.min(view.getUint16(end + 10, true), mostEntries);
  const files: ZippedFile[] = [];
  for (let k = 0, at = view.getUint32(end + 16, true); k < count; k++) {
    if (at + 46 > buffer.byteLength || view.getUint32(at, true) !== entryMark) throw new Error('The zip file is damaged or cut off.');
    const method = view.getUint16(at + 10, true),
      packed = view.getUint32(at + 20, true),
      size = view.getUint32(at + 24, true),
      nameLength = view.getUint16(at + 28, true),
      local = view.getUint32(at + 42, true);
    const path = new TextDecoder().decode(new Uint8Array(buffer, at + 46, nameLength));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (!path.endsWith('/')) files.push({ path, bytes: () => contents(view, local, method, packed, size) });
  }
  return files;
}

async function contents(view: DataView, local: number, method: number, packed: number, size: number): Promise<Uint8Array> {
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packed > view.byteLength) throw new Error('The zip file is damaged or cut off.');
  const bytes = new Uint8Array(view.buffer as ArrayBuffer, start, packed);
  if (method === 0) return bytes;
  if (method !== 8) throw new Error('The zip file is packed in a way that is not read; use a folder instead.');
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const out = new Uint8Array(size);
  let at = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return out.subarray(0, at);
    if (at + value.length > size) throw new Error('A file in the zip is larger than the zip says.');
    out.set(value, at);
    at += value.length;
  }
}
