// What does the rest of a figure cost the documents' techniques?
//
// The tip of the elephant's trunk is dragged round the table and through the tree, a human's hand round a
// pole, the end of a snake and an arm of a robot with two past a ball: 2,000 frames, once on the whole figure
// and once on the limb alone, frame by frame in turn. Times are of one step, thread CPU time, the median of
// all frames [us]; `ratio` is the median of the ratios; `outside` how far a joint that is not of the limb has
// gone.

#include <time.h>

#include <algorithm>
#include <cstdio>

#include "avoidance/limbs.h"
#include "limber/avoidance/parameters.h"

namespace {

using namespace limber;

double thread_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

struct Dragged {
  Course course;
  Mover mover;
  Posture posture;
  double error = 0.0;

  Dragged(const Course& of, const AvoidanceOptions& options)
      : course(of), mover(of.figure, of.solver, options), posture(of.start) {
    mover.prepare(course.tasks, course.criteria, course.world);
  }
  double step(const Vec3& target) {
    std::get<Drag>(course.tasks.entry(course.leading_task).task).target = target;
    const double start = thread_microseconds();
    const StepReport report = mover.step(course.tasks, course.criteria, posture);
    const double time = thread_microseconds() - start;
    error += report.tasks[0].error;
    return time;
  }
};

// How far a joint that is not of the limb has gone [rad or m].
double moved_outside(const test::Limb& limb, const Posture& end) {
  const Figure& figure = limb.course.figure;
  VecX moved = VecX::Zero(figure.dof_count());
  difference(figure, limb.course.start, end, moved);
  double largest = 0.0;
  for (const DofId dof : figure.dofs()) {
    const JointId joint = figure.joint_of_dof(dof);
    if (std::find(limb.joints.begin(), limb.joints.end(), joint) == limb.joints.end())
      largest = std::max(largest, std::abs(moved[dof]));
  }
  return largest;
}

void print_row(const test::Limb& limb, const TechniqueDescription& technique) {
  AvoidanceOptions options;
  options.technique = technique.technique;
  options.cancel = limb.collision_test;
  const test::Limb bare = test::cut_off(limb);
  Dragged whole(limb.course, options), alone(bare.course, options);
  std::vector<double> times, bare_times, ratios;
  for (const Vec3& target : limb.course.targets) {
    times.push_back(whole.step(target));
    bare_times.push_back(alone.step(target));
    ratios.push_back(times.back() / bare_times.back());
  }
  const auto count = static_cast<double>(times.size());
  std::printf("| %s | %s | %.1f | %.1f | %.2f | %.4f | %.4f | %g |\n", limb.name.c_str(),
              std::string(technique.key).c_str(), median(times), median(bare_times), median(ratios),
              whole.error / count, alone.error / count, moved_outside(limb, whole.posture));
  std::fflush(stdout);
}

}  // namespace

int main() {
  constexpr int frames = 2000;
  std::printf(
      "| limb | technique | on the figure | alone | ratio | mean error [m] | alone [m] | outside |\n");
  std::printf("|---|---|---|---|---|---|---|---|\n");
  for (const test::Limb& limb :
       {test::elephant_trunk(frames), test::human_arm(frames), test::human_back_and_arm(frames),
        test::snake_tail(frames), test::robot_arm(frames)}) {
    for (const TechniqueDescription& technique : techniques()) {
      if (technique.technique == Technique::clearance || technique.technique == Technique::off) continue;
      print_row(limb, technique);
    }
  }
}
