// From a posture to everything that is said about it.

#include "limber/session/messages/evaluator.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "limber/base/number_text.h"
#include "limber/base/overloaded.h"
#include "limber/figure/joint_coordinate.h"
#include "limber/statics/load_state.h"
#include "limber/svd/svd.h"
#include "limber/tasks/points.h"

namespace limber {

namespace {

constexpr int largest_task_rows = 12;
constexpr int most_moved_obstacles = 65535;  // the message counts them with 16 bits

// A task without points of its own is shown at the segment whose joint it is about.
Vec3 somewhere(const Task& task, const Kinematics& kinematics) {
  const auto* value = std::get_if<JointValue>(&task);
  return kinematics.segment_pose(SegmentId{value ? int{value->joint} : 0}).translation;
}

int first_enabled_priority(const TaskList& tasks) {
  int first = std::numeric_limits<int>::max();
  for (const TaskList::Entry& entry : tasks) {
    if (entry.settings.enabled) first = std::min(first, entry.settings.priority);
  }
  return first;
}

int enabled_rows(const TaskList& tasks) {
  int rows = 0;
  for (const TaskList::Entry& entry : tasks) rows += entry.settings.enabled ? row_count(entry.task) : 0;
  return rows;
}

VecX singular_values_of(const RowMatrix& jacobian) {
  const int rows = static_cast<int>(jacobian.rows()), columns = static_cast<int>(jacobian.cols());
  if (rows == 0 || columns == 0) return {};
  Svd svd({.method = SvdMethod::golub_reinsch});
  svd.prepare(rows, columns);
  svd.decompose(jacobian);
  return svd.factors().sigma();
}

Vec3 anchor_of(const Shape& shape) {
  return std::visit(overloaded{
                        [](const Capsule& s) { return s.a; },
                        [](const Cylinder& s) { return s.a; },
                        [](const Plane& s) { return s.point; },
                        [](const MeshReference& s) { return s.place.translation; },
                        [](const ConvexMesh& s) { return Vec3(s.place * s.hull->vertices.front()); },
                        [](const auto& s) { return s.center; },
                    },
                    shape);
}

std::vector<Snapshot::MovedObstacle> moved_obstacles(const World& world) {
  std::vector<Snapshot::MovedObstacle> moved;
  const int count = std::min(static_cast<int>(world.obstacles.size()), most_moved_obstacles);
  for (int i = 0; i < count; ++i) {
    const Obstacle& obstacle = at(world.obstacles, i);
    if (!obstacle.velocity.isZero(0.0)) moved.push_back({ObstacleId{i}, anchor_of(obstacle.shape)});
  }
  return moved;
}

Snapshot::Watched watched_at(const Place& place, const Kinematics& kinematics) {
  const PlaceNow place_now = now(place, kinematics);
  RowMatrix jacobian = RowMatrix::Zero(3, kinematics.figure().dof_count());
  if (place_now.segment >= 0) {
    kinematics.translation_jacobian(place_now.segment, place_now.pose.translation, jacobian);
  }
  return {place_now.pose.translation, jacobian * jacobian.transpose()};
}

// Of a task about inertia the page draws rings about the centre of mass: a point of the ring as it is (the
// radius of gyration), and one of the ring wanted.
TaskPoints points_on_rings(const Inertia& task, const MassDistribution& masses) {
  if (!(masses.total_mass() > 0.0)) return {};
  const double inertia = task.axis.dot(masses.inertia() * task.axis);
  const double radius = std::sqrt(std::max(0.0, inertia) / masses.total_mass());
  const Vec3 aside = task.axis.unitOrthogonal();
  return {masses.center() + radius * aside, masses.center() + task.radius * aside};
}

}  // namespace

double Snapshot::clearance() const {
  return contacts.empty() ? std::numeric_limits<double>::infinity() : contacts.front().clearance;
}

Evaluator::Evaluator(const Figure& figure)
    : kinematics_(figure), masses_(figure), scratch_(RowMatrix::Zero(largest_task_rows, figure.dof_count())) {
  if (!figure.ties().empty()) ties_.emplace(figure);
}

std::string Evaluator::broken_relation(const Scene& scene, const Posture& shown) {
  double worst = broken_from;
  std::string what;
  const auto& ignored = scene.solver.ignored_couplings;
  for (std::size_t c = 0; c < scene.figure.couplings().size(); ++c) {
    if (std::find(ignored.begin(), ignored.end(), CouplingId{c}) != ignored.end()) continue;
    const Coupling& coupling = scene.figure.couplings()[c];
    const double value = coupling_value(scene.figure, shown, coupling);
    const double excess = std::abs(value - coupling.range.clamp(value));
    if (!(excess > worst)) continue;
    worst = excess;
    what = "The coupling " + coupling.name;
  }
  if (ties_) ties_->look_at(shown);
  for (std::size_t t = 0; ties_ && t < scene.figure.ties().size(); ++t) {
    const double error = ties_->error_of(TieId{t});
    if (!(error > worst)) continue;
    worst = error;
    what = "The tie " + scene.figure.ties()[t].name;
  }
  return what.empty() ? "" : what + " is off by " + number_text(worst, 2) + ".";
}

void Evaluator::evaluate(const Scene& scene, const Posture& shown, const TaskList& all_tasks,
                         Surroundings& surroundings, const Wanted& wanted, Snapshot& result) {
  kinematics_.update(shown);
  masses_.update(kinematics_);
  result.posture = shown;
  result.segments.clear();
  for (int s = 0; s < scene.figure.segment_count(); ++s) {
    result.segments.push_back(kinematics_.segment_pose(SegmentId{s}));
  }
  result.center_of_mass = masses_.center();
  surroundings.find(kinematics_, nearness(scene), result.contacts);
  evaluate_tasks(scene, shown, all_tasks, result);
  result.broken = broken_relation(scene, shown);
  if (!result.broken.empty()) result.light = Light::red;
  result.watched = wanted.watched ? std::optional(watched_at(*wanted.watched, kinematics_)) : std::nullopt;
  result.statics.reset();
  if (wanted.statics) {
    Snapshot::Statics statics;
    statics.report = report_on_loads(scene.figure, shown, scene.tasks.loads, &scene.world);
    if (masses_.total_mass() > 0.0) statics.gyration = masses_.inertia() / masses_.total_mass();
    result.statics = std::move(statics);
  }
  result.moved_obstacles.clear();
  if (surroundings.moves()) result.moved_obstacles = moved_obstacles(scene.world);
  for (const auto& [number, by] : wanted.displaced)
    result.moved_obstacles.push_back({number, anchor_of(at(scene.world.obstacles, number).shape) + by});
  result.arm_ends = virtual_arm_ends(scene, all_tasks, kinematics_);
}

void Evaluator::evaluate_tasks(const Scene& scene, const Posture& shown, const TaskList& all_tasks,
                               Snapshot& result) {
  std::optional<LoadState> loads;
  if (!scene.tasks.loads.empty()) {
    loads.emplace(scene.figure, scene.tasks.loads, &scene.world);
    loads->update(kinematics_, masses_, shown);
  }
  const TaskContext context{kinematics_, masses_, shown, scratch_, loads ? &*loads : nullptr};
  const int dofs = scene.figure.dof_count(), first_priority = first_enabled_priority(scene.tasks);
  RowMatrix all_rows = RowMatrix::Zero(enabled_rows(scene.tasks), dofs);
  int first_row = 0;
  result.tasks.clear();
  result.light = Light::green;
  for (const TaskList::Entry& saved : scene.tasks) {
    const TaskList::Entry& entry = all_tasks.entry(saved.number);  // its goal where it is now
    const int count = row_count(entry.task);
    RowMatrix jacobian = RowMatrix::Zero(count, dofs);
    VecX error = VecX::Zero(count);
    TaskRows rows{jacobian, error};
    limber::evaluate(entry.task, context, rows);

    TaskValue& value = result.tasks.emplace_back();
    value.number = entry.number;
    value.enabled = entry.settings.enabled;
    value.error = error_length(row_kind(entry.task), error);
    value.satisfied = value.error <= entry.settings.tolerance;
    value.unit = unit(entry.task, scene.figure);
    const Inertia* inertia = std::get_if<Inertia>(&entry.task);
    const TaskPoints points =
        inertia ? points_on_rings(*inertia, masses_) : points_of(entry.task, kinematics_, masses_);
    value.effector = points.from ? *points.from : somewhere(entry.task, kinematics_);
    value.goal = points.to.value_or(value.effector);
    if (!value.enabled) continue;
    all_rows.middleRows(first_row, count) = jacobian;
    first_row += count;
    const bool is_first = entry.settings.priority == first_priority;
    if (!value.satisfied && result.light != Light::red) result.light = is_first ? Light::red : Light::orange;
  }
  result.singular_values = singular_values_of(all_rows);
}

}  // namespace limber
