// Motions and limits of joints in words.

#include "report/joint_words.h"

#include <algorithm>

#include "limber/base/overloaded.h"
#include "limber/math/swing_twist.h"
#include "report/quantities.h"

namespace limber::cli {

namespace {

// In whole degrees, because several ranges share a line.
std::string angles_text(const Range& range) {
  return range_text(range, Measure::angle, 0);
}

// The extent of the corners about x and y.
std::string polygon_text(const SwingPolygon& polygon) {
  Range about_x{unlimited, -unlimited}, about_y = about_x;
  for (const Vec3& vertex : polygon.vertices) {
    const Vec2 swing = swing_of_direction(vertex);
    about_x = {std::min(about_x.min, swing.x()), std::max(about_x.max, swing.x())};
    about_y = {std::min(about_y.min, swing.y()), std::max(about_y.max, swing.y())};
  }
  return "polygon " + angles_text(about_x) + " × " + angles_text(about_y);
}

std::string swing_text(const SwingLimit& limit) {
  return std::visit(
      overloaded{[](std::monostate) -> std::string { return ""; },
                 [](const SwingEllipse& ellipse) {
                   const Vec2 r = ellipse.radii;
                   return "ellipse " + angles_text({-r.x(), r.x()}) + " × " + angles_text({-r.y(), r.y()});
                 },
                 [](const SwingPolygon& polygon) { return polygon_text(polygon); }},
      limit);
}

std::string twist_text(const TwistLimit& limit) {
  return std::visit(
      overloaded{[](std::monostate) -> std::string { return ""; },
                 [](const Range& range) -> std::string {
                   return range.is_limited() ? "twist " + angles_text(range) : "";
                 },
                 [](const TwistTable& table) {
                   Range widest{unlimited, -unlimited};
                   for (const Range& range : table.ranges) {
                     widest = {std::min(widest.min, range.min), std::max(widest.max, range.max)};
                   }
                   return "twist " + angles_text(widest);
                 }},
      limit);
}

std::string joined(const std::string& one, const std::string& other) {
  return one + (one.empty() || other.empty() ? "" : ", ") + other;
}

std::string two_ranges_text(const Joint& joint, const char* first, const char* second) {
  std::string text;
  if (joint.ranges[0].is_limited()) text = first + (" " + angles_text(joint.ranges[0]));
  if (joint.ranges[1].is_limited()) {
    text = joined(text, second + (" " + angles_text(joint.ranges[1])));
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
      return type + " " + axis_text(joint.axis) + ", " + axis_text(joint.twist_axis);
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
