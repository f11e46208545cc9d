// The vertex shader of all solids. Every solid is a row of the shape table (shape_table.ts); `shape` is the row.
// SKIN_TUBE: vertices are in world coordinates. BLEND: vertices are moved to the blended surface (blending.ts).

import { mostNeighbours } from './blending';
import { texelsPerShape, shapesPerRow } from './shape_table';

export const skinVertex = /* glsl */ `
uniform highp sampler2D shapeTable;
attribute float shape;
#ifndef SKIN_TUBE
attribute vec3 corner;
#endif

vec4 entry(int row, int texel) {
  return texelFetch(shapeTable, ivec2((row % ${shapesPerRow}) * ${texelsPerShape} + texel, row / ${shapesPerRow}), 0);
}
vec3 turned(vec4 q, vec3 v) {
  return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

#ifdef BLEND
// Approximate distance from a round solid, and its gradient.
float distanceFrom(int row, vec3 p, out vec3 gradient, out float reach) {
  vec3 v = p - entry(row, 0).xyz;
  vec4 extended = entry(row, 4);
  vec3 extent = extended.xyz;
  reach = 0.0;
  if (dot(v, v) > extended.w * extended.w) return 1.0; // beyond its reach
  vec4 q = entry(row, 1), radii = entry(row, 2);
  v = turned(vec4(-q.xyz, q.w), v);
  v -= clamp(v, -extent, extent);
  vec3 scaled = v / radii.xyz, slope = scaled / radii.xyz;
  float size = length(scaled), steepness = max(length(slope), 1e-9);
  gradient = turned(q, slope / steepness);
  reach = radii.w;
  return size * (size - 1.0) / steepness;
}

// F, and the direction in which it decreases.
float blended(int own, vec3 start, vec3 startNormal, vec3 p, out vec3 normal, out float steepness, out int count) {
  vec3 g[${mostNeighbours + 1}];
  float d[${mostNeighbours + 1}], k[${mostNeighbours + 1}], strand[${mostNeighbours + 1}];
  count = 0;
  float apart = 0.0, akin = 0.0;
  for (int place = -1; place < ${mostNeighbours}; place++) {
    int row = own;
    if (place >= 0) {
      vec4 four = entry(own, 5 + place / 4);
      int part = place % 4;
      float which = part == 0 ? four.x : part == 1 ? four.y : part == 2 ? four.z : four.w;
      if (which < 0.0) break;
      row = int(which);
      if (which - float(row) > 0.25) { // near, but not blended
        vec3 ignored; float its;
        float beside = distanceFrom(row, p, ignored, its);
        float close = beside < its ? 1.0 - beside / its : 0.0;
        apart += close * close * close * close * close * close;
        continue;
      }
    }
    vec3 gradient; float reach;
    float away = distanceFrom(row, p, gradient, reach);
    float of = entry(row, 3).w;
#ifdef SKIN_TUBE
    // The tube is smoother than its links: measure from its own surface.
    if (place >= 0 && of == strand[0]) continue;
    if (place < 0) { away = dot(p - start, startNormal); gradient = startNormal; strand[0] = of; }
#endif
    if (away >= reach) continue;
    int to = count;
    if (of >= 0.0) for (int i = 0; i < count; i++) if (strand[i] == of) to = i;
    if (to < count && d[to] <= away) continue;
    g[to] = gradient; d[to] = away; k[to] = reach; strand[to] = of;
    count = max(count, to + 1);
  }
  float sum = 0.0, largest = 0.0;
  steepness = 0.0;
  normal = vec3(0.0);
  for (int i = 0; i < count; i++) {
    float alike = 0.0;
    for (int j = 0; j < count; j++) {
      float along = max(0.0, dot(g[i], g[j]));
      along *= along; along *= along; along *= along; along *= along;
      float together = max(0.0, 1.0 - abs(d[i] - d[j]) / min(k[i], k[j]));
      alike += along * together * together * together;
    }
    float closeness = 1.0 - d[i] / k[i], phi = closeness * closeness * closeness;
    float weight = 1.0 / max(alike, 1.0);
    float slope = 3.0 * weight * closeness * closeness / k[i];
    sum += weight * phi;
    akin += phi * phi;
    largest = max(largest, phi);
    steepness += slope;
    normal += slope * g[i];
  }
  return max(sum * akin / max(akin + apart, 1e-9), largest);
}

void blend(int own, inout vec3 p, inout vec3 n) {
  if (entry(own, 5).x < 0.0) return;
  vec3 start = p, startNormal = n;
  float farthest = 0.6 * entry(own, 2).w;
  for (int trial = 0; trial < 2; trial++) {
    vec3 normal; float steepness; int count;
    float sum = blended(own, start, startNormal, p, normal, steepness, count);
    if (count < 2) return;
    float long_ = length(normal);
    if (long_ < 1e-6) return;
    n = normal / long_;
    float root = pow(sum, 1.0 / 3.0);
    if (root > 2.2) return; // deep inside its neighbours: invisible
    p += n * clamp((root - 1.0) * 3.0 * root * root / steepness, -0.5 * farthest, 0.5 * farthest);
    vec3 moved = p - start;
    float by = length(moved);
    if (by > farthest) p = start + moved * (farthest / by);
  }
}
#endif

void placeVertex(out vec3 p, out vec3 n) {
  int row = int(shape + 0.5);
#ifdef SKIN_TUBE
  p = position;
  n = normal;
#else
  vec4 middle = entry(row, 0), q = entry(row, 1);
  vec3 radii = entry(row, 2).xyz;
  p = middle.xyz + turned(q, position * radii + corner * entry(row, 4).xyz);
  n = turned(q, normalize(normal / max(radii, vec3(1e-6))));
#endif
#ifdef BLEND
  blend(row, p, n);
#endif
}

vec3 vertexColor() { return entry(int(shape + 0.5), 3).rgb; }
float vertexState() { return entry(int(shape + 0.5), 0).w; }
vec4 vertexRadii() { return entry(int(shape + 0.5), 2); }
float vertexShape() { return shape; }
`;
