// Cameras: an orbit around a target by azimuth and elevation, without roll; perspective or orthographic.

import { Box3, OrthographicCamera, PerspectiveCamera, Ray, Vector2, Vector3 } from 'three';
import type { CameraJson } from '../protocol/messages';

export type Direction = 'free' | 'front' | 'back' | 'right' | 'left' | 'top' | 'bottom';

// From the target towards the eye. The figure faces +x.
export const directions: Record<Exclude<Direction, 'free'>, Vector3> = {
  front: new Vector3(1, 0, 0),
  back: new Vector3(-1, 0, 0),
  right: new Vector3(0, -1, 0),
  left: new Vector3(0, 1, 0),
  top: new Vector3(0, 0, 1),
  bottom: new Vector3(0, 0, -1),
};
const usualDirection = new Vector3(0.72, -0.66, 0.24).normalize();
const steepest = Math.PI / 2 - 1e-4;

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
} // [CSS px] y down

export interface Aim {
  target: Vector3;
  azimuth: number;
  elevation: number;
  distance: number;
}

export function aimFrom(direction: Vector3): { azimuth: number; elevation: number } {
  const elevation = Math.max(-steepest, Math.min(steepest, Math.asin(Math.max(-1, Math.min(1, direction.z / direction.length())))));
  const azimuth = Math.hypot(direction.x, direction.y) > 1e-6 ? Math.atan2(direction.y, direction.x) : -Math.PI / 2;
  return { azimuth, elevation };
}

export class CameraRig {
  fieldOfView = 0.5; // [rad] vertical
  flat = false; // orthographic
  locked = false; // does not orbit
  target = new Vector3();
  azimuth = 0;
  elevation = 0;
  distance = 5;
  rect: Rect = { x: 0, y: 0, width: 1, height: 1 };
  private stepBack = 1; // factor that fromJson applied to the distance; toJson removes it
  private readonly perspective = new PerspectiveCamera();
  private readonly orthographic = new OrthographicCamera();

