// The blended surface along a ray.

#include "limber/picture/ray/blend.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace limber::picture {

namespace {

constexpr double reach_per_thickness = 0.55;
constexpr double smallest_part =
    0.22;  // of the median thickness of a segment's shapes: eyes and nails stay sharp
constexpr int most_crossings = 48;  // members one ray can blend
constexpr int most_near = 16;       // members with influence at one point
constexpr int most_steps = 96;
constexpr double farthest_out =
    0.5;  // of its reach: F = 1 lies no farther from a solid, unless more than 8 meet
constexpr double almost_one = 0.999;  // close enough to the surface: a thousandth of the range

// Flat solids may be rounded over more than their thickness, so that an ear of two discs looks like one.
double roundness(const Solid& solid) {
  const Vec3 extent = bounds_of(solid).max - bounds_of(solid).min;
  const double thin = thickness(solid), wide = 0.5 * extent.minCoeff();
  return std::min(std::sqrt(thin * std::max(thin, wide)), 2.5 * thin);
}

// The range of the rounding of every drawable; 0: none.
std::vector<double> reaches_of(const std::vector<Drawable>& drawables) {
  std::map<SegmentId, std::vector<std::size_t>> of_body;
  for (std::size_t i = 0; i < drawables.size(); ++i) {
    if (drawables[i].body.is_valid()) of_body[drawables[i].body].push_back(i);
  }
  std::vector<double> reaches(drawables.size(), 0.0);
  for (const auto& [body, own] : of_body) {
    std::vector<double> thick;
    for (const std::size_t i : own) thick.push_back(thickness(drawables[i].solid));
    const auto middle = thick.begin() + static_cast<std::ptrdiff_t>(thick.size() / 2);
    std::nth_element(thick.begin(), middle, thick.end());
    for (const std::size_t i : own) {
      const double mine = thickness(drawables[i].solid);
      if (!(mine > smallest_part * *middle)) continue;
      reaches[i] =
          reach_per_thickness * std::min(roundness(drawables[i].solid), 1.5 * std::max(mine, *middle));
    }
  }
  return reaches;
}

}  // namespace

struct BlendedBody::Crossing {
  const Member* member;
  Interval span;
  // Distances change no faster than t. A member that is beyond its range by some distance at one point has no
  // influence within that distance of it, and need not be evaluated there.
  double asked_at = 0.0;
  double beyond_reach = -1.0;  // [m]
};

struct BlendedBody::Value {
  double sum = 0.0;        // F
  double steepness = 0.0;  // [1/m] bound of |grad F| here
  double reach = 0.0;      // [m] the smallest with influence here
  double free = 0.0;       // [m] F < 1 for at least this far; may be negative
  Vec3 normal = Vec3::Zero();
  int main = -1;
};

BlendedBody::BlendedBody(const std::vector<Drawable>& drawables) : tree_({}) {
  const std::vector<double> reaches = reaches_of(drawables);
  std::map<SegmentId, SegmentId> parents;
  for (const Drawable& d : drawables) parents[d.body] = d.parent;
  std::vector<Bounds> boxes;
  for (std::size_t i = 0; i < drawables.size(); ++i) {
    if (!(reaches[i] > 0.0)) continue;
    const Drawable& d = drawables[i];
    Bounds box = bounds_of(d.solid);
    box.min -= Vec3::Constant(reaches[i]);
    box.max += Vec3::Constant(reaches[i]);
    Member member{d.solid, static_cast<int>(i), d.body, d.strand, {}, reaches[i], box, d.color};
    SegmentId ancestor = d.parent;
    for (SegmentId& known : member.ancestors) {
      known = ancestor;
      const auto next = parents.find(ancestor);
      ancestor = !ancestor.is_valid() || next == parents.end() ? no_segment : next->second;
    }
    members_.push_back(member);
    boxes.push_back(box);
  }
  tree_ = BoxTree(boxes);
}

bool BlendedBody::in_one_strand(const Member& a, const Member& b) {
  return a.strand >= 0 && a.strand == b.strand;
}

bool BlendedBody::connected(const Member& a, const Member& b) {
  if (a.color != b.color) return false;  // such edges are intended: the end of a sleeve, an eye
  if (a.body == b.body) return true;
  const auto descends = [](const Member& one, const Member& other) {
    return other.body.is_valid() &&
           std::find(one.ancestors.begin(), one.ancestors.end(), other.body) != one.ancestors.end();
  };
  return descends(a, b) || descends(b, a) || in_one_strand(a, b);
}

