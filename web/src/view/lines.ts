// All lines of the overlay in two draw calls: widths in pixels, round ends, optional dashes. Behind bodies they are drawn
// faintly. A dot is a line of length zero.

import {
  BufferAttribute,
  type Color,
  DynamicDrawUsage,
  GreaterDepth,
  Group,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  type IUniform,
  LessEqualDepth,
  Mesh,
  ShaderMaterial,
  Vector2,
  type Vector3,
} from 'three';

export interface LineStyle {
  color: Color;
  width?: number; // [px]
  alpha?: number;
  dash?: number; // [px] period; 0: solid
  over?: boolean; // drawn over bodies: not faint behind them
}

const floatsPerLine = 12; // from xyz width, to xyz dash, colour rgb alpha
const overMark = 2; // added to alpha

const vertexShader = /* glsl */ `
  uniform float fade;
  attribute vec4 from, to, tint;
  uniform vec2 pixels;
  uniform float scale;
  varying vec4 color;
  varying vec2 along; // px from the start, px across
  varying float reach, halfWidth, dash;
  void main() {
    vec4 a = projectionMatrix * viewMatrix * vec4(from.xyz, 1.0), b = projectionMatrix * viewMatrix * vec4(to.xyz, 1.0);
    // clip at the eye
    float nearest = 1e-4;
    if (a.w < nearest && b.w < nearest) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
    if (a.w < nearest) a = mix(a, b, (nearest - a.w) / (b.w - a.w));
    if (b.w < nearest) b = mix(b, a, (nearest - b.w) / (a.w - b.w));
    vec2 pa = 0.5 * pixels * a.xy / a.w, pb = 0.5 * pixels * b.xy / b.w;
    vec2 run = pb - pa;
    float span = length(run);
    vec2 direction = span > 1e-4 ? run / span : vec2(1.0, 0.0), side = vec2(-direction.y, direction.x);
    halfWidth = 0.5 * from.w * scale;
    float outer = halfWidth + 1.0;
    float end = position.x;
    vec2 place = mix(pa, pb, end) + direction * (2.0 * end - 1.0) * outer + side * position.y * outer;
    along = vec2(end * span + (2.0 * end - 1.0) * outer, position.y * outer);
    reach = span;
    dash = to.w * scale;
    color = tint.a > 1.5 ? vec4(tint.rgb, tint.a - ${overMark.toFixed(1)}) : vec4(tint.rgb, tint.a * fade);
    vec4 clip = end < 0.5 ? a : b;
    gl_Position = vec4(2.0 * place / pixels * clip.w, clip.z, clip.w);
    gl_Position.z -= 2e-4 * clip.w;
  }`;

const fragmentShader = /* glsl */ `
  varying vec4 color;
  varying vec2 along;
  varying float reach, halfWidth, dash;
  void main() {
    float t = clamp(along.x, 0.0, reach);
    if (dash > 0.0) {
      // the nearest point of the nearest dash
      float phase = mod(t, dash), on = 0.5 * dash;
      t = phase < on ? t : (phase - on < dash - phase ? t - (phase - on) : t + (dash - phase));
      t = clamp(t, 0.0, reach);
    }
    float away = length(vec2(along.x - t, along.y)) - halfWidth;
    float cover = clamp(0.5 - away, 0.0, 1.0) * color.a;
    if (cover < 0.004) discard;
    gl_FragColor = vec4(linearToOutputTexel(vec4(color.rgb, 1.0)).rgb, cover);
  }`;

export class Lines {
  readonly group = new Group();
  private geometry!: InstancedBufferGeometry;
  private readonly pixels: IUniform<Vector2> = { value: new Vector2(1, 1) };
  private readonly scale: IUniform<number> = { value: 1 };
  private data = new Float32Array(floatsPerLine * 1024);
  private buffer!: InstancedInterleavedBuffer;
  private count = 0;

  constructor() {
    this.makeGeometry();
    for (const [fade, depthFunc] of [
      [0.28, GreaterDepth],
      [1, LessEqualDepth],
    ] as const) {
      const material = new ShaderMaterial({
        uniforms: { pixels: this.pixels, scale: this.scale, fade: { value: fade } },
        vertexShader,
        fragmentShader,
        depthFunc,
        transparent: true,
        depthWrite: false,
        toneMapped: false,
      });
      const mesh = new Mesh(this.geometry, material);
      mesh.frustumCulled = false;
      mesh.renderOrder = 100 + fade;
      this.group.add(mesh);
    }
  }

  clear(): void {
    this.count = 0;
  }

  line(from: Vector3, to: Vector3, style: LineStyle): void {
    if (floatsPerLine * (this.count + 1) > this.data.length) {
      const larger = new Float32Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
      this.makeGeometry();
    }
    const { color, width = 1.5, alpha = 1, dash = 0, over = false } = style,
      at = floatsPerLine * this.count++,
      data = this.data;
    ((data[at] = from.x), (data[at + 1] = from.y), (data[at + 2] = from.z), (data[at + 3] = width));
    ((data[at + 4] = to.x), (data[at + 5] = to.y), (data[at + 6] = to.z), (data[at + 7] = dash));
    ((data[at + 8] = color.r), (data[at + 9] = color.g), (data[at + 10] = color.b), (data[at + 11] = over ? alpha + overMark : alpha));
  }
  dot(at: Vector3, style: LineStyle): void {
    this.line(at, at, style);
  }
  polyline(points: readonly Vector3[], style: LineStyle, closed = false): void {
    for (let i = 0; i + 1 < points.length; i++) this.line(points[i]!, points[i + 1]!, style);
    if (closed && points.length > 2) this.line(points[points.length - 1]!, points[0]!, style);
  }

  finish(): void {
    this.geometry.instanceCount = this.count;
    this.group.visible = this.count > 0;
    this.buffer.needsUpdate = true;
  }
  setView(width: number, height: number, pixelRatio: number): void {
    this.pixels.value.set(width * pixelRatio, height * pixelRatio);
    this.scale.value = pixelRatio;
  }
  dispose(): void {
    this.geometry.dispose();
    for (const child of this.group.children) (child as Mesh<InstancedBufferGeometry, ShaderMaterial>).material.dispose();
  }

  // A larger buffer needs a new geometry: three.js fixes the number of instances.
  private makeGeometry(): void {
    this.geometry?.dispose();
    this.geometry = new InstancedBufferGeometry();
    this.geometry.setAttribute('position', new BufferAttribute(new Float32Array([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0]), 3));
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    this.buffer = new InstancedInterleavedBuffer(this.data, floatsPerLine).setUsage(DynamicDrawUsage);
    (['from', 'to', 'tint'] as const).forEach((name, part) => {
      this.geometry.setAttribute(name, new InterleavedBufferAttribute(this.buffer, 4, 4 * part));
    });
    for (const child of this.group.children) (child as Mesh).geometry = this.geometry;
  }
}
