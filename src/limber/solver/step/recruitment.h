#pragma once
// Which joints move first. Moving a degree of freedom has a cost W; the linear problems are solved for
//
//   y = W^(a/2) dq,    dq = scale y,    scale = W^(-a/2),
//
// so that of all steps that do the same for the tasks the cheapest is taken. How much tasks can get does not
// depend on W, but a damped or bounded step does: dear joints hardly move in it. So costs are eased, a = 1,
// 1/2, 1/4, 0, while a level gets less than a quarter of what it asks for, and tightened again when all get
// nearly everything. An arm reaches as far as it can before the back bends, and then the back bends as if it
// were as cheap as the arm.

#include <array>
#include <cstdint>
#include <vector>

#include "limber/figure/figure.h"
#include "limber/solver/options.h"
#include "limber/tasks/task_list.h"

namespace limber {

class Recruitment {
 public:
  // Throws std::invalid_argument for costs that do not fit the figure.
  Recruitment(const Figure& figure, const SolverOptions& options);

  void prepare(const TaskList& tasks);            // tasks may have costs of their own; allocates
  void refresh(const TaskList& tasks) noexcept;   // which of them are on; otherwise as prepared
  void forget() noexcept { ease_ = waits_ = 0; }  // costs count in full again

  // Are there costs that can be eased, other than 1?
  bool matters() const noexcept { return matters_; }
  const VecX& scale() const noexcept { return at(scales_, ease_); }
  const VecX& eased_scale() const noexcept { return scales_.back(); }  // 1, or 0 where a joint is locked
  // `share`: the least part of what it asks for that a level gets in the linear step just solved. True: costs
  // have been eased for it, solve again. Otherwise they may have been tightened, from the next step on.
  bool must_help(double share) noexcept;
  void ease_fully() noexcept { ease_ = static_cast<int>(scales_.size()) - 1; }

 private:
  struct TaskCosts {
    int entry;     // position in the list of tasks
    VecX of_dofs;  // 0: it says nothing
  };
  void compute() noexcept;

  const Figure& figure_;
  VecX usual_;                         // W of the options or the figure
  std::vector<TaskCosts> of_tasks_;    // the last one decides
  std::vector<std::uint8_t> counted_;  // of_tasks_ that are on
  VecX costs_;                         // W
  std::array<VecX, 4> scales_;         // a = 1, 1/2, 1/4, 0
  bool may_ease_;
  bool matters_ = false;
  int ease_ = 0;   // of scales_
  int waits_ = 0;  // steps in a row in which a level got too little
};

}  // namespace limber
