// Keeps all lanes busy: a lane whose attempt has ended takes the next start of its pose, or the next pose.

#include "limber/batch/arm_solver.h"

#include <algorithm>
#include <cstring>
#include <numbers>
#include <utility>

#include "limber/math/random.h"

#if defined(__GNUC__) && defined(__x86_64__) && defined(__gnu_linux__)
#define LIMBER_WIDE_LANES 1
#else
#define LIMBER_WIDE_LANES 0
#endif

namespace limber {

namespace {

// When an attempt is given up. Most attempts that arrive do so in ten steps; later ones are patient, for the
// few poses that every start finds hard. Chosen on 10,000 poses of the Panda arm.
struct Patience {
  int most_steps;
  int most_idle;  // steps in a row that did not lower the squared error enough
};
constexpr Patience hasty{16, 2}, patient{40, 4};
constexpr int hasty_attempts = 8;
constexpr double enough = 0.8;

// The tolerance is met with room for the rotation error's approximation (3e-6) and for rounding.
constexpr double within = 0.9999;

Patience patience(int attempt) {
  return attempt < hasty_attempts ? hasty : patient;
}

void step_2(const SerialArm& arm, const ArmStepOptions& options, ArmLanes<2>& state) {
  step_arms(arm, options, state);
}
#if LIMBER_WIDE_LANES
[[gnu::target("avx2")]] void step_4(const SerialArm& arm, const ArmStepOptions& options, ArmLanes<4>& state) {
  step_arms(arm, options, state);
}
[[gnu::target("avx512f")]] void step_8(const SerialArm& arm, const ArmStepOptions& options,
                                       ArmLanes<8>& state) {
  step_arms(arm, options, state);
}
#endif

void step(const SerialArm& arm, const ArmStepOptions& options, ArmLanes<2>& state) {
  step_2(arm, options, state);
}
#if LIMBER_WIDE_LANES
void step(const SerialArm& arm, const ArmStepOptions& options, ArmLanes<4>& state) {
  step_4(arm, options, state);
}
void step(const SerialArm& arm, const ArmStepOptions& options, ArmLanes<8>& state) {
  step_8(arm, options, state);
}
#endif

// Starts after the first: in the middle 70 % of the ranges, where most poses have an answer nearby; from the
// fourth on, every second one anywhere.
std::vector<double> make_starts(const SerialArm& arm, const std::vector<double>& start,
                                const ArmOptions& options) {
  Random random(options.seed);
  std::vector<double> starts;
  for (int attempt = 0; attempt <= options.restarts; ++attempt) {
    const double share = attempt > 3 && attempt % 2 == 1 ? 1.0 : 0.7;
    for (std::size_t i = 0; i < arm.links.size(); ++i) {
      const SerialArm::Link& link = arm.links[i];
      const double around = arm.from_value(link, start[i]);
      const double width = link.is_slide ? 1.0 : std::numbers::pi;
      const double low = link.low > -unlimited ? link.low : around - width;
      const double high = link.high < unlimited ? link.high : around + width;
      const double at = 0.5 + share * (random.uniform() - 0.5);
      const double value = attempt == 0 ? around : low + (high - low) * at;
      starts.push_back(std::clamp(value, link.low, link.high));
    }
  }
  return starts;
}

}  // namespace

template <int lanes>
class ArmSolver::Run {
 public:
  Run(const ArmSolver& solver, const Next& next, const Found& found)
      : solver_(solver), links_(static_cast<int>(solver.arm_.links.size())), next_(next), found_(found) {
    const ArmOptions& options = solver.options_;
    const double position = within * options.position_tolerance / solver.arm_.unit;
    const double rotation = within * options.rotation_tolerance;
    position_limit_ = position * position;
    rotation_limit_ = rotation * rotation;
  }

  void run() {
    std::memset(&state_, 0, sizeof state_);
    for (int lane = 0; lane < lanes; ++lane) take_goal(lane);
    move_on();
    while (busy_ > 0) {
      step(solver_.arm_, {}, state_);
      for (int lane = 0; lane < lanes; ++lane) {
        if (at(lanes_, lane).is_busy) judge(lane);
      }
      move_on();
    }
  }

