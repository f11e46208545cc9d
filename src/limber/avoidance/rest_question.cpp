// Lets the solver go on from where a technique rests, and reads the reasons from what it does.

#include "limber/avoidance/rest_question.h"

#include <algorithm>

#include "limber/avoidance/scope.h"

namespace limber {

namespace {

constexpr double nearer = 0.01;  // of the error: less gained from where a technique rests is not its fault

Figure without_ties(const Figure& figure) {
  if (figure.ties().empty()) return figure;
  FigureDescription description = figure.description();
  description.ties.clear();
  return Figure::build(description).value();
}

SolverOptions options_for(const Figure& figure, const SolverOptions& solver,
                          const AvoidanceOptions& avoidance, double metres_per_radian) {
  SolverOptions options;
  options.limits = solver.limits == LimitMethod::off ? LimitMethod::off : LimitMethod::active_set;
  options.ignored_limits = solver.ignored_limits;
  for (std::size_t c = 0; c < figure.couplings().size(); ++c) options.ignored_couplings.emplace_back(c);
  options.metres_per_radian = metres_per_radian;
  options.clearance.self =
      avoidance.self || (avoidance.technique == Technique::virtual_arms && avoidance.avoid_itself);
  return options;
}

TaskList tasks_followed(const TaskList& tasks, Technique technique) {
  TaskList result = tasks;
  for (TaskList::Entry& entry : result) {
    entry.settings.enabled = entry.settings.enabled && follows(technique, tasks, entry);
    entry.settings.priority = 1;
  }
  return result;
}

}  // namespace

RestQuestion::RestQuestion(const Figure& figure, const SolverOptions& solver,
                           const AvoidanceOptions& avoidance, const World& world, double metres_per_radian,
                           const TaskList& tasks, const Posture& posture)
    : technique_(avoidance.technique),
      solver_(without_ties(figure), options_for(figure, solver, avoidance, metres_per_radian)),
      tasks_(tasks_followed(tasks, avoidance.technique)),
      posture_(posture) {
  solver_.prepare(tasks_);
  solver_.surround(world);
}

bool RestQuestion::advance() {
  const StepReport report = settling_ ? solver_.settle(tasks_, {}, posture_) : solver_.step(tasks_, posture_);
  if (!settling_) {
    settling_ = report.status != StepStatus::moving || ++steps_ >= SolveOptions{}.most_steps;
    return false;
  }
  if (report.status == StepStatus::moving) return false;
  answers_.assign(report.tasks.begin(), report.tasks.end());
  return true;
}

void RestQuestion::answer(std::span<TaskReport> reports) const {
  for (TaskReport& report : reports) {
    if (report.satisfied || report.reasons[0].blocker != Blocker::none) continue;
    const auto found = std::find_if(answers_.begin(), answers_.end(),
                                    [&](const TaskReport& each) { return each.number == report.number; });
    const bool is_answered = found != answers_.end();
    const bool is_nearer = is_answered && (found->satisfied || found->error < (1.0 - nearer) * report.error);
    if (is_answered && !is_nearer && found->reasons[0].blocker != Blocker::none) {
      std::copy(std::begin(found->reasons), std::end(found->reasons), report.reasons);
    } else {
      report.reasons[0] = {.blocker = Blocker::technique,
                           .index = is_nearer ? 1 : 0,
                           .share = 1.0,
                           .technique = describe(technique_).key};
    }
    report.blocked_by = report.reasons[0].blocker;
    report.blocking_index = report.reasons[0].index;
  }
}

}  // namespace limber
