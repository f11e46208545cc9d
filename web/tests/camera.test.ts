import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Box3, Ray, Vector3 } from 'three';
import { angleOnPlane, nearestOnLine } from '../src/tools/gizmo';
import { CameraRig, directions } from '../src/view/camera';
import { viewRects } from '../src/view/layout';

function rigged(flat: boolean): CameraRig {
  const rig = new CameraRig(new Vector3(1, -2, 0.7), flat);
  rig.rect = { x: 40, y: 10, width: 800, height: 500 };
  rig.target.set(0.5, 0.2, 1);
  rig.distance = 4;
  rig.update();
  return rig;
}

for (const flat of [false, true]) {
  const kind = flat ? 'parallel' : 'perspective';
  test(`${kind}: a fitted box is entirely visible and not small`, () => {
    const rig = rigged(flat),
      box = new Box3(new Vector3(-1, -0.3, 0), new Vector3(2, 0.4, 1.8));
    rig.fit(box);
    rig.update();
    let widest = 0,
      highest = 0;
    for (const x of [box.min.x, box.max.x])
      for (const y of [box.min.y, box.max.y])
        for (const z of [box.min.z, box.max.z]) {
          const on = rig.project(new Vector3(x, y, z));
          assert.ok(on && on.x >= 40 && on.x <= 840 && on.y >= 10 && on.y <= 510);
          widest = Math.max(widest, Math.abs(on.x - 440) / 400);
          highest = Math.max(highest, Math.abs(on.y - 260) / 250);
        }
    assert.ok(Math.max(widest, highest) > 0.6);
  });

  test(`${kind}: a dragged point stays under the pointer, in the plane through it parallel to the screen`, () => {
    const rig = rigged(flat),
      grabbed = new Vector3(0.3, 0.4, 1.3);
    for (const [x, y] of [
      [100, 50],
      [600, 400],
      [440, 260],
    ] as const) {
      const target = rig.onPlane(x, y, grabbed)!;
      assert.ok(Math.abs(target.clone().sub(grabbed).dot(rig.backward)) < 1e-9);
      const on = rig.project(target)!;
      assert.ok(Math.hypot(on.x - x, on.y - y) < 1e-6);
    }
    const on = rig.project(grabbed)!;
    assert.ok(rig.onPlane(on.x, on.y, grabbed)!.distanceTo(grabbed) < 1e-6, 'grabbing it does not move it');
  });

  test(`${kind}: the point under the pointer stays there while zooming and panning`, () => {
    const rig = rigged(flat),
      under = rig.onPlane(300, 200, rig.target)!;
    rig.zoom(0.7, 300, 200);
    rig.update();
    let on = rig.project(under)!;
    assert.ok(Math.hypot(on.x - 300, on.y - 200) < 1e-6);
    const held = rig.onPlane(300, 200, rig.target)!;
    rig.pan(25, -40);
    rig.update();
    on = rig.project(held)!;
    assert.ok(Math.hypot(on.x - 325, on.y - 160) < 1e-6);
  });

  test(`${kind}: metresPerPixel matches the projection`, () => {
    const rig = rigged(flat),
      at = new Vector3(0.6, 0.1, 1.2),
      right = new Vector3().setFromMatrixColumn(rig.camera.matrixWorld, 0);
    const a = rig.project(at)!,
      b = rig.project(at.clone().addScaledVector(right, 10 * rig.metresPerPixel(at)))!;
    assert.ok(Math.abs(Math.hypot(b.x - a.x, b.y - a.y) - 10) < 1e-6);
  });
}

test('a camera survives being written to a scene and read again', () => {
  const rig = rigged(false),
    again = new CameraRig();
  again.fromJson(rig.toJson());
  assert.ok(again.target.distanceTo(rig.target) < 1e-3 && again.backward.distanceTo(rig.backward) < 1e-3);
  assert.ok(Math.abs(again.distance - rig.distance) < 1e-3);
});

test('a rolled camera survives it as well, also from straight above', () => {
  for (const direction of [new Vector3(1, -1, 0.3), new Vector3(0, 0, 1)]) {
    const rig = new CameraRig(direction),
      again = new CameraRig();
    rig.rect = again.rect = { x: 0, y: 0, width: 800, height: 600 };
    rig.turnBall({ x: 790, y: 300 }, { x: 700, y: 580 });
    assert.ok(Math.abs(rig.toJson().roll!) > 0.2);
    again.fromJson(rig.toJson());
    rig.update();
    again.update();
    for (const axis of [0, 1, 2]) {
      const [a, b] = [rig, again].map(({ camera }) => new Vector3().setFromMatrixColumn(camera.matrixWorld, axis));
      assert.ok(a!.distanceTo(b!) < 1e-3);
    }
  }
  assert.equal(new CameraRig().toJson().roll, undefined);
});

test('the top view has x to the right and y up, the right view x to the right and z up', () => {
  for (const [name, up] of [
    ['top', new Vector3(0, 1, 0)],
    ['right', new Vector3(0, 0, 1)],
  ] as const) {
    const rig = new CameraRig(directions[name], true);
    rig.update();
    assert.ok(new Vector3().setFromMatrixColumn(rig.camera.matrixWorld, 0).distanceTo(new Vector3(1, 0, 0)) < 1e-3);
    assert.ok(new Vector3().setFromMatrixColumn(rig.camera.matrixWorld, 1).distanceTo(up) < 1e-3);
  }
});

test('views fill the canvas and do not overlap', () => {
  for (const count of [1, 2, 4] as const) {
    const rects = viewRects(count, 1001, 701);
    assert.equal(rects.length, count);
    const area = rects.reduce((sum, { width, height }) => sum + width * height, 0);
    assert.ok(area <= 1001 * 701 && area > 0.99 * 1001 * 701);
    for (const { x, y, width, height } of rects) assert.ok(x >= 0 && y >= 0 && x + width <= 1001 && y + height <= 701);
  }
});

test('an arrow of the gizmo moves along its axis to the point nearest to the pointer', () => {
  const ray = new Ray(new Vector3(3, 5, 0.5), new Vector3(0, -1, 0));
  assert.ok(Math.abs(nearestOnLine(ray, new Vector3(1, 0, 0), new Vector3(1, 0, 0))! - 2) < 1e-12);
  assert.equal(nearestOnLine(new Ray(new Vector3(), new Vector3(1, 0, 0)), new Vector3(0, 1, 0), new Vector3(1, 0, 0)), null);
});

test('a ring of the gizmo turns by the angle that the pointer moves around it', () => {
  const origin = new Vector3(1, 1, 0),
    axis = new Vector3(0, 0, 1),
    down = new Vector3(0, 0, -1);
  const at = (angle: number): number =>
    angleOnPlane(new Ray(new Vector3(1 + 2 * Math.cos(angle), 1 + 2 * Math.sin(angle), 5), down), origin, axis)!;
  assert.ok(Math.abs(at(0.9) - at(0.2) - 0.7) < 1e-12);
  assert.equal(angleOnPlane(new Ray(new Vector3(), new Vector3(1, 0, 0)), origin, axis), null);
});
