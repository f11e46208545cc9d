#include "limber/picture/fillet.h"

#include <cmath>
#include <map>

namespace limber::picture {

namespace {

constexpr double reach_per_thickness = 0.9;
constexpr std::size_t most_shapes_of_a_body = 100;  // pairs are quadratic; beyond this creases stay sharp
constexpr int most_steps = 60;

struct Blended {
  double value;
  Vec3 gradient;
  double share;
};

Blended blend(const Distance& one, const Distance& other, double reach) {
  const double cosine = one.gradient.dot(other.gradient);
  const double k = reach * std::sqrt(std::max(0.0, 1.0 - cosine * cosine));  // |sin| of the crease
  const bool one_is_nearer = one.value <= other.value;
  const double gap = std::abs(one.value - other.value);
  const double h = k > 0.0 ? std::max(0.0, 1.0 - gap / k) : 0.0;
  const double share = one_is_nearer ? 0.5 * h : 1.0 - 0.5 * h;
  return {std::min(one.value, other.value) - 0.25 * h * h * k,
          (1.0 - share) * one.gradient + share * other.gradient, share};
}

void add_if_near(const std::vector<Drawable>& drawables, std::size_t i, std::size_t j,
                 std::vector<Fillet>& fillets) {
  const Drawable &one = drawables[i], &other = drawables[j];
  if (one.strand >= 0 && one.strand == other.strand) return;
  Fillet fillet{static_cast<int>(i), static_cast<int>(j), 0.0, {}};
  fillet.reach = reach_per_thickness * std::min(thickness(one.solid), thickness(other.solid));
  if (!(fillet.reach > 0.0)) return;
  // On f = 0 the nearer solid is at most k/4 away, the other k more.
  const Vec3 room = Vec3::Constant(1.25 * fillet.reach);
  const Bounds a = bounds_of(one.solid), b = bounds_of(other.solid);
  fillet.box = {(a.min - room).cwiseMax(b.min - room), (a.max + room).cwiseMin(b.max + room)};
  if ((fillet.box.min.array() < fillet.box.max.array()).all()) fillets.push_back(fillet);
}

}  // namespace

std::optional<Fillet::Hit> Fillet::cast(const std::vector<Drawable>& drawables, const Ray& ray, double farthest,
                                        double precision) const {
  const Interval span = inside_box(box, ray, farthest);
  if (span.is_empty()) return std::nullopt;
  const Solid& first = drawables[static_cast<std::size_t>(one)].solid;
  const Solid& second = drawables[static_cast<std::size_t>(other)].solid;
  double t = span.from;
  for (int step = 0; step < most_steps && t <= span.to; ++step) {
    const Vec3 p = ray.at(t);
    const Blended f = blend(distance_to(first, p), distance_to(second, p), reach);
    if (f.value < precision) {
      // Already inside where the box begins: the plain solid was entered before.
      const bool enters = f.gradient.dot(ray.direction) < 0.0;
      if (step == 0 && f.value < -precision) return std::nullopt;
      if (enters) return Hit{t, f.gradient.normalized(), f.share};
    }
    t += std::max(0.9 * f.value, precision);
  }
  return std::nullopt;
}

std::vector<Fillet> fillets_between(const std::vector<Drawable>& drawables) {
  std::map<int, std::vector<std::size_t>> of_body;
  for (std::size_t i = 0; i < drawables.size(); ++i) {
    if (drawables[i].body >= 0) of_body[drawables[i].body].push_back(i);
  }
  std::vector<Fillet> fillets;
  for (const auto& [body, own] : of_body) {
    if (own.size() > most_shapes_of_a_body) continue;
    for (std::size_t a = 0; a < own.size(); ++a) {
      for (std::size_t b = a + 1; b < own.size(); ++b) add_if_near(drawables, own[a], own[b], fillets);
    }
    const auto parent = of_body.find(drawables[own.front()].parent);
    if (parent == of_body.end() || parent->second.size() > most_shapes_of_a_body) continue;
    for (const std::size_t i : own) {
      for (const std::size_t j : parent->second) add_if_near(drawables, i, j, fillets);
    }
  }
  return fillets;
}

}  // namespace limber::picture
