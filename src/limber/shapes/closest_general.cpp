// Closest points of any two cores: a rough answer by GJK or the expanding polytope, refined by Newton, the
// best kept.

#include "limber/shapes/closest_general.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "limber/shapes/contact_newton.h"
#include "limber/shapes/expanding_polytope.h"
#include "limber/shapes/gjk.h"

namespace limber {

namespace {

// An answer and a bound on its error [m]: g = -(h_A(-n) + h_B(n)) <= distance for its normal n, and
// |on_a - on_b| >= distance if the cores are apart, so error = |on_a - on_b - g n|.
struct Candidate {
  Closest contact;
  double error;
};

// Not a number: the start, and the answer if nothing better is found.
Candidate no_candidate() {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  return {{Vec3::Constant(nan), Vec3::Constant(nan), Vec3::Constant(nan), nan},
          std::numeric_limits<double>::infinity()};
}

Candidate checked(const Solid& a, const Solid& b, Closest contact) {
  const DifferencePoint lowest = support(a, b, -contact.normal);
  contact.distance = contact.normal.dot(lowest.w);
  const double error = (contact.on_a - contact.on_b - contact.distance * contact.normal).norm();
  return {contact, std::isfinite(error) ? error : std::numeric_limits<double>::infinity()};
}

Closest between_points(const Gjk& gjk) {
  const double distance = gjk.gap().norm();
  return {gjk.on_a(), gjk.on_b(), gjk.gap() / distance, distance};
}

// Finds the points that meet along a known direction out: moves a out along it and a little farther. There
// GJK finds the same points.
Closest with_points_along(const Solid& a, const Solid& b, const Closest& estimate, double size) {
  const Vec3 shift = (0.5 * size - estimate.distance) * estimate.normal;
  Solid outside = a;
  outside.center += shift;
  Gjk gjk(outside, b);
  if (!gjk.separate(1e-9)) return estimate;
  const Closest apart = between_points(gjk);
  return {apart.on_a - shift, apart.on_b, apart.normal, apart.normal.dot(apart.on_a - shift - apart.on_b)};
}

Candidate overlapping(const Solid& a, const Solid& b, double size) {
  Candidate best = no_candidate();
  for (const double tolerance : {1e-8, 1e-12}) {
    const Candidate rough = checked(a, b, expanding_polytope(a, b, tolerance * size).estimate);
    const auto consider = [&](Candidate candidate) {
      // A longer way out counts as an error.
      candidate.error += std::max(0.0, rough.contact.distance - candidate.contact.distance);
      if (candidate.error < best.error) best = candidate;
      return best.error <= 1e-12 * size;
    };
    if (consider(rough)) break;
    if (consider(checked(a, b, refined_contact(a, b, rough.contact)))) break;
    if (consider(checked(a, b, refined_contact(a, b, with_points_along(a, b, rough.contact, size))))) break;
  }
  return best;
}

// Two cores of flat faces, at least one of them a polytope: GJK ends at their closest points, and Newton,
// which looks at every face of a polytope again and again, has nothing to add.
bool are_flat(const Solid& a, const Solid& b) {
  const auto is_flat = [](Core core) {
    return core == Core::segment || core == Core::box || core == Core::polytope;
  };
  return is_flat(a.core) && is_flat(b.core) && (a.core == Core::polytope || b.core == Core::polytope);
}

}  // namespace

Closest closest_general(const Solid& a, const Solid& b) noexcept {
  const double size = reach(a) + reach(b);
  Gjk gjk(a, b);
  Candidate best = no_candidate();
  if (are_flat(a, b)) {
    if (!gjk.separate(1e-13)) return overlapping(a, b, size).contact;
    best = checked(a, b, between_points(gjk));
    if (best.error <= 1e-12 * size) return best.contact;
  }
  for (const double tolerance : {1e-2, 1e-5, 1e-9, 1e-13}) {
    if (!gjk.separate(tolerance)) return overlapping(a, b, size).contact;
    const Closest roughly = between_points(gjk);
    for (const Closest& contact : {refined_contact(a, b, roughly), roughly}) {
      Candidate candidate = checked(a, b, contact);
      candidate.error += std::max(0.0, gjk.lower_bound() - candidate.contact.distance);
      if (candidate.error < best.error) best = candidate;
      if (best.error <= 1e-12 * size) return best.contact;
    }
  }
  // Sharp edges that nearly touch: C has a corner next to the origin, which the polytope finds better from
  // inside.
  if (gjk.gap().norm() < 1e-3 * size) {
    const Candidate touching = overlapping(a, b, size);
    if (touching.error < best.error) best = touching;
  }
  return best.contact;
}

}  // namespace limber
