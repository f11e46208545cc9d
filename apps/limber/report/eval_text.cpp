// The tables of `limber eval`.

#include <algorithm>
#include <cmath>

#include "report/eval_report.h"
#include "report/quantities.h"
#include "report/task_words.h"
#include "terminal/table.h"

namespace limber::cli {

namespace {

constexpr std::size_t most_obstacles_shown = 20;  // a tree has hundreds

std::string singular_values_text(const VecX& values) {
  std::string text;
  for (int i = 0; i < values.size(); ++i) text += (i > 0 ? "  " : "") + number_text(values[i], 3);
  return text;
}

std::string condition_text(const Singular& singular) {
  return std::isinf(singular.condition) ? "singular" : number_text(singular.condition, 3);
}

std::string heading(const Terminal& terminal, const std::string& title, const std::string& remark = "") {
  Text line(title, Style::strong);
  if (!remark.empty()) line.add("  " + remark, Style::faint);
  return "\n" + terminal.shown(line) + "\n";
}

std::string frames_text(const Evaluation& evaluation, const Terminal& terminal) {
  Table places({{"frame", Column::Align::left, true},
                {"x", align_right},
                {"y", align_right},
                {"z", align_right},
                {"rot x", align_right},
                {"rot y", align_right},
                {"rot z", align_right},
                {"on segment", Column::Align::left, true}});
  for (const FrameEvaluation& frame : evaluation.frames) {
    std::vector<Text> row = {Text(frame.name, Style::accent)};
    for (int i = 0; i < 3; ++i) row.emplace_back(fixed_text(frame.position[i], 4));
    for (int i = 0; i < 3; ++i) row.emplace_back(fixed_text(frame.rotation_vector[i], 4));
    row.emplace_back(frame.segment, Style::faint);
    places.add(std::move(row));
  }
  return heading(terminal, "Frames", "position [m] and rotation vector [rad] in the world") +
         places.to_string(terminal, 2);
}

std::string jacobians_text(const Evaluation& evaluation, const Terminal& terminal) {
  Table table({{"frame", Column::Align::left, true},
               {"rows"},
               {"rank", align_right},
               {"condition", align_right},
               {"manipulability", align_right},
               {"singular values"}});
  const auto add = [&](const Text& name, const char* rows, const Singular& singular) {
    table.add({name, rows, std::to_string(singular.rank), condition_text(singular),
               number_text(singular.manipulability, 3), singular_values_text(singular.values)});
  };
  for (const FrameEvaluation& frame : evaluation.frames) {
    add(Text(frame.name, Style::accent), "translation", frame.translation);
    add("", "all six", frame.full);
  }
  return heading(terminal, "Jacobians",
                 "6 × " + std::to_string(evaluation.columns.size()) + "; --json prints them") +
         table.to_string(terminal, 2);
}

std::string tasks_text(const Evaluation& evaluation, const Terminal& terminal) {
  Table table({{"task", Column::Align::left, true},
               {"priority", align_right},
               {"asks", Column::Align::left, true},
               {"off by", align_right},
               {"error, row by row"},
               {""}});
  for (const TaskEvaluation& task : evaluation.tasks) {
    std::string error;
    for (std::size_t i = 0; i < task.rows.size(); ++i) {
      error +=
          (i > 0 ? "  " : "") + task.rows[i] + " " + fixed_text(task.error[static_cast<Eigen::Index>(i)], 4);
    }
    const Text state = !task.enabled      ? Text("off", Style::faint)
                       : task.satisfied() ? Text("satisfied", Style::good)
                                          : Text("not satisfied", Style::warning);
    table.add({Text(task.name, Style::accent), std::to_string(task.priority), task.words,
               fixed_text(task.error_norm, 4) + " " + std::string(unit_text(task.unit)), error, state});
  }
  return heading(terminal, "Tasks", "error = goal - value; of inequalities the distance left") +
         table.to_string(terminal, 2);
}

std::string mass_block(const MassEvaluation& mass, const Terminal& terminal) {
  if (mass.total == 0.0) return heading(terminal, "Mass", "none given");
  Table table({{""}, {""}, {"", align_right}, {"", align_right}, {"", align_right}});
  const auto label = [](const char* text) { return Text(text, Style::faint); };
  const auto add = [&](const Text& name, const char* unit, const Vec3& values, bool fixed) {
    const auto text = [&](double value) { return fixed ? fixed_text(value, 4) : number_text(value, 5); };
    table.add({name, Text(unit, Style::faint), text(values.x()), text(values.y()), text(values.z())});
  };
  add(label("centre of mass"), "m", mass.center, true);
  for (int row = 0; row < 3; ++row) {
    add(label(row == 0 ? "inertia about it" : ""), row == 0 ? "kg m²" : "", mass.inertia.row(row), false);
  }
  add(label("principal moments"), "kg m²", mass.principal_moments, false);
  return heading(terminal, "Mass", mass_text(mass.total)) + table.to_string(terminal, 2);
}

std::string limits_block(const Figure& figure, const Evaluation& evaluation, const Terminal& terminal) {
  std::string text = heading(terminal, "Limits", evaluation.outside.empty() ? "no joint is outside" : "");
  for (const JointOutside& joint : evaluation.outside) {
    text += terminal.shown(Text("  outside ", Style::warning).add(outside_text(figure, joint))) + "\n";
  }
  for (const Tie& tie : figure.ties()) {
    const double error = at(evaluation.tie_errors, static_cast<int>(&tie - figure.ties().data()));
    text += terminal.shown(Text("  tie ")
                               .add(tie.name, Style::accent)
                               .add(" off by ")
                               .add(number_text(error, 3), error > 1e-9 ? Style::warning : Style::plain)) +
            "\n";
  }
  if (evaluation.couplings.empty()) return text;
  Table table({{"coupling"},
               {"value", align_right},
               {"least", align_right},
               {"most", align_right},
               {"outside by", align_right}});
  for (const CouplingValue& value : evaluation.couplings) {
    const Coupling& coupling = at(figure.couplings(), value.coupling);
    table.add({Text(coupling.name, Style::accent), fixed_text(value.value, 4),
               number_text(coupling.range.min, 4), number_text(coupling.range.max, 4),
               value.excess > 1e-9 ? Text(number_text(value.excess, 4), Style::warning) : Text("")});
  }
  return text + table.to_string(terminal, 2);
}

std::vector<Text> contact_row(const Text& what, const std::string& segment, const Contact& contact,
                              const Nearness& near) {
  const Text clearance(fixed_text(contact.clearance, 4),
                       near.is_overlap(contact) ? Style::warning : Style::plain);
  return {what,
          segment,
          clearance,
          vector_text(contact.point, 3),
          vector_text(contact.other_point, 3),
          vector_text(contact.normal, 3)};
}

// The nearest obstacle first.
std::string obstacles_text(const Scene& scene, const Nearness& near, const Terminal& terminal) {
  Table table({{"obstacle", Column::Align::left, true},
               {"nearest", Column::Align::left, true},
               {"clearance", align_right},
               {"on the figure", align_right},
               {"on the obstacle", align_right},
               {"normal", align_right}});
  std::vector<const Contact*> by_clearance;
  for (const Contact& contact : near.obstacles) by_clearance.push_back(&contact);
  std::stable_sort(by_clearance.begin(), by_clearance.end(),
                   [](const Contact* a, const Contact* b) { return a->clearance < b->clearance; });
  const std::size_t shown = std::min(by_clearance.size(), most_obstacles_shown);
  for (std::size_t i = 0; i < shown; ++i) {
    const Contact& contact = *by_clearance[i];
    const Obstacle& obstacle = at(scene.world.obstacles, contact.obstacle);
    table.add(contact_row(Text(obstacle.name, Style::accent), scene.figure.segment_name(contact.segment),
                          contact, near));
  }
  if (near.self) {
    table.add(contact_row(Text(scene.figure.segment_name(near.self->other_segment), Style::faint),
                          scene.figure.segment_name(near.self->segment), *near.self, near));
  }
  const std::size_t left_out = by_clearance.size() - shown;
  return heading(terminal, "Clearance",
                 "[m] from surface to surface; negative: overlap" +
                     std::string(near.self ? "; the last row: the figure and itself" : "")) +
         table.to_string(terminal, 2) +
         (left_out > 0 ? "  and " + count_text(left_out, "obstacle") + " farther away; --json lists them\n"
                       : "");
}

}  // namespace

std::string eval_text(const Input& input, const Evaluation& evaluation, const Terminal& terminal) {
  Text title(evaluation.figure, Style::strong);
  title.add("  " + count_text(evaluation.columns.size(), "degree", "degrees") + " of freedom, " +
                std::string(kind_name(input.kind)) + " " + input.name,
            Style::faint);
  std::string text = terminal.shown(title) + "\n";
  if (!evaluation.frames.empty())
    text += frames_text(evaluation, terminal) + jacobians_text(evaluation, terminal);
  if (!evaluation.tasks.empty()) text += tasks_text(evaluation, terminal);
  text += mass_block(evaluation.mass, terminal);
  text += limits_block(input.scene.figure, evaluation, terminal);
  const bool is_near = !evaluation.near.obstacles.empty() || evaluation.near.self;
  if (is_near) text += obstacles_text(input.scene, evaluation.near, terminal);
  return text;
}

}  // namespace limber::cli
