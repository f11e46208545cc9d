// What marks are drawn with, and from which data. Marks are drawn again in every view and every picture.

import type { Vector3 } from 'three';
import type { Snapshot } from '../../protocol/snapshot';
import type { FigureMessage, SceneMessage } from '../../protocol/messages';
import type { ColoredSpace } from '../../state/spaces';
import type { Selection, ViewOptions } from '../../state/store';
import type { CameraRig } from '../camera';
import type { Label } from '../labels';
import type { Lines } from '../lines';
import type { Solid } from '../solids';
import type { Pose } from '../poses';

export interface Drawing {
  rig: CameraRig;
  lines: Lines;
  label(at: Vector3, text: string, kind?: Label['kind'], shift?: [number, number]): void;
  words(label: Label): void; // at a position on the page
  pointer: { x: number; y: number } | null; // over this view, no gesture going on
  figure: FigureMessage;
  scene: SceneMessage;
  snapshot: Snapshot;
  options: ViewOptions;
  selection: Selection;
  hover: Selection;
  lit: Selection[];
  solids: readonly Solid[];
  poses: readonly Pose[];
  worldPoses: readonly Pose[]; // of the obstacles, as they are drawn
  spaces: readonly ColoredSpace[]; // what frames can reach
  path: readonly number[] | null; // being followed: x y z, x y z, ...
  floor: number; // [m] height of the ground
}
