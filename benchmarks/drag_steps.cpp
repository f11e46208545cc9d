// What does a step cost while the elephant's trunk is dragged among the table and the tree?
//
//   build/bench/benchmarks/drag_steps [SCENE]
//
// One step per picture, as the studio takes them: a held point of the trunk follows a hand that goes round
// through table and tree on four ways, 3,000 steps each, for
//
//   tip alone             the other tasks switched off
//   tip, both tasks       gaze and forefoot stay on, the drag comes after them
//   middle, both tasks    the middle of the trunk
//
// Time is the thread's own, of Mover::step with limits, reasons and clearance. Wanted: 99 of 100 below 2 ms, on
// each way by itself.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "limber/avoidance/mover.h"
#include "limber/files/files.h"
#include "limber/kinematics/kinematics.h"
#include "peers/measure.h"

namespace {

using namespace limber;

constexpr int steps = 3000;

// Where the hand is, seen from where it took hold [m]. Coordinates go to and fro at rates without a common
// multiple, so that no way comes back to where it was.
struct Way {
  Vec3 size, rate;
  Vec3 at(double angle) const {
    return {size.x() * std::sin(rate.x() * angle), size.y() * std::sin(rate.y() * angle),
            size.z() * std::sin(rate.z() * angle)};
  }
};
const Way ways[] = {{Vec3(0.6, 1.2, 0.8), Vec3(1.7, 1.0, 0.6)},
                    {Vec3(1.2, 0.7, -1.0), Vec3(1.1, 1.9, 0.8)},
                    {Vec3(-0.8, -1.4, 0.6), Vec3(2.3, 0.7, 1.3)},
                    {Vec3(1.5, 1.5, -1.2), Vec3(0.5, 0.9, 0.4)}};

void drag(const char* name, Scene scene, const char* segment_name, bool with_tasks) {
  for (TaskList::Entry& entry : scene.tasks) entry.settings.enabled &= with_tasks;
  const SegmentId segment = scene.figure.segment(segment_name);
  Kinematics kinematics(scene.figure);
  kinematics.update(scene.posture);
  const Vec3 start = kinematics.segment_pose(segment).translation;
  const auto drag_id =
      scene.tasks.add("", Drag{.segment = segment, .target = start}, {.priority = with_tasks ? 2 : 1});
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.prepare(scene.tasks, scene.criteria, scene.world);
  peers::Samples milliseconds;
  std::vector<double> of_each_way;  // 99 of 100 below
  double least = 1.0;
  for (const Way& way : ways) {
    peers::Samples own;
    Posture posture = scene.posture;
    for (int i = 0; i < steps; ++i) {
      scene.tasks[drag_id].target = start + way.at(0.01 * i);
      const double begin = peers::now_us();
      const StepReport report = mover.step(scene.tasks, scene.criteria, posture);
      const double taken = 1e-3 * (peers::now_us() - begin);
      milliseconds.add(taken);
      own.add(taken);
      least = std::min(least, report.clearance);
    }
    of_each_way.push_back(own.quantile(0.99));
  }
  std::printf("%-20s median %.3f ms   p99 %.3f ms   worst %.3f ms   least clearance %.1e m\n", name,
              milliseconds.median(), milliseconds.quantile(0.99), milliseconds.quantile(1.0), least);
  std::printf("%-20s p99 way by way", "");
  for (const double p99 : of_each_way) std::printf("   %.3f ms", p99);
  std::printf("\n");
}

}  // namespace

int main(int count, char** arguments) {
  const Scene scene = load_scene(count > 1 ? arguments[1] : "scenes/elephant.json").value();
  drag("tip alone", scene, "trunk.30", false);
  drag("tip, both tasks", scene, "trunk.30", true);
  drag("middle, both tasks", scene, "trunk.15", true);
}
