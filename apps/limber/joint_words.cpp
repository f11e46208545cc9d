#include "joint_words.h"

#include <algorithm>

#include "limber/base/overloaded.h"
#include "quantities.h"

namespace limber::cli {

namespace {

std::string swing_text(const SwingLimit& limit) {
  return std::visit(overloaded{[](std::monostate) -> std::string { return ""; },
                               [](const SwingEllipse& ellipse) {
                                 return "swing ±" + degrees_text(ellipse.radii.x()) + " × ±" +
                                        degrees_text(ellipse.radii.y());
                               },
                               [](const SwingPolygon& polygon) {
                                 return "swing in " + std::to_string(polygon.vertices.size()) + " corners";
                               }},
                    limit);
}

std::string twist_text(const TwistLimit& limit) {
  return std::visit(
      overloaded{[](std::monostate) -> std::string { return ""; },
                 [](const Range& range) -> std::string {
                   return range.is_limited() ? "twist " + range_text(range, Measure::angle) : "";
                 },
                 [](const TwistTable& table) {
                   Range widest{unlimited, -unlimited};
                   for (const Range& range : table.ranges) {
                     widest = {std::min(widest.min, range.min), std::max(widest.max, range.max)};
                   }
                   return "twist " + range_text(widest, Measure::angle) + " by swing";
                 }},
      limit);
}

std::string joined(const std::string& one, const std::string& other) {
  return one + (one.empty() || other.empty() ? "" : ", ") + other;
}

std::string two_ranges_text(const Joint& joint, const char* first, const char* second) {
  std::string text;
  if (joint.ranges[0].is_limited()) text = first + (" " + range_text(joint.ranges[0], Measure::angle));
  if (joint.ranges[1].is_limited()) {
    text = joined(text, second + (" " + range_text(joint.ranges[1], Measure::angle)));
  }
  return text;
}

}  // namespace

std::string axis_text(const Vec3& axis) {
  constexpr double close = 1e-9;
  for (int i = 0; i < 3; ++i) {
    const std::string letter(1, "xyz"[i]);
    if ((axis - Vec3::Unit(i)).norm() < close) return letter;
    if ((axis + Vec3::Unit(i)).norm() < close) return "-" + letter;
  }
  return "(" + number_text(axis.x(), 2) + ", " + number_text(axis.y(), 2) + ", " + number_text(axis.z(), 2) +
         ")";
}

std::string motion_text(const Joint& joint) {
  const std::string type(joint_type_name(joint.type));
  switch (joint.type) {
    case JointType::revolute:
    case JointType::prismatic:
      return type + " " + axis_text(joint.axis);
    case JointType::elbow:
      return type + " " + axis_text(joint.axis) + ", twist " + axis_text(joint.twist_axis);
    case JointType::fixed:
    case JointType::swing:
    case JointType::ball:
    case JointType::free:
      return type;
  }
  return type;
}

std::string limits_text(const Joint& joint) {
  const auto or_unlimited = [](std::string text) { return text.empty() ? "unlimited" : text; };
  switch (joint.type) {
    case JointType::revolute:
      return range_text(joint.ranges[0], Measure::angle);
    case JointType::prismatic:
      return range_text(joint.ranges[0], Measure::length);
    case JointType::elbow:
      return or_unlimited(two_ranges_text(joint, "flex", "twist"));
    case JointType::swing:
      return or_unlimited(joined(swing_text(joint.swing_limit), two_ranges_text(joint, "x", "y")));
    case JointType::ball:
      return or_unlimited(joined(swing_text(joint.swing_limit), twist_text(joint.twist_limit)));
    case JointType::fixed:
    case JointType::free:
      return "";
  }
  return "";
}

}  // namespace limber::cli
