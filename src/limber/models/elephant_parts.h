#pragma once
// Where things are in the standing elephant, and what they look like; left side where there are two.

#include <cmath>

#include "limber/figure/description.h"
#include "limber/math/portable.h"

namespace limber::models {

// Body axes, the origin on the ground under the middle of the body [m].
namespace elephant_places {

inline const Vec3 shoulders(0.62, 0, 2.05);
inline const Vec3 spine(-0.10, 0, 2.25);
inline const Vec3 neck(1.28, 0, 2.50);
inline const Vec3 ear(1.80, 0.40, 2.66);
inline const Vec3 jaw(1.86, 0, 2.20);
inline const Vec3 eyes(2.18, 0, 2.60);
inline const Vec3 tusk_tip(2.98, 0.33, 1.92);
inline const Vec3 trunk(2.20, 0, 2.36);
inline const Vec3 trunk_direction(portable::cos(0.98), 0, -portable::sin(0.98));
inline const Vec3 shoulder(0.72, 0.44, 1.86);
inline const Vec3 elbow(0.56, 0.47, 1.22);
inline const Vec3 wrist(0.66, 0.47, 0.46);
inline const Vec3 hip(-0.98, 0.36, 1.86);
inline const Vec3 knee(-0.84, 0.42, 1.12);
inline const Vec3 ankle(-1.06, 0.42, 0.40);
inline const Vec3 tail(-1.60, 0, 2.36);
inline const Vec3 tail_direction(-portable::sin(0.40), 0, -portable::cos(0.40));

// Axes with x along `direction` (in the x-z plane) and y to the left: the way a chain grows.
inline Mat3 axes_pointing(const Vec3& direction) {
  Mat3 axes;
  axes << direction, Vec3::UnitY(), direction.cross(Vec3::UnitY());
  return axes;
}

}  // namespace elephant_places

namespace elephant_shapes {

inline constexpr Color hide = {0.47, 0.46, 0.45};

std::vector<BodyShape> shoulders();
std::vector<BodyShape> hips();
std::vector<BodyShape> head();
std::vector<BodyShape> jaw();
std::vector<BodyShape> ear();
std::vector<BodyShape> upper_arm();
std::vector<BodyShape> lower_arm();
std::vector<BodyShape> hand();
std::vector<BodyShape> upper_leg();
std::vector<BodyShape> lower_leg();
std::vector<BodyShape> foot();
std::vector<BodyShape> tail_tuft();

}  // namespace elephant_shapes

}  // namespace limber::models
