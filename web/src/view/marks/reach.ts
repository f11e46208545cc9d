// Where the watched place has been, where it can go, and how easily it moves; outlines of what frames can reach.

import { BufferAttribute, BufferGeometry, Group, Matrix4, Mesh, Points, ShaderMaterial, SphereGeometry, Vector3 } from 'three';
import type { Snapshot } from '../../protocol/snapshot';
import type { FigureMessage, PlaceJson } from '../../protocol/messages';
import { sameValue } from '../../state/same_value';
import { accent, pale } from '../palette';
import { placePose } from '../poses';
import type { Drawing } from './drawing';

const tracePoints = 1500;

export class Trace {
  private points: Vector3[] = [];
  private of: { revision: number; place: PlaceJson | null } | null = null;

  // Keeps only points at least `step` [m] apart.
  add(figure: FigureMessage, snapshot: Snapshot, place: PlaceJson | null, step: number): void {
    const now = { revision: figure.figure_revision, place };
    if (!sameValue(now, this.of)) ((this.points = []), (this.of = now));
    const at = place && placePose(place, figure, snapshot)?.position;
    if (!at) return;
    const last = this.points[this.points.length - 1];
    if (last && last.distanceTo(at) < step) return;
    this.points.push(at);
    if (this.points.length > tracePoints) this.points.splice(0, this.points.length - tracePoints);
  }
  clear(): void {
    this.points = [];
  }
  draw(d: Drawing): void {
    const count = this.points.length;
    for (let i = 0; i + 1 < count; i++) {
      const age = (count - 1 - i) / tracePoints;
      d.lines.line(this.points[i]!, this.points[i + 1]!, { color: accent, width: 2, alpha: 0.85 * (1 - age) ** 2 + 0.1 });
    }
  }
}

// The outlines of what frames can reach in a plane; their cells are filled by view/access_fill.ts.
export function drawOutlines(d: Drawing): void {
  for (const space of d.spaces) {
    for (const outline of space.outlines) {
      const points = Array.from({ length: outline.length / 3 }, (_, k) => new Vector3(...outline.slice(3 * k, 3 * k + 3)));
      d.lines.polyline(points, { color: pale, width: 1.8, alpha: 0.95 }, true);
    }
  }
}

// The manipulability ellipsoid {v : v^T (J J^T)^-1 v <= 1}, the image of the unit ball of joint speeds, scaled to be visible.
export class Manipulability {
  readonly mesh = new Mesh(
    new SphereGeometry(1, 40, 24),
    new ShaderMaterial({
      uniforms: { color: { value: accent } },
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      vertexShader: /* glsl */ `
      varying vec3 n, toEye;
      void main() {
        vec4 at = modelViewMatrix * vec4(position, 1.0);
        n = inverse(transpose(mat3(modelViewMatrix))) * position;
        toEye = isOrthographic ? vec3(0.0, 0.0, 1.0) : -at.xyz;
        gl_Position = projectionMatrix * at;
      }`,
      fragmentShader: /* glsl */ `
      varying vec3 n, toEye;
      uniform vec3 color;
      void main() {
        float edge = 1.0 - abs(dot(normalize(n), normalize(toEye)));
        gl_FragColor = vec4(linearToOutputTexel(vec4(color, 1.0)).rgb, 0.12 + 0.5 * edge * edge);
      }`,
    }),
  );

  constructor() {
    this.mesh.matrixAutoUpdate = false;
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 50;
  }
  update(snapshot: Snapshot | null, reach: number, on: boolean): void {
    const watched = on ? (snapshot?.watched ?? null) : null;
    this.mesh.visible = watched !== null;
    if (!watched) return;
    const root = symmetricRoot(watched.jjt);
    const largest = Math.max(...[0, 1, 2].map((k) => Math.hypot(root[3 * k]!, root[3 * k + 1]!, root[3 * k + 2]!)), 1e-9);
    // At a singular posture it degenerates to a disc or a line: keep it thick enough to be visible.
    const s = (0.1 * reach) / largest,
      m = root.map((x, k) => s * x + (k % 4 === 0 ? 0.002 * reach : 0));
    this.mesh.matrix.copy(
      new Matrix4().set(
        m[0]!,
        m[1]!,
        m[2]!,
        watched.position[0]!,
        m[3]!,
        m[4]!,
        m[5]!,
        watched.position[1]!,
        m[6]!,
        m[7]!,
        m[8]!,
        watched.position[2]!,
        0,
        0,
        0,
        1,
      ),
    );
    this.mesh.matrixWorldNeedsUpdate = true;
  }
  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

// The symmetric square root of a symmetric positive 3 x 3 matrix (Jacobi rotations).
export function symmetricRoot(matrix: ArrayLike<number>): number[] {
  const a = Array.from({ length: 9 }, (_, k) => matrix[k] ?? 0);
  const v = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let sweep = 0; sweep < 12; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const off = a[3 * p + q]!;
      if (Math.abs(off) < 1e-15) continue;
      const angle = 0.5 * Math.atan2(2 * off, a[3 * q + q]! - a[3 * p + p]!);
      const c = Math.cos(angle),
        s = Math.sin(angle);
      for (let k = 0; k < 3; k++) {
        const kp = a[3 * k + p]!,
          kq = a[3 * k + q]!;
        ((a[3 * k + p] = c * kp - s * kq), (a[3 * k + q] = s * kp + c * kq));
      }
      for (let k = 0; k < 3; k++) {
        const pk = a[3 * p + k]!,
          qk = a[3 * q + k]!;
        ((a[3 * p + k] = c * pk - s * qk), (a[3 * q + k] = s * pk + c * qk));
      }
      for (let k = 0; k < 3; k++) {
        const kp = v[3 * k + p]!,
          kq = v[3 * k + q]!;
        ((v[3 * k + p] = c * kp - s * kq), (v[3 * k + q] = s * kp + c * kq));
      }
    }
  }
  const roots = [0, 1, 2].map((k) => Math.sqrt(Math.max(a[4 * k]!, 0)));
  return Array.from({ length: 9 }, (_, at) => {
    const row = Math.floor(at / 3),
      column = at % 3;
    return [0, 1, 2].reduce((sum, k) => sum + v[3 * row + k]! * roots[k]! * v[3 * column + k]!, 0);
  });
}

export class ReachCloud {
  readonly group = new Group();
  private readonly geometry = new BufferGeometry();
  private readonly material = new ShaderMaterial({
    uniforms: { size: { value: 6 }, color: { value: accent } },
    transparent: true,
    depthWrite: false,
    toneMapped: false,
    vertexShader:
      'uniform float size; void main() { gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0); gl_PointSize = size; }',
    fragmentShader: /* glsl */ `
      uniform vec3 color;
      void main() {
        float away = length(2.0 * gl_PointCoord - 1.0);
        gl_FragColor = vec4(linearToOutputTexel(vec4(color, 1.0)).rgb, 0.32 * smoothstep(1.0, 0.2, away));
      }`,
  });

  constructor() {
    const points = new Points(this.geometry, this.material);
    points.frustumCulled = false;
    points.renderOrder = 40;
    this.group.add(points);
    this.group.visible = false;
  }
  set(points: readonly number[] | null, pixelRatio: number): void {
    this.group.visible = points !== null && points.length > 0;
    this.material.uniforms.size!.value = 5 * pixelRatio;
    this.geometry.setAttribute('position', new BufferAttribute(new Float32Array(points ?? []), 3));
  }
  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
