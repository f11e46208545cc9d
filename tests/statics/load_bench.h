#pragma once
// The rows of tasks about weight, supports and strength, on figures that stand, against finite differences.

#include "limber/statics/load_state.h"
#include "limber/tasks/task.h"
#include "statics/standing_differences.h"
#include "statics/wide_rows.h"

namespace limber::test {

struct Rows {
  RowMatrix jacobian;
  VecX error;
};

class LoadBench {
 public:
  enum class Start { cold, warm };  // where the forces of the next posture are looked for
  explicit LoadBench(const StandingFigure& standing, Start start = Start::cold)
      : start_(start),
        kinematics_(standing.figure),
        masses_(standing.figure),
        loads_(standing.figure, standing.loads),
        scratch_(RowMatrix::Zero(12, standing.figure.dof_count())) {
    move_to(standing.posture);
  }
  void move_to(const Posture& posture) {
    posture_ = posture;
    kinematics_.update(posture);
    masses_.update(kinematics_);
    if (start_ == Start::cold) loads_.statics.forget();
    loads_.update(kinematics_, masses_, posture);
  }
  // After forces were put in the place of those found.
  void update_joints() { loads_.joints.update(loads_.statics, kinematics_, posture_); }
  Rows rows(const Task& task) {
    const int count = row_count(task);
    Rows result{RowMatrix::Zero(count, scratch_.cols()), VecX::Zero(count)};
    TaskRows filled{result.jacobian, result.error};
    const TaskContext context{kinematics_, masses_, posture_, scratch_, &loads_};
    evaluate(task, context, filled);
    return result;
  }
  void add_effort_gradient(Eigen::RowVectorXd& row) {
    loads_.joints.add_effort_gradient(loads_.statics, kinematics_, 1.0, row);
  }
  Statics& statics() { return loads_.statics; }
  const Kinematics& kinematics() const { return kinematics_; }
  const MassDistribution& masses() const { return masses_; }
  LoadState& loads() { return loads_; }

 private:
  Start start_;
  Kinematics kinematics_;
  MassDistribution masses_;
  LoadState loads_;
  Posture posture_;
  RowMatrix scratch_;
};

struct RowCheck {
  int least = 2000;          // cases that must have been compared
  double tolerance = 1e-6;   // of 1 plus the largest entry
  double most_kinks = 0.02;  // of all cases: with a kink so near that no difference avoids it
  double most_edges = 0.35;  // of all cases: so near the edge of what can be balanced that digits are lost
  std::function<StandingFigure(Random&, int)> figure = random_standing_figure;
};

// Checks rows of the tasks that `make` gives, on random figures; it gives none where a figure does not suit. Twice: in
// every posture along forces with more digits, and with forces found anew for every difference, where that leaves digits;
// what cannot be compared so is counted and bounded.
template <class Make>
void check_rows(std::uint64_t seed, int count, Reads reads, const Make& make, const RowCheck& check = {}) {
  Random random(seed);
  Compared compared;
  EveryPosture every_posture;
  const bool reads_forces = reads == Reads::middles || reads == Reads::corners;
  for (int trial = 0; trial < scaled(count); ++trial) {
    StandingFigure standing = check.figure(random, trial);
    for (SupportDescription& support : standing.loads.supports) {
      if (uniform_int(random, 0, 2) != 0) support.share.reset();
    }
    make_shares_possible(standing.loads);
    if (standing.figure.dof_count() == 0 || standing.figure.total_mass() == 0.0) continue;
    LoadBench bench(standing), moved(standing);
    const std::optional<Task> task = make(random, standing, bench);
    if (!task) continue;
    const Rows rows = bench.rows(*task);
    if (reads_forces) {
      LoadBench along(with_handles(standing), LoadBench::Start::warm);
      every_posture.compare(-rows.jacobian, 1.0, standing, bench.statics(), along, reads,
                            [&](const Posture&) -> VecX {
                              along.update_joints();
                              return along.rows(*task).error;
                            });
    }
    const Derivative derivative = differentiate(
        standing, moved, reads, [&](const Posture&) -> VecX { return moved.rows(*task).error; });
    compared.count(derivative.outcome);
    if (derivative.outcome != Derivative::smooth) continue;
    const double size = 1.0 + derivative.by_differences.lpNorm<Eigen::Infinity>();
    const double difference = (rows.jacobian + derivative.by_differences).lpNorm<Eigen::Infinity>();
    EXPECT_LT(difference, check.tolerance * size) << type_name(*task) << " trial " << trial << "\n"
                                                  << rows.jacobian << "\n"
                                                  << -derivative.by_differences;
    if (testing::Test::HasFailure()) return;
  }
  compared.expect(check.least, check.most_kinks, check.most_edges);
  if (reads_forces) every_posture.expect(check.least);
}

}  // namespace limber::test
