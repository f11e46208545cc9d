#include "limber/tasks/points.h"

#include "limber/base/overloaded.h"
#include "limber/kinematics/mass_distribution.h"

namespace limber {

namespace {

// The point nearest to `from` that has the target's coordinates along the axes of `in` that count.
TaskPoints along_axes(const Vec3& from, const Transform& in, const Vec3& target, const Axes& axes) {
  Vec3 seen = in.inverse() * from;
  for (int axis = 0; axis < 3; ++axis) {
    if (axes[axis]) seen[axis] = target[axis];
  }
  return {from, in * seen};
}

}  // namespace

TaskPoints points_of(const Task& task, const Kinematics& kinematics, const MassDistribution& masses) {
  const auto pose = [&](const Place& place) { return now(place, kinematics).pose; };
  const auto point = [&](const Place& place) { return pose(place).translation; };
  return std::visit(
      overloaded{
          [&](const Reach& t) { return along_axes(point(t.frame), pose(t.in), t.target, t.axes); },
          [&](const RelativePosition& t) {
            return along_axes(point(t.first), pose(t.second), t.offset, t.axes);
          },
          [&](const CenterOfMass& t) { return along_axes(masses.center(), pose(t.in), t.target, t.axes); },
          [&](const LookAt& t) -> TaskPoints {
            return {point(t.frame), pose(t.in) * t.target};
          },
          [&](const Drag& t) -> TaskPoints {
            return {kinematics.segment_pose(t.segment) * t.point, t.target};
          },
          [&](const Orient& t) -> TaskPoints {
            return {point(t.frame), {}};
          },
          [&](const RelativeOrientation& t) -> TaskPoints {
            return {point(t.first), {}};
          },
          [&](const OnEllipsoid& t) -> TaskPoints {
            return {point(t.frame), {}};
          },
          [&](const Region& t) -> TaskPoints {
            return {point(t.frame), {}};
          },
          [](const auto&) -> TaskPoints { return {}; },
      },
      task);
}

}  // namespace limber
