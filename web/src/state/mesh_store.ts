// The triangles of meshes and their textures, asked for once by the hash of their contents. The browser keeps them: an address with a hash
// never has anything else behind it.

import { signal } from '@preact/signals';
import type { FigureMessage } from '../protocol/messages';
import { withToken } from './token';

export interface TextureData {
  hash: string;
  width: number;
  height: number;
  rgba: Uint8Array; // sRGB, row by row from the top
}
export interface MeshPart {
  triangles: number;
  color: [number, number, number] | null; // sRGB; null: that of the visual; of a texture: what multiplies it, null: white
  texture: TextureData | null;
}
export interface MeshData {
  points: Float32Array; // three for each point
  normals: Float32Array;
  triangles: Uint32Array; // three for each triangle
  parts: MeshPart[]; // all triangles, in order
  bones?: Uint16Array; // of a skin: four for each point
  weights?: Float32Array;
  uvs?: Float32Array; // with textures: two for each point; (0, 0) is the first pixel of the image
}

type Named = Omit<TextureData, 'rgba'>;
type LoadTexture = (named: Named) => Promise<TextureData | null>;

const header = 24; // [bytes] six counts
const partBytes = 20,
  textureBytes = 16;

// The form of mesh_bytes (src/limber/meshes/shelf.h). Throws if the bytes are not that. A part whose texture cannot be loaded is
// drawn without.
export async function readMesh(buffer: ArrayBuffer, loadTexture: LoadTexture): Promise<MeshData> {
  if (buffer.byteLength < header) throw new Error('This is not a mesh.');
  const [points, triangles, parts, influences, uvs, textures] = new Uint32Array(buffer, 0, 6) as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const afterTriangles = header + 24 * points + 12 * triangles,
    afterParts = afterTriangles + partBytes * parts,
    afterInfluences = afterParts + 24 * influences,
    afterUvs = afterInfluences + 8 * uvs;
  if (buffer.byteLength !== afterUvs + textureBytes * textures) throw new Error('This is not a mesh.');
  const view = new DataView(buffer);
  const names = Array.from({ length: textures }, (_, k): Named => {
    const [low, high, width, height] = [0, 4, 8, 12].map((offset) => view.getUint32(afterUvs + textureBytes * k + offset, true));
    const hash = [high!, low!].map((half) => half.toString(16).padStart(8, '0')).join('');
    return { hash, width: width!, height: height! };
  });
  const images = await Promise.all(names.map(loadTexture));
  const list: MeshPart[] = [];
  for (let k = 0, at = afterTriangles; k < parts; k++, at += partBytes) {
    const rgb = [4, 8, 12].map((offset) => view.getFloat32(at + offset, true)) as [number, number, number];
    const texture = images[view.getInt32(at + 16, true)] ?? null;
    list.push({ triangles: view.getUint32(at, true), color: rgb[0] < 0 ? null : rgb, texture });
  }
  const mesh: MeshData = {
    points: new Float32Array(buffer, header, 3 * points),
    normals: new Float32Array(buffer, header + 12 * points, 3 * points),
    triangles: new Uint32Array(buffer, header + 24 * points, 3 * triangles),
    parts: list,
  };
  if (uvs > 0) mesh.uvs = new Float32Array(buffer, afterInfluences, 2 * uvs);
  if (influences === 0) return mesh;
  mesh.bones = new Uint16Array(4 * influences);
  mesh.weights = new Float32Array(4 * influences);
  for (let k = 0, at = afterParts; k < influences; k++, at += 24) {
    for (let i = 0; i < 4; i++) {
      mesh.bones[4 * k + i] = view.getUint16(at + 2 * i, true);
      mesh.weights[4 * k + i] = view.getFloat32(at + 8 + 4 * i, true);
    }
  }
  return mesh;
}

// The graphics card wants four bytes for each pixel.
export function readTexture(buffer: ArrayBuffer, named: Named): TextureData {
  const pixels = named.width * named.height;
  if (pixels === 0 || buffer.byteLength !== 3 * pixels) throw new Error('This is not a texture.');
  const rgb = new Uint8Array(buffer),
    rgba = new Uint8Array(4 * pixels);
  for (let k = 0, from = 0; k < rgba.length; from += 3) {
    rgba[k++] = rgb[from]!;
    rgba[k++] = rgb[from + 1]!;
    rgba[k++] = rgb[from + 2]!;
    rgba[k++] = 255;
  }
  return { ...named, rgba };
}

const atOnce = 4; // requests

export class MeshStore {
  readonly meshes = signal<ReadonlyMap<string, MeshData>>(new Map()); // by hash; those of the figure shown
  readonly progress = signal<number | null>(null); // 0..1 of the bytes; null: nothing is on its way
  private wanted = new Map<string, number>(); // hash -> bytes
  private readonly asked = new Set<string>();
  private readonly textures = new Map<string, Promise<TextureData | null>>(); // by hash: links share them
  private running = 0;

  constructor(
    private readonly token: () => string,
    private readonly load: (address: string) => Promise<ArrayBuffer> = loadBytes,
  ) {}

  // Meshes that the figure does not have are forgotten.
  want(figure: FigureMessage | null): void {
    const visuals = figure?.segments.flatMap((segment) => segment.visuals ?? []) ?? [];
    this.wanted = new Map([...visuals, ...(figure?.skin ? [figure.skin] : [])].map(({ mesh, bytes }) => [mesh, bytes]));
    const kept = [...this.meshes.peek()].filter(([hash]) => this.wanted.has(hash));
    if (kept.length !== this.meshes.peek().size) this.meshes.value = new Map(kept);
    if (kept.length === 0) this.textures.clear();
    this.goOn();
  }

  private goOn(): void {
    const missing = [...this.wanted.keys()].filter((hash) => !this.meshes.peek().has(hash));
    for (const hash of missing) {
      if (this.running >= atOnce) break;
      if (this.asked.has(hash)) continue;
      this.asked.add(hash);
      this.running += 1;
      void this.fetch(hash);
    }
    const sum = (hashes: Iterable<string>): number => [...hashes].reduce((bytes, hash) => bytes + (this.wanted.get(hash) ?? 0), 0);
    const whole = sum(this.wanted.keys());
    this.progress.value = this.running === 0 ? null : 1 - sum(missing) / Math.max(whole, 1);
  }

  private async fetch(hash: string): Promise<void> {
    try {
      const buffer = await this.load(withToken(`/mesh/${hash}`, this.token()));
      const mesh = await readMesh(buffer, (named) => this.texture(named));
      if (this.wanted.has(hash)) this.meshes.value = new Map([...this.meshes.peek(), [hash, mesh]]);
    } catch {
      // Its shapes are drawn instead; the next figure with this mesh asks again.
    }
    this.asked.delete(hash);
    this.running -= 1;
    if (this.meshes.peek().has(hash) || !this.wanted.has(hash)) this.goOn();
    else (this.wanted.delete(hash), this.goOn());
  }

  private texture(named: Named): Promise<TextureData | null> {
    let known = this.textures.get(named.hash);
    if (!known) {
      known = this.load(withToken(`/texture/${named.hash}`, this.token())).then(
        (buffer) => readTexture(buffer, named),
        () => null,
      );
      this.textures.set(named.hash, known);
    }
    return known;
  }
}

async function loadBytes(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(await response.text());
  return response.arrayBuffer();
}
