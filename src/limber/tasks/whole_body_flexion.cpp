// Which coordinates flex a body, and which way (criterion.h): those about axes across the sagittal plane.
//
// The direction of flexion is that of the larger part of the range: knees, elbows, hips and the spine bend
// farther forward than back. Two exceptions: the first joint beyond a hinge that bends only one way folds
// against it (the ankle against the knee), and a joint that bends as far both ways bends like the one before
// it (the neck like the spine).

#include <array>
#include <cmath>
#include <vector>

#include "limber/base/overloaded.h"
#include "limber/kinematics/kinematics.h"
#include "limber/math/swing_twist.h"
#include "limber/tasks/criterion.h"

namespace limber {

namespace {

constexpr double across = 0.85;      // |axis . y| from here on: within about 30 degrees of the normal
constexpr double one_way = 0.1;      // of the range beyond zero, at most: the joint bends one way only
constexpr double both_alike = 0.05;  // of the range: the two sides differ by less

// A coordinate that turns about `axis`, in the joint's base frame, within `range`.
struct Turn {
  int coordinate;
  Vec3 axis;
  Range range;
};

std::array<Range, 2> swing_ranges(const Joint& joint) {
  return std::visit(
      overloaded{
          [&](std::monostate) { return joint.ranges; },
          [](const SwingEllipse& e) {
            return std::array<Range, 2>{Range{-e.radii.x(), e.radii.x()}, Range{-e.radii.y(), e.radii.y()}};
          },
          [](const SwingPolygon& polygon) {
            std::array<Range, 2> box = {Range{0.0, 0.0}, Range{0.0, 0.0}};
            for (const Vec3& corner : polygon.vertices) {
              const Vec2 swing = swing_of_direction(corner);
              for (std::size_t i = 0; i < 2; ++i) {
                const double s = swing[static_cast<int>(i)];
                box[i] = {std::min(box[i].min, s), std::max(box[i].max, s)};
              }
            }
            return box;
          },
      },
      joint.swing_limit);
}

std::vector<Turn> turns_of(const Joint& joint) {
  switch (joint.type) {
    case JointType::revolute:
      return {{0, joint.axis, joint.ranges[0]}};
    case JointType::elbow:
      return {{0, joint.axis, joint.ranges[0]}};
    case JointType::swing:
    case JointType::ball: {
      const std::array<Range, 2> ranges = swing_ranges(joint);
      return {{0, Vec3::UnitX(), ranges[0]}, {1, Vec3::UnitY(), ranges[1]}};
    }
    default:
      return {};
  }
}

// What the joints beyond a segment go by: which way it flexed about +y, and whether it can bend only that
// way.
struct Bend {
  double about_y = 0.0;  // +-1; 0: none yet
  bool one_way_only = false;
};

}  // namespace

Flexion whole_body_flexion(const Figure& figure) {
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  std::vector<Bend> bends(static_cast<std::size_t>(figure.segment_count()));
  Flexion flexion;
  for (const SegmentId segment : figure.segments()) {
    if (segment == root_segment) continue;
    const SegmentId parent = figure.parent(segment);
    Bend bend = at(bends, parent);
    bend.one_way_only = false;
    const JointId joint = figure.joint_of(segment);
    const Mat3 base =
        kinematics.segment_pose(parent).rotation * figure.before(joint).rotation;  // of the joint, at rest
    for (const Turn& turn : turns_of(figure.joint(joint))) {
      const double side = (base * turn.axis).y();
      if (std::abs(side) < across) continue;
      const double up = std::min(turn.range.max, 3.2), down = std::min(-turn.range.min, 3.2);
      const double axis_sign = side > 0.0 ? 1.0 : -1.0, width = std::max(up + down, 1e-9);
      double sign = up >= down ? 1.0 : -1.0;  // of the coordinate, towards flexion
      if (at(bends, parent).one_way_only) {
        sign = -at(bends, parent).about_y * axis_sign;
      } else if (std::abs(up - down) < both_alike * width && bend.about_y != 0.0) {
        sign = bend.about_y * axis_sign;
      }
      flexion.terms.push_back({joint, turn.coordinate, -sign});
      bend = {sign * axis_sign, std::min(up, down) <= one_way * width};
      break;
    }
    at(bends, segment) = bend;
  }
  return flexion;
}

}  // namespace limber
