// The knots of a chain's skin: the points on its links that the tube passes through.

import type { Solid } from './solids';

export interface Knot {
  solid: number; // index in the list of solids
  z: number; // [m] along the solid's own axis
}
export interface ChainSkin {
  solids: number[]; // its links, from the base
  knots: Knot[];
}

const fewestLinks = 3;

// Only for chains with one ball or capsule per link; other chains are drawn link by link.
export function chainSkins(solids: readonly Solid[]): ChainSkin[] {
  const links = new Map<number, number[]>();
  solids.forEach((solid, index) => {
    if (solid.chain >= 0) links.set(solid.chain, [...(links.get(solid.chain) ?? []), index]);
  });
  return [...links.values()]
    .filter(
      (own) =>
        own.length >= fewestLinks &&
        own.every((index) => ['ball', 'capsule'].includes(solids[index]!.kind) && solids[index]!.radii.x === solids[index]!.radii.y),
    )
    .map((own) => ({
      solids: own,
      knots: own.flatMap((index, place) => knotsOf(solids[index]!, index, place === 0, place === own.length - 1)),
    }));
}

function knotsOf(solid: Solid, index: number, first: boolean, last: boolean): Knot[] {
  const half = solid.extent.z,
    radius = solid.radii.x;
  if (half === 0) return [{ solid: index, z: 0 }];
  if (half < 1.5 * radius)
    return first
      ? [
          { solid: index, z: -half },
          { solid: index, z: half },
        ]
      : [{ solid: index, z: half }];
  // A long link, such as an arm, stays straight and bends only near its ends.
  const straight = half - Math.min(0.8 * radius, 0.6 * half);
  return [
    { solid: index, z: first ? -half : -straight },
    { solid: index, z: last ? half : straight },
  ];
}
