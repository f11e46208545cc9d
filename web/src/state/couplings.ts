// Couplings of joints: their present value and range, in words.

import type { CouplingJson, FigureMessage, SegmentInfo } from '../protocol/messages';
import { coordinatesOf } from './joint_values';

export type Term = CouplingJson['terms'][number];

const segmentOfJoint = (figure: FigureMessage, joint: string): SegmentInfo | undefined =>
  figure.segments.find((segment) => segment.joint.name === joint);

export const coordinatesOfJoint = (figure: FigureMessage, joint: string): string[] =>
  segmentOfJoint(figure, joint)?.coordinates.map(({ name }) => name) ?? [];

// The sum of the terms in a posture.
export function couplingValue(figure: FigureMessage, coupling: CouplingJson, values: ArrayLike<number>): number {
  return coupling.terms.reduce((sum, { joint, coordinate = 0, coefficient = 1 }) => {
    const segment = segmentOfJoint(figure, joint);
    return sum + coefficient * (segment ? (coordinatesOf(segment, values)[coordinate] ?? 0) : 0);
  }, 0);
}

export const couplesLengths = (figure: FigureMessage, coupling: CouplingJson): boolean =>
  coupling.terms.every(({ joint, coordinate = 0 }) => segmentOfJoint(figure, joint)?.coordinates[coordinate]?.length ?? false);

// "= 30°", "20° to 40°", "at least -70°"
export function rangeWords({ equals, min, max }: CouplingJson, lengths: boolean): string {
  const words = (value: number) =>
    lengths ? `${Number((100 * value).toFixed(1))} cm` : `${Number(((value * 180) / Math.PI).toFixed(1))}°`;
  if (equals !== undefined) return `= ${words(equals)}`;
  if (min !== undefined && max !== undefined) return `${words(min)} to ${words(max)}`;
  return min !== undefined ? `at least ${words(min)}` : max !== undefined ? `at most ${words(max)}` : '';
}

// What the joints do now is allowed, so that nothing moves: an equality of two joints, or of a joint with itself.
export function firstCoupling(figure: FigureMessage, joint: string | null, values: ArrayLike<number>): CouplingJson | null {
  const joints = figure.segments.filter(({ coordinates }) => coordinates.length > 0).map((segment) => segment.joint.name);
  const one = joint !== null && joints.includes(joint) ? joint : joints[0];
  if (one === undefined) return null;
  const other = joints[joints.indexOf(one) + 1] ?? joints[joints.indexOf(one) - 1];
  const terms: Term[] = other === undefined ? [{ joint: one }] : [{ joint: one }, { joint: other, coefficient: -1 }];
  const taken = new Set(figure.couplings.map(({ name }) => name));
  const plain = other === undefined ? one : `${one} and ${other}`;
  let name = plain;
  for (let i = 2; taken.has(name); i++) name = `${plain} ${i}`;
  const draft = { name, terms, equals: 0 };
  return { ...draft, equals: couplingValue(figure, draft, values) };
}
