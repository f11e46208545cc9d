// The scene message: everything that is edited but the figure.

#include "limber/files/format/criterion_json.h"
#include "limber/files/format/dynamics_json.h"
#include "limber/files/format/loads_json.h"
#include "limber/files/format/scene_json.h"
#include "limber/files/format/solver_json.h"
#include "limber/files/format/task_json.h"
#include "limber/motion/common_period.h"
#include "limber/session/forms/avoidance_form.h"
#include "limber/session/forms/solver_form.h"
#include "limber/session/forms/tree_form.h"
#include "limber/session/messages/messages.h"
#include "limber/session/state/text_size.h"
#include "limber/session/workspace.h"
#include "limber/world/obstacle_groups.h"

namespace limber {

namespace {

using json::Output;

Output text_or_null(const std::string* text) {
  return text && !text->empty() ? Output::text(*text) : Output::null();
}

Output write_tasks(const Scene& scene) {
  Output list = Output::list();
  for (const TaskList::Entry& entry : scene.tasks) {
    Output task = json::write_task(scene.tasks, entry, scene.figure);
    list.add(task.set("number", Output::number(int{entry.number})));
  }
  return list;
}

// A path as it is edited. Of a long recording it has no samples, but their number.
Output write_edited_path(const TargetPath& path, json::PathOf of) {
  const auto* samples = std::get_if<SampledCurve>(&path.curve());
  if (samples == nullptr || !samples->file.empty() || !is_told_without_points(path))
    return json::write_path(path, of, json::PathFiles::named);
  Output inside = Output::object();
  inside.set("times", Output::list()).set("points", Output::list());
  inside.set("samples", Output::number(static_cast<double>(samples->points.size())));
  if (samples->period > 0.0) inside.set("period", Output::number(samples->period));
  return Output::object().set("recorded", std::move(inside));
}

// [s] What is drawn of a path: its first round, all of it from its beginning to its end, or so many of the
// waves that never are what they were.
double drawn_length(const TargetPath& path) {
  constexpr double waves_drawn = 20.0;
  if (path.period() > 0.0) return path.period();
  return path.end() > 0.0 ? path.end() : waves_drawn * shortest_wave(path);
}

// A path as it is edited, and points of it to draw.
Output write_target_path(const TargetPath& path, json::PathOf of) {
  constexpr double fewest_points = 96.0, most_points = 960.0, points_of_wave = 48.0;
  const double length = drawn_length(path), wave = shortest_wave(path),
               waves = wave > 0.0 ? length / wave : 0.0;
  const int points =
      static_cast<int>(std::clamp(std::round(points_of_wave * waves), fewest_points, most_points));
  Output line = Output::list();
  for (int i = 0; i <= points; ++i) line.add(Output::vector(path.point(length * i / points).value));
  Output object = Output::object();
  object.set("path", write_edited_path(path, of)).set("line", std::move(line));
  return object.set("period", Output::number(path.period())).set("end", Output::number(path.end()));
}

Output write_paths(const Scene& scene) {
  Output list = Output::list();
  for (const auto& [task, path] : scene.paths.tasks) {
    Output object = write_target_path(path, json::path_kind(scene.tasks.entry(task).task));
    list.add(object.set("task", Output::number(int{task})));
  }
  for (const auto& [obstacle, path] : scene.paths.obstacles) {
    Output object = write_target_path(path, json::PathOf::points);
    list.add(object.set("obstacle", Output::text(obstacle)));
  }
  return list;
}

// All of it, and what there is to choose from.
Output write_motion_form(const Scene& scene) {
  const RedundancyOptions& redundancy = scene.motion.redundancy;
  Output methods = Output::list();
  for (const std::string_view word : redundancy_words) methods.add(Output::text(word));
  Output object = Output::object();
  object.set("method", Output::text(redundancy_words[static_cast<std::size_t>(redundancy.method)]));
  object.set("gain", Output::number(redundancy.gain)).set("methods", std::move(methods));
  object.set("speeds", json::write_joint_numbers(scene.speeds));
  return object.set("accelerations", json::write_joint_numbers(scene.accelerations));
}

Output write_criteria(const Scene& scene) {
  Output list = Output::list();
  for (const WeightedCriterion& criterion : scene.criteria)
    list.add(json::write_criterion(criterion, scene.figure));
  return list;
}

Output write_obstacles(const Scene& scene) {
  Output list = Output::list();
  const std::vector<std::string_view> groups = groups_of(scene.world);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    Output obstacle = json::write_obstacle(scene.world.obstacles[i]);
    if (!groups[i].empty()) obstacle.set("group", Output::text(groups[i]));
    list.add(std::move(obstacle));
  }
  return list;
}

// All lists, also empty ones: the page edits them.
void write_all_loads(const Loads& loads, Output& message) {
  Output forces = Output::list(), supports = Output::list(), strengths = Output::list();
  for (const ForceDescription& force : loads.forces) forces.add(json::write_force(force));
  for (const SupportDescription& support : loads.supports) supports.add(json::write_support(support));
  for (const StrengthDescription& strength : loads.strengths) strengths.add(json::write_strength(strength));
  message.set("forces", std::move(forces)).set("supports", std::move(supports));
  message.set("strengths", std::move(strengths)).set("gravity", Output::vector(loads.gravity));
  message.set("distribution", json::write_distribution(loads.distribution));
}

// Which segments were scaled since the scene was opened, and by how much.
Output write_scalings(const State& state) {
  Output list = Output::list();
  for (const auto& [what, factor] : state.scalings) {
    Output object = Output::object();
    object.set("segment", Output::text(what.first)).set("branch", Output::truth(what.second));
    list.add(object.set("factor", Output::number(factor.value)));
  }
  return list;
}

// Numbers of the couplings that are switched off.
Output write_ignored_couplings(const Scene& scene) {
  Output list = Output::list();
  for (const CouplingId coupling : scene.solver.ignored_couplings) list.add(Output::number(int{coupling}));
  return list;
}

}  // namespace

