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
#include <cstdlib>
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
constexpr std::array joint_counts = {12, 21, 30, 60, 90, 150, 300};

double thread_seconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// [s] A step that takes longer is measured five times, one that takes a hundred times as long once.
constexpr double slow = 5e-3;

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
  // Of a few samples the median: the first step, without a basis to keep near to, is cheaper than the others.
  double tenth() const {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / (sorted.size() < 10 ? 2 : 10)];
  }
};

}  // namespace

// Its argument: the longest step that is measured, 1 s if absent. What would take longer, by the paper's
// model and the time with fewer joints, is left out.
int main(int argc, char** argv) {
  const double longest = argc > 1 ? std::atof(argv[1]) : 1.0;
  std::printf(
      "microseconds per step, times that of the pseudo-inverse, and the paper's model of that\n\n%-15s",
      "joints");
  for (const int n : joint_counts) std::printf(" %29d", n);
  std::printf("\n");
  std::array<std::array<double, joint_counts.size()>, std::size(redundancy_words)> times{};
  for (std::size_t column = 0; column < joint_counts.size(); ++column) {
    const int n = joint_counts[column];
    // Hinges about x, y and z in turn, in a chain of 1 m.
    const Figure figure = models::bare_chain({.links = n / 3, .length = 1.0, .radius = 0.4 / n});
    TaskList tasks;
    const auto tip = tasks.add("tip", Reach{.frame = figure.frame("trunk.tip")});
    Posture start = figure.rest_posture();
    for (int i = 0; i < figure.dof_count(); ++i)
      start.values[i] = (i % 3 == 1 ? 1.6 : i % 3 == 2 ? -1.2 : 0.1) / (n / 3);
    Kinematics kinematics(figure);
    kinematics.update(start);
    const Vec3 center = kinematics.frame_position(figure.frame("trunk.tip")) - Vec3(0, 0.1, 0);
    std::vector<std::unique_ptr<Runner>> runners;
    for (std::size_t method = 0; method < std::size(redundancy_words); ++method) {
      const auto which = static_cast<RedundancyMethod>(method);
      const double before = column > 0 ? times[method][column - 1] : 0.0;
      const double expected = column > 0
                                  ? before * experiments::tevatia_operations(which, n) /
                                        experiments::tevatia_operations(which, joint_counts[column - 1])
                                  : 0.0;
      const bool is_too_long = expected > longest || (column > 0 && before == 0.0);
      runners.push_back(is_too_long ? nullptr
                                    : std::make_unique<Runner>(figure, which, tasks, tip, start, center));
    }
    for (int round = 0; round < 40; ++round) {
      for (std::size_t method = 0; method < runners.size(); ++method) {
        Runner* runner = runners[method].get();
        if (!runner || (round >= 5 && runner->seconds.back() > slow) ||
            (round >= 1 && runner->seconds.back() > 100.0 * slow))
          continue;
        const auto which = static_cast<RedundancyMethod>(method);
        const bool cheap = which == RedundancyMethod::pseudo_inverse ||
                           which == RedundancyMethod::simplified || which == RedundancyMethod::repeatable;
        runner->batch(cheap ? 100 : n >= 30 ? 1 : 4);
      }
    }
    for (std::size_t method = 0; method < runners.size(); ++method)
      times[method][column] = runners[method] ? runners[method]->tenth() : 0.0;
  }
  for (std::size_t method = 0; method < times.size(); ++method) {
    std::printf("%-15s", std::string(redundancy_words[method]).c_str());
    for (std::size_t column = 0; column < joint_counts.size(); ++column) {
      const double n = joint_counts[column], time = times[method][column];
      const double model = experiments::tevatia_operations(static_cast<RedundancyMethod>(method), n) /
                           experiments::tevatia_operations(RedundancyMethod::pseudo_inverse, n);
      if (time == 0.0) {
        std::printf(" %9s %9s %9.3g", "-", "-", model);
      } else {
        std::printf(" %9.3g %9.3g %9.3g", 1e6 * time, time / times[0][column], model);
      }
    }
    std::printf("\n");
  }
}
