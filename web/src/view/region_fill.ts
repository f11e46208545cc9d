// The region in which the centre of mass may be, as a translucent sheet on the ground.

import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshBasicMaterial, type Vector3 } from 'three';
import { reached, warning } from './palette';

const most = 128; // corners

export class RegionFill {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly places = new Float32Array(3 * most);

  constructor() {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.places, 3));
    geometry.setIndex(Array.from({ length: most - 2 }, (_, k) => [0, k + 1, k + 2]).flat());
    this.mesh = new Mesh(
      geometry,
      new MeshBasicMaterial({ color: reached, transparent: true, opacity: 0.16, depthWrite: false, side: DoubleSide, toneMapped: false }),
    );
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 30;
    this.mesh.visible = false;
  }
  set(corners: readonly Vector3[], inside: boolean): void {
    const count = Math.min(corners.length, most);
    this.mesh.visible = count > 2;
    if (count < 3) return;
    for (let k = 0; k < count; k++) corners[k]!.toArray(this.places, 3 * k);
    this.mesh.geometry.attributes.position!.needsUpdate = true;
    this.mesh.geometry.setDrawRange(0, 3 * (count - 2));
    this.mesh.material.color.copy(inside ? reached : warning);
  }
  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
