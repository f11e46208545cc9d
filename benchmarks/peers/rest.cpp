// What a Solver keeps in memory, and how many steps figures need to come to rest.

#include "../trunk.h"
#include "limber/avoidance/mover.h"
#include "limber/files/files.h"
#include "limber/solver/solver.h"
#include "measure.h"
#include "table.h"

namespace limber::peers {

namespace {

double solver_mib(int joints) {
  const Figure figure = trunk(joints / 3, 1.2);
  const double before = allocated_mib();
  Solver solver(figure);
  TaskList tasks;
  tasks.add("tip", Reach{.frame = figure.frame("trunk.tip"), .target = Vec3(1.2, 0.2, 0)},
            {.tolerance = 1e-4});
  solver.prepare(tasks);
  Posture posture = figure.rest_posture();
  solver.step(tasks, posture);
  return allocated_mib() - before;
}

int steps_to_rest(Scene scene) {
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.surround(scene.world);
  return mover.solve(scene.tasks, scene.criteria, scene.posture, {}).steps;
}

}  // namespace

void measure_memory(Table& table) {
  constexpr double most = 200.0;  // [MiB] with n^2 growth a hundred times this would be asked for next
  table.problem("memory of a Solver, n = 3,000 [MiB]", 20);
  const double small = solver_mib(3000);
  table.add(Who::limber, "Limber", small);
  if (small > most)
    return table.note("The memory of 30,000 joints is not measured: 3,000 take too much already.");
  table.problem("memory of a Solver, n = 30,000 [MiB]", 200);
  table.add(Who::limber, "Limber", solver_mib(30000));
}

void measure_rest(Table& table) {
  for (const char* name : {"human-reach", "human-squat", "human-bar"}) {
    table.problem(std::string("steps to rest, ") + name, 30);
    table.add(
        Who::limber, "Limber",
        steps_to_rest(load_scene(std::string(LIMBER_SOURCE_DIR) + "/scenes/" + name + ".json").value()));
  }
  // A far goal in an empty world, with clearance of the figure itself.
  Scene scene{.figure = models::bare_chain({.links = 120, .length = 2.0, .radius = 0.016})};
  scene.posture = scene.figure.rest_posture();
  scene.tasks.add("tip", Reach{.frame = scene.figure.frame("trunk.tip"), .target = Vec3(-0.6, 1.0, 0.4)});
  table.problem("steps to rest, 120 links, empty world, far goal", 20);
  table.add(Who::limber, "Limber", steps_to_rest(scene));
}

}  // namespace limber::peers
