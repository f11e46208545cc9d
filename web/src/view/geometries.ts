// Instanced unit geometries of the solids: the shader places a vertex at `position` * radii + `corner` * extent.

import { BufferAttribute, InstancedBufferAttribute, InstancedBufferGeometry, Vector3 } from 'three';
import type { Hull } from './hull';

class Builder {
  private positions: number[] = [];
  private normals: number[] = [];
  private corners: number[] = [];
  private index: number[] = [];

  vertex(position: number[], normal: number[], corner: number[]): number {
    this.positions.push(...position);
    this.normals.push(...normal);
    this.corners.push(...corner);
    return this.positions.length / 3 - 1;
  }
  triangle(a: number, b: number, c: number): void {
    this.index.push(a, b, c);
  }
  quad(a: number, b: number, c: number, d: number): void {
    this.index.push(a, b, c, a, c, d);
  }
  // Closed rings of `around` vertices, from bottom to top, connected by quads that face outwards.
  rings(rows: { z: number; radius: number; corner: number; normal?: [number, number] }[], around: number): void {
    const first = this.positions.length / 3;
    for (const { z, radius, corner, normal } of rows) {
      for (let k = 0; k <= around; k++) {
        const angle = (2 * Math.PI * k) / around,
          c = Math.cos(angle),
          s = Math.sin(angle);
        const [out, up] = normal ?? [radius, z];
        this.vertex([radius * c, radius * s, z], [out * c, out * s, up], [0, 0, corner]);
      }
    }
    for (let row = 0; row + 1 < rows.length; row++) {
      for (let k = 0; k < around; k++) {
        const a = first + row * (around + 1) + k;
        this.quad(a, a + 1, a + around + 2, a + around + 1);
      }
    }
  }
  parts(): Parts {
    const attribute = (list: number[]): BufferAttribute => new BufferAttribute(new Float32Array(list), 3);
    return {
      position: attribute(this.positions),
      normal: attribute(this.normals),
      corner: attribute(this.corners),
      index: new BufferAttribute(new Uint32Array(this.index), 1),
    };
  }
}

interface Parts {
  position: BufferAttribute;
  normal: BufferAttribute;
  corner: BufferAttribute;
  index: BufferAttribute;
}

// Built once each, since figures are rebuilt while a slider moves.
const made = new Map<string, Parts>();

function instanced(key: string, build: (builder: Builder) => void, shapes: number[]): InstancedBufferGeometry {
  let parts = made.get(key);
  if (!parts) {
    const builder = new Builder();
    build(builder);
    made.set(key, (parts = builder.parts()));
  }
  return withParts(parts, shapes);
}

function withParts(parts: Parts, shapes: number[]): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  for (const name of ['position', 'normal', 'corner'] as const) geometry.setAttribute(name, parts[name]);
  geometry.setIndex(parts.index);
  geometry.setAttribute('shape', new InstancedBufferAttribute(new Float32Array(shapes), 1));
  geometry.instanceCount = shapes.length;
  return geometry;
}

const hemisphere = (from: number, to: number, steps: number, corner: number) =>
  Array.from({ length: steps + 1 }, (_, step) => {
    const angle = from + ((to - from) * step) / steps;
    return { z: Math.sin(angle), radius: Math.cos(angle), corner };
  });

export function ballGeometry(shapes: number[], around: number): InstancedBufferGeometry {
  return instanced(`ball ${around}`, (builder) => builder.rings(hemisphere(-Math.PI / 2, Math.PI / 2, around / 2, 0), around), shapes);
}

// `sideRows`: rings along the straight part; blending needs them where another solid crosses it.
export function capsuleGeometry(shapes: number[], around: number, sideRows: number): InstancedBufferGeometry {
  const side = Array.from({ length: sideRows - 1 }, (_, row) => ({ z: 0, radius: 1, corner: -1 + (2 * (row + 1)) / sideRows }));
  return instanced(
    `capsule ${around} ${sideRows}`,
    (builder) =>
      builder.rings([...hemisphere(-Math.PI / 2, 0, around / 4, -1), ...side, ...hemisphere(0, Math.PI / 2, around / 4, 1)], around),
    shapes,
  );
}

export function cylinderGeometry(shapes: number[], around: number): InstancedBufferGeometry {
  return instanced(
    `cylinder ${around}`,
    (builder) => {
      builder.rings(
        [
          { z: 0, radius: 0, corner: -1, normal: [0, -1] },
          { z: 0, radius: 1, corner: -1, normal: [0, -1] },
        ],
        around,
      );
      builder.rings(
        [
          { z: 0, radius: 1, corner: -1, normal: [1, 0] },
          { z: 0, radius: 1, corner: 1, normal: [1, 0] },
        ],
        around,
      );
      builder.rings(
        [
          { z: 0, radius: 1, corner: 1, normal: [0, 1] },
          { z: 0, radius: 0, corner: 1, normal: [0, 1] },
        ],
        around,
      );
    },
    shapes,
  );
}

// Flat faces with separate corners. Not cached: every hull is different.
export function hullGeometry(shape: number, hull: Hull): InstancedBufferGeometry {
  const builder = new Builder();
  for (const [a, b, c] of hull.triangles) {
    const normal = new Vector3().crossVectors(b.clone().sub(a), c.clone().sub(a)).normalize().toArray();
    const [first, second, third] = [a, b, c].map((point) =>
      builder.vertex(point.clone().divideScalar(hull.reach).toArray(), normal, [0, 0, 0]),
    );
    builder.triangle(first!, second!, third!);
  }
  const geometry = withParts(builder.parts(), [shape]);
  geometry.userData.isOwn = true;
  return geometry;
}

// A box with rounded edges: a ball with its octants moved to the corners.
export function boxGeometry(shapes: number[]): InstancedBufferGeometry {
  return instanced('box', buildBox, shapes);
}

function buildBox(builder: Builder): void {
  const steps = 4; // along an octant's side
  const across: { angle: number; x: number; y: number }[] = [],
    upward: { angle: number; side: number }[] = [];
  for (let quarter = 0; quarter < 4; quarter++) {
    for (let step = 0; step <= steps; step++) {
      across.push({ angle: (Math.PI / 2) * (quarter + step / steps), x: quarter === 0 || quarter === 3 ? 1 : -1, y: quarter < 2 ? 1 : -1 });
    }
  }
  for (const side of [-1, 1]) {
    for (let step = 0; step <= steps; step++) upward.push({ angle: (Math.PI / 2) * (step / steps - (side < 0 ? 1 : 0)), side });
  }
  const rows = upward.map(({ angle, side }) =>
    [...across, across[0]!].map((turn) => {
      const direction = [Math.cos(angle) * Math.cos(turn.angle), Math.cos(angle) * Math.sin(turn.angle), Math.sin(angle)];
      return builder.vertex(direction, direction, [turn.x, turn.y, side]);
    }),
  );
  for (let row = 0; row + 1 < rows.length; row++) {
    const low = rows[row]!,
      high = rows[row + 1]!;
    for (let k = 0; k + 1 < low.length; k++) builder.quad(low[k]!, low[k + 1]!, high[k + 1]!, high[k]!);
  }
  const corner = (row: number[], quarter: number): number => row[quarter * (steps + 1)]!;
  const bottom = rows[0]!,
    top = rows[rows.length - 1]!;
  builder.quad(corner(top, 0), corner(top, 1), corner(top, 2), corner(top, 3));
  builder.quad(corner(bottom, 3), corner(bottom, 2), corner(bottom, 1), corner(bottom, 0));
}
