// The ground: a grid that fades out, the shadow of the key light, and soft contact shadows. One draw call, and three small
// ones when the contact shadow changes.

import {
  type Box3,
  DoubleSide,
  LinearFilter,
  Mesh,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  UniformsLib,
  UniformsUtils,
  Vector2,
  Vector3,
  WebGLRenderTarget,
  type IUniform,
  type WebGLRenderer,
} from 'three';
import type { Body } from './body';
import type { CameraRig } from './camera';

const contactPixels = 256;

// 1, 2 or 5 times a power of ten.
export function roundLengthNear(length: number): number {
  const decade = 10 ** Math.floor(Math.log10(length)),
    lead = length / decade;
  return decade * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}

const groundVertex = /* glsl */ `
  #include <common>
  #include <shadowmap_pars_vertex>
  varying vec3 place;
  void main() {
    vec4 worldPosition = modelMatrix * vec4(position, 1.0);
    vec3 transformedNormal = normalize(normalMatrix * vec3(0.0, 0.0, 1.0));
    place = worldPosition.xyz;
    #include <shadowmap_vertex>
    gl_Position = projectionMatrix * viewMatrix * worldPosition;
  }`;

const groundFragment = /* glsl */ `
  #include <common>
  #include <packing>
  #include <lights_pars_begin>
  #include <shadowmap_pars_fragment>
  #include <shadowmask_pars_fragment>
  varying vec3 place;
  uniform vec3 u, v, middle, groundColor, lineColor;
  uniform float size, spacing, contactStrength, solidness;
  uniform sampler2D contact;
  uniform vec2 contactMiddle;
  uniform float contactSize;

  float lines(vec2 at, float width) {
    vec2 wide = fwidth(at);
    vec2 away = abs(fract(at - 0.5) - 0.5) / max(wide, 1e-6);
    vec2 crowded = smoothstep(0.45, 0.12, wide);
    vec2 cover = clamp(0.5 + 0.5 * width - away, 0.0, min(width, 1.0)) * crowded;
    return max(cover.x, cover.y);
  }
  void main() {
    vec3 from = place - middle;
    vec2 at = vec2(dot(place, u), dot(place, v));
    float away = length(from) / size;
    float near = 1.0 - smoothstep(0.3, 2.4, away);
    float shade = 1.0;
    float dark = 0.0;
    if (solidness > 0.0) {
      shade = mix(0.42, 1.0, getShadowMask());
      vec2 uv = (place.xy - contactMiddle) / contactSize + 0.5;
      dark = contactStrength * texture2D(contact, vec2(1.0 - uv.x, uv.y)).r;
    }
    float light = shade * (1.0 - 0.9 * min(1.0, 1.4 * dark));
    float grid = max(0.5 * lines(at / spacing, 1.0), lines(at / (5.0 * spacing), 1.0)) * (1.0 - smoothstep(0.25, 1.9, away));
    // Premultiplied: lit ground covers the background, shadows darken it.
    float cover = 0.85 * near * near * solidness;
    vec3 color = groundColor * light * cover;
    float alpha = cover + (1.0 - cover) * (1.0 - light) * near;
    float line = 0.075 * grid * mix(1.0, light, 0.6);
    color = mix(color, lineColor, line);
    alpha = alpha + (1.0 - alpha) * line;
    gl_FragColor = vec4(linearToOutputTexel(vec4(color / max(alpha, 1e-4), 1.0)).rgb * alpha, alpha);
  }`;

export class Ground {
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly contactHeight: IUniform<number> = { value: 1 };
  private readonly targets: [WebGLRenderTarget, WebGLRenderTarget];
  private readonly camera = new OrthographicCamera();
  private readonly blur: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly blurScene = new Scene();

