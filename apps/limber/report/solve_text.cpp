// The table and sentences of `limber solve`.

#include <algorithm>
#include <cmath>

#include "analysis/findings.h"
#include "limber/avoidance/parameters.h"
#include "limber/statics/report.h"
#include "report/quantities.h"
#include "report/solve_report.h"
#include "report/task_words.h"
#include "terminal/table.h"

namespace limber::cli {

namespace {

constexpr double least_share = 0.05;  // of the blame; reasons with less are not named

Style light_style(Light light) {
  switch (light) {
    case Light::green:
      return Style::good;
    case Light::orange:
      return Style::warning;
    case Light::red:
      return Style::bad;
  }
  return Style::plain;
}

const TaskReport* report_of(const SolveReport& report, TaskId<> number) {
  const auto found = std::find_if(report.tasks.begin(), report.tasks.end(),
                                  [&](const TaskReport& r) { return r.number == number; });
  return found == report.tasks.end() ? nullptr : &*found;
}

std::string error_with_unit(const TaskReport& report) {
  const std::string_view unit = unit_text(report.unit);
  return error_text(report.error) + (unit.empty() ? "" : " " + std::string(unit));
}

std::string tasks_table(const Scene& scene, const SolveReport& report, const Terminal& terminal) {
  Table table({{"task", Column::Align::left, true},
               {"asks", Column::Align::left, true},
               {"priority", align_right},
               {"off by", align_right},
               {""},
               {"", Column::Align::left, true}});
  for (const TaskList::Entry& entry : scene.tasks) {
    std::vector<Text> row = {Text(entry.name, Style::accent), task_in_words(entry.task, scene.figure),
                             std::to_string(entry.settings.priority)};
    const TaskReport* task = report_of(report, entry.number);
    if (!task) {
      row.insert(row.end(), {Text(""), Text("off", Style::faint), Text("")});
    } else {
      row.emplace_back(error_with_unit(*task));
      row.push_back(task->satisfied ? Text("satisfied", Style::good) : Text("not satisfied", Style::warning));
      std::string reasons = reasons_in_words(*task, scene);
      const bool is_on_its_way = !task->satisfied && report.status == StepStatus::moving;
      if (reasons.empty() && is_on_its_way) reasons = "still moving";
      row.emplace_back(std::move(reasons), Style::faint);
    }
    table.add(std::move(row));
  }
  return table.to_string(terminal, 2);
}

// The nearest obstacle; self-clearance only if parts overlap.
std::string clearance_block(const Scene& scene, const Nearness& near, const Terminal& terminal) {
  std::string text;
  const auto add = [&](const std::string& sentence, Style style) {
    text += terminal.shown(Text(sentence, style)) + "\n";
  };
  const auto segment = [&](SegmentId id) { return printable(scene.figure.segment_name(id)); };
  if (const Contact* nearest = near.nearest()) {
    const std::string obstacle = printable(at(scene.world.obstacles, nearest->obstacle).name);
    if (near.is_overlap(*nearest)) {
      add(segment(nearest->segment) + " overlaps obstacle " + obstacle + " by " +
              length_text(-nearest->clearance) + ".",
          Style::warning);
    } else {
      add("Clear of all obstacles: " + segment(nearest->segment) + " is nearest, " +
              length_text(std::max(nearest->clearance, 0.0)) + " from " + obstacle + ".",
          Style::faint);
    }
  }
  if (near.self && near.is_overlap(*near.self)) {
    add(segment(near.self->segment) + " and " + segment(near.self->other_segment) + " overlap by " +
            length_text(-near.self->clearance) + ".",
        Style::warning);
  }
  return text;
}

// Says what gives way if the forces of the posture do not balance.
std::string forces_line(const Scene& scene, const Terminal& terminal) {
  if (scene.tasks.loads.supports.empty()) return "";
  const StaticsReport statics = report_on_loads(scene.figure, scene.posture, scene.tasks.loads, &scene.world);
  if (statics.is_balanced) return "";
  return terminal.shown(Text("The figure " + statics.verdict() + "; " +
                                 fixed_text(statics.unmet_force.norm(), 1) + " N and " +
                                 fixed_text(statics.unmet_moment.norm(), 1) + " N m are missing.",
                             Style::warning)) +
         "\n";
}

// Couplings and ties that do not hold.
std::string broken_block(const Scene& scene, const SolveReport& report, const Terminal& terminal) {
  const TechniqueDescription& technique = describe(scene.avoidance.technique);
  std::string text;
  const auto add = [&](const std::string& what, const char* contradicts, double amount) {
    const std::string why = technique.scope.is_solver ? std::string(contradicts)
                                                      : "is not followed by " + std::string(technique.key);
    text += terminal.shown(
                Text(what + " " + why + " and is off by " + number_text(amount, 3) + ".", Style::warning)) +
            "\n";
  };
  const Figure& figure = scene.figure;
  if (report.coupling_excess > broken_from)
    add("The coupling " + at(figure.couplings(), report.broken_coupling).name, "contradicts joint limits",
        report.coupling_excess);
  if (report.tie_excess > broken_from)
    add("The tie " + at(figure.ties(), report.broken_tie).name, "contradicts joint limits or another tie",
        report.tie_excess);
  return text;
}

std::string ending_in_words(const SolveReport& report) {
  const std::string steps = count_text(static_cast<std::size_t>(report.steps), "step");
  const std::string tries = report.restarts > 0
                                ? " from " + count_text(static_cast<std::size_t>(report.restarts) + 1,
                                                        "start posture", "start postures")
                                : "";
  const auto worst = std::max_element(
      report.levels.begin(), report.levels.end(),
      [](const LevelReport& a, const LevelReport& b) { return a.optimality < b.optimality; });
  const bool is_free = worst == report.levels.end() || worst->optimality == 0.0;
  return (report.status == StepStatus::moving ? "still moving after " : "at rest after ") + steps + tries +
         (is_free ? "" : " (optimality " + number_text(worst->optimality, 2) + " m/rad)");
}

}  // namespace

std::string outcome_in_words(const SolveReport& report) {
  const auto failed = static_cast<std::size_t>(std::count_if(
      report.tasks.begin(), report.tasks.end(), [](const TaskReport& r) { return !r.satisfied; }));
  const std::string broken = report.holds_together()                 ? ""
                             : report.coupling_excess <= broken_from ? ", but a tie does not hold"
                                                                     : ", but a coupling does not hold";
  if (report.tasks.empty()) return "no task is enabled" + broken;
  if (failed == 0)
    return (report.tasks.size() == 1 ? "the task is satisfied" : "every task is satisfied") + broken;
  const std::string those = report.tasks.size() == 1
                                ? "the task is not satisfied"
                                : std::to_string(failed) + " of " + std::to_string(report.tasks.size()) +
                                      (failed == 1 ? " tasks is not satisfied" : " tasks are not satisfied");
  return report.light == Light::orange ? those + ", but all of the first priority are" : those;
}

std::string reasons_in_words(const TaskReport& report, const Scene& scene) {
  if (report.satisfied) return "";
  double all = 0.0;
  for (const Reason& reason : report.reasons) all += reason.blocker == Blocker::none ? 0.0 : reason.share;
  std::string text;
  for (const Reason& reason : report.reasons) {
    const double share = all > 0.0 ? reason.share / all : 1.0;
    if (reason.blocker == Blocker::none || (!text.empty() && share < least_share)) break;
    if (!text.empty()) text += ", ";
    text += reason_in_words(reason, scene.figure, scene.tasks, scene.world);
    if (share < 1.0 - least_share) {
      text += " (" + std::to_string(static_cast<int>(std::lround(100.0 * share))) + " %)";
    }
  }
  return text;
}

std::string fault_in_words(const Scene& scene, const Nearness& near) {
  std::vector<std::string> faults;
  const std::vector<CouplingValue> couplings = coupling_values(scene.figure, scene.posture);
  const bool breaks_coupling = std::any_of(couplings.begin(), couplings.end(),
                                           [](const CouplingValue& value) { return value.excess > 1e-9; });
  const std::vector<double> ties = tie_errors(scene.figure, scene.posture);
  const bool breaks_tie = std::any_of(ties.begin(), ties.end(), [](double error) { return error > 1e-9; });
  if (breaks_coupling || breaks_tie || !joints_outside(scene.figure, scene.posture).empty())
    faults.emplace_back("outside its limits");
  const Contact* nearest = near.nearest();
  if (nearest && near.is_overlap(*nearest)) faults.emplace_back("overlapping an obstacle");
  if (near.self && near.is_overlap(*near.self)) faults.emplace_back("overlapping itself");
  std::string text;
  for (const std::string& fault : faults) text += (text.empty() ? "" : " and ") + fault;
  return text;
}

std::string solve_text(const Input& input, const SolveReport& report, const Nearness& near,
                       const std::string& fault, const Terminal& terminal) {
  const Scene& scene = input.scene;
  const Figure& figure = scene.figure;
  Text title(figure.name(), Style::strong);
  title.add("  " + count_text(static_cast<std::size_t>(figure.dof_count()), "degree", "degrees") +
                " of freedom, " + std::string(kind_name(input.kind)) + " " + input.name,
            Style::faint);
  std::string text = terminal.shown(title) + "\n\n";
  if (!scene.tasks.empty()) text += tasks_table(scene, report, terminal) + "\n";
  if (report.start_correction > 1e-9 && !fault.empty()) {
    text += terminal.shown(Text("The start posture was " + fault + "; it was corrected by up to " +
                                    number_text(report.start_correction, 3) + ".",
                                Style::faint)) +
            "\n";
  }
  text += broken_block(scene, report, terminal);
  if (report.other_starts_may_help) {
    text +=
        terminal.shown(Text("Another start posture may do better: --restarts 20 tries some.", Style::faint)) +
        "\n";
  }
  text += clearance_block(scene, near, terminal);
  text += forces_line(scene, terminal);
  Text outcome(std::string(light_name(report.light)), light_style(report.light));
  outcome.add(": " + outcome_in_words(report) + "; " + ending_in_words(report));
  return text + terminal.shown(outcome) + "\n";
}

}  // namespace limber::cli
