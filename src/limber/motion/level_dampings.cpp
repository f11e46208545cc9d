// Measures how nearly dependent the rows of each level are, and damps it accordingly.

#include "limber/motion/level_dampings.h"

#include <algorithm>

namespace limber {

namespace {

// Of the longest row: what is left of a row beside the others below which a level is damped, and how strongly
// it is damped where nothing is left.
constexpr double nearly_dependent = 0.2, strongest_damping = 0.1;

}  // namespace

LevelDampings::LevelDampings(const TaskLevels& levels, int dofs)
    : dampings_(static_cast<std::size_t>(levels.level_count())),
      distances_(static_cast<std::size_t>(levels.level_count()), 1.0),
      span_(RowMatrix::Zero(levels.row_count(), dofs)) {}

// The least that is left of a row beside all others, the longest first: near the smallest singular value.
void LevelDampings::find(const TaskLevels& levels, const TaskValues& values, double longest_step) noexcept {
  int above = 0, slot = 0;
  for (int level = 0; level < levels.level_count(); ++level) {
    int count = above;
    double longest = 0.0, least = unlimited;
    for (; slot < levels.slot_count() && levels.slot(slot).level == level; ++slot) {
      const TaskSlot& task = levels.slot(slot);
      if (!task.takes_part || task.kind != RowKind::equality) continue;
      for (int r = task.first_row; r < task.first_row + task.row_count; ++r) {
        span_.row(count) = task.row_scale * values.jacobian.row(r);
        longest = std::max(longest, span_.row(count).norm());
        for (int q = 0; q < above; ++q) span_.row(count) -= span_.row(q).dot(span_.row(count)) * span_.row(q);
        ++count;
      }
    }
    for (int k = above; k < count; ++k) {
      int next = k;
      for (int r = k + 1; r < count; ++r) {
        if (span_.row(r).squaredNorm() > span_.row(next).squaredNorm()) next = r;
      }
      if (next != k) span_.row(k).swap(span_.row(next));
      const double left = span_.row(k).norm();
      least = std::min(least, left);
      if (!(left > 1e-9 * longest)) {
        count = k;
        break;
      }
      span_.row(k) /= left;
      for (int r = k + 1; r < count; ++r) span_.row(r) -= span_.row(k).dot(span_.row(r)) * span_.row(k);
    }
    above = count;
    LevelDamping& damping = at(dampings_, level);
    damping = {LevelDamping::Rule::step_bound, 0.0, longest_step};
    const double near = longest > 0.0 ? least / (nearly_dependent * longest) : 1.0;
    at(distances_, level) = near;
    if (near < 1.0)
      damping = {LevelDamping::Rule::fixed, strongest_damping * longest * (1.0 - near * near), 0.0};
  }
}

}  // namespace limber
