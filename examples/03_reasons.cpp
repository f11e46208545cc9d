// Reasons: a task that is not satisfied says what held it back, and "what if" says whether removing that
// would help.
#include <limber/limber.h>

#include <cstdio>

using namespace limber;

int main() {
  const Scene scene = load_scene("scenes/human-reach-far.json").value();
  Posture posture = scene.posture;
  Solver solver(scene.figure, scene.solver);
  const SolveReport report = solver.solve(scene.tasks, scene.criteria, posture);

  for (const TaskReport& task : report.tasks) {
    const std::string& name = scene.tasks.entry(task.number).name;
    if (task.satisfied) {
      std::printf("%s: satisfied\n", name.c_str());
      continue;
    }
    std::printf("%s: off by %.2f m\n", name.c_str(), task.error);
    for (const Reason& reason : task.reasons) {
      if (reason.blocker == Blocker::none) break;  // ends the list
      std::printf("  %2.0f %%  %s\n", 100 * reason.share,
                  reason_in_words(reason, scene.figure, scene.tasks, scene.world).c_str());
    }
  }

  // A reason is local: it says what stands in the way here. "What if" solves again without it.
  const TaskId<> balance = scene.tasks.find("balance")->number;
  const TaskId<> hand = scene.tasks.find("right hand")->number;
  const SolveReport freed =
      what_if(scene.figure, scene.solver, scene.tasks, scene.criteria, posture, {.without_tasks = {balance}});
  std::printf("without balance the hand would be off by %.2f m instead of %.2f m\n", freed.of(hand).error,
              report.of(hand).error);
}
