// Frames with their Jacobians and singular values, tasks, masses, limits and clearance of a posture.

#include "analysis/evaluation.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <limits>

#include "limber/base/names.h"
#include "limber/kinematics/kinematics.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/math/rotation.h"
#include "limber/statics/load_state.h"
#include "limber/svd/svd.h"
#include "report/task_words.h"
#include "terminal/exit_code.h"

namespace limber::cli {

namespace {

FrameEvaluation evaluate_frame(const Kinematics& kinematics, FrameId frame) {
  const Figure& figure = kinematics.figure();
  const Frame& of = figure.frame(frame);
  const Transform pose = kinematics.frame_pose(frame);
  FrameEvaluation result;
  result.name = of.name;
  result.segment = figure.segment_name(of.segment);
  result.position = pose.translation;
  result.rotation_vector = log_rotation(pose.rotation);
  result.jacobian.resize(6, figure.dof_count());
  kinematics.frame_jacobian(frame, result.jacobian);
  result.translation = singular_values(result.jacobian.topRows(3));
  result.full = singular_values(result.jacobian);
  return result;
}

TaskEvaluation evaluate_task(const TaskContext& context, const TaskList::Entry& entry) {
  const Figure& figure = context.figure();
  TaskEvaluation result;
  result.name = entry.name;
  result.type = type_name(entry.task);
  result.words = task_in_words(entry.task, figure);
  result.frame = task_frame(entry.task, figure);
  result.axes = task_axes(entry.task);
  result.priority = entry.settings.priority;
  result.enabled = entry.settings.enabled;
  result.tolerance = entry.settings.tolerance;
  result.unit = unit(entry.task, figure);
  result.kind = row_kind(entry.task);
  result.rows = row_names(entry.task, figure);
  const int rows = row_count(entry.task);
  result.error.setZero(rows);
  result.jacobian.setZero(rows, figure.dof_count());
  TaskRows filled{result.jacobian, result.error};
  limber::evaluate(entry.task, context, filled);
  result.error_norm = error_length(result.kind, result.error);
  const std::vector<JointId>& joints = entry.settings.joints;
  for (const DofId c : figure.dofs()) {
    if (joints.empty()) break;
    const bool may_use = std::find(joints.begin(), joints.end(), figure.joint_of_dof(c)) != joints.end();
    if (!may_use) result.jacobian.col(c).setZero();
  }
  return result;
}

MassEvaluation evaluate_mass(const Kinematics& kinematics, const MassDistribution& distribution) {
  const Figure& figure = kinematics.figure();
  MassEvaluation result;
  result.total = distribution.total_mass();
  result.center = distribution.center();
  result.inertia = distribution.inertia();
  result.center_jacobian.resize(3, figure.dof_count());
  distribution.center_jacobian(kinematics, result.center_jacobian);
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(result.inertia);
  result.principal_moments = principal.eigenvalues();
  result.principal_axes = principal.eigenvectors();
  return result;
}

std::vector<FrameId> chosen_frames(const Figure& figure, const std::vector<std::string>& names) {
  std::vector<FrameId> chosen;
  for (const std::string& name : names) {
    const std::optional<FrameId> frame = figure.find_frame(name);
    if (frame) {
      chosen.push_back(*frame);
      continue;
    }
    std::vector<std::string> known;
    for (const Frame& each : figure.frames()) known.push_back(each.name);
    throw Failure(ExitCode::usage, "eval: --frame: figure " + limber::quoted(figure.name()) +
                                       " has no frame " + limber::quoted(name) + did_you_mean(name, known));
  }
  if (names.empty()) {
    for (std::size_t i = 0; i < figure.frames().size(); ++i) chosen.push_back(FrameId{i});
  }
  return chosen;
}

}  // namespace

Singular singular_values(const RowMatrix& jacobian) {
  Singular result;
  if (jacobian.cols() == 0) return result;
  Svd svd;
  svd.prepare(static_cast<int>(jacobian.rows()), static_cast<int>(jacobian.cols()));
  svd.decompose(jacobian);
  result.values = svd.factors().sigma();
  result.rank = svd.factors().rank();
  if (result.rank < jacobian.rows()) return result;
  result.condition = svd.factors().condition();
  result.manipulability = result.values.prod();
  return result;
}

Evaluation evaluate(const Scene& scene, const std::vector<std::string>& frames) {
  const Figure& figure = scene.figure;
  Kinematics kinematics(figure);
  kinematics.update(scene.posture);
  Evaluation result;
  result.figure = figure.name();
  for (const DofId c : figure.dofs()) result.columns.push_back(figure.dof_name(c));
  for (const FrameId frame : chosen_frames(figure, frames))
    result.frames.push_back(evaluate_frame(kinematics, frame));
  MassDistribution masses(figure);
  masses.update(kinematics);
  RowMatrix scratch(12, figure.dof_count());
  LoadState loads(figure, scene.tasks.loads, &scene.world);
  loads.update(kinematics, masses, scene.posture);
  const TaskContext context{kinematics, masses, scene.posture, scratch, &loads};
  for (const TaskList::Entry& entry : scene.tasks) result.tasks.push_back(evaluate_task(context, entry));
  result.mass = evaluate_mass(kinematics, masses);
  result.largest_excess = largest_limit_excess(figure, scene.posture);
  result.outside = joints_outside(figure, scene.posture);
  result.couplings = coupling_values(figure, scene.posture);
  result.tie_errors = tie_errors(figure, scene.posture);
  result.near = nearness(scene);
  return result;
}

}  // namespace limber::cli
