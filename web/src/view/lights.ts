// The lights: a soft sky, a key light whose shadow map fits the figure, and a faint fill light from the other side.

import { Box3, DirectionalLight, Group, HemisphereLight, Vector3 } from 'three';
import { lightColors } from './palette';

const shadowPixels = 2048;
const besideViewer = 0.12; // offset of the light from the viewer's direction

export class Lights {
  readonly group = new Group();
  private readonly key = new DirectionalLight(lightColors.key, 2.55);
  private readonly keyDirection = new Vector3(0.36, -0.55, 0.95).normalize();

  constructor() {
    const sky = new HemisphereLight(lightColors.sky, lightColors.ground, 2.0);
    sky.position.set(0, 0, 1);
    const fill = new DirectionalLight(lightColors.fill, 0.45);
    fill.position.set(-0.7, 0.6, 0.25);
    this.key.shadow.mapSize.set(shadowPixels, shadowPixels);
    this.key.shadow.radius = 5;
    this.key.shadow.blurSamples = 12;
    this.group.add(sky, fill, this.key, this.key.target);
  }

  setShadows(on: boolean): void {
    this.key.castShadow = on;
  }

  // `viewer`: direction to the viewer of a planar figure. Its light comes from close to that direction, so that shadows
  // stay next to what casts them.
  fit(bounds: Box3, viewer: Vector3 | null): void {
    const from = viewer ? viewer.clone().addScaledVector(this.keyDirection, besideViewer).normalize() : this.keyDirection;
    const middle = bounds.getCenter(new Vector3()),
      radius = Math.max(bounds.getSize(new Vector3()).length() / 2, 1e-2);
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
