#include "limber/figure/figure.h"
#include "limber/solver/solver.h"
#include "limber/world/world.h"

namespace limber {

namespace {

template <class Id>
void append(std::vector<Id>& to, const std::vector<Id>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// The same figure in all that has a number, but for these ties.
Figure loosened(const Figure& figure, const std::vector<TieId>& without) {
  if (without.empty()) return figure;
  FigureDescription description = figure.description();
  for (const TieId tie : without) {
    std::erase_if(description.ties,
                  [&](const TieDescription& each) { return each.name == at(figure.ties(), tie).name; });
  }
  return Figure::build(description).value();
}

}  // namespace

SolveReport what_if(const Figure& figure, const SolverOptions& options, const TaskList& tasks,
                    const CriterionList& criteria, const Posture& posture, const WhatIf& change,
                    const World* world) {
  TaskList changed = tasks;
  for (const TaskId<> number : change.without_tasks) changed.entry(number).settings.enabled = false;
  SolverOptions without = options;
  append(without.ignored_limits, change.without_limits);
  append(without.ignored_couplings, change.without_couplings);
  Solver solver(loosened(figure, change.without_ties), std::move(without));
  if (world != nullptr) solver.surround(*world);
  Posture moved = posture;
  return solver.solve(changed, criteria, moved, {.restarts = 0, .most_seconds = change.most_seconds});
}

}  // namespace limber
