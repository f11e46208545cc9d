#pragma once
// A rigid placement X = (R, t): x_outer = R x_inner + t.

#include "limber/math/types.h"

namespace limber {

struct Transform {
  Mat3 rotation = Mat3::Identity();
  Vec3 translation = Vec3::Zero();

  static Transform at(const Vec3& position) { return {Mat3::Identity(), position}; }

  Vec3 operator*(const Vec3& point) const { return rotation * point + translation; }
  Transform operator*(const Transform& inner) const {
    return {rotation * inner.rotation, rotation * inner.translation + translation};
  }
  Transform inverse() const { return {rotation.transpose(), -(rotation.transpose() * translation)}; }
  bool operator==(const Transform& other) const = default;
};

}  // namespace limber
