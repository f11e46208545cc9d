// What does a step of each redundancy method cost, and how does it grow with the number of joints? (Tevatia
// and Schaal 2000, figure 2: operations against the degrees of freedom.)
//
// A chain of hinges in space whose tip draws a circle, m = 3. A step is kinematics, Jacobian, criterion and
// method; the posture moves from step to step as in use, so that what is remembered from the last step is
// worth what it is worth there. Methods take turns in short batches; of each the tenth percentile of the
// thread's CPU time per step counts. Beside it the operations that the paper's model gives.

#include <time.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <vector>

#include "experiments/common/tevatia_operations.h"
#include "limber/models/bare_chain.h"
#include "limber/motion/measured_posture.h"
#include "limber/motion/path.h"
#include "limber/motion/redundancy.h"

namespace {

using namespace limber;

constexpr double dt = 0.002;  // [s]
constexpr std::array joint_counts = {10, 20, 30, 60, 90, 150, 300};

double thread_seconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// More joints take too long: a step of the first of Klein's forms is a system of n + n (n - 3) unknowns.
int most_joints(RedundancyMethod method) {
  switch (method) {
    case RedundancyMethod::klein_first:
      return 20;
    case RedundancyMethod::original:
      return 90;
    default:
      return 300;
  }
}

struct Runner {
  Figure figure;
  TaskStack stack;
  MeasuredPosture measure;
  Redundancy redundancy;
  TargetPath path;
  TaskId<Reach> tip;
  Posture posture;
  int step = 0;
  std::vector<double> seconds;  // per step, one for each batch

  Runner(const Figure& f, RedundancyMethod method, const TaskList& tasks, TaskId<Reach> id,
         const Posture& start, const Vec3& center)
      : figure(f),
        stack(f, tasks),
        measure(f, {}),
        redundancy(method, f.dof_count(), 10.0),
        path(CircleCurve{.center = center, .radius = 0.1, .period = 1.0, .normal = Vec3::UnitX()}),
        tip(id),
        posture(start) {}

  void batch(int steps) {
    std::vector<Vec3> targets;
    for (int k = 0; k < steps; ++k) targets.push_back(path.point((step + k + 1) * dt).value);
    VecX wanted = VecX::Zero(3);
    const double before = thread_seconds();
    for (int k = 0; k < steps; ++k) {
      stack.tasks()[tip].target = targets[static_cast<std::size_t>(k)];
      stack.look_at(posture);
      measure.look_at(posture);
      wanted = stack.error() / dt;
      posture.values += dt * redundancy.velocity(stack, wanted, {measure.gradient(), measure.diagonal()}, dt);
    }
    seconds.push_back((thread_seconds() - before) / steps);
    step += steps;
  }
  double tenth() const {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 10];
  }
};

}  // namespace

int main() {
  std::printf(
      "microseconds per step, times that of the pseudo-inverse, and the paper's model of that\n\n%-15s",
      "joints");
  for (const int n : joint_counts) std::printf(" %21d", n);
  std::printf("\n");
  std::array<std::array<double, joint_counts.size()>, std::size(redundancy_words)> times{};
  for (std::size_t column = 0; column < joint_counts.size(); ++column) {
    const int n = joint_counts[column];
    // Hinges about x, y and z in turn, in a chain of 1 m; n = 10 and 20 from one more link.
    const Figure figure = models::bare_chain({.links = (n + 2) / 3, .length = 1.0, .radius = 0.4 / n});
    TaskList tasks;
    const auto tip = tasks.add("tip", Reach{.frame = figure.frame("trunk.tip")});
    Posture start = figure.rest_posture();
    for (int i = 0; i < figure.dof_count(); ++i)
      start.values[i] = (i % 3 == 1 ? 1.6 : i % 3 == 2 ? -1.2 : 0.1) / ((n + 2) / 3);
    Kinematics kinematics(figure);
    kinematics.update(start);
    const Vec3 center = kinematics.frame_position(figure.frame("trunk.tip")) - Vec3(0, 0.1, 0);
    std::vector<std::unique_ptr<Runner>> runners;
    for (std::size_t method = 0; method < std::size(redundancy_words); ++method) {
      const auto which = static_cast<RedundancyMethod>(method);
      runners.push_back(n > most_joints(which)
                            ? nullptr
                            : std::make_unique<Runner>(figure, which, tasks, tip, start, center));
    }
    for (int round = 0; round < 40; ++round) {
      for (std::size_t method = 0; method < runners.size(); ++method) {
        Runner* runner = runners[method].get();
        if (!runner || (round >= 5 && !runner->seconds.empty() && runner->seconds.back() > 5e-3)) continue;
        const auto which = static_cast<RedundancyMethod>(method);
        const bool cheap = which == RedundancyMethod::pseudo_inverse ||
                           which == RedundancyMethod::simplified || which == RedundancyMethod::repeatable;
        runner->batch(cheap ? 100 : n > 60 ? 1 : 4);
      }
    }
    for (std::size_t method = 0; method < runners.size(); ++method)
      times[method][column] = runners[method] ? runners[method]->tenth() : 0.0;
  }
  for (std::size_t method = 0; method < times.size(); ++method) {
    std::printf("%-15s", std::string(redundancy_words[method]).c_str());
    for (std::size_t column = 0; column < joint_counts.size(); ++column) {
      const double n = joint_counts[column], time = times[method][column];
      if (time == 0.0) {
        std::printf(" %21s", "-");
        continue;
      }
      std::printf(" %9.2f %5.1f %5.1f", 1e6 * time, time / times[0][column],
                  experiments::tevatia_operations(static_cast<RedundancyMethod>(method), n) /
                      experiments::tevatia_operations(RedundancyMethod::pseudo_inverse, n));
    }
    std::printf("\n");
  }
}
