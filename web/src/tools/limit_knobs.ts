// Knobs on the drawn limits of the selected joint: corners of outlines and the middles of their edges, the axes of an
// ellipse, and both ends of ranges. Dragging one changes the joint.

import { Ray, Vector3 } from 'three';
import type { JointJson, Range, SegmentInfo, Vec3 } from '../protocol/messages';
import { angleBetween, middleOfEdge, outlinesOf, withCorner, withNewCorner, withOutlines, withoutCorner } from '../state/swing_outlines';
import type { Store } from '../state/store';
import type { ViewAccess } from '../view/access';
import type { CameraRig } from '../view/camera';
import { accent, pale } from '../view/palette';
import type { Drawing } from '../view/marks/drawing';
import { limitArcs, limitPlaces, type LimitArc } from '../view/marks/limits';
import { fromRotationVector, vec3, type Pose } from '../view/poses';
import { angleOnPlane } from './gizmo';
import type { Gesture } from './gesture';

export interface LimitKnob {
  at: Vector3; // in the world
  segment: string;
  id: string; // unique among the knobs of a joint
  name: string; // "corner 3"
  small: boolean;
  drag(ray: Ray): JointJson | null; // the joint with this knob under the pointer; null: it stays
  drop?(joint: JointJson): JointJson | null; // when released: a corner on its neighbour goes away
}

const grip = 9; // [px]
const merges = 0.06; // [rad] a corner released this near to its neighbour is removed

// The direction, in the joint's base frame, in which the ray meets the sphere around it: on the side of the knob, or on
// the rim where the ray passes the sphere.
export function directionOnSphere(ray: Ray, base: Pose, radius: number, isBehind: boolean): Vec3 {
  const toCenter = base.position.clone().sub(ray.origin),
    along = toCenter.dot(ray.direction),
    away = toCenter.lengthSq() - along * along;
  const half = radius * radius - away;
  const at = ray.at(half > 0 ? along + (isBehind ? 1 : -1) * Math.sqrt(half) : along, new Vector3()).sub(base.position);
  return vec3(at.applyQuaternion(base.quaternion.clone().conjugate()).normalize());
}

function outlineKnobs(segment: SegmentInfo, base: Pose, radius: number, rig: CameraRig): LimitKnob[] {
  const { joint } = segment,
    outlines = outlinesOf(joint.swing);
  const place = (direction: Vec3): Vector3 => base.position.clone().addScaledVector(base.direction(new Vector3(...direction)), radius);
  const isBehind = (at: Vector3): boolean => at.clone().sub(base.position).dot(rig.backward) < 0;
  const swing = (next: Vec3[][]): JointJson => ({ ...joint, swing: withOutlines(next) });
  return outlines.flatMap((corners, outline) =>
    corners.flatMap((corner, k): LimitKnob[] => {
      const at = place(corner),
        middle = place(middleOfEdge(corners, k)),
        added = withNewCorner(outlines, outline, k);
      const behind = isBehind(at),
        middleBehind = isBehind(middle);
      return [
        {
          at,
          segment: segment.name,
          id: `corner ${outline} ${k}`,
          name: `corner ${k + 1}`,
          small: false,
          drag: (ray) => swing(withCorner(outlines, outline, k, directionOnSphere(ray, base, radius, behind))),
          drop: (dropped) => {
            const now = outlinesOf(dropped.swing),
              own = now[outline]!;
            const near = [-1, 1].some((step) => angleBetween(own[k]!, own[(k + step + own.length) % own.length]!) < merges);
            const left = near ? withoutCorner(now, outline, k) : null;
            return left && swing(left);
          },
        },
        {
          at: middle,
          segment: segment.name,
          id: `middle ${outline} ${k}`,
          name: 'new corner',
          small: true,
          drag: (ray) => swing(withCorner(added, outline, k + 1, directionOnSphere(ray, base, radius, middleBehind))),
        },
      ];
    }),
  );
}

function ellipseKnobs(segment: SegmentInfo, base: Pose, radius: number, rig: CameraRig): LimitKnob[] {
  const { joint } = segment;
  if (!joint.swing || !('ellipse' in joint.swing)) return [];
  const radii = joint.swing.ellipse;
  return [0, 1].flatMap((axis) =>
    [1, -1].map((sign): LimitKnob => {
      const swing: Vec3 = axis === 0 ? [sign * radii[0], 0, 0] : [0, sign * radii[1], 0];
      const direction = new Vector3(0, 0, 1).applyQuaternion(fromRotationVector(swing)),
        at = base.position.clone().addScaledVector(base.direction(direction), radius),
        behind = at.clone().sub(base.position).dot(rig.backward) < 0;
      return {
        at,
        segment: segment.name,
        id: `radius ${axis} ${sign}`,
        name: axis === 0 ? 'swing x' : 'swing y',
        small: false,
        drag: (ray) => {
          const [x, y, z] = directionOnSphere(ray, base, radius, behind);
          const sine = axis === 0 ? -sign * y : sign * x; // exp(s_x, s_y, 0) z = (.. s_y, -s_x ..)
          const wanted = Math.max(0.01, Math.min(3.1, Math.atan2(sine, z)));
          const next: [number, number] = axis === 0 ? [wanted, radii[1]] : [radii[0], wanted];
          return { ...joint, swing: { ellipse: next } };
        },
      };
    }),
  );
}

