#include "limber/files/format/criterion_json.h"
#include "limber/files/format/scene_json.h"
#include "limber/files/format/task_json.h"
#include "limber/session/avoidance_form.h"
#include "limber/session/messages.h"
#include "limber/session/parts.h"
#include "limber/session/solver_form.h"
#include "limber/session/tree_form.h"

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
    list.add(task.set("number", Output::number(entry.number)));
  }
  return list;
}

Output write_criteria(const Scene& scene) {
  Output list = Output::list();
  for (const WeightedCriterion& criterion : scene.criteria)
    list.add(json::write_criterion(criterion, scene.figure));
  return list;
}

Output write_obstacles(const Scene& scene) {
  Output list = Output::list();
  for (const Obstacle& obstacle : scene.world.obstacles) list.add(json::write_obstacle(obstacle));
  return list;
}

Output write_forces(const Scene& scene) {
  Output list = Output::list();
  for (const ForceDescription& force : scene.forces) {
    Output object = Output::object();
    list.add(object.set("frame", Output::text(force.frame)).set("force", Output::vector(force.force)));
  }
  return list;
}

}  // namespace

std::string scene_message(const SessionParts& parts) {
  const State& now = parts.now;
  const Scene& scene = now.scene;
  Output chain = Output::object();
  chain.set("root", text_or_null(&now.chain.root)).set("end", text_or_null(&now.chain.end));
  Output message = Output::object();
  message.set("type", Output::text("scene"));
  message.set("revision", Output::number(static_cast<double>(parts.scene_revision)));
  message.set("figure_revision", Output::number(parts.figure_revision));
  message.set("title", Output::text(now.document->title));
  message.set("file", now.document->file ? Output::text(*now.document->file) : Output::null());
  message.set("saved", Output::truth(now.is_saved()));
  message.set("undo", text_or_null(parts.history.undo_words()));
  message.set("redo", text_or_null(parts.history.redo_words()));
  message.set("root", Output::text(scene.figure.segment_name(0))).set("chain", std::move(chain));
  message.set("tasks", write_tasks(scene)).set("criteria", write_criteria(scene));
  message.set("solver", write_solver_form(scene));
  message.set("world", write_obstacles(scene));
  message.set("world_moves", Output::truth(parts.world_moves)).set("trees", write_trees(now.trees));
  message.set("avoidance", write_avoidance_form(scene)).set("forces", write_forces(scene));
  message.set("camera", scene.camera ? json::write_camera(*scene.camera) : Output::null());
  message.set("running", Output::truth(parts.running));
  return message.to_string();
}

}  // namespace limber
