// The convex hull of points: as triangles for drawing, as planes for picking.

import { Vector3 } from 'three';
import { ConvexHull } from 'three/examples/jsm/math/ConvexHull.js';
import type { Vec3 } from '../protocol/messages';

export interface Hull {
  key: string; // equal for equal hulls, wherever they are
  triangles: [Vector3, Vector3, Vector3][]; // counter-clockwise from outside, around the origin
  planes: { normal: Vector3; offset: number }[]; // inside: normal . x <= offset
  reach: number; // distance of the farthest point from the origin
}

// The hull relative to its middle, and the middle.
export function hullOf(vertices: readonly Vec3[]): { hull: Hull; middle: Vector3 } {
  const points = vertices.map((vertex) => new Vector3(...vertex));
  const middle = points.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(Math.max(points.length, 1));
  const own = points.map((point) => point.sub(middle));
  const triangles: Hull['triangles'] = [],
    planes: Hull['planes'] = [];
  if (own.length >= 4) {
    for (const { normal, constant, edge } of new ConvexHull().setFromPoints(own).faces) {
      const corners = [edge.prev, edge, edge.next].map((each) => each.head().point.clone());
      triangles.push(corners as Hull['triangles'][number]);
      planes.push({ normal: normal.clone(), offset: constant });
    }
  }
  const reach = Math.max(1e-6, ...own.map((point) => point.length()));
  const key = own
    .map((point) =>
      point
        .toArray()
        .map((x) => x.toFixed(6))
        .join(' '),
    )
    .join(',');
  return { hull: { key, triangles, planes, reach }, middle };
}
