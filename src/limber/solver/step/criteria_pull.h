#pragma once
// Where the criteria pull the freedom that tasks leave:
//
//   z = - W^-1/2 sum of gain * grad h        in the unknowns y = W^1/2 dq
//
// shortened to what one step may move.

#include "limber/tasks/criterion.h"

namespace limber {

class CriteriaPull {
 public:
  explicit CriteriaPull(int dofs);

  // `scale`: W^-1/2, one entry per degree of freedom.
  void compute(const CriterionList& criteria, const TaskContext& context, const VecX& scale) noexcept;
  const VecX& value() const noexcept { return pull_; }

  static constexpr double longest = 0.1;  // [rad] the largest entry: as gentle as a step of tasks at rest

 private:
  VecX gradient_, pull_;
};

}  // namespace limber
