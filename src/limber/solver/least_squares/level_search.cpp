// Exchanges members of the working set until none is held for nothing; see level_search.h.

#include "limber/solver/least_squares/level_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "limber/solver/least_squares/row_kernels.h"

namespace limber {

namespace {

constexpr double rounding = LevelPoint::rounding;
// A constraint that changes by less than this along a step, relative to the step, does not stop it: it is a
// combination of those held, to rounding. (Longer than what LevelFactors::place calls independent: what stops
// a step can be held.)
constexpr double parallel = 1e-11;
// Multipliers this small, relative to the gradient, are zero.
constexpr double multiplier_tolerance = 1e-10;
// A step as long as its bound may come out this much longer.
constexpr double bound_rounding = 1e-9;
constexpr int most_warm_attempts = 10;  // inequalities that are new since last time; more: start cold
constexpr int patience = 20;            // rounds without progress before members are chosen by number

}  // namespace

LevelSearch::LevelSearch(const LevelProblem& problem, LevelPoint& point, LevelFactors& factors, LevelAim& aim,
                         int max_unknowns, int max_rows)
    : problem_(problem),
      point_(point),
      factors_(factors),
      aim_(aim),
      slope_(static_cast<std::size_t>(max_rows), 0.0),
      coefficients_(static_cast<std::size_t>(max_rows)),
      products_(static_cast<std::size_t>(max_rows)),
      refused_(static_cast<std::size_t>(max_unknowns + max_rows), 0) {
  candidates_.reserve(static_cast<std::size_t>(max_rows));
}

void LevelSearch::begin_problem() noexcept {
  rounds_ = 0;
  gave_up_ = false;
}

bool LevelSearch::choose_violated() noexcept {
  const bool changed = point_.choose_violated();
  if (changed) factors_.forget_rows();
  return changed;
}

// -> products_
void LevelSearch::multiply_candidates(const VecX& x) noexcept {
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    coefficients_[i] = problem_.coefficients(candidates_[i]);
  row_kernels::multiply_as_one(coefficients_.data(), static_cast<int>(candidates_.size()),
                               problem_.unknowns(), x.data(), products_.data());
}

// The inequality met first on the way. Of those met together the one met most head-on, or (by_number) the
// first.
LevelSearch::Obstacle LevelSearch::first_obstacle(bool by_number) noexcept {
  const int n = problem_.unknowns();
  const WorkingSet& working = factors_.working();
  const VecX &step = aim_.step(), &x = point_.x();
  Obstacle first;
  double best_slope = 0.0;
  const double least = parallel * step.head(n).norm();
  const auto consider = [&](int constraint, double room, double slope, double size) {
    if (room >= slope) return;
    const double t = std::max(0.0, room / slope);
    const bool tie = first.constraint >= 0 && std::abs(t - first.at) <= rounding;
    if (tie ? !by_number && slope / size > best_slope : t < first.at) {
      first = {tie ? std::min(t, first.at) : t, constraint};
      best_slope = slope / size;
    }
  };
  for (int i = 0; i < n; ++i) {
    if (working.side(i) != 0) continue;
    if (step[i] > least) consider(i, problem_.upper()[i] - x[i], step[i], 1.0);
    if (step[i] < -least) consider(i, x[i] - problem_.lower()[i], -step[i], 1.0);
  }
  candidates_.clear();
  for (int r = 0; r < problem_.row_count(); ++r) {
    if (working.is_hard(r) && !working.is_held(r)) candidates_.push_back(r);
  }
  multiply_candidates(step);
  std::size_t ahead = 0;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const int r = candidates_[i];
    at(slope_, r) = products_[i];
    if (at(slope_, r) > least * problem_.row(r).size) candidates_[ahead++] = r;
  }
  candidates_.resize(ahead);
  multiply_candidates(x);
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    const int r = candidates_[i];
    consider(n + r, working.limit(r) - products_[i], at(slope_, r), problem_.row(r).size);
  }
  return first;
}

void LevelSearch::hold_obstacle(int constraint) noexcept {
  const int n = problem_.unknowns();
  if (constraint < n) {
    factors_.hold_bound(constraint, aim_.step()[constraint] > 0 ? 1 : -1);
  } else {
    factors_.hold_row(constraint - n);
  }
}

