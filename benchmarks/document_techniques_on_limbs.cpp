// What does the rest of a figure cost the documents' techniques?
//
// The tip of the elephant's trunk is dragged round the table and through the tree, 2,000 frames, once on the whole
// elephant and once on its trunk alone, frame by frame in turn; both do the same. Times are of one step, thread
// CPU time, the median of all frames [us]; `ratio` is the median of the ratios.

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

}  // namespace

int main() {
  const test::Limb trunk = test::elephant_trunk(2000), bare = test::cut_off(trunk);
  std::printf("%-26s %10s %10s %8s %14s %14s\n", "technique", "elephant", "trunk", "ratio", "mean error [m]",
              "bare [m]");
  for (const TechniqueDescription& technique : techniques()) {
    if (technique.technique == Technique::clearance || technique.technique == Technique::off) continue;
    AvoidanceOptions options;
    options.technique = technique.technique;
    Dragged whole(trunk.course, options), alone(bare.course, options);
    std::vector<double> times, bare_times, ratios;
    for (const Vec3& target : trunk.course.targets) {
      times.push_back(whole.step(target));
      bare_times.push_back(alone.step(target));
      ratios.push_back(times.back() / bare_times.back());
    }
    const auto frames = static_cast<double>(times.size());
    std::printf("%-26s %10.1f %10.1f %8.2f %14.4f %14.4f\n", std::string(technique.key).c_str(),
                median(times), median(bare_times), median(ratios), whole.error / frames,
                alone.error / frames);
    std::fflush(stdout);
  }
}
