// The JSON of `limber eval`.

#include "limber/files/format/joint_json.h"
#include "limber/files/json/writer.h"
#include "report/eval_report.h"
#include "report/statics_report.h"
#include "report/task_words.h"

namespace limber::cli {

namespace {

using json::Output;

Output vector_json(const VecX& values) {
  return Output::numbers({values.begin(), values.end()});
}

Output matrix_json(const RowMatrix& matrix) {
  Output rows = Output::list();
  for (int r = 0; r < matrix.rows(); ++r) {
    const VecX row = matrix.row(r);
    rows.add(Output::row({row.begin(), row.end()}));
  };
  return rows;
}

Output singular_json(const Singular& singular) {
  Output object = Output::object();
  object.set("singular_values", vector_json(singular.values));
  object.set("rank", Output::number(singular.rank));
  object.set("condition", Output::number(singular.condition));
  object.set("manipulability", Output::number(singular.manipulability));
  return object;
}

Output frame_json(const FrameEvaluation& frame) {
  Output object = Output::object();
  object.set("name", Output::text(frame.name)).set("segment", Output::text(frame.segment));
  object.set("position", Output::vector(frame.position));
  object.set("rotation", Output::vector(frame.rotation_vector));
  object.set("jacobian", matrix_json(frame.jacobian));
  object.set("translation", singular_json(frame.translation)).set("full", singular_json(frame.full));
  return object;
}

Output task_json(const TaskEvaluation& task) {
  Output object = Output::object(), rows = Output::list();
  for (const std::string& row : task.rows) rows.add(Output::text(row));
  object.set("name", Output::text(task.name)).set("type", Output::text(task.type));
  if (!task.frame.empty()) object.set("frame", Output::text(task.frame));
  object.set("priority", Output::number(task.priority)).set("enabled", Output::truth(task.enabled));
  if (!task.axes.empty()) object.set("axes", Output::text(task.axes));
  object.set("unit", task.unit == TaskUnit::none ? Output::null() : Output::text(unit_text(task.unit)));
  object.set("kind", Output::text(task.kind == RowKind::equality ? "equality" : "at-most"));
  object.set("rows", std::move(rows)).set("error", vector_json(task.error));
  object.set("error_norm", Output::number(task.error_norm));
  object.set("satisfied", Output::truth(task.satisfied()));
  object.set("jacobian", matrix_json(task.jacobian));
  return object;
}

Output mass_json(const MassEvaluation& mass) {
  Output object = Output::object();
  object.set("total", Output::number(mass.total)).set("center", Output::vector(mass.center));
  object.set("center_jacobian", matrix_json(mass.center_jacobian));
  object.set("inertia", matrix_json(mass.inertia));
  object.set("principal_moments", Output::vector(mass.principal_moments));
  object.set("principal_axes", matrix_json(mass.principal_axes.transpose()));
  return object;
}

Output limits_json(const Figure& figure, const Evaluation& evaluation) {
  Output outside = Output::list();
  for (const JointOutside& joint : evaluation.outside) {
    Output object = Output::object();
    object.set("joint", Output::text(figure.joint_name(joint.joint)))
        .set("excess", Output::number(joint.excess));
    outside.add(std::move(object));
  }
  const LimitExcess& largest = evaluation.largest_excess;
  Output object = Output::object();
  object.set("largest_excess", Output::number(largest.amount));
  object.set("joint", largest.joint < 0 ? Output::null() : Output::text(figure.joint_name(largest.joint)));
  object.set("outside", std::move(outside));
  return object;
}

Output couplings_json(const Figure& figure, const Evaluation& evaluation) {
  Output list = Output::list();
  for (const CouplingValue& value : evaluation.couplings) {
    const Coupling& coupling = at(figure.couplings(), value.coupling);
    Output object = Output::object();
    object.set("name", Output::text(coupling.name)).set("value", Output::number(value.value));
    object.set("range", json::write_range(coupling.range)).set("excess", Output::number(value.excess));
    list.add(std::move(object));
  }
  return list;
}

Output ties_json(const Figure& figure, const Evaluation& evaluation) {
  Output list = Output::list();
  for (const Tie& tie : figure.ties()) {
    const double error = at(evaluation.tie_errors, static_cast<int>(&tie - figure.ties().data()));
    list.add(Output::object().set("name", Output::text(tie.name)).set("error", Output::number(error)));
  }
  return list;
}

Output contact_json(const Scene& scene, const Contact& contact) {
  const bool is_obstacle = contact.obstacle >= 0;
  Output object = Output::object();
  if (is_obstacle) {
    const Obstacle& obstacle = at(scene.world.obstacles, contact.obstacle);
    object.set("name", Output::text(obstacle.name));
  }
  object.set("segment", Output::text(scene.figure.segment_name(contact.segment)));
  if (!is_obstacle)
    object.set("other_segment", Output::text(scene.figure.segment_name(contact.other_segment)));
  object.set("clearance", Output::number(contact.clearance));
  object.set("point", Output::vector(contact.point)).set("other_point", Output::vector(contact.other_point));
  object.set("normal", Output::vector(contact.normal));
  return object;
}

}  // namespace

std::string eval_json(const Input& input, const Evaluation& evaluation) {
  Output document = Output::object();
  Output columns = Output::list(), frames = Output::list(), tasks = Output::list();
  for (const std::string& column : evaluation.columns) columns.add(Output::text(column));
  for (const FrameEvaluation& frame : evaluation.frames) frames.add(frame_json(frame));
  for (const TaskEvaluation& task : evaluation.tasks) tasks.add(task_json(task));
  document.set("file", Output::text(input.name)).set("figure", Output::text(evaluation.figure));
  document.set("dof", Output::number(static_cast<double>(evaluation.columns.size())));
  document.set("columns", std::move(columns)).set("frames", std::move(frames)).set("tasks", std::move(tasks));
  document.set("mass", mass_json(evaluation.mass));
  document.set("limits", limits_json(input.scene.figure, evaluation));
  document.set("couplings", couplings_json(input.scene.figure, evaluation));
  document.set("ties", ties_json(input.scene.figure, evaluation));
  Output obstacles = Output::list();
  for (const Contact& contact : evaluation.near.obstacles) obstacles.add(contact_json(input.scene, contact));
  document.set("obstacles", std::move(obstacles));
  document.set("self",
               evaluation.near.self ? contact_json(input.scene, *evaluation.near.self) : Output::null());
  const Scene& scene = input.scene;
  if (!scene.tasks.loads.empty()) {
    const StaticsReport statics =
        report_on_loads(scene.figure, scene.posture, scene.tasks.loads, &scene.world);
    document.set("statics", statics_object(scene.figure, statics));
  }
  return document.to_string();
}

}  // namespace limber::cli
