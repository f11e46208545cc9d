#include "limber/batch/clear_check.h"

#include <utility>
#include <vector>

namespace limber::batch {

ClearCheck::ClearCheck(const Figure& figure, std::span<const FrameTask> tasks, const World& world,
                       const ClearanceOptions& options, std::span<const std::uint8_t> moving)
    : proximity_(figure, {.self = options.self, .immovable = false}) {
  constexpr double rounding = 1e-9;  // [m] touching is not overlapping
  least_ = options.margin - rounding;
  // Hands that hold each other touch.
  std::vector<std::pair<SegmentId, SegmentId>> touching;
  for (const FrameTask& task : tasks) {
    if (!task.in.is_valid() || task.gaze || !task.position) continue;
    touching.emplace_back(figure.frame(task.frame).segment, figure.frame(task.in).segment);
  }
  proximity_.let_touch(touching);
  proximity_.let_move(moving);
  proximity_.prepare(world);
}

bool ClearCheck::is_clear(const Kinematics& kinematics) noexcept {
  return !proximity_.nearest(kinematics, least_).has_value();
}

}  // namespace limber::batch
