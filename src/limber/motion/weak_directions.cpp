// Keeps a limb from being drawn out straight, and lets it bend again at once; see weak_directions.h.

#include "limber/motion/weak_directions.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

// Of what is asked along a weak direction: where less is done, less is asked. 0.1 leaves a trunk of 3 m short
// of its reach by 7 mm.
constexpr double least_done = 0.1;
constexpr double damped_less = 0.5;    // on the way out; 0.7 cost an arm overhead twice the acceleration
constexpr double time_of_turn = 0.02;  // [s] from in to out

// Calls visit(row, its scale) for every equality row of a level.
template <class Visit>
void for_rows_of(const TaskLevels& levels, int level, const Visit& visit) {
  for (const TaskSlot& slot : levels.slots()) {
    if (slot.level != level || !slot.takes_part || slot.kind != RowKind::equality) continue;
    for (int r = slot.first_row; r < slot.first_row + slot.row_count; ++r) visit(r, slot.row_scale);
  }
}

}  // namespace

WeakDirections::WeakDirections(const TaskLevels& levels)
    : levels_(static_cast<std::size_t>(levels.level_count())), undone_(VecX::Zero(levels.row_count())) {}

void WeakDirections::begin() noexcept {
  std::fill(levels_.begin(), levels_.end(), Level());
}

void WeakDirections::hold_back(const TaskLevels& levels, double dt, LevelDampings& dampings,
                               VecX& asked) noexcept {
  for (int k = 0; k < levels.level_count(); ++k) {
    Level& level = at(levels_, k);
    const bool leaves = dampings.distance(k) > level.distance;
    level.distance = dampings.distance(k);
    level.leaving += ((leaves ? 1.0 : 0.0) - level.leaving) * std::min(1.0, dt / time_of_turn);
    if (!dampings.is_near_singular(k)) continue;
    dampings.weaken(k, 1.0 - damped_less * level.leaving);
    if (leaves || !(level.done < least_done)) continue;
    double along = 0.0;
    for_rows_of(levels, k, [&](int r, double scale) { along += undone_[r] * scale * asked[r]; });
    if (!(along > 0.0)) continue;
    const double less = (1.0 - std::max(0.0, level.done) / least_done) * along;
    for_rows_of(levels, k, [&](int r, double scale) { asked[r] -= less * undone_[r] / scale; });
  }
}

void WeakDirections::look_at(const TaskLevels& levels, const LevelDampings& dampings,
                             const TaskValues& values, const VecX& asked, const VecX& displacement) noexcept {
  for (int k = 0; k < levels.level_count(); ++k) {
    Level& level = at(levels_, k);
    level.done = 1.0;
    if (!dampings.is_near_singular(k)) continue;
    double square = 0.0, along = 0.0;
    for_rows_of(levels, k, [&](int r, double scale) {
      undone_[r] = scale * (asked[r] - values.jacobian.row(r).dot(displacement));
      square += undone_[r] * undone_[r];
      along += undone_[r] * scale * asked[r];
    });
    if (!(square > 0.0) || !(along > 0.0)) continue;
    level.done = 1.0 - square / along;
    const double length = std::sqrt(square);
    for_rows_of(levels, k, [&](int r, double) { undone_[r] /= length; });
  }
}

}  // namespace limber
