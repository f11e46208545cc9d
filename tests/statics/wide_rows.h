#pragma once
// Derivatives of numbers made of the forces at the supports, in every posture that is balanced: differences along
// forces that change at the rate wide_equations.h gives, instead of forces found anew, which have few digits next to the
// edge of what can be balanced. Such a number is smooth, so that steps may be long.

#include "statics/standing_differences.h"
#include "statics/wide_equations.h"

namespace limber::test {

// Forces are put into this one: which ones its supports would have by themselves is then of no matter, and handles
// have some without a search.
inline StandingFigure with_handles(StandingFigure standing) {
  for (SupportDescription& support : standing.loads.supports) {
    support.grip = true;
    support.share.reset();
  }
  return standing;
}

// In units of the load. The statics of a test are not constant, only what they show is.
inline void put_forces(const statics::SupportModel& model, const std::vector<Vec3>& forces) {
  auto& changed = const_cast<statics::SupportModel&>(model);
  for (std::size_t i = 0; i < forces.size(); ++i)
    changed.problem.contacts[i].force = changed.nearest.contacts[i].force = forces[i];
}

struct WideDerivative {
  Eigen::MatrixXd by_differences;
  bool is_at_kink = false, are_cheapest = true;
};

// `statics`: in the posture of `standing`. `moved`: a bench of with_handles(standing), of which `value` reads.
template <class Bench>
WideDerivative differentiate_along_forces(const StandingFigure& standing, Statics& statics, Bench& moved,
                                          Reads reads, const std::function<VecX(const Posture&)>& value) {
  const auto model_of = [&](const Statics& of) -> const statics::SupportModel& {
    return reads == Reads::middles ? of.middles() : of.corners();
  };
  const statics::SupportModel& model = model_of(statics);
  const WideEquations equations(statics, model);
  const Eigen::MatrixXd rates = equations.force_rates(standing) / statics.load_size();
  const int n = standing.figure.dof_count();
  WideDerivative result{Eigen::MatrixXd(value(standing.posture).size(), n), equations.is_at_kink(),
                        equations.are_cheapest()};
  std::vector<Vec3> forces(model.places.size());
  for (int c = 0; c < n; ++c) {
    const auto at = [&](double step) -> VecX {
      VecX along = VecX::Zero(n);
      along[c] = step;
      Posture posture = standing.posture;
      integrate(standing.figure, along, posture);
      moved.move_to(posture);
      for (std::size_t i = 0; i < forces.size(); ++i)
        forces[i] =
            model.problem.contacts[i].force + step * rates.block<3, 1>(3 * static_cast<Eigen::Index>(i), c);
      put_forces(model_of(moved.statics()), forces);
      return value(posture);
    };
    // Forces that change quickly turn moments round on a short way.
    const double longest = 0.1 / (1.0 + rates.col(c).lpNorm<Eigen::Infinity>());
    // The two lengths that agree best: long steps may cross a corner in a table of strengths.
    VecX last = smooth_derivative(at, longest);
    double least_change = std::numeric_limits<double>::infinity();
    for (const double part : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5}) {
      const VecX next = smooth_derivative(at, part * longest);
      const double change = (next - last).template lpNorm<Eigen::Infinity>();
      if (change < least_change) {
        least_change = change;
        result.by_differences.col(c) = last;
      }
      if (change < 1e-8 * (1.0 + next.template lpNorm<Eigen::Infinity>())) break;
      last = next;
    }
  }
  return result;
}

// Derivatives compared in every posture that is balanced, whatever it is near to, by the cheapest forces.
class EveryPosture {
 public:
  // `size`: what an error of 1 would be, beside the derivative itself.
  template <class Bench>
  void compare(const Eigen::MatrixXd& found, double size, const StandingFigure& standing, Statics& statics,
               Bench& moved, Reads reads, const std::function<VecX(const Posture&)>& value) {
    const WideDerivative expected = differentiate_along_forces(standing, statics, moved, reads, value);
    if (!expected.are_cheapest) {
      ++not_cheapest_;
      return;
    }
    const double error = (found - expected.by_differences).lpNorm<Eigen::Infinity>() /
                         (size + expected.by_differences.lpNorm<Eigen::Infinity>());
    ++compared_;
    at_kink_ += expected.is_at_kink ? 1 : 0;
    worst_ = std::max(worst_, error);
    EXPECT_LT(error, 1e-6) << found << "\n" << expected.by_differences;
  }
  void expect(int least) const {
    testing::Test::RecordProperty("every_posture", compared_);
    testing::Test::RecordProperty("at_a_kink", at_kink_);
    testing::Test::RecordProperty("worst_of_every_posture", std::to_string(1e6 * worst_) + "e-6");
    testing::Test::RecordProperty("not_cheapest", not_cheapest_);
    EXPECT_GT(compared_, scaled(least));
    EXPECT_LE(not_cheapest_, 0.01 * compared_ + 2.0 * std::sqrt(0.01 * compared_) + 1.0);
  }

 private:
  int compared_ = 0, at_kink_ = 0, not_cheapest_ = 0;
  double worst_ = 0.0;
};

}  // namespace limber::test
