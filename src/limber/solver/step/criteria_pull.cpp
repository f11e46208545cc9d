// Gradient and known second derivatives of all criteria; then a quasi-Newton step in the freedom left.

#include "limber/solver/step/criteria_pull.h"

namespace limber {

namespace {

constexpr double least_descent = 1e-6;  // of |gradient| |pull|: less is not a way down

}  // namespace

CriteriaPull::CriteriaPull(int dofs)
    : gradient_(VecX::Zero(dofs)),
      pull_(VecX::Zero(dofs)),
      base_(VecX::Ones(dofs)),
      projected_(VecX::Zero(dofs)),
      gradient_pull_(VecX::Zero(dofs)),
      last_projected_(VecX::Zero(dofs)),
      last_step_(VecX::Zero(dofs)),
      one_(VecX::Zero(dofs)),
      newton_(dofs) {}

void CriteriaPull::forget() noexcept {
  newton_.forget();
  has_stepped_ = false;
}

double CriteriaPull::shorten(double largest) noexcept {
  const double entry = pull_.size() > 0 ? pull_.cwiseAbs().maxCoeff() : 0.0;
  if (!(entry > largest)) return 1.0;
  pull_ *= largest / entry;
  return largest / entry;
}

void CriteriaPull::compute(const CriterionList& criteria, const TaskContext& context, const VecX& scale,
                           Order order) noexcept {
  gradient_.setZero();
  base_.setZero();
  for (const WeightedCriterion& weighted : criteria) {
    if (!weighted.enabled || weighted.gain == 0.0) continue;
    one_.setZero();
    add_gradient(weighted.criterion, context, one_);
    gradient_ += weighted.gain * one_;
    if (order == Order::first) continue;
    one_.setZero();
    add_curvature(weighted.criterion, context, one_);
    base_ += weighted.gain * one_;
  }
  gradient_ = scale.cwiseProduct(gradient_);
  factor_ = 1.0;
  if (order == Order::second) {
    base_ = base_.cwiseProduct(scale).cwiseProduct(scale);
    const double most = base_.size() > 0 ? base_.maxCoeff() : 0.0;
    base_is_known_ = most > 0.0;
    base_is_even_ = true;
    if (base_is_known_) factor_ = 1.0 / most;
    for (Eigen::Index i = 0; i < base_.size(); ++i) {
      // Where nothing is known the smallest step is the safest.
      const double inverse = base_[i] > 0.0 ? 1.0 / base_[i] : factor_;
      base_is_even_ = base_is_even_ && inverse == factor_;
      base_[i] = inverse;
    }
  }
  pull_ = -factor_ * gradient_;
  factor_ *= shorten(order == Order::first ? gentle : longest);
}

bool CriteriaPull::refine(const VecX& freely, double most) noexcept {
  projected_ = -freely / factor_;
  if (has_stepped_) {
    one_ = projected_ - last_projected_;
    newton_.learn(last_step_, one_);
  }
  last_projected_ = projected_;
  has_stepped_ = false;
  if (base_is_even_ && newton_.is_empty() && pull_.cwiseAbs().maxCoeff() <= most) return false;
  gradient_pull_ = pull_;
  pull_ = projected_;
  if (!base_is_known_ && !newton_.is_empty()) base_.setConstant(newton_.newest_scale());
  newton_.apply(base_, pull_);
  pull_ = -pull_;
  if (!(-pull_.dot(projected_) >= least_descent * pull_.norm() * projected_.norm())) {
    newton_.forget();
    pull_ = -base_.cwiseProduct(projected_);
  }
  shorten(most);
  return true;
}

bool CriteriaPull::retract(const VecX& freely) noexcept {
  if (gradient_.dot(freely) < -least_descent * projected_.norm() * freely.norm()) return false;
  forget();
  last_projected_ = projected_;
  pull_ = gradient_pull_;
  return true;
}

void CriteriaPull::learn_from(const VecX& step) noexcept {
  last_step_ = step;
  has_stepped_ = true;
}

}  // namespace limber
