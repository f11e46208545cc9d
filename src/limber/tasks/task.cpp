// The functions of a task, by its type.

#include "limber/tasks/task.h"

#include <array>
#include <stdexcept>

#include "limber/base/overloaded.h"
#include "limber/figure/joint_coordinate.h"
#include "limber/kinematics/kinematics.h"
#include "limber/tasks/task_types.h"

namespace limber {

namespace tasks {

int row_count(const Custom& task) {
  return task.rows;
}

void evaluate(const Custom& task, const TaskContext& context, TaskRows& rows) noexcept {
  if (task.evaluate) task.evaluate(context, rows);
}

void check(const Custom& task, const Figure&) {
  if (task.rows < 1) throw std::invalid_argument("rows: a custom task needs at least one row");
  if (!task.evaluate) throw std::invalid_argument("evaluate: a custom task needs a function");
}

}  // namespace tasks

const Figure& TaskContext::figure() const {
  return kinematics.figure();
}

int row_count(const Task& task) {
  return std::visit([](const auto& t) { return tasks::row_count(t); }, task);
}

TaskUnit unit(const Task& task, const Figure& figure) {
  return std::visit(overloaded{
                        [](const Orient&) { return TaskUnit::radian; },
                        [](const LookAt&) { return TaskUnit::radian; },
                        [](const RelativeOrientation&) { return TaskUnit::radian; },
                        [&](const JointValue& t) {
                          return is_length(figure.joint(t.joint).type, t.coordinate) ? TaskUnit::metre
                                                                                     : TaskUnit::radian;
                        },
                        [](const Custom& t) { return t.unit; },
                        [](const SupportShare&) { return TaskUnit::none; },
                        [](const JointStrength&) { return TaskUnit::none; },
                        [](const auto&) { return TaskUnit::metre; },
                    },
                    task);
}

RowKind row_kind(const Task& task) {
  return std::visit(overloaded{
                        [](const OnEllipsoid& t) {
                          return t.side == OnEllipsoid::Side::on ? RowKind::equality : RowKind::at_most;
                        },
                        [](const Region&) { return RowKind::at_most; },
                        [](const Balance&) { return RowKind::at_most; },
                        [](const JointStrength&) { return RowKind::at_most; },
                        [](const Custom& t) { return t.kind; },
                        [](const auto&) { return RowKind::equality; },
                    },
                    task);
}

void evaluate(const Task& task, const TaskContext& context, TaskRows& rows) noexcept {
  std::visit([&](const auto& t) { tasks::evaluate(t, context, rows); }, task);
}

double error_length(RowKind kind, const Eigen::Ref<const VecX>& error) noexcept {
  return kind == RowKind::equality ? error.norm() : error.cwiseMin(0.0).norm();
}

std::string_view type_name(const Task& task) {
  static constexpr std::array<std::string_view, std::variant_size_v<Task>> names = {"reach",
                                                                                    "orient",
                                                                                    "look-at",
                                                                                    "relative-position",
                                                                                    "relative-orientation",
                                                                                    "center-of-mass",
                                                                                    "on-ellipsoid",
                                                                                    "joint-value",
                                                                                    "region",
                                                                                    "drag",
                                                                                    "custom",
                                                                                    "equilibrium",
                                                                                    "center-over-supports",
                                                                                    "balance",
                                                                                    "inertia",
                                                                                    "support-share",
                                                                                    "joint-strength"};
  return names[task.index()];
}

void check(const Task& task, const Figure& figure) {
  std::visit([&](const auto& t) { tasks::check(t, figure); }, task);
}

}  // namespace limber
