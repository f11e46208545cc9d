// The triangles of meshes, asked for once by the hash of their contents. The browser keeps them: an address with a hash
// never has anything else behind it.

import { signal } from '@preact/signals';
import type { FigureMessage } from '../protocol/messages';
import { withToken } from './token';

export interface MeshPart {
  triangles: number;
  color: [number, number, number] | null; // sRGB; null: that of the visual
}
export interface MeshData {
  points: Float32Array; // three for each point
  normals: Float32Array;
  triangles: Uint32Array; // three for each triangle
  parts: MeshPart[]; // all triangles, in order
  bones?: Uint16Array; // of a skin: four for each point
  weights?: Float32Array;
}

const header = 16; // [bytes] four counts

// The form of mesh_bytes (src/limber/meshes/shelf.h). Throws if the bytes are not that.
export function readMesh(buffer: ArrayBuffer): MeshData {
  if (buffer.byteLength < header) throw new Error('This is not a mesh.');
  const [points, triangles, parts, influences] = new Uint32Array(buffer, 0, 4) as unknown as [number, number, number, number];
  const afterTriangles = header + 24 * points + 12 * triangles,
    afterParts = afterTriangles + 16 * parts;
  if (buffer.byteLength !== afterParts + 24 * influences) throw new Error('This is not a mesh.');
  const view = new DataView(buffer);
  const list: MeshPart[] = [];
  for (let k = 0, at = afterTriangles; k < parts; k++, at += 16) {
    const rgb = [4, 8, 12].map((offset) => view.getFloat32(at + offset, true)) as [number, number, number];
    list.push({ triangles: view.getUint32(at, true), color: rgb[0] < 0 ? null : rgb });
  }
  const mesh: MeshData = {
    points: new Float32Array(buffer, header, 3 * points),
    normals: new Float32Array(buffer, header + 12 * points, 3 * points),
    triangles: new Uint32Array(buffer, header + 24 * points, 3 * triangles),
    parts: list,
  };
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

const atOnce = 4; // requests

export class MeshStore {
  readonly meshes = signal<ReadonlyMap<string, MeshData>>(new Map()); // by hash; those of the figure shown
  readonly progress = signal<number | null>(null); // 0..1 of the bytes; null: nothing is on its way
  private wanted = new Map<string, number>(); // hash -> bytes
  private readonly asked = new Set<string>();
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
      const mesh = readMesh(await this.load(withToken(`/mesh/${hash}`, this.token())));
      if (this.wanted.has(hash)) this.meshes.value = new Map([...this.meshes.peek(), [hash, mesh]]);
    } catch {
      // Its shapes are drawn instead; the next figure with this mesh asks again.
    }
    this.asked.delete(hash);
    this.running -= 1;
    if (this.meshes.peek().has(hash) || !this.wanted.has(hash)) this.goOn();
    else (this.wanted.delete(hash), this.goOn());
  }
}

async function loadBytes(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(await response.text());
  return response.arrayBuffer();
}
