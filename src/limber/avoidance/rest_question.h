#pragma once
// Why a technique rests while tasks that it follows are not satisfied: the Solver goes on from that posture,
// with all tasks that are followed in one priority, without the couplings and ties that the technique does
// not know.
//
//   it gets nearer    the technique is the reason
//   it does not       its reasons are the reasons: limits, obstacles, other tasks, out of reach
//
// So no reason is named that this solve does not confirm.

#include <span>
#include <vector>

#include "limber/avoidance/options.h"
#include "limber/solver/solver.h"
#include "limber/world/world.h"

namespace limber {

class RestQuestion {
 public:
  // `metres_per_radian`: as the technique counts angles. Allocates, and so does advance().
  RestQuestion(const Figure& figure, const SolverOptions& solver, const AvoidanceOptions& avoidance,
               const World& world, double metres_per_radian, const TaskList& tasks, const Posture& posture);

  // A piece about as long as a step. True: it is answered.
  bool advance();
  // Writes a reason into every report of an unsatisfied task that has none.
  void answer(std::span<TaskReport> reports) const;

 private:
  Technique technique_;
  Solver solver_;
  TaskList tasks_;
  Posture posture_;
  bool settling_ = false;
  int steps_ = 0;
  std::vector<TaskReport> answers_;
};

}  // namespace limber
