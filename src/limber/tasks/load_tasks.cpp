// The tasks about weight, supports and strength. Their numbers come from the LoadState of the context, with
// the forces at the supports distributed anew in every posture; without one they ask for nothing.

#include <cmath>
#include <stdexcept>

#include "limber/base/names.h"
#include "limber/statics/load_state.h"
#include "limber/tasks/checks.h"
#include "limber/tasks/criterion_types.h"
#include "limber/tasks/task_types.h"

namespace limber::tasks {

namespace {

constexpr double nothing_asked = 1.0;  // the slack of an inequality that says nothing

// Two level directions.
struct Level {
  Vec3 first, second;
};
Level level_axes(const Vec3& up) {
  const Vec3 first = std::abs(up.z()) > 0.999 ? Vec3(Vec3::UnitX()) : Vec3(up.unitOrthogonal());
  const Vec3 second = up.cross(first).normalized();
  return {second.cross(up), second};
}

int support_named(const Loads& loads, const std::string& name) {
  for (std::size_t i = 0; i < loads.supports.size(); ++i) {
    if (loads.supports[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

// [m] What is missing of the forces wherever the centre of mass is, as the arm of a moment of the load.
double missing_length(LoadState& state, const TaskContext& context) {
  if (state.statics.is_balanced()) return 0.0;
  state.region.look(state.statics, context.masses);
  return state.region.is_empty() ? state.region.missing() * state.statics.length_size() : 0.0;
}

void subtract_rates(LoadState& state, const TaskContext& context, int row, TaskRows& rows) {
  state.rates.sweep(context.kinematics, -1.0, rows.jacobian.row(row));
  state.rates.clear();
}

}  // namespace

int row_count(const Equilibrium&) {
  return 3;
}
int row_count(const CenterOverSupports&) {
  return 2;
}
int row_count(const Balance&) {
  return 2;
}
int row_count(const Inertia&) {
  return 1;
}
int row_count(const SupportShare&) {
  return 1;
}
int row_count(const JointStrength&) {
  return 2;
}

// The moment the middles of the supports cannot take, by the load: how far the weight is from where it should
// be. The third row is what is missing of the forces themselves. Its Jacobian is zero: no lean mends it, so
// that no other task is given up for it.
void evaluate(const Equilibrium&, const TaskContext& context, TaskRows& rows) noexcept {
  rows.jacobian.setZero();
  rows.error.setZero();
  if (context.loads == nullptr || context.loads->statics.contact_count() == 0) return;
  LoadState& state = *context.loads;
  rows.error[2] = missing_length(state, context);
  const Level level = level_axes(state.statics.up());
  const Vec3 moment = state.statics.left_to_posture();
  const double size = state.statics.load_size();
  int row = 0;
  for (const Vec3& axis : {level.first, level.second}) {
    rows.error[row] = moment.dot(axis) / size;
    state.rates.clear();
    state.statics.add_left_to_posture_rates(axis / size, state.rates);
    subtract_rates(state, context, row++, rows);
  }
  // If the middles ask for nothing more, what is missing at the corners counts, whatever it is.
  if (rows.error.head<2>().norm() <= statics::missing_tolerance * state.statics.length_size())
    rows.error[2] = state.statics.missing() * state.statics.length_size();
}

void evaluate(const CenterOverSupports&, const TaskContext& context, TaskRows& rows) noexcept {
  rows.jacobian.setZero();
  rows.error.setZero();
  if (context.loads == nullptr) return;
  LoadState& state = *context.loads;
  const auto& middles = state.statics.middles();
  if (middles.spots.empty()) return;
  const Level level = level_axes(state.statics.up());
  double given = 0.0;
  int free = 0;
  for (const SupportDescription& support : state.statics.loads().supports) {
    if (support.share)
      given += *support.share;
    else
      ++free;
  }
  const double of_each_free = free > 0 ? std::max(0.0, 1.0 - given) / free : 0.0;
  const double total = given + free * of_each_free;
  RowMatrixRef center = context.scratch.topRows(3), carried = context.scratch.middleRows(3, 3);
  context.masses.center_jacobian(context.kinematics, center);
  Vec3 middle = Vec3::Zero();
  for (std::size_t i = 0; i < middles.spots.size(); ++i) {
    const auto& share =
        state.statics.loads().supports[static_cast<std::size_t>(middles.spots[i].support)].share;
    const double part = (share ? *share : of_each_free) / total;
    middle += part * middles.places[i];
    context.kinematics.translation_jacobian(middles.spots[i].segment, middles.places[i], carried);
    center -= part * carried;
  }
  const Vec3 error = middle - context.masses.center();
  rows.error[0] = level.first.dot(error);
  rows.error[1] = level.second.dot(error);
  rows.jacobian.row(0) = level.first.transpose() * center;
  rows.jacobian.row(1) = level.second.transpose() * center;
}

// The first row is the margin, the second what is missing wherever the centre of mass is. Its Jacobian is
// zero, as that of Equilibrium.
void evaluate(const Balance& task, const TaskContext& context, TaskRows& rows) noexcept {
  rows.jacobian.setZero();
  rows.error.setConstant(nothing_asked);
  if (context.loads == nullptr || context.loads->statics.contact_count() == 0) return;
  LoadState& state = *context.loads;
  const FeasibleRegion::Edge edge = state.region.worst(state.statics, context.masses);
  if (state.region.is_empty()) rows.error[1] = -state.region.missing() * state.statics.length_size();
  if (edge.exists) {
    rows.error[0] = edge.depth() - task.margin;
    state.rates.clear();
    state.region.add_depth_rates(state.statics, 1.0, state.rates);
    subtract_rates(state, context, 0, rows);
  }
  // The forces have the last word: where no edge was found, as in a jammed figure, nothing is claimed.
  if (rows.error.minCoeff() >= 0.0 && task.margin >= 0.0)
    rows.error[1] =
        state.statics.is_balanced() ? nothing_asked : -state.statics.missing() * state.statics.length_size();
}

// r = sqrt(I_a/m), dI_a from the rows xx, yy, zz, xy, xz, yz of dT.
void evaluate(const Inertia& task, const TaskContext& context, TaskRows& rows) noexcept {
  rows.jacobian.setZero();
  rows.error.setZero();
  const double mass = context.masses.total_mass();
  if (!(mass > 0.0)) return;
  const Vec3& a = task.axis;
  const double radius = std::sqrt(std::max(0.0, a.dot(context.masses.inertia() * a)) / mass);
  rows.error[0] = task.radius - radius;
  if (!(radius > 0.0)) return;
  RowMatrixRef rates = context.scratch.topRows(6);
  context.masses.inertia_gradient(context.kinematics, rates);
  const Eigen::Matrix<double, 1, 6> factors =
      (Eigen::Matrix<double, 1, 6>() << a.x() * a.x(), a.y() * a.y(), a.z() * a.z(), 2 * a.x() * a.y(),
       2 * a.x() * a.z(), 2 * a.y() * a.z())
          .finished();
  rows.jacobian.row(0) = factors * rates / (2.0 * mass * radius);
}

void evaluate(const SupportShare& task, const TaskContext& context, TaskRows& rows) noexcept {
  rows.jacobian.setZero();
  rows.error.setZero();
  if (context.loads == nullptr) return;
  LoadState& state = *context.loads;
  const Statics& statics = state.statics;
  const int support = support_named(statics.loads(), task.support);
  const double load = statics.carried_load();
  if (support < 0 || !(load > 0.0)) return;
  double carried = 0.0;
  for (int i = 0; i < statics.contact_count(); ++i) {
    const bool counts = statics.support_of(i) == support;
    at(state.by_contact, i) = counts ? Vec3(statics.up() / load) : Vec3(Vec3::Zero());
    if (counts) carried += statics.up().dot(statics.force(i));
  }
  rows.error[0] = task.share - carried / load;
  state.rates.clear();
  state.statics.add_force_rates(state.by_contact, state.rates);
  // The load itself changes where forces turn with the figure: load = -up . F.
  for (const Statics::Applied& applied : statics.applied()) {
    if (applied.against.is_valid()) continue;
    state.rates.add_turn(applied.segment, carried / (load * load) * applied.turning.cross(statics.up()));
  }
  state.rates.sweep(context.kinematics, 1.0, rows.jacobian.row(0));
}

// tau/strength <= 1 and -tau/strength <= 1; of a ball or swing the first alone, with the whole moment.
void evaluate(const JointStrength& task, const TaskContext& context, TaskRows& rows) noexcept {
  rows.jacobian.setZero();
  rows.error.setConstant(nothing_asked);
  if (context.loads == nullptr) return;
  LoadState& state = *context.loads;
  const Figure& figure = context.figure();
  if (dof_count(figure.joint(task.joint).type) == 0) return;
  const DofId dof{figure.first_dof(task.joint) + task.coordinate};
  const bool whole = JointLoads::counts_whole_moment(figure.joint(task.joint).type);
  const double ratio =
      whole ? state.joints.load_ratio(task.joint) : state.joints.torque(dof) / state.joints.strength(dof);
  Eigen::Ref<Eigen::RowVectorXd> first = rows.jacobian.row(0);
  state.joints.add_ratio_gradient(state.statics, context.kinematics, dof, 1.0, first);
  rows.error[0] = task.most - ratio;
  if (whole) return;
  rows.error[1] = task.most + ratio;
  rows.jacobian.row(1) = -rows.jacobian.row(0);
}

namespace {

void check_has_mass(const Figure& figure) {
  if (figure.total_mass() > 0.0) return;
  throw std::invalid_argument("figure " + quoted(figure.name()) +
                              " has no mass, so there is nothing to balance");
}

}  // namespace

void check(const Equilibrium&, const Figure&) {}
void check(const CenterOverSupports&, const Figure& figure) {
  check_has_mass(figure);
}
void check(const Balance& task, const Figure& figure) {
  check_has_mass(figure);
  check_number(task.margin, "margin");
}
void check(const Inertia& task, const Figure& figure) {
  check_has_mass(figure);
  check_direction(task.axis, "axis");
  check_number(task.radius, "radius");
  if (!(task.radius >= 0.0)) throw std::invalid_argument("radius must not be negative");
}
void check(const SupportShare& task, const Figure&) {
  check_number(task.share, "share");
  if (task.support.empty()) throw std::invalid_argument("support: a share is of a support: give its name");
}
void check(const JointStrength& task, const Figure& figure) {
  check_joint_coordinate(figure, task.joint, task.coordinate);
  check_number(task.most, "most");
  if (!(task.most > 0.0)) throw std::invalid_argument("most must be a positive part of the strength");
  if (figure.joint(task.joint).type == JointType::free)
    throw std::invalid_argument("joint: a free joint has no strength");
}

double value(const Effort&, const TaskContext& context) noexcept {
  return context.loads == nullptr ? 0.0 : context.loads->joints.effort();
}

void add_gradient(const Effort&, const TaskContext& context, Eigen::Ref<VecX> gradient) noexcept {
  if (context.loads == nullptr) return;
  Eigen::Map<Eigen::RowVectorXd> row(gradient.data(), gradient.size());
  context.loads->joints.add_effort_gradient(context.loads->statics, context.kinematics, 1.0, row);
}

}  // namespace limber::tasks

namespace limber {

bool reads_loads(const Task& task) noexcept {
  return std::holds_alternative<Equilibrium>(task) || std::holds_alternative<CenterOverSupports>(task) ||
         std::holds_alternative<Balance>(task) || std::holds_alternative<SupportShare>(task) ||
         std::holds_alternative<JointStrength>(task) || std::holds_alternative<Custom>(task);
}

void check(const Task& task, const Loads& loads) {
  const bool on_supports =
      std::holds_alternative<Equilibrium>(task) || std::holds_alternative<CenterOverSupports>(task) ||
      std::holds_alternative<Balance>(task) || std::holds_alternative<SupportShare>(task);
  if (on_supports && loads.supports.empty())
    throw std::invalid_argument("there is no support to stand on: give the scene \"supports\"");
  const auto* share = std::get_if<SupportShare>(&task);
  if (share == nullptr || tasks::support_named(loads, share->support) >= 0) return;
  std::vector<std::string> names;
  for (const SupportDescription& support : loads.supports) names.push_back(support.name);
  throw std::invalid_argument("support: there is no support " + quoted(share->support) +
                              did_you_mean(share->support, names));
}

}  // namespace limber
