#pragma once
// What leaving its rest costs a level that cannot be satisfied, to second order. With residual r(q), and
// multipliers nu of what holds it there (limits, couplings, contacts c_i, rows of satisfied levels above),
//
//   L(q) = 1/2 |r(q)|^2 + sum nu_i c_i(q)         g = grad L,  H = its second derivatives
//   on Z, directions that nothing holding the level forbids,      Z^T H Z = sum lambda_k v_k v_k^T
//
// the level is worst off along directions with large lambda_k, and not at all along those where it is 0. In
// rows of a least-squares problem:
//
//   sqrt(lambda_k) v_k . d = - v_k . g / sqrt(lambda_k)         its Newton step, for lambda_k > 0
//   a_i . d = 0                                                 for what holds it, nu_i > 0
//
// J_l d = 0, which keeps the residual as it is, is another space: far from zero the curvature of r counts,
// and of contacts.

#include <vector>

#include "limber/solver/least_squares/lexicographic.h"
#include "limber/solver/step/observation.h"
#include "limber/solver/step/setup.h"

namespace limber {

// In the unknowns y of the linear problem (setup.h). Rows as above.
struct LevelModel {
  Eigen::MatrixXd rows;  // a column each
  VecX targets;
};

class LevelCurvature {
 public:
  LevelCurvature(const SolverSetup& setup, const TaskLevels& levels, Clearance& clearance,
                 Observation& observation);

  // What holds a level, by its multipliers.
  struct Held {
    std::uint64_t contact = 0;  // name; 0: not a contact
    int task_row = -1;          // of a satisfied level above
    double multiplier = 0.0;
    VecX normal;  // of the inequality, a . y <= ...; or of the row
    bool is_inequality = true;
  };
  // At `posture`, where the observation is and stays. `fixed`: directions that levels above do not leave.
  LevelModel model(const TaskList& tasks, const Posture& posture, int level, const std::vector<Held>& held,
                   const std::vector<VecX>& fixed);

 private:
  VecX gradient(const TaskList& tasks, const Posture& posture, int level, const std::vector<Held>& held);
  VecX scaled_row(const TaskSlot& slot, int row) const;

  const SolverSetup& setup_;
  const TaskLevels& levels_;
  Clearance& clearance_;
  Observation& observation_;
  Evaluation there_;
};

}  // namespace limber
