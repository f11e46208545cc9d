#include "limber/shapes/closest_general.h"

#include <cmath>

#include "limber/shapes/contact_newton.h"
#include "limber/shapes/expanding_polytope.h"
#include "limber/shapes/gjk.h"

namespace limber {

namespace {

Closest separated(const Gjk& gjk) {
  const double distance = gjk.gap().norm();
  return {gjk.on_a(), gjk.on_b(), gjk.gap() / distance, distance};
}

Closest overlapping(const Solid& a, const Solid& b, double size) {
  const Penetration found = expanding_polytope(a, b, 1e-6 * size);
  const std::optional<Closest> refined = refined_contact(a, b, found.estimate);
  // Refining must not lead to another, longer way out.
  if (refined && refined->distance >= found.estimate.distance - 1e-12 * size) return *refined;
  return found.estimate;
}

}  // namespace

Closest closest_general(const Solid& a, const Solid& b) noexcept {
  const double size = reach(a) + reach(b);
  Gjk gjk(a, b);
  for (const double tolerance : {1e-2, 1e-5, 1e-9, 1e-13}) {
    if (!gjk.separate(tolerance)) return overlapping(a, b, size);
    const std::optional<Closest> refined = refined_contact(a, b, separated(gjk));
    if (refined && refined->distance >= gjk.lower_bound() - 1e-12 * size) return *refined;
  }
  return separated(gjk);
}

}  // namespace limber
