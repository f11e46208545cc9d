#include "limber/picture/blend.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace limber::picture {

namespace {

constexpr double reach_per_thickness = 0.55;
constexpr double smallest_part = 0.22;  // of the median thickness of a segment's shapes: eyes and nails stay sharp
constexpr double slack_per_reach = 0.3;
constexpr int most_crossings = 48;  // members one ray can blend
constexpr int most_near = 16;       // members that count at one point
constexpr int most_steps = 128;

// How far the rounding of every drawable reaches; 0: it stays as it is.
std::vector<double> reaches_of(const std::vector<Drawable>& drawables) {
  std::map<int, std::vector<std::size_t>> of_body;
  for (std::size_t i = 0; i < drawables.size(); ++i) {
    if (drawables[i].body >= 0) of_body[drawables[i].body].push_back(i);
  }
  std::vector<double> reaches(drawables.size(), 0.0);
  for (const auto& [body, own] : of_body) {
    std::vector<double> thick;
    for (const std::size_t i : own) thick.push_back(thickness(drawables[i].solid));
    const auto middle = thick.begin() + static_cast<std::ptrdiff_t>(thick.size() / 2);
    std::nth_element(thick.begin(), middle, thick.end());
    for (const std::size_t i : own) {
      const double mine = thickness(drawables[i].solid);
      if (mine > smallest_part * *middle) reaches[i] = reach_per_thickness * std::min(mine, 1.5 * *middle);
    }
  }
  return reaches;
}

}  // namespace

struct BlendedBody::Crossing {
  const Member* member;
  Interval span;
};

struct BlendedBody::Value {
  double sum = 0.0;        // F
  double steepness = 0.0;  // [1/m] bound of |grad F| here
  double free = 0.0;       // [m] F < 1 for at least this far; may be negative
  Vec3 normal = Vec3::Zero();
  int main = -1;
  Rgb albedo = Rgb::Zero();  // only where asked for
};

BlendedBody::BlendedBody(const std::vector<Drawable>& drawables)
    : member_of_drawable_(drawables.size(), -1), tree_({}) {
  const std::vector<double> reaches = reaches_of(drawables);
  std::vector<Bounds> boxes;
  for (std::size_t i = 0; i < drawables.size(); ++i) {
    if (!(reaches[i] > 0.0)) continue;
    const Drawable& d = drawables[i];
    Bounds box = bounds_of(d.solid);
    box.min -= Vec3::Constant(reaches[i]);
    box.max += Vec3::Constant(reaches[i]);
    member_of_drawable_[i] = static_cast<int>(members_.size());
    members_.push_back({d.solid, static_cast<int>(i), d.body, d.parent, d.strand, reaches[i], box, linear(d.color)});
    boxes.push_back(box);
    slack_ = std::max(slack_, slack_per_reach * reaches[i]);
  }
  tree_ = BoxTree(boxes);
}

bool BlendedBody::connected(const Member& a, const Member& b) {
  return a.body == b.body || a.parent == b.body || b.parent == a.body || (a.strand >= 0 && a.strand == b.strand);
}