 private:
  struct Lane {
    bool is_busy = false;
    std::size_t goal = 0;
    int attempt = 0;
    int steps = 0;         // of this attempt
    int idle = 0;          // steps in a row without enough progress
    double best = 0.0;     // squared error
    int steps_before = 0;  // of earlier attempts
  };

  void move_on() { std::memcpy(state_.q, state_.next, sizeof state_.q); }

  void begin_attempt(int lane) {
    Lane& l = at(lanes_, lane);
    const double* const start = solver_.starts_.data() + l.attempt * links_;
    for (int i = 0; i < links_; ++i) {
      state_.next[i][lane] = start[i];
      state_.is_free[i][lane] = 1.0;
    }
    l.steps_before += l.steps;
    l.steps = l.idle = 0;
    l.best = std::numeric_limits<double>::infinity();
  }

  void take_goal(int lane) {
    Lane& l = at(lanes_, lane);
    busy_ -= l.is_busy;
    const std::optional<Goal> goal = next_();
    l = {};
    if (!goal) return;
    l.is_busy = true;
    ++busy_;
    l.goal = goal->number;
    const SerialArm& arm = solver_.arm_;
    const Transform wanted{goal->pose.rotation * arm.tip_rotation.transpose(),
                           goal->pose.translation / arm.unit};
    const Transform base = wanted.inverse() * arm.base;
    for (int k = 0; k < 9; ++k) state_.base[k][lane] = base.rotation(k % 3, k / 3);
    for (int k = 0; k < 3; ++k) state_.base[9 + k][lane] = base.translation[k];
    begin_attempt(lane);
  }

  void judge(int lane) {
    Lane& l = at(lanes_, lane);
    const double position = state_.position_error[lane], rotation = state_.rotation_error[lane];
    ++l.steps;
    if (position <= position_limit_ && rotation <= rotation_limit_) return answer(lane, true);
    const double error = position + rotation;
    if (error < enough * l.best) {
      l.best = error;
      l.idle = 0;
    } else {
      ++l.idle;
    }
    const Patience most = patience(l.attempt);
    if (l.idle <= most.most_idle && l.steps < most.most_steps) return;
    if (l.attempt == solver_.options_.restarts) return answer(lane, false);
    ++l.attempt;
    begin_attempt(lane);
  }

  void answer(int lane, bool is_found) {
    const Lane& l = at(lanes_, lane);
    double values[SerialArm::most_links] = {};
    for (int i = 0; i < links_; ++i) {
      values[i] = solver_.arm_.to_value(at(solver_.arm_.links, i), state_.q[i][lane]);
    }
    found_({l.goal, is_found, l.attempt, l.steps_before + l.steps, values});
    take_goal(lane);
  }

  const ArmSolver& solver_;
  int links_;
  const Next& next_;
  const Found& found_;
  double position_limit_ = 0.0, rotation_limit_ = 0.0;  // squared, in the arm's unit
  ArmLanes<lanes> state_;
  std::array<Lane, lanes> lanes_;
  int busy_ = 0;
};

ArmSolver::ArmSolver(SerialArm arm, const std::vector<double>& start, const ArmOptions& options)
    : arm_(std::move(arm)), options_(options), starts_(make_starts(arm_, start, options)) {}

int lanes_here() {
#if LIMBER_WIDE_LANES
  if (__builtin_cpu_supports("avx512f")) return 8;
  if (__builtin_cpu_supports("avx2")) return 4;
#endif
  return 2;
}

void ArmSolver::run(const Next& next, const Found& found) const {
  run(lanes_here(), next, found);
}

void ArmSolver::run(int lanes, const Next& next, const Found& found) const {
#if LIMBER_WIDE_LANES
  if (lanes == 8) return Run<8>(*this, next, found).run();
  if (lanes == 4) return Run<4>(*this, next, found).run();
#endif
  Run<2>(*this, next, found).run();
}

}  // namespace limber
