// Closed forms for two segments, and for a segment and a box (closest_segment.h).

#include "limber/shapes/closest_segment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "limber/base/ids.h"
#include "limber/math/rotation.h"

namespace limber {

namespace {

double clamped(double t, double half) {
  return std::clamp(t, -half, half);
}

// The zero set [from, to] of the derivative over [-half, half]: the parameters of all nearest points.
struct NearestStretch {
  double from, to;
};

struct LineAndBox {
  Vec3 m, u, half;  // in the box's own axes

  Vec3 excess(double t) const {
    const Vec3 x = m + t * u;
    return x - x.cwiseMax(-half).cwiseMin(half);
  }
  double slope(double t) const { return u.dot(excess(t)); }

  NearestStretch nearest(double half_length) const {
    std::array<double, 8> knots;
    int count = 0;
    at(knots, count++) = -half_length;
    for (int i = 0; i < 3; ++i) {
      for (const double face : {-half[i], half[i]}) {
        const double t = (face - m[i]) / u[i];  // infinite or NaN where the line never crosses it
        if (t > -half_length && t < half_length) at(knots, count++) = t;
      }
    }
    at(knots, count++) = half_length;
    for (int k = 1; k < count; ++k) {  // eight at most
      for (int i = k; i > 0 && at(knots, i) < at(knots, i - 1); --i)
        std::swap(at(knots, i), at(knots, i - 1));
    }
    // Slopes this small are rounding noise: the line runs along a face, or inside the box.
    const double zero = 1e-15 * (m.norm() + half_length);
    NearestStretch found{half_length, half_length};
    double before = knots[0], slope_before = slope(before);
    if (slope_before >= -zero) found.from = before;
    for (int k = 1; k < count; ++k) {
      const double here = at(knots, k), slope_here = slope(here);
      if (slope_before < -zero && slope_here >= -zero) {
        found.from = slope_here <= zero ? here : between(before, slope_before, here, slope_here);
      }
      if (slope_here > zero) {
        found.to = slope_before >= -zero ? before : found.from;
        return found;
      }
      before = here;
      slope_before = slope_here;
    }
    return found;
  }

 private:
  static double between(double t0, double s0, double t1, double s1) {
    return std::clamp(t0 - s0 * (t1 - t0) / (s1 - s0), t0, t1);
  }
};

struct Escape {
  double distance;
  Vec3 normal;  // own axes of the box
  int edge;     // -1: out of a face; otherwise across an edge along this axis
};

Escape shortest_escape(const LineAndBox& line, double half_length) {
  Escape best{-std::numeric_limits<double>::infinity(), Vec3::UnitX(), -1};
  const auto consider = [&](const Vec3& n, int edge) {
    // Along +n and -n the box is as thick; the nearer side is the one the middle lies on.
    const double side = std::copysign(1.0, n.dot(line.m));
    const double distance =
        side * n.dot(line.m) - half_length * std::abs(n.dot(line.u)) - line.half.dot(n.cwiseAbs());
    if (distance > best.distance) best = {distance, side * n, edge};
  };
  for (int axis = 0; axis < 3; ++axis) consider(Vec3::Unit(axis), -1);
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 across = line.u.cross(Vec3::Unit(axis));
    const double length = across.norm();
    if (length > 1e-9) consider(across / length, axis);
  }
  return best;
}

// The parameter of the segment's point that is deepest in the box along the escape direction.
double deepest(const LineAndBox& line, double half_length, const Escape& escape) {
  if (escape.edge < 0) {
    double from = -half_length, to = half_length;  // what is over the face
    for (int i = 0; i < 3; ++i) {
      if (std::abs(escape.normal[i]) > 0.5 || line.u[i] == 0.0) continue;
      const double t0 = (-line.half[i] - line.m[i]) / line.u[i], t1 = (line.half[i] - line.m[i]) / line.u[i];
      from = std::max(from, std::min(t0, t1));
      to = std::min(to, std::max(t0, t1));
    }
    const double climb = escape.normal.dot(line.u);
    const bool is_parallel = half_length * std::abs(climb) <= 1e-13 * line.half.norm();
    return clamped(is_parallel ? 0.5 * (from + to) : climb > 0.0 ? from : to, half_length);
  }
  // Where the segment, moved out along the normal, meets the edge: in the plane across the edge.
  Vec3 corner = line.half.cwiseProduct(escape.normal.cwiseSign());
  Vec3 flat = line.u;
  corner[escape.edge] = flat[escape.edge] = 0.0;
  Vec3 start = line.m - escape.distance * escape.normal;
  start[escape.edge] = 0.0;
  return clamped(flat.dot(corner - start) / flat.squaredNorm(), half_length);
}

}  // namespace

