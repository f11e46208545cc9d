// Draws the path of a goal: the line of the pointer in the plane through the goal parallel to the screen, with its times.

import { Vector3 } from 'three';
import { pathThrough, type DrawnPoint } from '../state/goal_paths';
import type { Store } from '../state/store';
import type { ViewAccess } from '../view/access';
import type { CameraRig } from '../view/camera';
import type { Drawing } from '../view/marks/drawing';
import { accent } from '../view/palette';
import { placePose, Pose, vec3 } from '../view/poses';
import type { Gesture } from './gesture';

export class PathDrawing implements Gesture {
  private readonly drawn: DrawnPoint[] = [];
  private readonly world: Vector3[] = [];
  private readonly began = performance.now();
  private readonly frame: Pose | null;

  constructor(
    private readonly view: ViewAccess,
    private readonly store: Store,
    private readonly rig: CameraRig,
    private readonly task: number,
    private readonly through: Vector3,
  ) {
    const task_ = store.scene.peek()?.tasks.find((each) => each.number === task),
      figure = store.figure.peek(),
      { snapshot } = store;
    this.frame = !task_ || !figure || !snapshot ? null : task_.in === undefined ? new Pose() : placePose(task_.in, figure, snapshot);
  }

  move(x: number, y: number): void {
    const at = this.rig.onPlane(x, y, this.through);
    if (!at || !this.frame) return;
    this.world.push(at.clone());
    this.drawn.push({ time: (performance.now() - this.began) / 1000, at: vec3(this.frame.toLocal(at)) });
    this.view.invalidate();
  }
  end(): void {
    const start = this.drawn[0]?.time ?? 0;
    const path = pathThrough(this.drawn.map(({ time, at }) => ({ time: time - start, at })));
    this.store.mode.value = { kind: 'drag' };
    if (!path) return this.store.notify('warning', 'The line is too short to be a path; the goal moves as before.');
    void this.store.send('goal-path-set', { number: this.task, path });
    void this.store.send('goals-seek', { time: 0 });
    void this.store.send('goals-run', { run: true });
  }
  cancel(): void {
    this.store.mode.value = { kind: 'drag' };
  }
  draw(d: Drawing): void {
    d.lines.polyline(this.world, { color: accent, width: 2, over: true });
  }
}
