// Finds chains of links and replaces them by smooth strands.

#include "limber/picture/drawing/strand.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace limber::picture {

namespace {

constexpr std::size_t shortest_strand = 3;  // links; two may be an upper and a lower arm

struct Knot {
  Vec3 position;
  double radius;
  std::size_t drawable;
};

// The ends of a link, where another may continue it.
struct Link {
  Vec3 start, end;  // the same for a sphere
  double radius;
};

std::optional<Link> as_link(const Solid& solid) {
  const Shape* shape = std::get_if<Shape>(&solid);
  if (!shape) return std::nullopt;
  if (const Sphere* s = std::get_if<Sphere>(shape)) return Link{s->center, s->center, s->radius};
  if (const Capsule* c = std::get_if<Capsule>(shape)) return Link{c->a, c->b, c->radius};
  return std::nullopt;
}

// Links of similar thickness and kind that nearly touch. Only short ones: an arm must not bend like a trunk.
bool continues(const Link& before, const Link& after) {
  const bool both_spheres = before.start == before.end && after.start == after.end;
  const bool both_capsules = before.start != before.end && after.start != after.end;
  const double thin = std::min(before.radius, after.radius), thick = std::max(before.radius, after.radius);
  const double gap = (after.start - before.end).norm();
  if (!(thin > 0.4 * thick)) return false;
  const double length = (after.end - after.start).norm();
  return (both_spheres && gap > 0.0 && gap < 1.5 * (thin + thick)) ||
         (both_capsules && gap < 0.5 * thin && length < 3.5 * thick);
}

double hermite(double p0, double p1, double m0, double m1, double t) {
  const double t2 = t * t, t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * p0 + (t3 - 2 * t2 + t) * m0 + (3 * t2 - 2 * t3) * p1 + (t3 - t2) * m1;
}

// The body that contains the first point of a strand. It need not be its parent: an elephant's trunk may be a
// child of the shoulders and start at the head.
SegmentId holder_of(const Knot& first, const std::vector<Drawable>& drawables) {
  const Drawable& link = drawables[first.drawable];
  double nearest = 0.5 * first.radius;
  SegmentId holder = link.parent;
  for (const Drawable& other : drawables) {
    if (!other.body.is_valid() || other.body == link.body || as_link(other.solid)) continue;
    const double d = distance_to(other.solid, first.position).value;
    if (d < nearest) nearest = d, holder = other.body;
  }
  return holder;
}

void sweep(const std::vector<Knot>& knots, const std::vector<Drawable>& links, int strand, int pieces,
           std::vector<Drawable>& result) {
  const SegmentId holder = holder_of(knots.front(), links);
  const std::size_t n = knots.size();
  std::vector<double> times(n, 0.0);
  for (std::size_t i = 1; i < n; ++i) {
    times[i] = times[i - 1] + std::sqrt((knots[i].position - knots[i - 1].position).norm());
  }
  const auto slope = [&](std::size_t i) -> Eigen::Vector4d {
    const Knot& before = knots[i == 0 ? 0 : i - 1];
    const Knot& after = knots[std::min(i + 1, n - 1)];
    const double dt = times[std::min(i + 1, n - 1)] - times[i == 0 ? 0 : i - 1];
    Eigen::Vector4d rise;
    rise << after.position - before.position, after.radius - before.radius;
    return rise / dt;
  };
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const Knot &from = knots[i], &to = knots[i + 1];
    const double dt = times[i + 1] - times[i];
    const Eigen::Vector4d m0 = slope(i) * dt, m1 = slope(i + 1) * dt;
    const auto at = [&](double t) {
      Knot knot{Vec3::Zero(), 0.0, t < 0.5 ? from.drawable : to.drawable};
      for (int k = 0; k < 3; ++k)
        knot.position[k] = hermite(from.position[k], to.position[k], m0[k], m1[k], t);
      knot.radius = std::clamp(hermite(from.radius, to.radius, m0[3], m1[3], t),
                               std::min(from.radius, to.radius), std::max(from.radius, to.radius));
      return knot;
    };
    for (int k = 0; k < pieces; ++k) {
      const Knot a = at(static_cast<double>(k) / pieces), b = at(static_cast<double>(k + 1) / pieces);
      Drawable piece = links[k + 0.5 < 0.5 * pieces ? from.drawable : to.drawable];
      piece.solid = RoundCone{a.position, b.position, a.radius, b.radius};
      piece.parent =
          (a.position - knots.front().position).norm() < 9.0 * knots.front().radius ? holder : no_segment;
      piece.strand = strand;
      result.push_back(piece);
    }
  }
}

}  // namespace

std::vector<Drawable> with_smooth_strands(std::vector<Drawable> drawables, int pieces_per_link) {
  std::map<SegmentId, std::vector<std::size_t>> of_body;
  for (std::size_t i = 0; i < drawables.size(); ++i) {
    if (drawables[i].body.is_valid()) of_body[drawables[i].body].push_back(i);
  }
  // next[i]: the link that continues drawable i.
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> next(drawables.size(), none), previous(drawables.size(), none);
  for (std::size_t i = 0; i < drawables.size(); ++i) {
    const auto parent = of_body.find(drawables[i].parent);
    if (!drawables[i].body.is_valid() || parent == of_body.end()) continue;
    if (of_body[drawables[i].body].size() != 1 || parent->second.size() != 1) continue;
    const std::size_t before = parent->second.front();
    const std::optional<Link> a = as_link(drawables[before].solid), b = as_link(drawables[i].solid);
    if (!a || !b || next[before] != none || !continues(*a, *b)) continue;
    next[before] = i;
    previous[i] = before;
  }

  std::vector<Drawable> result;
  std::vector<bool> taken(drawables.size(), false);
  int strand = 0;
  for (std::size_t first = 0; first < drawables.size(); ++first) {
    if (previous[first] != none || next[first] == none) continue;
    std::vector<Knot> knots;
    std::size_t links = 0;
    for (std::size_t i = first; i != none; i = next[i], ++links) {
      const Link link = *as_link(drawables[i].solid);
      if (knots.empty() || link.start != knots.back().position) knots.push_back({link.start, link.radius, i});
      if (next[i] == none && link.end != link.start) knots.push_back({link.end, link.radius, i});
    }
    if (links < shortest_strand) continue;
    for (std::size_t i = first; i != none; i = next[i]) taken[i] = true;
    sweep(knots, drawables, strand++, pieces_per_link, result);
  }
  for (std::size_t i = 0; i < drawables.size(); ++i) {
    if (!taken[i]) result.push_back(std::move(drawables[i]));
  }
  return result;
}

}  // namespace limber::picture
