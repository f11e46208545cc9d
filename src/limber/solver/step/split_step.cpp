#include "limber/solver/step/split_step.h"

#include <algorithm>

namespace limber {

namespace {

constexpr double negligible_part = 0.1;  // of a step: cutting it would not help

}  // namespace

void SplitStep::resize(int unknowns, int levels) {
  levels_ = levels;
  parts_ = Eigen::MatrixXd::Zero(unknowns, levels + 1);
  length_ = fraction_ = VecX::Ones(levels + 1);
  point_ = VecX::Zero(unknowns);
}

void SplitStep::set_whole(const VecX& step) noexcept {
  parts_.setZero();
  parts_.col(0) = step;
  length_ = parts_.colwise().norm();
}

void SplitStep::compose(VecX& sum) const noexcept {
  sum = fraction_[0] * parts_.col(0);
  for (int level = 1; level <= levels_; ++level) {
    if (length_[level] > 0.0) sum += fraction_[level] * parts_.col(level);
  }
}

double SplitStep::longest_taken_below(int level) const noexcept {
  double longest = 0.0;
  for (int k = level + 1; k <= levels_; ++k) longest = std::max(longest, taken(k));
  return longest;
}

int SplitStep::longest_part() const noexcept {
  Eigen::Index level = 0;
  fraction_.cwiseProduct(length_).maxCoeff(&level);
  return static_cast<int>(level);
}

void SplitStep::take_twice() noexcept {
  fraction_ = (2.0 * fraction_).cwiseMin(1.0);
}

void SplitStep::cut_for(int level) noexcept {
  const bool others_move = longest_taken_below(level) > negligible_part * fraction_[level] * length_[level];
  const int first = others_move ? level + 1 : level;
  fraction_.tail(levels_ + 1 - first) *= cut;
}

}  // namespace limber
