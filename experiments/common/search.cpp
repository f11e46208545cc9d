#include "experiments/common/search.h"

#include <numbers>

#include "experiments/common/task_values.h"
#include "limber/figure/figure.h"

namespace limber::experiments {

double smallest_total_error(const Figure& two_joints, const TaskList& tasks) {
  Posture posture = two_joints.rest_posture();
  const auto total = [&](const Vec2& angles) {
    posture.values = angles;
    return total_error(two_joints, tasks, posture);
  };
  Vec2 best(0, 0);
  double best_total = total(best), width = 2.0 * std::numbers::pi;
  for (int round = 0; round < 14; ++round) {
    const int half = round == 0 ? 30 : 5;
    const Vec2 center = best;
    for (int i = -half; i <= half; ++i) {
      for (int j = -half; j <= half; ++j) {
        const Vec2 angles = center + 0.5 * width * Vec2(i, j) / half;
        const double value = total(angles);
        if (value < best_total) best_total = value, best = angles;
      }
    }
    width *= round == 0 ? 0.1 : 0.3;
  }
  return best_total;
}

}  // namespace limber::experiments
