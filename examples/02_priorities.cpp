// Priorities: what matters more never gives way to what matters less, however far away the lesser goal is.
#include <limber/limber.h>

#include <cstdio>

using namespace limber;

int main() {
  // Stand on the left foot: it becomes the root of the figure. Nothing moves.
  const Figure human = load_figure("models/human.json").value();
  const auto [figure, start] = re_root(human, human.rest_posture(), "foot.l").value();

  Kinematics kinematics(figure);
  kinematics.update(start);
  const Vec3 right_foot = kinematics.frame_position(figure.frame("foot.r"));
  const Vec3 left_foot = kinematics.frame_position(figure.frame("foot.l"));

  // Priority 1 comes first. Weights matter only between tasks of the same priority.
  TaskList tasks;
  tasks.add("right foot", Reach{.frame = figure.frame("foot.r"), .target = right_foot}, {.priority = 1});
  tasks.add("balance", CenterOfMass{.target = left_foot, .axes = Axes::xy()}, {.priority = 2});
  const auto hand = tasks.add("hand", Reach{.frame = figure.frame("hand.r")}, {.priority = 3});

  for (const double distance : {0.4, 0.7, 5.0}) {
    tasks[hand].target = {distance, -0.3, 1.0};
    Posture posture = start;
    Solver solver(figure);
    const SolveReport report = solver.solve(tasks, posture);
    std::printf("a ball %.1f m ahead: %s\n", distance, light_name(report.light));
    for (const TaskReport& task : report.tasks) {
      std::printf("  %-10s off by %.3f m%s\n", tasks.entry(task.number).name.c_str(), task.error,
                  task.satisfied ? "" : ", not satisfied");
    }
  }
}
