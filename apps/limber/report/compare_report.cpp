// The table and the JSON of a comparison.

#include "report/compare_report.h"

#include <algorithm>
#include <cmath>

#include "limber/files/json/writer.h"
#include "report/quantities.h"
#include "report/task_words.h"
#include "terminal/table.h"

namespace limber::cli {

namespace {

using json::Output;

constexpr const char* legend[] = {
    "clearance: the least in any frame. bend: the largest between neighbouring links, compared with the rest",
    "posture. reversals: frames in which a joint reverses. largest turn: of one joint in one frame [rad or "
    "m].",
    "outside: how far a joint that is not on the way from the root to what the tasks move has gone [rad or "
    "m].",
    "Times are processor time on this machine.",
    "rank: who entered no obstacle and broke no coupling or tie comes first, then who misses fewer tasks at "
    "rest, "
    "then",
    "who misses them by less, then whose tasks were nearer on the way. All tasks count, with their weights; "
    "angles as lengths."};

constexpr const char* bare_legend[] = {
    "bare: the same on the limb cut off from the figure. time/bare: of a step, compared with that."};

std::string clearance_text(double clearance) {
  return std::isinf(clearance) ? "nothing near" : number_text(clearance, 3);
}

Output tasks_json(const ComparedTechnique& row, const TaskList& tasks) {
  Output list = Output::list();
  for (const TaskCourse& task : row.tasks) {
    Output object = Output::object();
    object.set("name", Output::text(tasks.entry(task.task).name));
    object.set("unit", task.unit == TaskUnit::none ? Output::null() : Output::text(unit_text(task.unit)));
    object.set("final_error", Output::number(task.final_error));
    object.set("mean_error", Output::number(task.mean_error));
    object.set("largest_error", Output::number(task.largest_error));
    object.set("satisfied", Output::truth(task.is_satisfied));
    list.add(object.set("followed", Output::truth(task.is_followed)));
  }
  return list;
}

// Every task at rest, where there are several.
std::string tasks_table(const std::vector<ComparedTechnique>& rows, const TaskList& tasks,
                        const Terminal& terminal) {
  const auto ran =
      std::find_if(rows.begin(), rows.end(), [](const auto& row) { return row.problem.empty(); });
  if (ran == rows.end() || ran->tasks.size() < 2) return "";
  std::vector<Column> columns{{"at rest"}};
  for (const TaskCourse& task : ran->tasks) {
    const std::string unit(unit_text(task.unit));
    columns.push_back(
        {printable(tasks.entry(task.task).name) + (unit.empty() ? "" : " [" + unit + "]"), align_right});
  }
  Table table(std::move(columns));
  for (const ComparedTechnique& row : rows) {
    if (!row.problem.empty()) continue;
    std::vector<Text> cells{Text(row.technique->key, Style::accent)};
    for (const TaskCourse& task : row.tasks) {
      const bool is_left = !task.is_satisfied && !task.is_followed;
      cells.emplace_back(error_text(task.final_error) + (is_left ? ", not followed" : ""),
                         task.is_satisfied ? Style::plain : Style::warning);
    }
    table.add(std::move(cells));
  }
  return table.to_string(terminal, 2) + "\n";
}

Output row_json(const ComparedTechnique& row, const TaskList& tasks) {
  Output object = Output::object();
  object.set("technique", Output::text(row.technique->key)).set("title", Output::text(row.technique->title));
  object.set("problem", row.problem.empty() ? Output::null() : Output::text(row.problem));
  if (!row.problem.empty()) return object;
  const Measures& m = row.measures;
  object.set("least_clearance", Output::number(m.least_clearance));
  object.set("penetrations", Output::number(m.penetrations));
  object.set("final_error", Output::number(row.final_error))
      .set("mean_error", Output::number(row.mean_error));
  object.set("rank", Output::number(row.rank)).set("missed", Output::number(row.standing.missed));
  object.set("missed_by", Output::number(row.standing.missed_by));
  object.set("mean_of_all", Output::number(row.standing.mean_error));
  object.set("broken_by", Output::number(row.broken_by)).set("tasks", tasks_json(row, tasks));
  object.set("largest_bend", Output::number(m.largest_bend)).set("reversals", Output::number(m.reversals));
  object.set("largest_turn", Output::number(m.largest_turn))
      .set("moved_outside", Output::number(m.moved_outside));
  object.set("step_microseconds", Output::number(1e6 * m.mean_seconds));
  if (row.bare) {
    object.set("bare_mean_error", Output::number(row.bare->mean_error));
    object.set("bare_step_microseconds", Output::number(1e6 * row.bare->mean_seconds));
  }
  object.set("clearance", Output::numbers(row.clearance)).set("error", Output::numbers(row.error));
  return object;
}

}  // namespace

std::string compare_text(const Input& input, const SceneCourse& course,
                         const std::vector<ComparedTechnique>& rows, const Terminal& terminal) {
  const Figure& figure = input.scene.figure;
  Text title(figure.name(), Style::strong);
  title.add("  " + count_text(static_cast<std::size_t>(figure.dof_count()), "degree", "degrees") +
                " of freedom, " + count_text(input.scene.world.obstacles.size(), "obstacle") + ", " +
                std::string(kind_name(input.kind)) + " " + input.name + "; " + course.words,
            Style::faint);
  const std::string unit(unit_text(course.unit));
  const std::string in_unit = unit.empty() ? "" : " [" + unit + "]";
  const bool has_bare = std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.bare; });
  std::vector<Column> columns{{"technique"},
                              {"rank", align_right},
                              {"missed", align_right},
                              {"clearance [m]", align_right},
                              {"frames inside", align_right},
                              {"error at rest" + in_unit, align_right},
                              {"mean" + in_unit, align_right},
                              {"bend [°]", align_right},
                              {"reversals", align_right},
                              {"largest turn", align_right},
                              {"outside", align_right},
                              {"µs per step", align_right}};
  if (has_bare) {
    columns.push_back({"mean, bare" + in_unit, align_right});
    columns.push_back({"time/bare", align_right});
  }
  Table table(std::move(columns));
  for (const ComparedTechnique& row : rows) {
    const Text name(row.technique->key, Style::accent);
    if (!row.problem.empty()) {
      table.add({name, Text("")});
      table.add_line(Text("  " + row.problem, Style::warning));
      continue;
    }
    const Measures& m = row.measures;
    const Style clear = m.penetrations > 0 ? Style::warning : Style::plain;
    std::vector<Text> cells{name,
                            std::to_string(row.rank),
                            std::to_string(row.standing.missed),
                            Text(clearance_text(m.least_clearance), clear),
                            Text(std::to_string(m.penetrations), clear),
                            error_text(row.final_error),
                            error_text(row.mean_error),
                            fixed_text(m.largest_bend / degree, 1),
                            std::to_string(m.reversals),
                            fixed_text(m.largest_turn, 3),
                            m.moved_outside == 0.0 ? "0" : fixed_text(m.moved_outside, 3),
                            fixed_text(1e6 * m.mean_seconds, 0)};
    if (row.bare) {
      cells.push_back(error_text(row.bare->mean_error));
      cells.push_back(fixed_text(m.mean_seconds / row.bare->mean_seconds, 2));
    }
    table.add(std::move(cells));
  }
  std::string text = terminal.shown(title) + "\n\n" + table.to_string(terminal, 2) + "\n" +
                     tasks_table(rows, course.course.tasks, terminal);
  for (const char* line : legend) text += terminal.shown(Text(line, Style::faint)) + "\n";
  if (has_bare)
    for (const char* line : bare_legend) text += terminal.shown(Text(line, Style::faint)) + "\n";
  return text;
}

std::string compare_json(const Input& input, const SceneCourse& course,
                         const std::vector<ComparedTechnique>& rows) {
  Output document = Output::object(), list = Output::list();
  for (const ComparedTechnique& row : rows) list.add(row_json(row, course.course.tasks));
  const bool is_led = course.course.leading_task.is_valid();
  document.set("file", Output::text(input.name)).set("figure", Output::text(input.scene.figure.name()));
  document.set("dof", Output::number(input.scene.figure.dof_count()));
  document.set("obstacles", Output::number(static_cast<double>(input.scene.world.obstacles.size())));
  document.set("frames", Output::number(static_cast<double>(course.course.targets.size())));
  document.set("task", is_led ? Output::text(course.leading_name) : Output::null());
  document.set("unit", course.unit == TaskUnit::none ? Output::null() : Output::text(unit_text(course.unit)));
  document.set("course", Output::text(course.words));
  return document.set("techniques", std::move(list)).to_string();
}

}  // namespace limber::cli