Closest between_segments(const Solid& a, const Solid& b) noexcept {
  struct Candidate {
    double s, t;
  };
  const Vec3 u = a.axis(), v = b.axis(), r = a.center - b.center;
  const double ha = a.half.z(), hb = b.half.z(), cosine = u.dot(v), ru = r.dot(u), rv = r.dot(v);
  const Vec3 across = u.cross(v);
  const double sine2 = across.squaredNorm(), size = ha + hb;
  const auto across_both =
      [&](Vec3 n) -> Vec3 {  // what rounding left of u and v in it, where they are nearly parallel
    n -= n.dot(v) * v;
    n -= n.dot(u) * u;
    return n.normalized();
  };
  const auto gap = [&](const Candidate& c) -> Vec3 { return r + c.s * u - c.t * v; };

  // Nearest points are inside both segments, or one is an end: all of them, and the best wins.
  std::array<Candidate, 5> candidates;
  int count = 0;
  const auto consider = [&](double s, double t) { at(candidates, count++) = {s, t}; };
  bool crosses = false;
  if (sine2 > 1e-20) {
    // t from s: where the lines are nearly parallel both are uncertain, but not against each other.
    const double s = (cosine * rv - ru) / sine2, t = rv + s * cosine;
    crosses = std::abs(s) <= ha && std::abs(t) <= hb;
    if (crosses) consider(s, t);
  }
  for (const double s : {-ha, ha}) consider(s, clamped(rv + s * cosine, hb));
  for (const double t : {-hb, hb}) consider(clamped(t * cosine - ru, ha), t);

  double best = std::numeric_limits<double>::infinity();
  int first = 0;
  for (int k = 0; k < count; ++k) {
    const double squared = gap(at(candidates, k)).squaredNorm();
    if (squared < best) best = squared, first = k;
  }
  Candidate chosen = at(candidates, first);
  double distance = std::sqrt(best);
  if (sine2 < 1e-24) {  // parallel: the middle of where they run side by side
    double s = 0.0, t = 0.0, ties = 0.0;
    for (int k = 0; k < count; ++k) {
      const Candidate& c = at(candidates, k);
      if (gap(c).norm() <= distance + 1e-14 * size) s += c.s, t += c.t, ties += 1.0;
    }
    chosen = {s / ties, t / ties};
    distance = gap(chosen).norm();
  }
  Closest result;
  result.on_a = a.center + chosen.s * u;
  result.on_b = b.center + chosen.t * v;
  const double sine = std::sqrt(sine2);
  if (crosses && first == 0 && sine * size > distance) {  // more exact than the difference of two near points
    result.normal = across_both(across / std::copysign(sine, across.dot(r)));
  } else if (distance > 1e-14 * size) {
    result.normal = gap(chosen) / distance;
  } else {
    result.normal = sine2 > 1e-24 ? across_both(across / sine) : any_perpendicular(u);
  }
  result.distance = result.normal.dot(result.on_a - result.on_b);
  return result;
}

Closest segment_to_box(const Solid& segment, const Solid& box) noexcept {
  const LineAndBox line{box.axes.transpose() * (segment.center - box.center),
                        box.axes.transpose() * segment.axis(), box.half};
  const double half_length = segment.half.z();
  const NearestStretch stretch = line.nearest(half_length);
  double t = 0.5 * (stretch.from + stretch.to);
  Vec3 excess = line.excess(t);
  double distance = excess.norm();
  Vec3 normal;
  const double size = half_length + line.half.norm();
  if (distance > 1e-13 * size) {
    normal = excess / distance;
  } else {
    const Escape escape = shortest_escape(line, half_length);
    if (escape.distance < -1e-12 * size)
      t = deepest(line, half_length, escape);  // else it touches where it is
    normal = escape.normal;
    distance = escape.distance;
  }
  const Vec3 on_segment = line.m + t * line.u;
  return {box.center + box.axes * on_segment, box.center + box.axes * (on_segment - distance * normal),
          box.axes * normal, distance};
}

}  // namespace limber
