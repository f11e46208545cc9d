// The period that all paths share, and the posture at the ends of its cycles.

#include "limber/session/solving/goal_clock.h"

#include <algorithm>
#include <cmath>

#include "limber/motion/common_period.h"
#include "limber/session/solving/surroundings.h"

namespace limber {

namespace {

constexpr int fewest_keys = 24, keys_of_wave = 12;

std::vector<const TargetPath*> all_paths(const Paths& paths) {
  std::vector<const TargetPath*> all;
  for (const Paths::OfTask& one : paths.tasks) all.push_back(&one.path);
  for (const Paths::OfObstacle& one : paths.obstacles) all.push_back(&one.path);
  return all;
}

int keys_of_round(const Paths& paths, double length) {
  double keys = fewest_keys;
  for (const TargetPath* path : all_paths(paths)) {
    if (const double wave = shortest_wave(*path); wave > 0.0)
      keys = std::max(keys, keys_of_wave * std::ceil(length / wave * (1.0 - 1e-9)));
  }
  return static_cast<int>(std::min(keys, 1e9));
}

double last_end(const Paths& paths) {
  double last = 0.0;
  for (const TargetPath* path : all_paths(paths)) {
    if (path->end() == 0.0) return 0.0;
    last = std::max(last, path->end());
  }
  return last;
}

}  // namespace

void GoalClock::follow_edit(Paths paths) {
  const bool none = paths.empty();
  paths_ = std::move(paths);
  period_ = common_period(all_paths(paths_));
  end_ = last_end(paths_);
  const double length = period_ > 0.0 ? period_ : end_;
  cycle_steps_ = std::lround(length / step_seconds);
  step_time_ = cycle_steps_ > 0 ? length / static_cast<double>(cycle_steps_) : step_seconds;
  keys_ = keys_of_round(paths_, length);
  last_round_.reset();
  if (none) *this = GoalClock();
  start_cycle();
}

void GoalClock::start_cycle() {
  steps_in_cycle_ = 0;
  cycles_ = 0;
  round_.clear();
  closure_.reset();
}

void GoalClock::set_runs(bool runs) {
  if (runs == runs_) return;
  runs_ = runs;
  if (runs && end_ > 0.0 && time_ >= end_) time_ = 0.0;  // once more
  if (runs) start_cycle();
}

void GoalClock::seek(double time) {
  time_ = time;
  start_cycle();
}

bool GoalClock::advance() {
  time_ += step_time_;
  if (end_ > 0.0 && time_ >= end_) {
    time_ = end_;
    runs_ = false;
  }
  return runs_;
}

void GoalClock::note_posture(const Figure& figure, const Posture& posture) {
  if (cycle_steps_ == 0) return;
  if (round_.empty()) {
    round_.push_back(posture);
    return;
  }
  ++steps_in_cycle_;
  // As evenly as whole steps allow.
  const long next = static_cast<long>(round_.size()) * cycle_steps_ / keys_;
  if (keys_ <= most_keys && steps_in_cycle_ >= next && steps_in_cycle_ < cycle_steps_)
    round_.push_back(posture);
  if (steps_in_cycle_ == cycle_steps_ || (!runs_ && end_ > 0.0)) finish_cycle(figure, posture);
}

void GoalClock::finish_cycle(const Figure& figure, const Posture& posture) {
  round_.push_back(posture);
  if (period_ > 0.0) {
    VecX moved = VecX::Zero(figure.dof_count());
    difference(figure, round_.front(), posture, moved);
    closure_ = moved.size() > 0 ? moved.lpNorm<Eigen::Infinity>() : 0.0;
  }
  const double length = static_cast<double>(steps_in_cycle_) * step_time_;
  if (keys_ <= most_keys)
    last_round_ = Round{length / static_cast<double>(round_.size() - 1), std::move(round_)};
  round_ = {posture};
  steps_in_cycle_ = 0;
  ++cycles_;
}

}  // namespace limber
