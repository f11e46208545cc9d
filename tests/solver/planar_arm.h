#pragma once
// An arm in the plane, of which everything can be computed on paper.

#include <string>

#include "limber/figure/figure.h"

namespace limber::test {

// Links along x joined by revolute joints about z, "link.1" ... ; frame "tip" at the end. `radius` > 0: every
// link is a capsule.
inline FigureDescription planar_arm_description(int links, double length, double radius = 0.0) {
  FigureDescription description;
  description.name = "arm";
  description.segments = {{.name = "base"}};
  for (int i = 1; i <= links; ++i) {
    SegmentDescription link;
    link.name = "link." + std::to_string(i);
    link.parent = i == 1 ? "base" : "link." + std::to_string(i - 1);
    link.joint.type = JointType::revolute;
    if (i > 1) link.before.translation = Vec3(length, 0, 0);
    if (radius > 0.0)
      link.shapes.push_back({Capsule{Vec3(radius, 0, 0), Vec3(length - radius, 0, 0), radius}, {}});
    description.segments.push_back(link);
  }
  description.frames.push_back(
      {"tip", "link." + std::to_string(links), {Mat3::Identity(), Vec3(length, 0, 0)}});
  return description;
}

inline Figure planar_arm(int links, double length = 1.0, double radius = 0.0) {
  return Figure::build(planar_arm_description(links, length, radius)).value();
}

inline Posture posture_of(std::initializer_list<double> angles) {
  Posture posture;
  posture.values.resize(static_cast<Eigen::Index>(angles.size()));
  Eigen::Index next = 0;
  for (const double angle : angles) posture.values[next++] = angle;
  return posture;
}

}  // namespace limber::test