BlendedBody::Value BlendedBody::value_at(std::span<Crossing> crossings, const Ray& ray, double t) {
  struct Near {
    const Member* member;
    Distance d;
    double closeness;  // 1 - d/k
    double phi;
  };
  Near near[most_near];
  std::size_t count = 0;
  Value value;
  value.free = 1e300;
  const Vec3 point = ray.at(t);
  for (Crossing& crossing : crossings) {
    const double reach = crossing.member->reach;
    if (t < crossing.span.from) {
      value.free = std::min(value.free, crossing.span.from - t + (1.0 - farthest_out) * reach);
      continue;
    }
    if (t > crossing.span.to || count == most_near) continue;
    const double still_beyond = crossing.beyond_reach - std::abs(t - crossing.asked_at);
    if (still_beyond > 0.0) {
      value.free = std::min(value.free, still_beyond + (1.0 - farthest_out) * reach);
      continue;
    }
    const Distance d = distance_to(crossing.member->solid, point);
    const double closeness = 1.0 - d.value / reach;
    value.free = std::min(value.free, d.value - farthest_out * reach);
    crossing.asked_at = t;
    crossing.beyond_reach = d.value - reach;
    if (closeness > 0.0) {
      // Pieces of a strand continue each other, so only the nearest counts.
      std::size_t place = 0;
      while (place < count && !in_one_strand(*near[place].member, *crossing.member)) ++place;
      if (place < count && near[place].d.value <= d.value) continue;
      near[place] = {crossing.member, d, closeness, closeness * closeness * closeness};
      count = std::max(count, place + 1);
    }
  }

  double all = 0.0;
  double nearest = nowhere;
  for (std::size_t i = 0; i < count; ++i) {
    all += near[i].phi * near[i].phi;
    nearest = std::min(nearest, near[i].d.value);
    value.reach = i == 0 ? near[i].member->reach : std::min(value.reach, near[i].member->reach);
  }
  for (std::size_t i = 0; i < count; ++i) {
    double alike = 0.0, akin = 0.0;
    for (std::size_t j = 0; j < count; ++j) {
      if (!connected(*near[i].member, *near[j].member)) continue;
      double along = std::max(0.0, near[i].d.gradient.dot(near[j].d.gradient));
      for (int power = 2; power <= 16; power *= 2) along *= along;
      const double gap = std::abs(near[i].d.value - near[j].d.value);
      const double together =
          std::max(0.0, 1.0 - gap / std::min(near[i].member->reach, near[j].member->reach));
      alike += along * together * together * together;
      akin += near[j].phi * near[j].phi;
    }
    const double weight = akin / (all * alike);
    const double counts = weight * near[i].phi;
    const double slope = 3.0 * weight * near[i].closeness * near[i].closeness / near[i].member->reach;
    value.sum += counts;
    value.steepness += slope;
    value.normal += slope * near[i].d.gradient;
  }
  // Colours do not mix. Where faces coincide, the later solid is visible.
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_nearest = near[i].d.value < nearest + 0.004 * value.reach;
    if (is_nearest) value.main = std::max(value.main, near[i].member->drawable);
  }
  // Never inside a solid. The normal stays the blended one, so that it does not jump here.
  for (std::size_t i = 0; i < count; ++i) value.sum = std::max(value.sum, near[i].phi);
  return value;
}

std::optional<BlendedBody::Hit> BlendedBody::cast(const Ray& ray, double farthest, double precision) const {
  Crossing crossings[most_crossings];
  std::size_t count = 0;
  tree_.meet(ray, farthest, [&](int index, double far) {
    const Member& member = at(members_, index);
    const Interval span = inside_box(member.box, ray, far);
    if (!span.is_empty() && count < most_crossings) crossings[count++] = Crossing{&member, span};
    return far;
  });
  // There is nothing to find unless two members have influence at once.
  double start = nowhere, end = -1.0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      const Crossing &a = crossings[i], &b = crossings[j];
      const Interval both{std::max(a.span.from, b.span.from), std::min(a.span.to, b.span.to)};
      if (both.is_empty() || in_one_strand(*a.member, *b.member) || !connected(*a.member, *b.member))
        continue;
      start = std::min(start, both.from);
      end = std::max(end, both.to);
    }
  }
  if (!(start < end)) return std::nullopt;

  // To just behind the unblended hit, which rounding may have missed.
  end = std::min(end, farthest) + 2.0 * precision;
  const std::span<Crossing> all(crossings, count);
  double t = start, outside = start, outer_root = 0.0;
  for (int step = 0; step < most_steps && outside < end; ++step) {
    const Value value = value_at(all, ray, t);
    const double root = std::cbrt(value.sum);
    if (root >= almost_one) {
      if (step == 0) return std::nullopt;  // already inside: the unblended hit counts
      // Regula falsi on the cube root of F, which is nearly linear.
      double inside = t, inner_root = root;
      for (int trial = 0; trial < 12 && inside - outside > precision; ++trial) {
        const double part = std::clamp((1.0 - outer_root) / (inner_root - outer_root), 0.05, 0.95);
        const double middle = outside + part * (inside - outside);
        const double between = std::cbrt(value_at(all, ray, middle).sum);
        if (std::abs(between - 1.0) < 1.0 - almost_one) {
          inside = middle;
          break;
        }
        (between >= 1.0 ? inside : outside) = middle;
        (between >= 1.0 ? inner_root : outer_root) = between;
      }
      const Value there = value_at(all, ray, inside);
      return Hit{inside, there.normal.normalized(), there.main};
    }
    outside = t;
    outer_root = root;
    const double by_slope =
        value.steepness > 0.0 ? 0.8 * (1.0 - root) * 3.0 * root * root / value.steepness : 0.0;
    t = std::min(t + std::max({value.free, std::min(by_slope, 0.4 * value.reach), precision}), end);
  }
  return std::nullopt;
}

}  // namespace limber::picture
