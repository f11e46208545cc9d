// Which round solids of a figure blend into each other, and how far. The skin is the surface
//
//   F(p) = sum_i s_i w_i phi(d_i/k_i) = 1      phi(x) = (1 - x)^3 for x < 1, else 0      d_i  distance from solid i
//   w_i  = 1/sum_j a_ij                    a_ij   = max(0, g_i.g_j)^16 max(0, 1 - |d_i - d_j|/k)^3
//
// with gradients g and reaches k, as in the C++ pictures (blend.h in src/limber/picture says why). The sum runs over
// solids of the same colour on one segment, or on a segment and a near ancestor. Other solids close by (an eye) keep the
// skin from swelling over them: s_i = share of the blended solids among all that are near. The vertex shader
// (skin_shader.ts) moves every vertex to F = 1; this file chooses the neighbours of each solid, once per figure.

import type { Vector3 } from 'three';
import type { FigureMessage } from '../protocol/messages';
import type { ChainSkin } from './chains';
import type { Pose } from './poses';
import { boundingRadius, thickness, type Solid } from './solids';

export const mostNeighbours = 16;
const mostApart = 5;

export interface Blending {
  reach: Float32Array; // [m] of every solid; 0: not blended
  neighbours: Float32Array; // mostNeighbours per solid, -1: none; + 0.5: near, but not blended
  strand: Int32Array; // the chain skin of a link; of one strand only the nearest link counts; -1: none
}

const reachPerThickness = 0.55;
const smallestPart = 0.22; // of the median thickness of a segment's shapes: eyes and nails stay sharp
const ancestorsBlended = 4;

const isRound = (solid: Solid): boolean => solid.kind === 'ball' || solid.kind === 'capsule';

function median(list: number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
}

function reaches(solids: readonly Solid[]): Float32Array {
  const ofSegment = new Map<number, number[]>();
  solids.forEach((solid, index) => {
    if (solid.segment >= 0 && isRound(solid)) ofSegment.set(solid.segment, [...(ofSegment.get(solid.segment) ?? []), index]);
  });
  const reach = new Float32Array(solids.length);
  for (const own of ofSegment.values()) {
    const middle = median(own.map((index) => thickness(solids[index]!)));
    for (const index of own) {
      const solid = solids[index]!,
        thin = thickness(solid);
      if (!(thin > smallestPart * middle)) continue;
      // Flat solids blend farther than they are thick: an ear made of two discs should look like one.
      const { x, y, z } = solid.radii.clone().add(solid.extent);
      const wide = x + y + z - Math.max(x, y, z) - Math.min(x, y, z);
      const roundness = Math.min(Math.sqrt(thin * Math.max(thin, wide)), 2.5 * thin);
      reach[index] = reachPerThickness * Math.min(roundness, 1.5 * Math.max(thin, middle));
    }
  }
  return reach;
}

// For each segment: its ancestors that have shapes, the nearest first.
function shapedAncestors(figure: FigureMessage): number[][] {
  return figure.segments.map((segment) => {
    const list: number[] = [];
    for (let at = segment.parent; at >= 0 && list.length < ancestorsBlended; at = figure.segments[at]!.parent) {
      if (figure.segments[at]!.shapes.length > 0) list.push(at);
    }
    return list;
  });
}

