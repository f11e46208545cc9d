// MidRange: the middle of every limit, and how far the joints are from it.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/figure/compiled.h"
#include "limber/math/swing_twist.h"
#include "limber/tasks/criterion_types.h"

namespace limber::tasks {

namespace {

constexpr double pi = std::numbers::pi;
constexpr double largest_factor = 4.0;

bool has_middle(const Range& range) {
  return std::isfinite(range.min) && std::isfinite(range.max) && range.max > range.min;
}
double middle(const Range& range) {
  return 0.5 * (range.min + range.max);
}
double half_width(const Range& range) {
  return 0.5 * (range.max - range.min);
}

// Half widths of the angles and of the lengths that count, for their means.
struct HalfWidths {
  double sum[2] = {0.0, 0.0};
  int count[2] = {0, 0};
  void add(double half, bool is_length) {
    sum[is_length] += half;
    ++count[is_length];
  }
  double factor(double half, bool is_length) const {
    const double mean = sum[is_length] / count[is_length];
    return std::min(largest_factor, (mean / half) * (mean / half));
  }
};

// The middle of a swing limit, and how far it is from there to the limit along each axis.
struct SwingMiddle {
  bool exists = false;
  Vec2 swing = Vec2::Zero(), half = Vec2::Ones();
};

SwingMiddle middle_of(const SwingLimit& limit) {
  if (const auto* ellipse = std::get_if<SwingEllipse>(&limit)) return {true, Vec2::Zero(), ellipse->radii};
  const auto* polygon = std::get_if<SwingPolygon>(&limit);
  if (!polygon) return {};
  Vec3 sum = Vec3::Zero();
  for (const Vec3& vertex : polygon->vertices) sum += vertex;
  if (sum.norm() < 1e-6) return {};  // around the whole sphere: no middle
  const Vec3 center = sum.normalized();
  if (!polygon->contains(center)) return {};
  double angles = 0.0;
  for (const Vec3& vertex : polygon->vertices) angles += angle_between(center, vertex);
  const double half = angles / static_cast<double>(polygon->vertices.size());
  return {true, swing_of_direction(center), Vec2(half, half)};
}

// The range that says how wide a twist limit is: of a table, that without swing.
Range widest(const TwistLimit& limit) {
  const Range range = twist_range(limit, Vec2::Zero());
  return has_middle(range) && half_width(range) < pi ? range : Range{};
}

HalfWidths half_widths(const FigureData& data) {
  HalfWidths all;
  for (const Joint& joint : data.joints) {
    const bool swings = joint.type == JointType::swing || joint.type == JointType::ball;
    for (const Range& range : joint.ranges) {
      if (has_middle(range)) all.add(half_width(range), joint.type == JointType::prismatic);
    }
    if (!swings) continue;
    if (const SwingMiddle swing = middle_of(joint.swing_limit); swing.exists) {
      all.add(swing.half.x(), false);
      all.add(swing.half.y(), false);
    }
    if (const Range twist = widest(joint.twist_limit); has_middle(twist)) all.add(half_width(twist), false);
  }
  return all;
}

// Calls visit(joint, factor, way, row): the term 1/2 factor way^2, whose `way` changes by row . (the joint's
// own step).
template <class Visit>
void for_terms(const TaskContext& context, Visit&& visit) {
  const FigureData& data = data_of(context.figure());
  const HalfWidths widths = half_widths(data);
  for (std::size_t j = 0; j < data.joints.size(); ++j) {
    const Joint& joint = data.joints[j];
    const double* values = context.posture.values.data() + data.first_value[j];
    if (joint.type == JointType::fixed || joint.type == JointType::free) continue;
    if (joint.type != JointType::ball) {
      for (int k = 0; k < dof_count(joint.type); ++k) {
        const Range& range = at(joint.ranges, k);
        if (!has_middle(range)) continue;
        const double factor = widths.factor(half_width(range), joint.type == JointType::prismatic);
        visit(j, factor, values[k] - middle(range), Vec3::Unit(k));
      }
      if (joint.type != JointType::swing) continue;
    }
    if (joint.swing_limit.index() == 0 && joint.twist_limit.index() == 0) continue;
    SwingTwist parts;
    Mat3 rates = Mat3::Identity();
    if (joint.type == JointType::ball) {
      parts = swing_twist(Quat(values[3], values[0], values[1], values[2]));
      rates = swing_twist_rates(parts);
    } else {
      parts.swing = {values[0], values[1]};
    }
    if (const SwingMiddle swing = middle_of(joint.swing_limit); swing.exists) {
      for (int k = 0; k < 2; ++k) {
        visit(j, widths.factor(swing.half[k], false), parts.swing[k] - swing.swing[k],
              Vec3(rates.row(k).transpose()));
      }
    }
    const Range width = widest(joint.twist_limit), range = twist_range(joint.twist_limit, parts.swing);
    if (joint.type != JointType::ball || !has_middle(width) || !has_middle(range)) continue;
    Vec3 row = rates.row(2);
    if (const auto* table = std::get_if<TwistTable>(&joint.twist_limit)) {
      const TwistTable::Gradient slope = table->gradient(parts.swing);
      row -= rates.topRows<2>().transpose() * (0.5 * (slope.min + slope.max));
    }
    visit(j, widths.factor(half_width(width), false), wrap_angle(parts.twist - middle(range)), row);
  }
}

}  // namespace

double value(const MidRange&, const TaskContext& context) noexcept {
  double sum = 0.0;
  for_terms(context,
            [&](std::size_t, double factor, double way, const Vec3&) { sum += 0.5 * factor * way * way; });
  return sum;
}

void add_gradient(const MidRange&, const TaskContext& context, Eigen::Ref<VecX> gradient) noexcept {
  const FigureData& data = data_of(context.figure());
  for_terms(context, [&](std::size_t j, double factor, double way, const Vec3& row) {
    const int first = data.first_dof[j], count = data.first_dof[j + 1] - first;
    gradient.segment(first, count) += factor * way * row.head(count);
  });
}

void add_curvature(const MidRange&, const TaskContext& context, Eigen::Ref<VecX> diagonal) noexcept {
  const FigureData& data = data_of(context.figure());
  for_terms(context, [&](std::size_t j, double factor, double, const Vec3& row) {
    const int first = data.first_dof[j], count = data.first_dof[j + 1] - first;
    diagonal.segment(first, count) += factor * row.head(count).cwiseAbs2();
  });
}

}  // namespace limber::tasks
