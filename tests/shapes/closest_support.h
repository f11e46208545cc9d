#pragma once
// What proves an answer of closest() right, without the code that found it.
//
//   on_a in A, on_b in B, |on_a - on_b| = d:   the distance is at most d                  (apart)
//   n.a - n.b >= d for all a in A, b in B:     the distance is at least d, and moving a by -d n parts them

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "limber/shapes/closest.h"
#include "support/solids.h"

namespace limber::test {

inline constexpr std::size_t bounded_types[] = {0, 1, 2, 3, 4, 6, 7, 8};

// How far a shape reaches along a unit vector, from its definition.
inline double reach_along(const Shape& shape, const Vec3& n) {
  const auto box = [&](const Box& b) {
    return n.dot(b.center) + 0.5 * b.size.dot((b.rotation.transpose() * n).cwiseAbs());
  };
  switch (shape.index()) {
    case 0: {
      const auto& s = std::get<Sphere>(shape);
      return n.dot(s.center) + s.radius;
    }
    case 1: {
      const auto& e = std::get<Ellipsoid>(shape);
      return n.dot(e.center) + (e.rotation.transpose() * n).cwiseProduct(e.radii).norm();
    }
    case 2: {
      const auto& c = std::get<Capsule>(shape);
      return std::max(n.dot(c.a), n.dot(c.b)) + c.radius;
    }
    case 3: {
      const auto& c = std::get<Cylinder>(shape);
      return std::max(n.dot(c.a), n.dot(c.b)) + c.radius * n.cross((c.b - c.a).normalized()).norm();
    }
    case 4:
      return box(std::get<Box>(shape));
    case 5: {
      const auto& p = std::get<Plane>(shape);
      return (n - p.normal).norm() < 1e-12 ? n.dot(p.point) : std::numeric_limits<double>::infinity();
    }
    case 6:
      return box(std::get<MeshReference>(shape).box);
    case 7: {
      const auto& mesh = std::get<ConvexMesh>(shape);
      double farthest = -std::numeric_limits<double>::infinity();
      for (const Vec3& v : mesh.hull->vertices) farthest = std::max(farthest, n.dot(mesh.place * v));
      return farthest;
    }
    default: {
      const auto& r = std::get<Rectangle>(shape);
      const Vec3 own = r.rotation.transpose() * n;
      return n.dot(r.center) + 0.5 * r.size.dot(own.head<2>().cwiseAbs());
    }
  }
}

// The width of the gap between the two as seen along n: what the distance maximises.
inline double gap_along(const Shape& a, const Shape& b, const Vec3& n) {
  return -reach_along(a, -n) - reach_along(b, n);
}

inline Shape moved(const Shape& shape, const Vec3& by) {
  return transformed(Transform::at(by), shape);
}

// Empty when the answer proves itself to `tolerance` [m]; that an overlap has no shorter way out is left to
// prove.
inline std::string doubt(const Shape& a, const Shape& b, const Closest& c, double tolerance) {
  const auto say = [&](const std::string& what, double by) {
    return what + " by " + std::to_string(by / tolerance) + " times the tolerance; " +
           std::string(shape_type_name(a)) + " and " + std::string(shape_type_name(b)) + " at distance " +
           std::to_string(c.distance);
  };
  if (!std::isfinite(c.distance) || !c.normal.allFinite() || !c.on_a.allFinite() || !c.on_b.allFinite()) {
    return "not finite";
  }
  const auto check = [&](const char* what, double error) {
    return std::abs(error) <= tolerance ? std::string() : say(what, error);
  };
  for (const std::string& problem : {
           check("normal is not a unit vector", c.normal.norm() - 1.0),
           check("points and distance disagree", (c.on_a - c.on_b - c.distance * c.normal).norm()),
           check("on_a is off the surface", std::max(0.0, outside_by(a, c.on_a))),
           check("on_b is off the surface", std::max(0.0, outside_by(b, c.on_b))),
           check("gap along the normal", gap_along(a, b, c.normal) - c.distance),
       }) {
    if (!problem.empty()) return problem;
  }
  return {};
}

// The widest gap over all directions by brute force: a grid of directions, and a random climb from the best.
inline double widest_gap(Random& random, const Shape& a, const Shape& b, int samples, int climb) {
  double best = -std::numeric_limits<double>::infinity();
  Vec3 at = Vec3::UnitX();
  const auto consider = [&](const Vec3& n) {
    const double gap = gap_along(a, b, n);
    if (gap <= best) return false;
    best = gap;
    at = n;
    return true;
  };
  for (int k = 0; k < samples; ++k) {  // points of a spiral from pole to pole
    const double z = 1.0 - (2.0 * k + 1.0) / samples, azimuth = 2.399963229728653 * k;
    consider(Vec3(std::sqrt(1 - z * z) * std::cos(azimuth), std::sqrt(1 - z * z) * std::sin(azimuth), z));
  }
  double stride = 4.0 / std::sqrt(samples);
  for (int k = 0; k < climb; ++k) {
    if (!consider((at + stride * random_direction(random)).normalized())) stride *= 0.95;
  }
  return best;
}

}  // namespace limber::test
