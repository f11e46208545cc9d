// How long does a singular value decomposition of a 3 x n Jacobian take, by each method, and how does it grow
// with the number of joints? (Ge 2000, figures 5.3 and 5.4: times against the number of spheres, three joints
// each.)
//
// The Jacobians are those of a trunk whose tip is dragged: neighbouring frames differ as they do in use, so
// that warm starts get what they get there. dgesvd is the baseline; the table at the end gives every time as
// a multiple of it. Before anything is timed, all methods must agree.

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "experiments/common/lapack_svd.h"
#include "limber/kinematics/kinematics.h"
#include "limber/models/bare_chain.h"
#include "limber/svd/inverse.h"
#include "limber/svd/svd.h"
#include "time_table.h"

namespace {

using namespace limber;
using experiments::LapackSvd;

constexpr int frame_count = 64;  // forth and back again

struct Method {
  std::string name;
  SvdOptions options;
  int most_joints;  // more take too long
};

const std::vector<Method>& methods() {
  static const std::vector<Method> all = {
      {"golub_reinsch", {.method = SvdMethod::golub_reinsch}, 600},
      {"row_givens", {.method = SvdMethod::row_givens}, 600},
      {"row_givens_cold", {.method = SvdMethod::row_givens, .warm_start = false}, 600},
      {"row_givens_one_sweep", {.method = SvdMethod::row_givens, .one_sweep = true}, 600},
      {"row_givens_small_angles",
       {.method = SvdMethod::row_givens, .one_sweep = true, .small_angles = true},
       600},
      {"column_givens", {.method = SvdMethod::column_givens}, 150},
      {"column_givens_one_sweep", {.method = SvdMethod::column_givens, .one_sweep = true}, 600},
  };
  return all;
}

// Jacobians of the tip of a trunk of unit links along a drag.
std::vector<RowMatrix> dragged_jacobians(int joints) {
  const int links = joints / 3;
  const Figure figure =
      models::bare_chain({.links = links, .length = static_cast<double>(links), .radius = 0.3});
  Posture posture = figure.rest_posture();
  VecX bend(joints);
  for (int i = 0; i < joints; ++i) bend[i] = i % 3 == 2 ? 9.0 / joints : 0.05 * std::sin(i);
  integrate(figure, bend, posture);
  Kinematics kinematics(figure);
  RowMatrix jacobian(6, joints);
  Svd svd;
  svd.prepare(3, joints);
  VecX step(joints);
  std::vector<RowMatrix> all;
  for (int frame = 0; frame < frame_count; ++frame) {
    kinematics.update(posture);
    kinematics.frame_jacobian(figure.frame("trunk.tip"), jacobian);
    all.push_back(jacobian.topRows(3));
    svd.decompose(jacobian.topRows(3));
    const double t = 0.05 * frame;
    damped_inverse(svd.factors(), 0.1, Vec3(0.05 * std::sin(t), 0.05 * std::cos(t), 0.03), step);
    integrate(figure, step, posture);
  }
  return all;
}

const std::vector<RowMatrix>& jacobians(int joints) {
  static std::map<int, std::vector<RowMatrix>> made;
  auto& all = made[joints];
  if (all.empty()) all = dragged_jacobians(joints);
  return all;
}

// `svd`: anything with prepare(), decompose() and factors().
template <class AnySvd>
void decompose(benchmark::State& state, AnySvd svd) {
  const int joints = static_cast<int>(state.range(0));
  const auto& all = jacobians(joints);
  svd.prepare(3, joints);
  svd.decompose(all[0]);
  int frame = 0, direction = 1;
  for (auto _ : state) {
    if (frame + direction < 0 || frame + direction >= frame_count) direction = -direction;
    frame += direction;
    svd.decompose(at(all, frame));
    benchmark::DoNotOptimize(svd.factors().v(0));
    benchmark::ClobberMemory();
  }
}

// The short way of row-wise Givens: a damped step and nothing else, against a decomposition and a damped
// step.
void damped_step_by_shortcut(benchmark::State& state) {
  const int joints = static_cast<int>(state.range(0));
  const auto& all = jacobians(joints);
  RowGivens rows;
  rows.prepare(3, joints);
  VecX step(joints);
  const VecX e = Vec3(0.01, 0.02, -0.01);
  int frame = 0, direction = 1;
  for (auto _ : state) {
    if (frame + direction < 0 || frame + direction >= frame_count) direction = -direction;
    frame += direction;
    rows.orthogonalise(at(all, frame));
    rows.damped_inverse(0.1, e, step);
    benchmark::DoNotOptimize(step.data());
    benchmark::ClobberMemory();
  }
}

void check_agreement() {
  for (int joints : {3, 90}) {
    for (const Method& method : methods()) {
      Svd svd(method.options);
      LapackSvd reference;
      svd.prepare(3, joints);
      reference.prepare(3, joints);
      for (const RowMatrix& j : jacobians(joints)) {
        svd.decompose(j);
        reference.decompose(j);
        const double tolerance = method.options.small_angles ? 0.1 : method.options.one_sweep ? 1e-3 : 1e-12;
        if ((svd.factors().sigma() - reference.factors().sigma()).norm() >
            tolerance * reference.factors().sigma(0)) {
          std::cerr << method.name << " and dgesvd disagree: nothing is worth timing\n";
          std::exit(1);
        }
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  check_agreement();
  const std::vector<int> counts = {3, 6, 15, 30, 60, 90, 150, 300, 600};
  auto* baseline =
      benchmark::RegisterBenchmark("dgesvd", [](benchmark::State& state) { decompose(state, LapackSvd()); });
  for (int n : counts) baseline->Arg(n);
  for (const Method& method : methods()) {
    auto* registered = benchmark::RegisterBenchmark(
        method.name.c_str(),
        [options = method.options](benchmark::State& state) { decompose(state, Svd(options)); });
    for (int n : counts) {
      if (n <= method.most_joints) registered->Arg(n);
    }
  }
  auto* shortcut = benchmark::RegisterBenchmark("damped_step_by_shortcut", damped_step_by_shortcut);
  for (int n : counts) shortcut->Arg(n);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  bench::TimeTable times;
  benchmark::RunSpecifiedBenchmarks(&times);
  times.print("dgesvd", "joints", counts);
  benchmark::Shutdown();
  return 0;
}
