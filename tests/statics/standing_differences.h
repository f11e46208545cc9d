#pragma once
// Derivatives of what supports carry, by central differences, where there is one.

#include <algorithm>
#include <cmath>
#include <functional>

#include "statics/statics_support.h"

namespace limber::test {

// What a number is computed from: where that has a kink, so has the number.
enum class Reads { nothing, middles, corners, region };

// Next to the edge of what can be balanced, or with shares that cannot be kept, digits of the forces are
// lost to rounding: multipliers are the cost of a little more load, and grow without end there.
inline bool is_far_from_the_edge(const statics::SupportModel& model) {
  constexpr double far =
      1e4;  // a sideways force of the load costs about that where as little as possible is asked
  for (const statics::ConeContact& contact : model.problem.contacts) {
    if (!contact.reference.isZero(0.0)) return false;  // balanced, but not by the cheapest forces
  }
  return model.is_balanced && model.problem.multipliers.norm() < far;
}

// Which contacts carry nothing, slide or stick: where that changes, the forces have a kink.
inline std::vector<int> contact_cases(const statics::ConeProblem& problem) {
  std::vector<int> cases;
  // How well shares are kept changes by leaps where they cannot be.
  cases.push_back(problem.row_count() > 6 && problem.softness[6] > 1e-5 ? 1 : 0);
  for (const statics::ConeContact& c : problem.contacts) {
    const double n = c.normal.dot(c.force), t = (c.force - n * c.normal).norm();
    cases.push_back(c.force.isZero(0.0) ? 0 : c.grips || t < c.friction * n * (1 - 1e-9) ? 1 : 2);
  }
  return cases;
}

// Forces so many times the load hold the edge of a region only in a figure that is jammed; they are known
// to few digits.
inline bool is_jammed(const statics::ConeProblem& problem) {
  constexpr double jammed = 50.0;
  for (const statics::ConeContact& contact : problem.contacts) {
    if (contact.force.norm() > jammed) return true;
  }
  return false;
}

// The same for what a number reads.
template <class Bench>
std::vector<int> cases_of(Bench& bench, Reads reads) {
  if (reads == Reads::nothing) return {};
  if constexpr (requires { bench.loads(); }) {
    if (reads == Reads::region) return contact_cases(bench.loads().region.problem());
  }
  const Statics& statics = bench.statics();
  const statics::SupportModel& model = reads == Reads::middles ? statics.middles() : statics.corners();
  std::vector<int> cases = contact_cases(model.problem);
  cases.push_back(model.is_balanced ? 1 : 0);
  return cases;
}

struct Derivative {
  enum Outcome {
    smooth,   // no contact changed its case on the way, and differences with half the step agree
    kink,     // however short the step
    at_edge,  // nothing to compare with: next to the edge of what can be balanced, or jammed
  };
  Eigen::MatrixXd by_differences;
  Outcome outcome = smooth;
};

// How many there were of each, and whether that is an honest part.
struct Compared {
  int smooth = 0, kinks = 0, at_edge = 0;
  void count(Derivative::Outcome outcome) {
    ++(outcome == Derivative::smooth ? smooth : outcome == Derivative::kink ? kinks : at_edge);
  }
  void expect(int least, double most_kinks, double most_edges) const {
    testing::Test::RecordProperty("compared", smooth);
    testing::Test::RecordProperty("kinks", kinks);
    testing::Test::RecordProperty("at_the_edge", at_edge);
    const double all = smooth + kinks + at_edge;
    EXPECT_GT(smooth, scaled(least));
    const auto by_chance = [&](double part) { return 1.0 + 2.0 * std::sqrt(part * all); };  // in few cases
    EXPECT_LE(kinks, most_kinks * all + by_chance(most_kinks));
    EXPECT_LE(at_edge, most_edges * all + by_chance(most_edges));
  }
};

// Steps are as long as they can be without crossing a kink, column by column; what is left after
// extrapolation is far less than the tolerance.
template <class Bench>
Derivative differentiate(const StandingFigure& standing, Bench& bench, Reads reads,
                         const std::function<VecX(const Posture&)>& value) {
  constexpr double step_lengths[] = {1e-4, 2e-5, 4e-6};
  constexpr double settled = 1e-5;
  const Figure& figure = standing.figure;
  Derivative result{Eigen::MatrixXd(value(standing.posture).size(), figure.dof_count())};
  const Statics& statics = bench.statics();
  bool is_clear = true;
  if (reads == Reads::middles) is_clear = is_far_from_the_edge(statics.middles());
  if (reads == Reads::corners) is_clear = is_far_from_the_edge(statics.corners());
  if constexpr (requires { bench.loads(); }) {
    if (reads == Reads::region) is_clear = !is_jammed(bench.loads().region.problem());
  }
  if (!is_clear) {
    result.outcome = Derivative::at_edge;
    return result;
  }
  const std::vector<int> cases = cases_of(bench, reads);
  bool same_cases = true;
  const auto at = [&](int dof, double h) -> VecX {
    VecX step = VecX::Zero(figure.dof_count());
    step[dof] = h;
    Posture posture = standing.posture;
    integrate(figure, step, posture);
    bench.statics().forget();
    bench.move_to(posture);
    const VecX there = value(posture);
    same_cases = same_cases && cases_of(bench, reads) == cases;
    return there;
  };
  const auto column_is_smooth = [&](int c, double h) {
    same_cases = true;
    const auto central = [&](double step) -> VecX { return (at(c, step) - at(c, -step)) / (2 * step); };
    const VecX wide = central(h);
    if (!same_cases) return false;
    const VecX narrow = central(h / 2);
    result.by_differences.col(c) = (4.0 * narrow - wide) / 3.0;
    const double size = 1.0 + narrow.template lpNorm<Eigen::Infinity>();
    return same_cases && (narrow - wide).template lpNorm<Eigen::Infinity>() < settled * size;
  };
  for (int c = 0; c < figure.dof_count(); ++c) {
    if (std::any_of(std::begin(step_lengths), std::end(step_lengths),
                    [&](double h) { return column_is_smooth(c, h); }))
      continue;
    result.outcome = Derivative::kink;
    break;
  }
  return result;
}

}  // namespace limber::test