// `poses`: of the solids in some ordinary posture, in which neighbours across joints are chosen, with a margin for motion.
export function blendingOf(
  figure: FigureMessage | null,
  solids: readonly Solid[],
  poses: readonly Pose[],
  skins: readonly ChainSkin[],
): Blending {
  const reach = reaches(solids);
  const strand = new Int32Array(solids.length).fill(-1);
  skins.forEach((skin, index) =>
    skin.solids.forEach((solid) => {
      strand[solid] = index;
    }),
  );
  const ancestors = figure ? shapedAncestors(figure) : [];
  const neighbours = new Float32Array(solids.length * mostNeighbours).fill(-1);

  const connected = (a: number, b: number): boolean => {
    const one = solids[a]!,
      other = solids[b]!;
    if (!one.color.equals(other.color)) return false; // the end of a sleeve, an eye: sharp edges on purpose
    if (strand[a]! >= 0 && strand[a] === strand[b]) return Math.abs(skinPlace[a]! - skinPlace[b]!) === 1;
    return (
      one.segment === other.segment ||
      (ancestors[one.segment]?.includes(other.segment) ?? false) ||
      (ancestors[other.segment]?.includes(one.segment) ?? false)
    );
  };
  const skinPlace = new Int32Array(solids.length);
  for (const skin of skins)
    skin.solids.forEach((solid, place) => {
      skinPlace[solid] = place;
    });

  const candidates = [...solids.keys()].filter((index) => solids[index]!.segment >= 0 && isRound(solids[index]!));
  for (const a of candidates) {
    if (!(reach[a]! > 0)) continue;
    const gapTo = (b: number): number => gapBetween(solids[a]!, poses[a]!, solids[b]!, poses[b]!) / (reach[a]! + (reach[b]! || reach[a]!));
    const others = (accept: (b: number) => boolean, within: (b: number) => number): number[] =>
      candidates
        .filter((b) => b !== a && accept(b))
        .map((b) => ({ b, gap: gapTo(b), within: within(b) }))
        .filter(({ gap, within }) => gap < within)
        .sort((one, other) => one.gap - other.gap)
        .map(({ b }) => b);
    const flowing = others(
      (b) => reach[b]! > 0 && connected(a, b),
      (b) => (solids[a]!.segment === solids[b]!.segment ? 1 : 1.6),
    );
    if (flowing.every((b) => strand[b]! >= 0 && strand[b] === strand[a])) continue; // the tube is smooth already
    const apart = candidates
      .filter((b) => reach[b]! > 0 && solids[a]!.segment === solids[b]!.segment && !connected(a, b))
      .map((b) => ({ b, gap: Math.abs(distanceFrom(solids[a]!, poses[a]!, poses[b]!.position)) - thickness(solids[b]!) }))
      .filter(({ gap }) => gap < 0.5 * reach[a]!)
      .sort((one, other) => thickness(solids[one.b]!) - thickness(solids[other.b]!)) // the smallest are buried first
      .slice(0, mostApart)
      .map(({ b }) => b);
    [...flowing.slice(0, mostNeighbours - apart.length), ...apart.map((b) => b + 0.5)].forEach((entry, place) => {
      neighbours[a * mostNeighbours + place] = entry;
    });
  }
  return { reach, neighbours, strand };
}

// Approximate distance from a round solid, as in the shader.
export function distanceFrom(solid: Solid, pose: Pose, point: Vector3): number {
  const v = pose.toLocal(point),
    { extent, radii } = solid;
  v.sub(v.clone().clamp(extent.clone().negate(), extent)).divide(radii);
  const size = v.length(),
    steepness = v.divide(radii).length();
  return steepness > 0 ? (size * (size - 1)) / steepness : -thickness(solid);
}

// A lower bound of the distance between two solids: between balls along their axes.
function gapBetween(a: Solid, poseA: Pose, b: Solid, poseB: Pose): number {
  let gap = Infinity;
  for (const p of along(a, poseA)) {
    for (const q of along(b, poseB)) gap = Math.min(gap, p.distanceTo(q) - ballRadius(a) - ballRadius(b));
  }
  return gap;
}
function along(solid: Solid, pose: Pose): Vector3[] {
  const half = solid.extent.z;
  return (half > 0 ? [-1, -0.5, 0, 0.5, 1] : [0]).map((t) => pose.point(solid.extent.clone().multiplyScalar(t)));
}
function ballRadius(solid: Solid): number {
  return solid.kind === 'capsule' ? solid.radii.x : boundingRadius(solid);
}