  constructor(direction: Vector3 = usualDirection, flat = false) {
    this.lookAlong(direction);
    this.flat = flat;
  }

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.flat ? this.orthographic : this.perspective;
  }
  get backward(): Vector3 {
    const c = Math.cos(this.elevation);
    return new Vector3(c * Math.cos(this.azimuth), c * Math.sin(this.azimuth), Math.sin(this.elevation));
  }

  lookAlong(direction: Vector3): void {
    Object.assign(this, aimFrom(direction));
  }
  aim(): Aim {
    return { target: this.target.clone(), azimuth: this.azimuth, elevation: this.elevation, distance: this.distance };
  }
  setAim(aim: Aim): void {
    this.target.copy(aim.target);
    this.azimuth = aim.azimuth;
    this.elevation = aim.elevation;
    this.distance = aim.distance;
  }
  // Scene cameras are made for 16:10 pictures. In a narrower view the camera steps back until all of `shown` is visible.
  fromJson(json: CameraJson, shown = new Box3()): void {
    const eye = new Vector3(...json.eye);
    this.target.set(...json.target);
    this.fieldOfView = json.field_of_view ?? 0.5;
    this.distance = Math.max(eye.distanceTo(this.target), 1e-3);
    this.lookAlong(eye.sub(this.target));
    const most = 1.6 / (Math.max(this.rect.width, 1) / Math.max(this.rect.height, 1));
    this.stepBack = 1;
    while (this.stepBack < most && !this.sees(shown)) {
      this.stepBack *= 1.04;
      this.distance *= 1.04;
    }
  }
  private sees(box: Box3): boolean {
    this.update();
    const { x, y, width, height } = this.rect;
    return [0, 1, 2, 3, 4, 5, 6, 7].every((k) => {
      const on = this.project(new Vector3(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z));
      return box.isEmpty() || (on !== null && on.x >= x && on.x <= x + width && on.y >= y && on.y <= y + height);
    });
  }
  toJson(): CameraJson {
    const eye = this.target.clone().addScaledVector(this.backward, this.distance / this.stepBack);
    const round = (v: Vector3): [number, number, number] => v.toArray().map((x) => Math.round(1e4 * x) / 1e4) as [number, number, number];
    return { eye: round(eye), target: round(this.target), field_of_view: this.fieldOfView };
  }

  orbit(dx: number, dy: number): void {
    if (this.locked) return;
    const perPixel = (1.4 * Math.PI) / Math.max(this.rect.height, 200);
    this.azimuth -= dx * perPixel;
    this.elevation = Math.max(-steepest, Math.min(steepest, this.elevation + dy * perPixel));
  }
  // Keeps the point under the pointer, at the depth of the target.
  pan(dx: number, dy: number): void {
    this.update();
    const metres = this.metresPerPixel(this.target);
    const right = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
    const up = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
    this.target.addScaledVector(right, -dx * metres).addScaledVector(up, dy * metres);
  }
  zoom(factor: number, x: number, y: number): void {
    this.update();
    const limited = Math.max(1e-3, Math.min(1e5, this.distance * factor)) / this.distance;
    const under = this.onPlane(x, y, this.target);
    if (under) this.target.lerp(under, 1 - limited);
    this.distance *= limited;
  }

  // Brings everything inside `bounds` into view, with a margin.
  fit(bounds: Box3): void {
    if (bounds.isEmpty()) return;
    bounds.getCenter(this.target);
    this.update();
    const right = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
    const up = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
    const back = this.backward,
      half = bounds.getSize(new Vector3()).multiplyScalar(0.5);
    const extent = (axis: Vector3): number => Math.abs(axis.x) * half.x + Math.abs(axis.y) * half.y + Math.abs(axis.z) * half.z;
    const tangent = Math.tan(this.fieldOfView / 2),
      aspect = this.rect.width / Math.max(this.rect.height, 1);
    const needed = Math.max(extent(up) / tangent, extent(right) / (tangent * Math.max(aspect, 1e-3)));
    this.distance = Math.max(1.16 * needed + (this.flat ? 0 : extent(back)), 1e-2);
  }

  update(): void {
    const { width, height } = this.rect,
      aspect = Math.max(width, 1) / Math.max(height, 1);
    const camera = this.camera,
      backward = this.backward;
    camera.position.copy(this.target).addScaledVector(backward, this.distance);
    camera.up.set(0, 0, 1);
    if (Math.abs(backward.z) > 0.9999)
      camera.up.set(-Math.cos(this.azimuth), -Math.sin(this.azimuth), 0).multiplyScalar(Math.sign(backward.z));
    camera.lookAt(this.target);
    const half = this.distance * Math.tan(this.fieldOfView / 2);
    if (camera === this.orthographic) {
      Object.assign(camera, { left: -half * aspect, right: half * aspect, top: half, bottom: -half });
      Object.assign(camera, { near: -50 * this.distance, far: 100 * this.distance });
    } else {
      Object.assign(camera, { fov: (this.fieldOfView * 180) / Math.PI, aspect, near: this.distance / 100, far: this.distance * 100 });
    }
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  ray(x: number, y: number): Ray {
    const device = new Vector2((2 * (x - this.rect.x)) / this.rect.width - 1, 1 - (2 * (y - this.rect.y)) / this.rect.height);
    const near = new Vector3(device.x, device.y, -1).unproject(this.camera),
      far = new Vector3(device.x, device.y, 1).unproject(this.camera);
    return new Ray(near, far.sub(near).normalize());
  }
  // Null: behind the eye.
  project(point: Vector3): { x: number; y: number; depth: number } | null {
    const p = point.clone().project(this.camera);
    if (!(p.z >= -1 && p.z <= 1)) return null;
    return { x: this.rect.x + ((p.x + 1) / 2) * this.rect.width, y: this.rect.y + ((1 - p.y) / 2) * this.rect.height, depth: p.z };
  }
  // Where the pointer meets the plane through `through` parallel to the screen.
  onPlane(x: number, y: number, through: Vector3): Vector3 | null {
    const ray = this.ray(x, y),
      normal = this.backward;
    const slope = ray.direction.dot(normal);
    if (Math.abs(slope) < 1e-9) return null;
    return ray.at(through.clone().sub(ray.origin).dot(normal) / slope, new Vector3());
  }
  metresPerPixel(at: Vector3): number {
    const tangent = Math.tan(this.fieldOfView / 2);
    const depth = this.flat
      ? this.distance
      : Math.max(this.target.clone().addScaledVector(this.backward, this.distance).sub(at).dot(this.backward), 1e-6);
    return (2 * depth * tangent) / Math.max(this.rect.height, 1);
  }
}
