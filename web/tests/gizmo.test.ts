import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Vector3 } from 'three';
import type { ObstacleJson, SceneMessage, TaskJson } from '../src/protocol/messages';
import { Store, type Selection } from '../src/state/store';
import type { ViewAccess } from '../src/view/access';
import { BodyDrag } from '../src/tools/drag_body';
import { GizmoGesture, gizmoPartAt } from '../src/tools/gizmo';
import { handleOf } from '../src/tools/handles';
import { CameraRig } from '../src/view/camera';
import { arm, armPoses, snapshotOf } from './figures';

type Sent = [string, Record<string, unknown>];

function setUp(world: ObstacleJson[], tasks: TaskJson[]) {
  const sent: Sent[] = [];
  const store = new Store(((verb: string, body: Record<string, unknown>) => {
    sent.push([verb, body]);
    return Promise.resolve(verb === 'drag-end' ? { number: 9 } : undefined);
  }) as never);
  const scene = {
    type: 'scene',
    world,
    trees: [],
    paths: [],
    tasks: tasks.map((task, k) => ({ ...task, number: k + 1 })),
  } as unknown as SceneMessage;
  store.receive(arm);
  store.receive(scene);
  const snapshot = snapshotOf(armPoses(0, [0, 0, 0]));
  store.receiveSnapshot(snapshot);
  const rig = new CameraRig(new Vector3(0, -1, 0), true); // x to the right, z up
  rig.rect = { x: 0, y: 0, width: 800, height: 600 };
  rig.target.set(0, 0, 1);
  rig.distance = 4;
  rig.update();
  const view = { invalidate() {} } as unknown as ViewAccess;
  const handle = (selection: Selection) => handleOf(store, { figure: arm, scene, snapshot }, selection);
  return { sent, rig, view, store, handle };
}

test('dragging an arrow of the gizmo moves an obstacle along it as far as the pointer moved, in one gesture', () => {
  const { sent, rig, view, store, handle } = setUp([{ name: 'stone', shape: 'sphere', center: [0.2, 0, 1], radius: 0.1 }], []);
  const held = handle({ kind: 'obstacle', name: 'stone' })!,
    at = rig.project(held.pose.position)!;
  const part = gizmoPartAt(rig, held, 'move', at.x, at.y - 50);
  assert.deepEqual(part, { kind: 'axis', axis: 2 });
  const gesture = new GizmoGesture(view, store, held, part!, rig, at.x, at.y - 50);
  for (const up of [10, 20, 30]) gesture.move(at.x + 7, at.y - 50 - up);
  assert.equal(sent.length, 3);
  assert.equal(new Set(sent.map(([, body]) => body.gesture)).size, 1);
  // Each command gives the motion since the previous one.
  const moved = (count: number) =>
    sent
      .slice(0, count)
      .reduce((sum, [, body]) => sum.add(new Vector3(...(body.by as { position: [number, number, number] }).position)), new Vector3());
  assert.deepEqual(
    sent.map(([verb, body]) => [verb, body.obstacle]),
    Array(3).fill(['obstacle-move', 'stone']),
  );
  assert.ok(moved(3).distanceTo(new Vector3(0, 0, 30 * rig.metresPerPixel(new Vector3()))) < 1e-9);
  gesture.cancel();
  assert.ok(moved(4).length() < 1e-12, 'a cancelled gesture moves it back');
});

test('the middle of the gizmo moves a goal parallel to the screen and changes nothing else of the task', () => {
  const { sent, rig, view, store, handle } = setUp(
    [],
    [{ type: 'reach', name: 'hand there', frame: 'hand', target: [0.3, 0.5, 1], priority: 3, joints: ['elbow'] }],
  );
  const held = handle({ kind: 'task', number: 1 })!,
    at = rig.project(held.pose.position)!;
  const gesture = new GizmoGesture(view, store, held, gizmoPartAt(rig, held, 'move', at.x, at.y)!, rig, at.x, at.y);
  gesture.move(at.x + 40, at.y - 20);
  const metres = rig.metresPerPixel(new Vector3()),
    { target, ...rest } = sent[0]![1].task as TaskJson;
  assert.ok(new Vector3(...(target as [number, number, number])).distanceTo(new Vector3(0.3 + 40 * metres, 0.5, 1 + 20 * metres)) < 1e-9);
  assert.deepEqual(rest, { type: 'reach', name: 'hand there', frame: 'hand', priority: 3, joints: ['elbow'] });
});

test('the gizmo moves a free root and no other segment, and frames', () => {
  const { handle } = setUp([], []);
  assert.ok(handle({ kind: 'segment', segment: 'base' })?.turns);
  assert.equal(handle({ kind: 'segment', segment: 'forearm' }), null);
  assert.ok(handle({ kind: 'frame', frame: 'hand' })?.turns, 'and a frame on its segment');
});

test('a drag of the body begins where it was grabbed, follows the pointer, and leaves a task if Shift is held on release', async () => {
  const { sent, rig, view, store } = setUp([], []);
  const local = new Vector3(0, 0, 0.2),
    grabbed = new Vector3(0, 0, 1.7),
    at = rig.project(grabbed)!;
  const drag = new BodyDrag(view, store, rig, 2, local, grabbed);
  drag.move(at.x + 30, at.y);
  drag.end(at.x + 30, at.y, true);
  await new Promise((resolve) => setTimeout(resolve));
  const [[begin, first], [move, second], [end, third]] = sent as [Sent, Sent, Sent];
  assert.deepEqual([begin, move, end], ['drag-begin', 'drag-move', 'drag-end']);
  assert.deepEqual(first, { segment: 'forearm', point: [0, 0, 0.2], target: [0, 0, 1.7] });
  const target = new Vector3(...(second.target as [number, number, number]));
  assert.ok(target.distanceTo(new Vector3(30 * rig.metresPerPixel(grabbed), 0, 1.7)) < 1e-9);
  assert.deepEqual(third, { keep: true });
  assert.deepEqual(store.selection.value, { kind: 'task', number: 9 });
});

test('a cancelled drag is ended, then undone', async () => {
  const { sent, rig, view, store } = setUp([], []);
  new BodyDrag(view, store, rig, 2, new Vector3(), new Vector3(0, 0, 1.5)).cancel();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(
    sent.map(([verb]) => verb),
    ['drag-begin', 'drag-end', 'undo'],
  );
});

test('a refused drag gives one notice and is neither ended nor undone', async () => {
  const verbs: string[] = [];
  const store = new Store(((verb: string) => {
    verbs.push(verb);
    return Promise.reject(new Error('the solver is paused'));
  }) as never);
  const { rig, view } = setUp([], []);
  const drag = new BodyDrag(view, store, rig, 2, new Vector3(), new Vector3(0, 0, 1.5));
  await new Promise((resolve) => setTimeout(resolve));
  drag.move(10, 10);
  drag.cancel();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(verbs, ['drag-begin']);
  assert.deepEqual(
    store.notices.value.map(({ words }) => words),
    ['the solver is paused'],
  );
});