// Does some row become violated on the way, or cease to be? -> slope_ of the inequalities.
bool LevelSearch::crosses_rows(double longest) noexcept {
  bool crosses = false;
  for (int r = point_.own().first_row; r < point_.own().end_row; ++r) {
    if (!problem_.row(r).at_most) continue;
    at(slope_, r) = problem_.own_product(r, aim_.step());
    const double violation = -point_.residual(r) + longest * at(slope_, r),
                 tolerance = 10 * rounding * std::max(1.0, problem_.row(r).size);
    crosses = crosses || (point_.counts(r) ? violation < -tolerance : violation > tolerance);
  }
  return crosses;
}

// How far to go, at most `longest`: as far as what the level minimises falls. Rows that become violated on
// the way, or cease to be, are noted.
double LevelSearch::search_along(double longest) noexcept {
  if (point_.is_pull() || !crosses_rows(longest)) return longest;
  const int n = problem_.unknowns();
  const int first = point_.own().first_row, end = point_.own().end_row;
  // Half the derivative of what is minimised: slope + t curvature, until the next row changes sides.
  double slope = 0.0, curvature = 0.0;
  for (int r = first; r < end; ++r) {
    if (!problem_.row(r).at_most) at(slope_, r) = problem_.own_product(r, aim_.step());
    if (!point_.counts(r)) continue;
    slope -= point_.residual(r) * at(slope_, r);
    curvature += at(slope_, r) * at(slope_, r);
  }
  if (aim_.lambda() > 0 && point_.own().damping.rule != LevelDamping::Rule::step_bound) {
    const double square = aim_.lambda() * aim_.lambda();
    slope += square * (point_.x() - point_.start()).head(n).dot(aim_.step().head(n));
    curvature += square * aim_.step().head(n).squaredNorm();
  }
  double t = 0.0;
  for (;;) {
    double next = longest;
    int changing = -1;
    for (int r = first; r < end; ++r) {
      const double row_slope = at(slope_, r);
      if (!problem_.row(r).at_most || row_slope == 0.0 || point_.counts(r) != (row_slope < 0)) continue;
      const double when = std::max(t, point_.residual(r) / row_slope);
      if (when < next) next = when, changing = r;
    }
    const double best = curvature > 0 ? -slope / curvature : longest;
    if (best <= next || changing < 0) return std::clamp(best, t, longest);
    t = next;
    const double sign = point_.counts(changing) ? -1.0 : 1.0;
    slope -= sign * point_.residual(changing) * at(slope_, changing);
    curvature += sign * at(slope_, changing) * at(slope_, changing);
    point_.set_counts(changing, !point_.counts(changing));
    factors_.forget_rows();
  }
}

// Members of the working set that are held for nothing leave. Returns how many.
int LevelSearch::release_unwanted(Release which) noexcept {
  const WorkingSet& working = factors_.working();
  if (working.is_empty()) return 0;
  aim_.explain(factors_.first_member_column());
  const double least = -multiplier_tolerance * point_.gradient_scale() - point_.gradient_rounding();
  double worst = least;
  int chosen = -1, count = 0;
  for (int q = working.size() - 1; q >= 0; --q) {  // from the last: those before it stay where they are
    const int constraint = working.member(q);
    if (at(refused_, constraint)) continue;
    const double multiplier = aim_.multiplier(factors_.column_of(q)) * working.size_of(constraint);
    if (multiplier >= least) continue;
    ++count;
    if (which == Release::all) {
      last_released_ = constraint;
      factors_.release(q);
    } else if (which == Release::worst ? multiplier <= worst
                                       : chosen < 0 || constraint < working.member(chosen)) {
      worst = multiplier;
      chosen = q;
    }
  }
  if (which == Release::all) {
    if (count > 1) last_released_ = -1;
    return count;
  }
  if (chosen < 0) return 0;
  last_released_ = working.member(chosen);
  factors_.release(chosen);
  return 1;
}

