#pragma once
// Shapes as FCL (the Flexible Collision Library, Debian's libfcl-dev) has them, for tests and benchmarks that
// compare with it. Only where LIMBER_HAVE_FCL is 1.

#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/ellipsoid.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision_object.h>

#include <memory>

#include "limber/base/overloaded.h"
#include "limber/shapes/shape.h"

namespace limber::test {

// None for a half-space: FCL's signed distance has none.
inline std::unique_ptr<fcl::CollisionObjectd> fcl_object(const Shape& shape) {
  const auto placed = [](auto geometry, const Vec3& center, const Mat3& axes) {
    fcl::Transform3d pose = fcl::Transform3d::Identity();
    pose.translation() = center;
    pose.linear() = axes;
    return std::make_unique<fcl::CollisionObjectd>(std::move(geometry), pose);
  };
  const auto along = [](const Vec3& a, const Vec3& b) {
    return Quat::FromTwoVectors(Vec3::UnitZ(), b - a).toRotationMatrix();
  };
  using Object = std::unique_ptr<fcl::CollisionObjectd>;
  return std::visit(overloaded{
                        [&](const Sphere& s) -> Object {
                          return placed(std::make_shared<fcl::Sphered>(s.radius), s.center, Mat3::Identity());
                        },
                        [&](const Ellipsoid& e) -> Object {
                          return placed(std::make_shared<fcl::Ellipsoidd>(e.radii), e.center, e.rotation);
                        },
                        [&](const Capsule& c) -> Object {
                          return placed(std::make_shared<fcl::Capsuled>(c.radius, (c.b - c.a).norm()),
                                        0.5 * (c.a + c.b), along(c.a, c.b));
                        },
                        [&](const Cylinder& c) -> Object {
                          return placed(std::make_shared<fcl::Cylinderd>(c.radius, (c.b - c.a).norm()),
                                        0.5 * (c.a + c.b), along(c.a, c.b));
                        },
                        [&](const Box& b) -> Object {
                          return placed(std::make_shared<fcl::Boxd>(b.size), b.center, b.rotation);
                        },
                        [](const auto&) -> Object { return nullptr; },
                    },
                    shape);
}

}  // namespace limber::test
