// What does one damped step of a 90-joint trunk cost: kinematics, Jacobian and solving together?
//
// KDL's differential solvers (Debian's package) do the same work for the same 6-D request beside it: the
// pseudo-inverse by Householder SVD, by Givens SVD, and weighted damped least squares. Limber's step comes
// bare (one damped step, as KDL's) and as people use it (with limits in the active set, trial steps, report
// and reasons).

#include <benchmark/benchmark.h>

#include "limber/kinematics/kinematics.h"
#include "limber/solver/solver.h"
#include "trunk.h"

#if LIMBER_HAVE_KDL
#include <kdl/chainiksolvervel_pinv.hpp>
#include <kdl/chainiksolvervel_pinv_givens.hpp>
#include <kdl/chainiksolvervel_wdls.hpp>

#include "kdl_chain.h"
#endif

namespace {

using namespace limber;

Posture bent(const Figure& figure) {
  Posture posture = figure.rest_posture();
  for (Eigen::Index i = 0; i < posture.values.size(); ++i)
    posture.values[i] = 0.1 * std::sin(0.7 * static_cast<double>(i));
  return posture;
}

void run(benchmark::State& state, SolverOptions options, bool limits, bool turn) {
  const Figure figure = trunk(static_cast<int>(state.range(0)) / 3, limits ? 0.3 : unlimited);
  const FrameId tip = figure.frame("trunk.tip");
  const Posture start = bent(figure);
  Kinematics kinematics(figure);
  kinematics.update(start);
  const Transform pose = kinematics.frame_pose(tip);
  TaskList tasks;
  const auto reach = tasks.add("reach", Reach{.frame = tip, .target = pose.translation});
  if (turn) tasks.add("turn", Orient{.frame = tip, .target = Quat(Mat3(pose.rotation))});
  Solver solver(figure, options);
  solver.prepare(tasks);
  Posture posture = start;
  double phase = 0.0;
  for (auto _ : state) {
    // The goal wanders about, as a hand would.
    phase += 0.01;
    tasks[reach].target =
        pose.translation + 0.1 * Vec3(std::sin(phase), std::cos(1.3 * phase), std::sin(0.7 * phase));
    benchmark::DoNotOptimize(solver.step(tasks, posture));
  }
}

SolverOptions bare() {
  SolverOptions options;
  options.limits = LimitMethod::off;
  options.damping = {.rule = Damping::Rule::fixed, .lambda = 0.01};
  options.line_search = false;
  return options;
}

void trunk_damped_step_6d_limber(benchmark::State& state) {
  run(state, bare(), false, true);
}
BENCHMARK(trunk_damped_step_6d_limber)->Arg(90)->Arg(180)->Arg(360);
void trunk_damped_step_3d_limber(benchmark::State& state) {
  run(state, bare(), false, false);
}
BENCHMARK(trunk_damped_step_3d_limber)->Arg(90)->Arg(180)->Arg(360);
void trunk_default_step_6d_limber(benchmark::State& state) {
  run(state, {}, true, true);
}
BENCHMARK(trunk_default_step_6d_limber)->Arg(90)->Arg(180)->Arg(360);

#if LIMBER_HAVE_KDL
template <class DifferentialSolver>
void run_kdl(benchmark::State& state, DifferentialSolver& solver, int joints) {
  const KDL::Twist twist(KDL::Vector(0.01, 0.02, -0.01), KDL::Vector(0.01, 0.0, 0.02));
  const Posture postures[2] = {bent(trunk(joints / 3)), trunk(joints / 3).rest_posture()};
  KDL::JntArray q(static_cast<unsigned>(joints)), velocity(static_cast<unsigned>(joints));
  int k = 0;
  for (auto _ : state) {
    q.data = postures[k ^= 1].values + VecX::Constant(joints, 0.01);
    if (solver.CartToJnt(q, twist, velocity) < 0) {
      state.SkipWithError("KDL does not solve this");
      return;
    }
    benchmark::DoNotOptimize(velocity.data.data());
    benchmark::ClobberMemory();
  }
}

template <class DifferentialSolver>
void trunk_step_6d_kdl(benchmark::State& state) {
  const int joints = static_cast<int>(state.range(0));
  const Figure figure = trunk(joints / 3);
  const KDL::Chain chain = kdl_chain(figure, figure.frame("trunk.tip"));
  DifferentialSolver solver(chain);
  if constexpr (std::is_same_v<DifferentialSolver, KDL::ChainIkSolverVel_wdls>) solver.setLambda(0.01);
  run_kdl(state, solver, joints);
}
BENCHMARK(trunk_step_6d_kdl<KDL::ChainIkSolverVel_pinv>)->Arg(90);
BENCHMARK(trunk_step_6d_kdl<KDL::ChainIkSolverVel_pinv_givens>)->Arg(90);
BENCHMARK(trunk_step_6d_kdl<KDL::ChainIkSolverVel_wdls>)->Arg(90);
#endif

}  // namespace

BENCHMARK_MAIN();
