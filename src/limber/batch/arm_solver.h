#pragma once
// Brings the tip of a serial arm to many poses, from many starts, several at a time.
//
// A pose is tried from start 0, 1, 2, ... until a start leads to it. An attempt that stops getting better is
// given up early, since another start costs less than waiting. The answer to a pose depends on nothing but
// the pose: not on its neighbours, their order or the number of lanes.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "limber/batch/arm_step.h"

namespace limber {

struct ArmOptions {
  double position_tolerance = 1e-4;  // [m]
  double rotation_tolerance = 1e-4;  // [rad]
  int restarts = 100;
  std::uint64_t seed = 1;
};

class ArmSolver {
 public:
  // `start`: values of the posture in the order of the links.
  ArmSolver(SerialArm arm, const std::vector<double>& start, const ArmOptions& options);

  const SerialArm& arm() const { return arm_; }

  // Takes poses of the tip (in the world, [m]) from `next` until there are none, and hands each answer to
  // `found`, in any order.
  struct Goal {
    std::size_t number;
    Transform pose;
  };
  struct Answer {
    std::size_t number;
    bool is_found;
    int restarts;
    int steps;             // of all attempts
    const double* values;  // of the links, in the unit of the posture; only if found
  };
  using Next = std::function<std::optional<Goal>()>;
  using Found = std::function<void(const Answer&)>;
  void run(const Next& next, const Found& found) const;
  // The same with a given number of lanes: 2, 4 or 8.
  void run(int lanes, const Next& next, const Found& found) const;

 private:
  template <int lanes>
  class Run;

  SerialArm arm_;
  ArmOptions options_;
  std::vector<double> starts_;  // a row of joint values per attempt
};

// The lanes that suit this machine.
int lanes_here();

}  // namespace limber
