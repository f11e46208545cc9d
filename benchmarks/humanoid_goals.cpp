// How many goals of a humanoid does each formulation reach?
//
//   build/bench/benchmarks/humanoid_goals [GOALS]
//
// The 50-DOF humanoid of `peers`, hands and feet brought to 6-D poses at four levels of priority, to 1e-5 m and
// rad, from the rest posture, by one start. The poses are those of random postures, so all can be reached
// together. A goal counts if our own forward kinematics says so.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "limber/kinematics/kinematics.h"
#include "limber/solver/solver.h"
#include "peers/humanoid_tree.h"

namespace {

using namespace limber;

constexpr double tolerance = 1e-5;  // [m] and [rad]

void count_reached(const char* name, Formulation formulation, const Figure& figure,
                   const std::vector<std::array<Transform, 4>>& goals) {
  peers::EndTasks ends(tolerance);
  SolverOptions options;
  options.formulation = formulation;
  Solver solver(figure, options);
  Kinematics kinematics(figure);
  int reached = 0;
  double worst = 0.0;
  for (const auto& poses : goals) {
    ends.aim(poses);
    Posture posture = figure.rest_posture();
    solver.solve(ends.tasks, posture, {.restarts = 0});
    kinematics.update(posture);
    double off = 0.0;
    for (int e = 0; e < 4; ++e) {
      const Transform& goal = poses[static_cast<std::size_t>(e)];
      const Transform now = kinematics.frame_pose(FrameId{e});
      off = std::max({off, (now.translation - goal.translation).norm(),
                      Quat(now.rotation).angularDistance(Quat(goal.rotation))});
    }
    reached += off <= 1.001 * tolerance ? 1 : 0;
    worst = std::max(worst, off);
  }
  std::printf("%-14s %d of %zu reached (%.2f %%), worst error %.2g m or rad\n", name, reached, goals.size(),
              100.0 * reached / static_cast<double>(goals.size()), worst);
}

}  // namespace

int main(int count, char** arguments) {
  const peers::HumanoidTree tree;
  const Figure figure = peers::figure_of(tree);
  std::mt19937_64 random(5);
  peers::PlainHumanoid plain(tree);
  std::vector<std::array<Transform, 4>> goals(count > 1 ? static_cast<std::size_t>(std::atoi(arguments[1]))
                                                        : 10000);
  for (auto& poses : goals) {
    plain.update(peers::random_humanoid(tree, random, 0.4));
    for (int e = 0; e < 4; ++e) poses[static_cast<std::size_t>(e)] = plain.end(e);
  }
  count_reached("lexicographic", Formulation::lexicographic, figure, goals);
  count_reached("projector", Formulation::projector, figure, goals);
  count_reached("chiaverini", Formulation::chiaverini, figure, goals);
}
