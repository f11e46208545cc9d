// Names and ranges by joint type.

#include "limber/session/edits/joint_coordinates.h"

#include <algorithm>
#include <array>

#include "limber/base/overloaded.h"
#include "limber/figure/joint_coordinate.h"
#include "limber/figure/joint_motion.h"
#include "limber/math/swing_twist.h"

namespace limber {

namespace {

std::vector<std::string> coordinate_names(JointType type) {
  switch (type) {
    case JointType::fixed:
      return {};
    case JointType::revolute:
      return {"angle"};
    case JointType::prismatic:
      return {"length"};
    case JointType::elbow:
      return {"flexion", "twist"};
    case JointType::swing:
      return {"swing x", "swing y"};
    case JointType::ball:
      return {"swing x", "swing y", "twist"};
    case JointType::free:
      return {"move x", "move y", "move z", "turn x", "turn y", "turn z"};
  }
  return {};
}

Range around(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return {*low, *high};
}

// The bounding box of all allowed swings, or of a polygon's corners.
std::array<Range, 2> swing_box(const SwingLimit& limit) {
  return std::visit(overloaded{
                        [](std::monostate) { return std::array<Range, 2>{}; },
                        [](const SwingEllipse& ellipse) {
                          const Vec2& r = ellipse.radii;
                          return std::array<Range, 2>{Range{-r.x(), r.x()}, Range{-r.y(), r.y()}};
                        },
                        [](const SwingPolygon& polygon) {
                          std::vector<double> x, y;
                          for (const Vec3& vertex : polygon.vertices) {
                            const Vec2 swing = swing_of_direction(vertex);
                            x.push_back(swing.x());
                            y.push_back(swing.y());
                          }
                          return std::array<Range, 2>{around(x), around(y)};
                        },
                    },
                    limit);
}

Range twist_span(const TwistLimit& limit) {
  return std::visit(overloaded{
                        [](std::monostate) { return Range{}; },
                        [](const Range& range) { return range; },
                        [](const TwistTable& table) {
                          Range widest{unlimited, -unlimited};
                          for (const Range& range : table.ranges) {
                            widest.min = std::min(widest.min, range.min);
                            widest.max = std::max(widest.max, range.max);
                          }
                          return widest;
                        },
                    },
                    limit);
}

// The intersection.
Range met(const Range& a, const Range& b) {
  return {std::max(a.min, b.min), std::min(a.max, b.max)};
}

}  // namespace

std::vector<CoordinateInfo> coordinates_of(const Joint& joint) {
  std::vector<CoordinateInfo> coordinates;
  for (std::string& name : coordinate_names(joint.type)) {
    const int number = static_cast<int>(coordinates.size());
    coordinates.push_back({std::move(name), {}, is_length(joint.type, number)});
  }
  if (joint.type != JointType::free && joint.type != JointType::ball) {
    for (std::size_t i = 0; i < coordinates.size(); ++i) coordinates[i].range = joint.ranges[i];
  }
  if (joint.type == JointType::swing || joint.type == JointType::ball) {
    const std::array<Range, 2> box = swing_box(joint.swing_limit);
    for (std::size_t i = 0; i < 2; ++i) coordinates[i].range = met(coordinates[i].range, box[i]);
  }
  if (joint.type == JointType::ball) coordinates[2].range = twist_span(joint.twist_limit);
  return coordinates;
}

void set_coordinates(const Figure& figure, Posture& posture, JointId joint,
                     std::span<const double> coordinates) {
  const Joint& description = figure.joint(joint);
  std::vector<double> values;
  if (description.type == JointType::ball) {
    const Quat turn = compose({.swing = Vec2(coordinates[0], coordinates[1]), .twist = coordinates[2]});
    values = {turn.x(), turn.y(), turn.z(), turn.w()};
  } else {
    values = values_of_parameters(description.type, coordinates);
  }
  values = inside_limits(description, values);
  std::copy(values.begin(), values.end(), posture.values.data() + figure.first_value(joint));
}

}  // namespace limber
