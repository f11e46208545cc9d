// Sums of wrenches from the tips to the root, and the derivative of numbers made of them, backwards.

#include "limber/statics/joint_loads.h"

#include <algorithm>
#include <cmath>

#include "limber/base/names.h"
#include "limber/figure/compiled.h"

namespace limber {

namespace {

struct TableValue {
  double strength, slope;
};
TableValue strength_at(const Strength::Table& table, double angle, bool positive) {
  const auto value = [&](const Strength::Entry& e) { return positive ? e.positive : e.negative; };
  if (angle <= table.front().angle) return {value(table.front()), 0.0};
  for (std::size_t i = 1; i < table.size(); ++i) {
    const auto &a = table[i - 1], &b = table[i];
    if (angle > b.angle) continue;
    const double slope = (value(b) - value(a)) / (b.angle - a.angle);
    return {value(a) + slope * (angle - a.angle), slope};
  }
  return {value(table.back()), 0.0};
}

}  // namespace

JointLoads::JointLoads(const Figure& figure, const Loads& loads)
    : figure_(figure),
      given_(static_cast<std::size_t>(figure.segment_count())),
      strengths_(static_cast<std::size_t>(figure.dof_count())),
      axes_(static_cast<std::size_t>(figure.segment_count())),
      on_segment_(static_cast<std::size_t>(figure.segment_count())),
      on_branch_(on_segment_.size()),
      centers_(on_segment_.size(), Vec3::Zero()),
      torques_(VecX::Zero(figure.dof_count())),
      screws_(RowMatrix::Zero(6, figure.dof_count())),
      sums_(on_segment_.size()),
      rates_(figure.segment_count()),
      own_(VecX::Zero(figure.dof_count())) {
  std::size_t contacts = 0;
  for (const SupportDescription& support : loads.supports)
    contacts += std::max<std::size_t>(1, support.patch.size());
  by_contact_.resize(contacts);
  for (const JointId joint : figure.joints()) {
    Strength& own = at(given_, joint);
    own = figure.joint(joint).strength;
    for (const StrengthDescription& scene : loads.strengths) {
      if (matches_pattern(figure.joint_name(joint), scene.joints)) own = scene.strength;
    }
  }
}

void JointLoads::find_strengths(const Kinematics& kinematics, const Posture& posture) noexcept {
  for (const JointId joint : figure_.joints()) {
    const Strength& given = at(given_, joint);
    if (!given.is_known()) continue;
    const bool by_axes = counts_by_axes(joint);
    if (by_axes) at(axes_, joint) = statics::strength_axes(figure_, kinematics, joint);
    const Vec3 moment = by_axes ? moment_by_axes(joint) : Vec3(Vec3::Zero());
    for (const DofId dof : figure_.dofs(joint)) {
      const int k = dof - figure_.first_dof(joint);
      StrengthNow& strength = at(strengths_, dof);
      if (given.table.empty() && given.axes.empty()) {
        strength.now = given.torque;
        continue;
      }
      const Strength::Table& table = given.axes.empty() ? given.table : at(given.axes, k);
      const double angle =
          by_axes ? at(axes_, joint).angles[k] : posture.values[figure_.first_value(joint) + k];
      const double torque = by_axes ? moment[k] : torques_[dof];
      const TableValue value = strength_at(table, angle, torque >= 0.0);
      strength.now = value.strength;
      strength.slope = value.slope;
    }
  }
}

// Of a swing joint without the part about the limb, which it bears without acting.
Vec3 JointLoads::moment_by_axes(JointId joint) const noexcept {
  const statics::StrengthAxes& by = at(axes_, joint);
  Vec3 moment = by.sign * (by.axes.transpose() * carried(joint).moment);
  if (figure_.joint(joint).type == JointType::swing) moment.z() = 0.0;
  return moment;
}

void JointLoads::update(const Statics& statics, const Kinematics& kinematics,
                        const Posture& posture) noexcept {
  const FigureData& data = data_of(figure_);
  for (Wrench& wrench : on_segment_) wrench = {};
  statics.add_wrenches(on_segment_);
  on_branch_ = on_segment_;
  screws_ = kinematics.screws();
  for (int s = figure_.segment_count() - 1; s >= 0; --s) {
    const Wrench& branch = at(on_branch_, s);
    for (int c = at(data.first_dof, s); c < at(data.first_dof, s + 1); ++c) {
      torques_[c] =
          -(branch.moment.dot(screws_.block<3, 1>(0, c)) + branch.force.dot(screws_.block<3, 1>(3, c)));
    }
    const SegmentId parent = at(data.parent, s);
    const Transform& before = at(data.before, s);
    at(centers_, s) =
        parent.is_valid() ? kinematics.segment_pose(parent) * before.translation : before.translation;
    if (!parent.is_valid()) continue;
    at(on_branch_, parent).force += branch.force;
    at(on_branch_, parent).moment += branch.moment;
  }
  find_strengths(kinematics, posture);
}

Wrench JointLoads::carried(JointId joint) const noexcept {
  const Wrench& branch = at(on_branch_, joint);
  return {-branch.force, -(branch.moment - at(centers_, joint).cross(branch.force))};
}

double JointLoads::load_ratio(JointId joint) const noexcept {
  const JointType type = figure_.joint(joint).type;
  if (type == JointType::fixed || type == JointType::free) return 0.0;
  if (counts_by_axes(joint)) {
    const Vec3 moment = moment_by_axes(joint);
    double sum = 0.0;
    for (const DofId dof : figure_.dofs(joint)) {
      const double ratio = moment[dof - figure_.first_dof(joint)] / strength(dof);
      sum += ratio * ratio;
    }
    return std::sqrt(sum);
  }
  if (counts_whole_moment(type)) return carried(joint).moment.norm() / strength(figure_.first_dof(joint));
  double largest = 0.0;
  for (const DofId dof : figure_.dofs(joint))
    largest = std::max(largest, std::abs(torques_[dof]) / strength(dof));
  return largest;
}

double JointLoads::strength_now(JointId joint) const noexcept {
  DofId hardest = figure_.first_dof(joint);
  if (counts_by_axes(joint)) {
    const double ratio = load_ratio(joint);
    if (ratio > 0.0) return moment_by_axes(joint).norm() / ratio;
  } else if (!counts_whole_moment(figure_.joint(joint).type)) {
    for (const DofId dof : figure_.dofs(joint)) {
      if (std::abs(torques_[dof]) / strength(dof) > std::abs(torques_[hardest]) / strength(hardest))
        hardest = dof;
    }
  }
  return strength(hardest);
}

double JointLoads::effort() const noexcept {
  double sum = 0.0;
  for (const JointId joint : figure_.joints()) {
    const JointType type = figure_.joint(joint).type;
    if (type == JointType::fixed || type == JointType::free) continue;
    if (counts_whole_moment(type)) {
      const double ratio = load_ratio(joint);
      sum += ratio * ratio;
      continue;
    }
    for (const DofId dof : figure_.dofs(joint)) {
      const double ratio = torques_[dof] / strength(dof);
      sum += ratio * ratio;
    }
  }
  return sum;
}

void JointLoads::clear() noexcept {
  for (Sum& sum : sums_) sum = {};
  rates_.clear();
  own_.setZero();
}

// tau = -(w . M + u . F). A motion of the inner part carries the screw with it; every load beyond turns and
// moves by it.
void JointLoads::count_torque(int dof, double factor) noexcept {
  const FigureData& data = data_of(figure_);
  const JointId joint = at(data.joint_of_dof, dof);
  const SegmentId segment = figure_.segment_of(joint), parent = figure_.parent(segment);
  const Vec3 w = screws_.block<3, 1>(0, dof), u = screws_.block<3, 1>(3, dof);
  const Wrench& branch = at(on_branch_, segment);
  const Vec3 turn = -factor * (w.cross(branch.moment) + u.cross(branch.force));
  const Vec3 move = -factor * w.cross(branch.force);
  if (parent.is_valid()) {
    rates_.add_turn(parent, turn);
    rates_.add_point(parent, Vec3::Zero(), move);
  }
  at(sums_, segment).turn += factor * w;
  at(sums_, segment).move += factor * u;
  // The first axis of an elbow carries the second; inverted, the second carries the first.
  const Joint& type = at(data.joints, joint);
  const int place = dof - at(data.first_dof, segment);
  if (type.type != JointType::elbow || place != (type.inverted ? 0 : 1)) return;
  const int other = type.inverted ? dof + 1 : dof - 1;
  own_[other] += turn.dot(screws_.block<3, 1>(0, other)) + move.dot(screws_.block<3, 1>(3, other));
}

// M_j = sum (P - O) x f + t over the loads beyond.
void JointLoads::count_moment(JointId joint, const Vec3& factor) noexcept {
  const SegmentId segment = figure_.segment_of(joint), parent = figure_.parent(segment);
  const Vec3& center = at(centers_, joint);
  if (parent.is_valid()) rates_.add_point(parent, center, -at(on_branch_, segment).force.cross(factor));
  at(sums_, segment).turn -= factor;
  at(sums_, segment).move += factor.cross(center);
}

// With u the turn of the base, w that of the limb against it, g = sum 2 m/s^2 a and N the moment on the limb:
//
//   d sum (m/s)^2 = g . dN  +  (u + w - tau' a_z) . (g x N)  -  sum 2 m^2 s'/s^3 d angle
void JointLoads::count_axes(JointId joint, double factor) noexcept {
  const statics::StrengthAxes& by = at(axes_, joint);
  const Vec3 m = moment_by_axes(joint);
  Vec3 g = Vec3::Zero(), by_angles = Vec3::Zero();
  for (const DofId dof : figure_.dofs(joint)) {
    const int k = dof - figure_.first_dof(joint);
    const double s = strength(dof);
    g += 2.0 * factor * m[k] / (s * s) * by.axes.col(k);
    by_angles[k] = -2.0 * factor * m[k] * m[k] * at(strengths_, dof).slope / (s * s * s);
  }
  count_moment(joint, -by.sign * g);
  const Vec3 turn = g.cross(by.sign * carried(joint).moment);
  by_angles.z() -= turn.dot(by.axes.col(2));
  const Vec3 of_limb = turn + by.angle_rates.transpose() * by_angles;
  if (by.limb.is_valid()) rates_.add_turn(by.limb, of_limb);
  if (by.base.is_valid()) rates_.add_turn(by.base, turn - of_limb);
}

void JointLoads::sweep(Statics& statics, const Kinematics& kinematics,
                       Eigen::Ref<Eigen::RowVectorXd> row) noexcept {
  const FigureData& data = data_of(figure_);
  for (int s = 1; s < figure_.segment_count(); ++s) {
    const Sum& above = at(sums_, at(data.parent, s));
    at(sums_, s).turn += above.turn;
    at(sums_, s).move += above.move;
  }
  // A force f at P on segment s counts with -f . (move + turn x P).
  for (const SegmentId s : figure_.segments()) {
    const MassProperties& body = at(data.masses, s);
    if (body.mass == 0.0) continue;
    const Vec3 weight = body.mass * statics.loads().gravity;
    rates_.add_point(s, statics.mass_place(s), -weight.cross(at(sums_, s).turn));
  }
  for (const Statics::Applied& applied : statics.applied()) {
    Sum sum = at(sums_, applied.segment);
    if (applied.against.is_valid()) {  // the opposite force acts at the same point, which `segment` carries
      sum.turn -= at(sums_, applied.against).turn;
      sum.move -= at(sums_, applied.against).move;
    }
    const Vec3 motion = sum.move + sum.turn.cross(applied.place);
    rates_.add_point(applied.segment, applied.place, -applied.force.cross(sum.turn));
    rates_.add_turn(applied.segment, -applied.turning.cross(motion));
    rates_.add_turn(applied.segment, -applied.turning_torque.cross(sum.turn));
  }
  for (int i = 0; i < statics.contact_count(); ++i) {
    const Sum& sum = at(sums_, statics.segment_of(i));
    at(by_contact_, i) = -(sum.move + sum.turn.cross(statics.place(i)));
    rates_.add_point(statics.segment_of(i), statics.place(i), -statics.force(i).cross(sum.turn));
  }
  statics.add_force_rates(by_contact_, rates_);
  rates_.sweep(kinematics, 1.0, row);
  row += own_.transpose();
}

void JointLoads::add_effort_gradient(Statics& statics, const Kinematics& kinematics, double factor,
                                     Eigen::Ref<Eigen::RowVectorXd> row) noexcept {
  clear();
  for (const JointId joint : figure_.joints()) {
    const JointType type = figure_.joint(joint).type;
    if (type == JointType::fixed || type == JointType::free) continue;
    if (counts_by_axes(joint)) {
      count_axes(joint, factor);
      continue;
    }
    if (counts_whole_moment(type)) {
      const double s = strength(figure_.first_dof(joint));
      count_moment(joint, -2.0 * factor / (s * s) * carried(joint).moment);
      continue;
    }
    for (const DofId dof : figure_.dofs(joint)) {
      const double s = strength(dof), tau = torques_[dof];
      count_torque(dof, 2.0 * factor * tau / (s * s));
      own_[dof] -= 2.0 * factor * tau * tau * at(strengths_, dof).slope / (s * s * s);
    }
  }
  sweep(statics, kinematics, row);
}

void JointLoads::add_ratio_gradient(Statics& statics, const Kinematics& kinematics, DofId dof, double factor,
                                    Eigen::Ref<Eigen::RowVectorXd> row) noexcept {
  clear();
  const JointId joint = figure_.joint_of_dof(dof);
  const double s = strength(dof);
  if (counts_by_axes(joint)) {
    const double ratio = load_ratio(joint);
    if (ratio > 0.0) count_axes(joint, 0.5 * factor / ratio);
  } else if (counts_whole_moment(figure_.joint(joint).type)) {
    const Vec3 moment = -carried(joint).moment;
    const double size = moment.norm();
    if (size > 0.0) count_moment(joint, factor / (s * size) * moment);
  } else {
    count_torque(dof, factor / s);
    own_[dof] -= factor * torques_[dof] * at(strengths_, dof).slope / (s * s);
  }
  sweep(statics, kinematics, row);
}

}  // namespace limber