  constructor() {
    const options = { minFilter: LinearFilter, magFilter: LinearFilter, depthBuffer: true };
    this.targets = [
      new WebGLRenderTarget(contactPixels, contactPixels, options),
      new WebGLRenderTarget(contactPixels, contactPixels, options),
    ];
    const material = new ShaderMaterial({
      uniforms: {
        ...UniformsUtils.clone(UniformsLib.lights),
        u: { value: new Vector3(1, 0, 0) },
        v: { value: new Vector3(0, 1, 0) },
        middle: { value: new Vector3() },
        groundColor: { value: new Vector3(0.052, 0.055, 0.06) },
        lineColor: { value: new Vector3(0.6, 0.65, 0.72) },
        size: { value: 1 },
        spacing: { value: 1 },
        solidness: { value: 1 },
        contactStrength: { value: 1 },
        contact: { value: this.targets[0].texture },
        contactMiddle: { value: new Vector2() },
        contactSize: { value: 1 },
      },
      vertexShader: groundVertex,
      fragmentShader: groundFragment,
      lights: true,
      transparent: true,
      premultipliedAlpha: true,
      depthWrite: false,
      toneMapped: false,
      side: DoubleSide,
    });
    this.mesh = new Mesh(new PlaneGeometry(2, 2), material);
    this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -100;
    this.blur = new Mesh(
      new PlaneGeometry(2, 2),
      new ShaderMaterial({
        uniforms: { source: { value: null }, step: { value: new Vector2() } },
        depthTest: false,
        vertexShader: 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }',
        fragmentShader: /* glsl */ `
        varying vec2 at;
        uniform sampler2D source;
        uniform vec2 step;
        void main() {
          float sum = 0.0, weights = 0.0;
          for (int i = -6; i <= 6; i++) {
            float weight = exp(-float(i * i) / 16.0);
            sum += weight * texture2D(source, at + float(i) * step).r;
            weights += weight;
          }
          gl_FragColor = vec4(sum / weights, 0.0, 0.0, 1.0);
        }`,
      }),
    );
    this.blur.frustumCulled = false;
    this.blurScene.add(this.blur);
  }

  // Level, under everything; upright and behind everything in a parallel view that sees the ground edge-on.
  placeFor(rig: CameraRig, bounds: Box3, floor: number): void {
    const back = rig.backward;
    if (!rig.flat || Math.abs(back.z) > 0.99) {
      this.place(bounds, new Vector3(0, 0, floor), new Vector3(0, 0, 1), true);
    } else {
      const behind = bounds.getCenter(new Vector3()).addScaledVector(back, -bounds.getSize(new Vector3()).length());
      this.place(bounds, behind, back, false);
    }
  }

  // Through `origin`, facing `normal`; `solid`: lit ground, otherwise only the grid.
  private place(bounds: Box3, origin: Vector3, normal: Vector3, solid: boolean): void {
    const uniforms = this.mesh.material.uniforms as Record<string, IUniform>;
    const middle = bounds.getCenter(new Vector3()),
      size = Math.max(bounds.getSize(new Vector3()).length(), 1e-2);
    middle.addScaledVector(normal, origin.clone().sub(middle).dot(normal));
    const u = Math.abs(normal.x) > 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
    u.addScaledVector(normal, -u.dot(normal)).normalize();
    const v = new Vector3().crossVectors(normal, u);
    this.mesh.matrixAutoUpdate = false;
    this.mesh.matrix
      .makeBasis(u, v, normal)
      .scale(new Vector3(3 * size, 3 * size, 1))
      .setPosition(middle);
    this.mesh.matrixWorldNeedsUpdate = true;
    uniforms.u!.value.copy(u);
    uniforms.v!.value.copy(v);
    uniforms.middle!.value.copy(middle);
    uniforms.size!.value = size;
    uniforms.spacing!.value = roundLengthNear(size / 14);
    uniforms.solidness!.value = solid ? 1 : 0;
  }

  setShadows(on: boolean): void {
    this.mesh.receiveShadow = on;
    (this.mesh.material.uniforms as Record<string, IUniform>).contactStrength!.value = on ? 1 : 0;
  }

  // Renders the bodies from below the ground and blurs the result.
  drawContactShadow(renderer: WebGLRenderer, scene: Scene, bodies: Body[], bounds: Box3, floor: number): void {
    const size = bounds.getSize(new Vector3()),
      middle = bounds.getCenter(new Vector3());
    const width = 1.25 * Math.max(size.x, size.y) + 0.2 * size.z,
      half = width / 2;
    this.contactHeight.value = Math.max(0.12 * Math.max(size.x, size.y, size.z), 1e-3);
    const uniforms = this.mesh.material.uniforms as Record<string, IUniform>;
    uniforms.contactMiddle!.value.set(middle.x, middle.y);
    uniforms.contactSize!.value = width;
    Object.assign(this.camera, { left: -half, right: half, top: half, bottom: -half, near: 0, far: this.contactHeight.value * 1.01 });
    this.camera.position.set(middle.x, middle.y, floor);
    this.camera.up.set(0, 1, 0);
    this.camera.lookAt(middle.x, middle.y, floor + 1); // its x axis is the world's -x
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    const others = scene.children.filter((child) => child.visible && !bodies.some((body) => body.group === child));
    others.forEach((child) => {
      child.visible = false;
    });
    const shadows = renderer.shadowMap.enabled;
    renderer.shadowMap.enabled = false;
    renderer.setRenderTarget(this.targets[0]);
    renderer.clear();
    for (const body of bodies) body.useContactMaterials(true);
    renderer.render(scene, this.camera);
    for (const body of bodies) body.useContactMaterials(false);
    others.forEach((child) => {
      child.visible = true;
    });
    for (const [from, to, x, y] of [
      [0, 1, 1, 0],
      [1, 0, 0, 1],
    ] as const) {
      const blur = this.blur.material.uniforms as Record<string, IUniform>;
      blur.source!.value = this.targets[from].texture;
      blur.step!.value.set(x, y).divideScalar(contactPixels / 1.6);
      renderer.setRenderTarget(this.targets[to]);
      renderer.render(this.blurScene, this.camera);
    }
    renderer.setRenderTarget(null);
    renderer.shadowMap.enabled = shadows;
  }

  dispose(): void {
    this.targets.forEach((target) => target.dispose());
    for (const mesh of [this.mesh, this.blur]) (mesh.geometry.dispose(), mesh.material.dispose());
  }
}
