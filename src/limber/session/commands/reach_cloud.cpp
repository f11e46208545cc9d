// Random postures of a chain, and where a place is in them.

#include "limber/session/commands/reach_cloud.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/kinematics/kinematics.h"
#include "limber/math/random.h"
#include "limber/session/edits/joint_coordinates.h"

namespace limber {

namespace {

constexpr double pi = std::numbers::pi;
constexpr std::size_t alike = 6;   // links have 1, 2, 3 or 6 coordinates: every sixth has the same meaning
constexpr double rounding = 1e-4;  // [m]

// Where in its range every coordinate is, 0..1: independent of its neighbours, or changing slowly along the
// chain.
std::vector<double> fractions(std::size_t count, bool each_by_itself, Random& random) {
  std::vector<double> result(count);
  double start[alike], slope[alike];
  for (std::size_t i = 0; i < alike; ++i) {
    start[i] = random.between(0.0, 1.0);
    slope[i] = random.between(-1.0, 1.0);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const double along = static_cast<double>(i) / static_cast<double>(count) - 0.5;
    result[i] = each_by_itself ? random.between(0.0, 1.0)
                               : std::clamp(start[i % alike] + slope[i % alike] * along, 0.0, 1.0);
  }
  return result;
}

Range finite(const CoordinateInfo& coordinate) {
  const double widest = coordinate.is_length ? 1.0 : pi;
  return {std::max(coordinate.range.min, -widest), std::min(coordinate.range.max, widest)};
}

}  // namespace

std::vector<double> reach_cloud(const Figure& figure, const Posture& posture,
                                const std::vector<JointId>& joints, const Place& place, int count) {
  std::vector<std::vector<Range>> ranges;
  std::size_t total = 0;
  for (const JointId joint : joints) {
    std::vector<Range>& own = ranges.emplace_back();
    for (const CoordinateInfo& coordinate : coordinates_of(figure.joint(joint)))
      own.push_back(finite(coordinate));
    total += own.size();
  }
  Random random(1);
  Kinematics kinematics(figure);
  Posture moved = posture;
  std::vector<double> points, values;
  for (int sample = 0; sample < count; ++sample) {
    const std::vector<double> where = fractions(total, sample % 2 == 0, random);
    std::size_t next = 0;
    for (std::size_t i = 0; i < joints.size(); ++i) {
      values.clear();
      for (const Range& range : ranges[i])
        values.push_back(range.min + where[next++] * (range.max - range.min));
      set_coordinates(figure, moved, joints[i], values);
    }
    kinematics.update(moved);
    for (const double coordinate : now(place, kinematics).pose.translation) {
      points.push_back(std::round(coordinate / rounding) * rounding);
    }
  }
  return points;
}

}  // namespace limber
