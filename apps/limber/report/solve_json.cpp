// The JSON of `limber solve`.

#include <algorithm>

#include "limber/avoidance/parameters.h"
#include "limber/files/format/posture_json.h"
#include "limber/files/json/writer.h"
#include "report/solve_report.h"
#include "report/statics_report.h"
#include "report/task_words.h"

namespace limber::cli {

namespace {

using json::Output;

std::string kebab(std::string word) {
  std::replace(word.begin(), word.end(), '_', '-');
  return word;
}

// What stands in the way, by its name.
Output blocking_name(const Reason& reason, const Scene& scene) {
  switch (reason.blocker) {
    case Blocker::none:
    case Blocker::out_of_reach:
      return Output::null();
    case Blocker::joint_limit:
    case Blocker::joint_subset:
      return Output::text(scene.figure.dof_name(DofId{reason.index}));
    case Blocker::coupling:
      return Output::text(at(scene.figure.couplings(), reason.index).name);
    case Blocker::tie:
      return Output::text(at(scene.figure.ties(), reason.index).name);
    case Blocker::higher_task:
    case Blocker::equal_task:
      return Output::text(scene.tasks.entry(TaskId<>{reason.index}).name);
    case Blocker::obstacle:
      return Output::text(at(scene.world.obstacles, reason.index).name);
    case Blocker::own_body:
    case Blocker::fixed_root:
      return Output::text(scene.figure.segment_name(SegmentId{reason.index}));
    case Blocker::support:
      return reason.index < 0 ? Output::null()
                              : Output::text(at(scene.tasks.loads.supports, reason.index).name);
    case Blocker::not_followed:
    case Blocker::technique:
      return Output::text(reason.technique);
  }
  return Output::null();
}

Output task_json(const TaskReport& report, const Scene& scene) {
  const TaskList::Entry& entry = scene.tasks.entry(report.number);
  Output object = Output::object();
  object.set("name", Output::text(entry.name)).set("type", Output::text(type_name(entry.task)));
  object.set("priority", Output::number(entry.settings.priority));
  object.set("error", Output::number(report.error));
  object.set("unit", report.unit == TaskUnit::none ? Output::null() : Output::text(unit_text(report.unit)));
  object.set("tolerance", Output::number(entry.settings.tolerance));
  object.set("satisfied", Output::truth(report.satisfied));
  const bool blocked = !report.satisfied && report.blocked_by != Blocker::none;
  object.set("blocked_by", blocked ? Output::text(kebab(blocker_name(report.blocked_by))) : Output::null());
  const std::string words = reasons_in_words(report, scene);
  object.set("reason", words.empty() ? Output::null() : Output::text(words));
  Output reasons = Output::list();
  for (const Reason& reason : report.reasons) {
    if (!blocked || reason.blocker == Blocker::none) break;
    Output item = Output::object();
    item.set("blocked_by", Output::text(kebab(blocker_name(reason.blocker))));
    item.set("name", blocking_name(reason, scene)).set("share", Output::number(reason.share));
    reasons.add(std::move(item));
  }
  object.set("reasons", std::move(reasons));
  return object;
}

Output levels_json(const SolveReport& report) {
  Output levels = Output::list();
  for (const LevelReport& level : report.levels) {
    if (!(level.tolerance < unlimited)) continue;  // none of its tasks is enabled
    Output item = Output::object();
    item.set("priority", Output::number(level.priority)).set("error", Output::number(level.error));
    item.set("tolerance", Output::number(level.tolerance));
    item.set("optimality", Output::number(level.optimality));
    levels.add(std::move(item));
  }
  return levels;
}

Output clearance_json(const Scene& scene, const Nearness& near) {
  const auto segment = [&](SegmentId id) { return Output::text(scene.figure.segment_name(id)); };
  Output object = Output::object(), obstacle = Output::null(), self = Output::null();
  if (const Contact* nearest = near.nearest()) {
    obstacle = Output::object();
    obstacle.set("name", Output::text(at(scene.world.obstacles, nearest->obstacle).name));
    obstacle.set("segment", segment(nearest->segment));
    obstacle.set("clearance", Output::number(nearest->clearance));
  }
  if (near.self) {
    self = Output::object();
    self.set("segment", segment(near.self->segment)).set("other_segment", segment(near.self->other_segment));
    self.set("clearance", Output::number(near.self->clearance));
  }
  object.set("avoidance", Output::text(describe(scene.avoidance.technique).key));
  return object.set("obstacle", std::move(obstacle)).set("self", std::move(self));
}

}  // namespace

std::string solve_json(const Input& input, const SolveReport& report, const Nearness& near) {
  const Scene& scene = input.scene;
  Output document = Output::object(), tasks = Output::list();
  for (const TaskReport& task : report.tasks) tasks.add(task_json(task, scene));
  document.set("file", Output::text(input.name)).set("figure", Output::text(scene.figure.name()));
  document.set("status", Output::text(status_word(report.status)));
  document.set("light", Output::text(light_name(report.light)));
  document.set("steps", Output::number(report.steps)).set("restarts", Output::number(report.restarts));
  document.set("other_starts_may_help", Output::truth(report.other_starts_may_help));
  document.set("tasks", std::move(tasks));
  document.set("levels", levels_json(report));
  document.set("criteria_optimality", Output::number(report.criteria_optimality));
  document.set("start_correction", Output::number(report.start_correction));
  document.set("coupling_excess", Output::number(report.coupling_excess));
  document.set("tie_excess", Output::number(report.tie_excess));
  document.set("clearance", clearance_json(scene, near));
  document.set("posture", json::write_posture(scene.figure, scene.posture));
  if (!scene.tasks.loads.empty()) {
    const StaticsReport statics =
        report_on_loads(scene.figure, scene.posture, scene.tasks.loads, &scene.world);
    document.set("statics", statics_object(scene.figure, statics));
  }
  return document.to_string();
}

}  // namespace limber::cli
