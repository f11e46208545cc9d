// The views: their cameras, their share of the canvas, and camera flights.

import { signal } from '@preact/signals';
import { Box3, Vector3 } from 'three';
import type { CameraJson, Vec3 } from '../protocol/messages';
import { CameraRig, directions, type Aim, type Direction } from './camera';
import { viewRects, viewsShown, type ViewName } from './layout';

const flightMilliseconds = 260;

export class Views {
  readonly flat = signal(false); // a planar figure is shown in its plane
  readonly rigs: Record<ViewName, CameraRig> = {
    perspective: new CameraRig(),
    front: new CameraRig(directions.front, true),
    right: new CameraRig(directions.right, true),
    top: new CameraRig(directions.top, true),
  };
  private readonly seen = new Box3(); // in the plane of a planar figure, since its view was set up
  private flight: { rig: CameraRig; from: Aim; to: Aim; began: number } | null = null;

  get main(): CameraRig {
    return this.rigs.perspective;
  }
  shown(count: 1 | 2 | 4): ViewName[] {
    return this.flat.peek() ? ['perspective'] : viewsShown[count];
  }
  layOut(count: 1 | 2 | 4, width: number, height: number): ViewName[] {
    const names = this.shown(count),
      rects = viewRects(names.length as 1 | 2 | 4, Math.max(width, 1), Math.max(height, 1));
    names.forEach((name, k) => {
      this.rigs[name].rect = rects[k]!;
      this.rigs[name].update();
    });
    return names;
  }
  rigAt(names: ViewName[], x: number, y: number): CameraRig {
    return (
      names
        .map((name) => this.rigs[name])
        .find(({ rect }) => x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height) ?? this.main
    );
  }

  // Sets up the cameras for a newly opened scene.
  open(bounds: Box3, camera: CameraJson | null, planar: Vec3 | null): void {
    this.flight = null;
    for (const name of ['front', 'right', 'top'] as const) this.rigs[name].fit(bounds);
    this.main.fieldOfView = 0.5;
    this.setFlat(planar !== null, planar, bounds);
    if (!planar && camera) this.main.fromJson(camera, bounds);
  }
  setFlat(flat: boolean, planar: Vec3 | null, bounds: Box3): void {
    const on = flat && planar !== null;
    this.flat.value = this.main.flat = this.main.locked = on;
    this.main.lookAlong(on ? facing(new Vector3(...planar)) : new CameraRig().backward);
    this.main.fit(bounds);
    this.seen.copy(bounds);
  }
  fit(names: ViewName[], bounds: Box3): void {
    for (const name of names) {
      if (name === 'perspective') this.fly(this.main, (rig) => rig.fit(bounds));
      else this.rigs[name].fit(bounds);
    }
  }
  // Side views that were not moved by hand keep the whole figure in view; so does the main view when it gets narrower. In
  // its plane a figure may fall or swing out of the view: then this shows everything that was seen so far, and stays calm.
  follow(names: ViewName[], bounds: Box3, isNewLayout: boolean): void {
    for (const name of names) {
      const rig = this.rigs[name];
      if (rig.locked && !this.flight) {
        if (!rig.moved && !rig.sees(bounds)) rig.fit(this.seen.union(bounds));
      } else if (name === 'perspective') {
        if (isNewLayout && !this.flight) rig.backUntilSeen(bounds);
      } else if (!rig.moved && !rig.sees(bounds)) rig.fit(bounds);
    }
  }
  lookFrom(direction: Direction, bounds: Box3): void {
    if (this.main.locked) return;
    this.fly(this.main, (rig) => {
      rig.lookAlong(direction === 'free' ? new CameraRig().backward : directions[direction]);
      if (!bounds.containsPoint(rig.target)) rig.fit(bounds);
    });
  }

  // Returns whether the camera is still flying.
  advance(now: number, stop: boolean): boolean {
    if (!this.flight) return false;
    const { rig, from, to, began } = this.flight,
      t = Math.min(1, Math.max(0, (now - began) / flightMilliseconds)),
      s = t * t * (3 - 2 * t);
    const mix = (a: number, b: number): number => a + s * (b - a);
    rig.setAim({
      target: from.target.clone().lerp(to.target, s),
      azimuth: mix(from.azimuth, to.azimuth),
      elevation: mix(from.elevation, to.elevation),
      roll: mix(from.roll, to.roll),
      distance: Math.exp(mix(Math.log(from.distance), Math.log(to.distance))),
    });
    if (t === 1 || stop) this.flight = null;
    return this.flight !== null;
  }

  private fly(rig: CameraRig, go: (rig: CameraRig) => void): void {
    const from = rig.aim();
    go(rig);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const to = rig.aim(),
      turn = to.azimuth - from.azimuth;
    to.azimuth = from.azimuth + Math.atan2(Math.sin(turn), Math.cos(turn)); // the shorter turn
    rig.setAim(from);
    this.flight = { rig, from, to, began: performance.now() };
  }
}

// The usual side to view a plane from: above, the right (-y), or the front.
function facing(normal: Vector3): Vector3 {
  const flip = Math.abs(normal.z) > 1e-3 ? normal.z < 0 : Math.abs(normal.y) > 1e-3 ? normal.y > 0 : normal.x < 0;
  return flip ? normal.clone().negate() : normal;
}