BlendedBody::Value BlendedBody::value_at(std::span<const Crossing> crossings, const Ray& ray, double t,
                                         bool with_albedo) {
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
  double thickest_offset = 1e300;
  const Vec3 point = ray.at(t);
  for (const Crossing& crossing : crossings) {
    if (t < crossing.span.from) {
      value.free = std::min(value.free, crossing.span.from - t);
      continue;
    }
    if (t > crossing.span.to || count == most_near) continue;
    const Distance d = distance_to(crossing.member->solid, point);
    const double closeness = 1.0 - d.value / crossing.member->reach;
    thickest_offset = std::min(thickest_offset, d.value - 0.5 * crossing.member->reach);
    if (closeness > 0.0) {
      near[count++] = {crossing.member, d, closeness, closeness * closeness * closeness};
    } else {
      value.free = std::min(value.free, d.value - crossing.member->reach);
    }
  }
  // At most 8 solids ever meet in a point; phi = 1/8 half way out.
  if (count > 0) value.free = std::min(value.free, thickest_offset);

  double all = 0.0, shares = 0.0, largest = -1.0;
  for (std::size_t i = 0; i < count; ++i) all += near[i].phi * near[i].phi;
  for (std::size_t i = 0; i < count; ++i) {
    double alike = 0.0, akin = 0.0;
    for (std::size_t j = 0; j < count; ++j) {
      if (!connected(*near[i].member, *near[j].member)) continue;
      const double cosine = std::max(0.0, near[i].d.gradient.dot(near[j].d.gradient));
      const double gap = std::abs(near[i].d.value - near[j].d.value);
      const double together = std::max(0.0, 1.0 - gap / std::max(near[i].member->reach, near[j].member->reach));
      alike += cosine * cosine * cosine * cosine * together * together;
      akin += near[j].phi * near[j].phi;
    }
    const double weight = akin / (all * alike);
    const double counts = weight * near[i].phi;
    const double slope = 3.0 * weight * near[i].closeness * near[i].closeness / near[i].member->reach;
    value.sum += counts;
    value.steepness += slope;
    value.normal += slope * near[i].d.gradient;
    if (with_albedo) {  // colours meet in a narrower band than shapes do
      const double share = std::pow(counts, 6.0);
      value.albedo += share * near[i].member->albedo;
      shares += share;
    }
    if (counts > largest) largest = counts, value.main = near[i].member->drawable;
  }
  if (shares > 0.0) value.albedo /= shares;
  return value;
}

std::optional<BlendedBody::Hit> BlendedBody::cast(const Ray& ray, int plain, double plain_distance,
                                                  double precision) const {
  const int plain_member = plain < 0 ? -1 : member_of_drawable_[static_cast<std::size_t>(plain)];
  const double slack =
      plain_member < 0 ? 0.0 : slack_per_reach * members_[static_cast<std::size_t>(plain_member)].reach;
  const double farthest = plain_distance + slack;
  Crossing crossings[most_crossings];
  std::size_t count = 0;
  tree_.meet(ray, farthest, [&](int index, double far) {
    const Member& member = members_[static_cast<std::size_t>(index)];
    const Interval span = inside_box(member.box, ray, far);
    if (!span.is_empty() && count < most_crossings) crossings[count++] = {&member, span};
    return far;
  });
  // Alone, a solid is as it is: begin where two count at once.
  std::sort(crossings, crossings + count, [](const Crossing& a, const Crossing& b) {
    return a.span.from != b.span.from ? a.span.from < b.span.from : a.member < b.member;
  });
  double start = -1.0, end = -1.0, open_until = -1.0;
  for (std::size_t i = 0; i < count; ++i) {
    const Interval& span = crossings[i].span;
    if (i > 0 && span.from < open_until) {
      if (start < 0.0) start = span.from;
      end = std::max(end, std::min(open_until, span.to));
    }
    open_until = std::max(open_until, span.to);
  }
  if (start < 0.0 || start > plain_distance) return std::nullopt;

  const std::span<const Crossing> all(crossings, count);
  double t = start, outside = t, outer_root = 0.0;
  for (int step = 0; step < most_steps && t <= end; ++step) {
    const Value value = value_at(all, ray, t, false);
    const double root = std::cbrt(value.sum);
    if (root >= 1.0) {
      if (step == 0) return std::nullopt;  // entered before: the plain hit was there
      // Regula falsi on the cube root of F, which is nearly straight.
      double inside = t, inner_root = root;
      for (int trial = 0; trial < 12 && inside - outside > precision; ++trial) {
        const double part = std::clamp((1.0 - outer_root) / (inner_root - outer_root), 0.05, 0.95);
        const double middle = outside + part * (inside - outside);
        const double between = std::cbrt(value_at(all, ray, middle, false).sum);
        if (std::abs(between - 1.0) < 1e-3) {
          inside = middle;
          break;
        }
        (between >= 1.0 ? inside : outside) = middle;
        (between >= 1.0 ? inner_root : outer_root) = between;
      }
      const Value there = value_at(all, ray, inside, true);
      return Hit{inside, there.normal.normalized(), there.main, there.albedo};
    }
    outside = t;
    outer_root = root;
    const double by_slope = value.steepness > 0.0 ? 0.8 * (1.0 - root) * 3.0 * root * root / value.steepness : 0.0;
    t += std::max({value.free, by_slope, precision});
  }
  return std::nullopt;
}

}  // namespace limber::picture