std::string scene_message(const Workspace& workspace) {
  const State& now = workspace.now();
  const Scene& scene = now.scene;
  Output chain = Output::object();
  chain.set("root", text_or_null(&now.chain.root)).set("end", text_or_null(&now.chain.end));
  Output message = Output::object();
  message.set("type", Output::text("scene"));
  message.set("revision", Output::number(static_cast<double>(workspace.news.scene_revision())));
  message.set("figure_revision", Output::number(workspace.news.figure_revision()));
  message.set("scene_number", Output::number(now.opened->number));
  message.set("title", Output::text(now.opened->title));
  message.set("file", now.opened->file ? Output::text(*now.opened->file) : Output::null());
  message.set("saved", Output::truth(now.is_saved()));
  message.set("undo", text_or_null(workspace.history.undo_words()));
  message.set("redo", text_or_null(workspace.history.redo_words()));
  message.set("root", Output::text(scene.figure.segment_name(root_segment))).set("chain", std::move(chain));
  message.set("tasks", write_tasks(scene)).set("criteria", write_criteria(scene));
  message.set("paths", write_paths(scene)).set("motion", write_motion_form(scene));
  message.set("solver", write_solver_form(scene)).set("solver_defaults", write_solver_defaults(scene));
  message.set("world", write_obstacles(scene));
  message.set("world_moves", Output::truth(workspace.motion().obstacles_move()))
      .set("trees", write_trees(scene.world.trees));
  message.set("dynamics", json::write_dynamics(scene.dynamics));
  message.set("avoidance", write_avoidance_form(scene));
  write_all_loads(scene.tasks.loads, message);
  message.set("scalings", write_scalings(now)).set("couplings_off", write_ignored_couplings(scene));
  message.set("camera", scene.camera ? json::write_camera(*scene.camera) : Output::null());
  message.set("running", Output::truth(workspace.motion().solver().is_running()));
  return message.to_string();
}

}  // namespace limber
