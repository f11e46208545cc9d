#include "limber/solver/step/criteria_pull.h"

namespace limber {

CriteriaPull::CriteriaPull(int dofs) : gradient_(VecX::Zero(dofs)), pull_(VecX::Zero(dofs)) {}

void CriteriaPull::compute(const CriterionList& criteria, const TaskContext& context,
                           const VecX& scale) noexcept {
  gradient_.setZero();
  for (const WeightedCriterion& weighted : criteria) {
    if (!weighted.enabled || weighted.gain == 0.0) continue;
    pull_.setZero();
    add_gradient(weighted.criterion, context, pull_);
    gradient_ += weighted.gain * pull_;
  }
  pull_ = -scale.cwiseProduct(gradient_);
  const double largest = pull_.size() > 0 ? pull_.cwiseAbs().maxCoeff() : 0.0;
  if (largest > longest) pull_ *= longest / largest;
}

}  // namespace limber
