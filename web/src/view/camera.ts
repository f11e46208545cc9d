// Cameras around a target by azimuth, elevation and roll; perspective or orthographic. Orbiting keeps them upright; a
// trackball turns them any way.

import { Box3, Matrix4, OrthographicCamera, PerspectiveCamera, Quaternion, Ray, Vector2, Vector3 } from 'three';
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
  roll: number;
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
  roll = 0; // about the line of sight, as a trackball leaves it
  moved = false; // panned or zoomed by hand: does not follow the figure
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
    Object.assign(this, aimFrom(direction), { roll: 0 });
  }
  aim(): Aim {
    return { target: this.target.clone(), azimuth: this.azimuth, elevation: this.elevation, roll: this.roll, distance: this.distance };
  }
  setAim(aim: Aim): void {
    this.target.copy(aim.target);
    this.azimuth = aim.azimuth;
    this.elevation = aim.elevation;
    this.roll = aim.roll;
    this.distance = aim.distance;
  }
  // Scene cameras are made for 16:10 pictures. In a narrower view the camera steps back until all of `shown` is visible.
  fromJson(json: CameraJson, shown = new Box3()): void {
    const eye = new Vector3(...json.eye);
    this.target.set(...json.target);
    this.fieldOfView = json.field_of_view ?? 0.5;
    this.distance = Math.max(eye.distanceTo(this.target), 1e-3);
    this.lookAlong(eye.sub(this.target));
    this.roll = json.roll ?? 0;
    this.stepBack = 1;
    this.backUntilSeen(shown);
  }
  // Steps back, as far as a view of this width makes necessary, until the box is visible.
  backUntilSeen(shown: Box3): void {
    const most = 1.6 / (Math.max(this.rect.width, 1) / Math.max(this.rect.height, 1));
    while (this.stepBack < most && !this.sees(shown)) {
      this.stepBack *= 1.04;
      this.distance *= 1.04;
    }
    this.update();
  }
  sees(box: Box3): boolean {
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
    const json: CameraJson = { eye: round(eye), target: round(this.target), field_of_view: this.fieldOfView };
    return this.roll === 0 ? json : { ...json, roll: this.rollFor(json) };
  }
  // The roll that gives what is up here to a camera that reads `json`. From straight above all of the turn may be in the
  // azimuth here, which eye and target do not tell.
  private rollFor(json: CameraJson): number {
    const read = new CameraRig();
    read.fromJson(json);
    const plain = read.upward(),
      up = this.upward();
    return Math.round(1e4 * Math.atan2(up.dot(new Vector3().crossVectors(plain, read.backward)), up.dot(plain))) / 1e4;
  }

  orbit(dx: number, dy: number): void {
    if (this.locked) return;
    this.roll = 0; // upright again
    const perPixel = (1.4 * Math.PI) / Math.max(this.rect.height, 200);
    this.azimuth -= dx * perPixel;
    this.elevation = Math.max(-steepest, Math.min(steepest, this.elevation + dy * perPixel));
  }
  // A ball in the middle of the view turns with the pointer; outside it, the view rolls about the line of sight.
  turnBall(from: { x: number; y: number }, to: { x: number; y: number }): void {
    if (this.locked) return;
    const turn = new Quaternion().setFromUnitVectors(this.onBall(to), this.onBall(from)); // of the camera, in its own axes
    const back = this.backward,
      up = this.upward(),
      basis = new Matrix4().makeBasis(new Vector3().crossVectors(up, back), up, back);
    const now = new Quaternion().setFromRotationMatrix(basis).multiply(turn);
    this.setOrientation(new Vector3(0, 1, 0).applyQuaternion(now), new Vector3(0, 0, 1).applyQuaternion(now));
  }
  private onBall({ x, y }: { x: number; y: number }): Vector3 {
    const { rect } = this,
      radius = 0.46 * Math.max(Math.min(rect.width, rect.height), 1);
    const p = new Vector3((x - rect.x - rect.width / 2) / radius, (rect.y + rect.height / 2 - y) / radius, 0),
      outside = p.lengthSq() - 1;
    return outside >= 0 ? p.normalize() : p.setZ(Math.sqrt(-outside));
  }
  private setOrientation(up: Vector3, back: Vector3): void {
    const level = Math.hypot(back.x, back.y);
    this.elevation = Math.atan2(back.z, level);
    // Straight above or below, all of the turn is in the azimuth.
    this.azimuth = level > 1e-6 ? Math.atan2(back.y, back.x) : Math.atan2(-up.y * Math.sign(back.z), -up.x * Math.sign(back.z));
    this.roll = 0;
    const plain = this.upward(),
      side = new Vector3().crossVectors(plain, back);
    this.roll = Math.atan2(up.dot(side), up.dot(plain));
  }
  // What is up in the picture.
  private upward(): Vector3 {
    const { azimuth: a, elevation: e } = this;
    const up = new Vector3(-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e)),
      side = new Vector3(-Math.sin(a), Math.cos(a), 0);
    return up.multiplyScalar(Math.cos(this.roll)).addScaledVector(side, Math.sin(this.roll));
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
    this.moved = false;
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
    this.update(); // the picture may be drawn at once
  }

  update(): void {
    const { width, height } = this.rect,
      aspect = Math.max(width, 1) / Math.max(height, 1);
    const camera = this.camera,
      backward = this.backward;
    camera.position.copy(this.target).addScaledVector(backward, this.distance);
    camera.up.copy(this.upward());
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
