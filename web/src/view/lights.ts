// Soft light from the sky, one key light whose shadow map fits the figure, and a faint one from the other side.

import { Box3, DirectionalLight, Group, HemisphereLight, Vector3 } from 'three';

const shadowPixels = 2048;
const besideViewer = 0.12;

export class Lights {
  readonly group = new Group();
  private readonly key = new DirectionalLight(0xfff1de, 2.55);
  private readonly keyDirection = new Vector3(0.36, -0.55, 0.95).normalize();

  constructor() {
    const sky = new HemisphereLight(0xd5dfee, 0x716b64, 2.0);
    sky.position.set(0, 0, 1);
    const fill = new DirectionalLight(0xa9c4ee, 0.45);
    fill.position.set(-0.7, 0.6, 0.25);
    this.key.shadow.mapSize.set(shadowPixels, shadowPixels);
    this.key.shadow.radius = 5;
    this.key.shadow.blurSamples = 12;
    this.group.add(sky, fill, this.key, this.key.target);
  }

  setShadows(on: boolean): void {
    this.key.castShadow = on;
  }

  // `viewer`: where one looks from at a planar figure; shadows then lie close beside what casts them, not to be taken for it.
  fit(bounds: Box3, viewer: Vector3 | null): void {
    const from = viewer ? viewer.clone().addScaledVector(this.keyDirection, besideViewer).normalize() : this.keyDirection;
    const middle = bounds.getCenter(new Vector3()), radius = Math.max(bounds.getSize(new Vector3()).length() / 2, 1e-2);
    this.key.position.copy(middle).addScaledVector(from, 3 * radius);
    this.key.target.position.copy(middle);
    const camera = this.key.shadow.camera;
    Object.assign(camera, { left: -radius, right: radius, top: radius, bottom: -radius, near: 1.5 * radius, far: 5.5 * radius });
    camera.up.set(0, 0, 1);
    camera.updateProjectionMatrix();
    const texel = (2 * radius) / this.key.shadow.mapSize.x;
    this.key.shadow.normalBias = 2.2 * texel;
    this.key.shadow.bias = -0.0006;
  }

  dispose(): void {
    this.key.shadow.dispose();
  }
}
