#pragma once
// Random things to ask of a random figure: some reachable, some not, some against each other.

#include "limber/tasks/task_list.h"
#include "support/random_figure.h"

namespace limber::test {

struct RandomTaskOptions {
  int levels = 3;
  int most_per_level = 3;
  bool inequalities = true;  // regions among them
  bool subsets = true;       // some may use only some joints
};

TaskList random_tasks(Random& random, const Figure& figure, const RandomTaskOptions& options = {});

// A random figure whose couplings can be kept: each holds between two scalar joints, and zero keeps it.
Figure random_coupled_figure(Random& random, const RandomFigureOptions& options);

}  // namespace limber::test