// Both ends of an arc that is a range.
function arcKnobs(segment: SegmentInfo, arc: LimitArc): LimitKnob[] {
  const { range, set } = arc;
  if (!range || !set) return [];
  return ([0, 1] as const).flatMap((end): LimitKnob[] => {
    const value = range[end];
    if (value === null) return [];
    return [
      {
        at: arc.toward(value),
        segment: segment.name,
        id: `${arc.words} ${end}`,
        name: `${arc.words} ${end === 0 ? 'from' : 'to'}`,
        small: false,
        drag: (ray) => {
          const angle = angleOnPlane(ray, arc.at, arc.axis),
            zero = angleOnPlane(new Ray(arc.toward(0).add(arc.axis), arc.axis.clone().negate()), arc.at, arc.axis);
          if (angle === null || zero === null) return null;
          let wanted = angle - zero;
          while (wanted - value > Math.PI) wanted -= 2 * Math.PI; // the turn nearest to where it was
          while (wanted - value < -Math.PI) wanted += 2 * Math.PI;
          const next: Range =
            end === 0 ? [Math.min(wanted, range[1] ?? wanted), range[1]] : [range[0], Math.max(wanted, range[0] ?? wanted)];
          return set(next);
        },
      },
    ];
  });
}

export function limitKnobs(d: Drawing): LimitKnob[] {
  const places = limitPlaces(d);
  if (!places) return [];
  const { segment, base, radius } = places;
  return [
    ...outlineKnobs(segment, base, radius, d.rig),
    ...ellipseKnobs(segment, base, radius, d.rig),
    ...limitArcs(d, places).flatMap((arc) => arcKnobs(segment, arc)),
  ];
}

// Knobs that would cover each other, as those of the small outlines of a spine, are drawn smaller; zooming in parts them.
export function drawLimitKnobs(d: Drawing, knobs: readonly LimitKnob[], hot: string | null): void {
  const smallest = 3; // [px]
  const places = knobs.map(({ at }) => d.rig.project(at));
  const room = (k: number) =>
    Math.min(...places.map((other, l) => (other && l !== k ? Math.hypot(other.x - places[k]!.x, other.y - places[k]!.y) : Infinity)));
  knobs.forEach((knob, k) => {
    if (!places[k]) return;
    const isHot = knob.id === hot,
      usual = knob.small ? 5 : 10;
    const width = isHot ? (knob.small ? 9 : 13) : Math.min(usual, Math.max(smallest, 1.2 * room(k)));
    d.lines.dot(knob.at, { color: isHot ? pale : accent, width, over: true });
    if (isHot) d.label(knob.at, knob.name, 'axis', [10, -10]);
  });
}

export function knobAt(rig: CameraRig, knobs: readonly LimitKnob[], x: number, y: number): LimitKnob | null {
  let best: LimitKnob | null = null,
    nearest = grip;
  for (const knob of knobs) {
    const on = rig.project(knob.at);
    const away = on ? Math.hypot(on.x - x, on.y - y) + (knob.small ? 2 : 0) : Infinity;
    if (away < nearest) ((nearest = away), (best = knob));
  }
  return best;
}

export class LimitGesture implements Gesture {
  private readonly number: number;
  private last: JointJson | null = null;
  constructor(
    private readonly view: ViewAccess,
    private readonly store: Store,
    private readonly rig: CameraRig,
    private readonly knob: LimitKnob,
  ) {
    this.number = store.gesture();
  }
  move(x: number, y: number): void {
    const joint = this.knob.drag(this.rig.ray(x, y));
    if (!joint) return;
    this.send((this.last = joint));
    this.view.invalidate();
  }
  end(): void {
    const dropped = this.last && this.knob.drop?.(this.last);
    if (dropped) this.send(dropped);
  }
  cancel(): void {
    if (this.last) void this.store.send('undo', {});
  }
  private send(joint: JointJson): void {
    void this.store.send('segment-set', { segment: this.knob.segment, joint, gesture: this.number });
  }
}
