// Uniform values for every type of joint.

#include "limber/planning/random_posture.h"

#include <cmath>
#include <numbers>

#include "limber/figure/joint_motion.h"
#include "limber/math/portable.h"

namespace limber {

PostureRandom::PostureRandom(const Figure& figure, const Posture& middle, double room, std::uint64_t seed)
    : figure_(figure), middle_(middle), room_(room), random_(seed) {}

void PostureRandom::fill(Posture& posture) {
  constexpr double half_turn = std::numbers::pi;
  const auto value = [&](const Range& range, double middle, double width) {
    const double least = range.min > -unlimited ? range.min : middle - width;
    const double most = range.max < unlimited ? range.max : middle + width;
    return random_.between(least, most);
  };
  // Uniformly distributed (Shoemake 1992).
  const auto orientation = [&](double* xyzw) {
    const double u = random_.uniform(), a = 2 * half_turn * random_.uniform(),
                 b = 2 * half_turn * random_.uniform();
    const double one = std::sqrt(1 - u), other = std::sqrt(u);
    xyzw[0] = one * portable::sin(a);
    xyzw[1] = one * portable::cos(a);
    xyzw[2] = other * portable::sin(b);
    xyzw[3] = other * portable::cos(b);
  };
  for (const JointId j : figure_.joints()) {
    const Joint& joint = figure_.joint(j);
    double* values = posture.values.data() + figure_.first_value(j);
    const double* middle = middle_.values.data() + figure_.first_value(j);
    switch (joint.type) {
      case JointType::fixed:
        break;
      case JointType::revolute:
        values[0] = value(joint.ranges[0], middle[0], half_turn);
        break;
      case JointType::prismatic:
        values[0] = value(joint.ranges[0], middle[0], room_);
        break;
      case JointType::elbow:
      case JointType::swing:
        for (std::size_t k = 0; k < 2; ++k) values[k] = value(joint.ranges[k], middle[k], 0.5 * half_turn);
        break;
      case JointType::ball:
        orientation(values);
        break;
      case JointType::free:
        for (int k = 0; k < 3; ++k) values[k] = middle[k] + random_.between(-room_, room_);
        orientation(values + 3);
        break;
    }
    const std::vector<double> inside = inside_limits(joint, values_of(figure_, posture, j));
    std::copy(inside.begin(), inside.end(), values);
  }
}

}  // namespace limber