void LevelSearch::run(const WarmStart* warm) noexcept {
  const int n = problem_.unknowns(), constraints = n + problem_.row_count();
  const WorkingSet& working = factors_.working();
  const auto forget_refused = [&] { std::fill_n(refused_.begin(), constraints, std::uint8_t{0}); };
  forget_refused();
  factors_.begin_search();
  aim_.begin_level();
  bool arrived = warm != nullptr && start_warm(*warm);
  // Rows below must not matter, not even for when to give up.
  const int most_rounds = rounds_ + 4 * (n + point_.known_rows()) + 100;
  int idle = 0;
  last_released_ = -1;
  double best = std::numeric_limits<double>::infinity();
  const double noise = rounding * (point_.is_pull() ? 1.0 : point_.own().size) * point_.length_scale(),
               negligible = noise * noise;
  for (;;) {
    if (++rounds_ > most_rounds) {
      gave_up_ = true;
      factors_.place();
      return;
    }
    const bool by_number = idle > patience + working.size();
    if (!arrived) {
      factors_.place();
      aim_.find();
      VecX& step = aim_.step();
      if (step.head(n).norm() <= rounding * point_.length_scale()) step.head(n).setZero();
      const Obstacle obstacle = first_obstacle(by_number);
      const double amount = search_along(obstacle.at);
      point_.advance(step, amount);
      const double value = point_.objective(aim_.lambda());
      const bool stands_still = !(value < best * (1 - rounding) - negligible);
      if (stands_still) {
        ++idle;
      } else {
        idle = 0;
        best = value;
        forget_refused();
      }
      if (obstacle.constraint >= 0 && amount >= obstacle.at) {
        const int c = obstacle.constraint;
        if (!factors_.has_room()) {
          gave_up_ = true;
          factors_.place();
          return;
        }
        if (stands_still && c == last_released_) at(refused_, c) = 1;
        hold_obstacle(c);
        if (c < n) point_.set(c, working.bound(c));
        continue;
      }
      if (!factors_.is_placed() || (amount < 1.0 && !stands_still)) continue;
    }
    arrived = false;
    if (release_unwanted(by_number ? Release::first : idle > 0 ? Release::worst : Release::all) == 0) return;
  }
}

// Holds what the same level ended with last time, as far as there is room, and nothing else: what the level
// above ended with is mostly not what this one needs. False: nothing.
bool LevelSearch::hold_remembered(const WarmStart& warm) noexcept {
  const WorkingSet& working = factors_.working();
  const int level = point_.level(), n = problem_.unknowns();
  for (int q = working.size() - 1; q >= 0; --q) {
    const int c = working.member(q);
    const bool again = c < n ? warm.held_side(level, c) == working.side(c) : warm.was_row_held(level, c - n);
    if (!again) factors_.release(q);
  }
  bool any = !working.is_empty();
  for (int i = 0; i < n && factors_.has_room(); ++i) {
    const int side = warm.held_side(level, i);
    if (side == 0 || working.side(i) != 0 ||
        !std::isfinite(side > 0 ? problem_.upper()[i] : problem_.lower()[i]))
      continue;
    factors_.hold_bound(i, side);
    any = true;
  }
  for (int r = 0; r < problem_.row_count() && factors_.has_room(); ++r) {
    if (!warm.was_row_held(level, r) || !working.is_hard(r) || working.is_held(r)) continue;
    factors_.hold_row(r);
    any = true;
  }
  return any;
}

// Goes to the optimum of the set, through at most a few inequalities that are new. True: it got there.
bool LevelSearch::go_to_remembered() noexcept {
  for (int attempt = 0; attempt < most_warm_attempts; ++attempt) {
    ++rounds_;
    factors_.place();
    if (!aim_.find_from_afar()) return false;
    const Obstacle obstacle = first_obstacle(false);
    point_.advance(aim_.step(), obstacle.at);
    if (obstacle.constraint < 0) return true;
    if (!factors_.has_room()) return false;
    hold_obstacle(obstacle.constraint);
  }
  return false;
}

// Members that the way did not lead to leave. True: some did.
bool LevelSearch::release_unmet() noexcept {
  const int n = problem_.unknowns();
  const WorkingSet& working = factors_.working();
  bool any = false;
  for (int q = working.size() - 1; q >= 0; --q) {
    const int c = working.member(q);
    if (working.gap(c, point_.x()) > rounding * (c < n ? 1.0 : std::max(1.0, working.size_of(c)))) {
      factors_.release(q);
      any = true;
    } else if (c < n) {
      point_.set(c, working.bound(c));
    }
  }
  return any;
}

// Starts from the set the same level ended with last time, if that leads somewhere. True: x is the optimum of
// the working set.
bool LevelSearch::start_warm(const WarmStart& warm) noexcept {
  if (!warm.is_usable() || !warm.held_anything(point_.level()) || !hold_remembered(warm)) return false;
  bool arrived = go_to_remembered();
  if (!point_.is_pull() && point_.own().damping.rule == LevelDamping::Rule::step_bound &&
      (point_.x() - point_.start()).head(problem_.unknowns()).norm() >
          (1 + bound_rounding) * point_.own().damping.bound) {
    point_.return_to_start();
    arrived = false;
  }
  if (release_unmet()) arrived = false;
  const bool others_count = !point_.is_pull() && choose_violated();
  return arrived && !others_count;
}

}  // namespace limber
