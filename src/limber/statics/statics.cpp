// Sets up the two models of the supports, and solves them in units of the load.

#include "limber/statics/statics.h"

#include <algorithm>
#include <cmath>

#include "limber/figure/compiled.h"

namespace limber {

using statics::ConeContact;
using statics::ConeProblem;
using statics::ConeStatus;
using statics::Rows;
using statics::SupportModel;

namespace {

// Shares are kept to about one part in a million; where that cannot be, only roughly.
constexpr double share_softness = 1e-6, rough_share_softness = 1e-2;
constexpr double not_asked = 1e10;     // softness of the moments that the middles leave to the posture
constexpr double sideways_cost = 1e4;  // of least_tangential: sideways force counts a hundred times as long
constexpr double even_sideways_cost = 1.0;
// Where no forces balance: the cost of force begins small and falls to almost nothing.
constexpr double first_cost = 1e-3, cost_falls = 0.1;
constexpr int most_rounds = 12, rounds_with_falling_cost = 6;
constexpr double proof = 1e6;      // no forces up to so many times the load balance: then none do
constexpr double balanced = 1e-6;  // of the load: nearer than that, they may balance after all

double largest_length(const std::vector<Vec3>& places, const Vec3& center) {
  double largest = 0.0;
  for (const Vec3& place : places) largest = std::max(largest, (place - center).norm());
  return largest > 1e-9 ? largest : 1.0;
}

Vec2 middle_of(const std::vector<Vec2>& patch) {
  Vec2 sum = Vec2::Zero();
  for (const Vec2& corner : patch) sum += corner;
  return patch.empty() ? sum : Vec2(sum / static_cast<double>(patch.size()));
}

void add_spot(SupportModel& model, const SupportDescription& support, int number, const Frame& frame,
              const Vec2& corner, int share_row, double cost, double sideways) {
  SupportModel::Spot spot{.support = number, .segment = frame.segment, .point = {}, .normal = {}};
  spot.point = frame.pose * Vec3(corner.x(), corner.y(), 0.0);
  spot.normal_turns = !support.normal;
  spot.normal = support.normal ? *support.normal : Vec3(frame.pose.rotation.col(2));
  model.spots.push_back(spot);
  ConeContact contact;
  contact.friction = support.friction;
  contact.grips = support.grip;
  contact.share_row = share_row;
  contact.cost = cost;
  contact.tangential_cost = support.grip ? 1.0 : sideways;
  model.problem.contacts.push_back(contact);
}

// How far the pulls of y are from resisting every force of the cones: no forces longer than (b . y)/gap
// balance.
double gap_of(const ConeProblem& problem) {
  double sum = 0.0;
  for (const ConeContact& contact : problem.contacts) {
    ConeContact plain = contact;
    plain.cost = plain.tangential_cost = 1.0;
    plain.reference.setZero();
    statics::project(plain);
    sum += plain.force.norm();
  }
  return sum;
}

}  // namespace

Statics::Statics(Figure figure, Loads loads) : figure_(std::move(figure)), loads_(std::move(loads)) {
  check(loads_, figure_);
  mass_places_.resize(static_cast<std::size_t>(figure_.segment_count()));
  const double g = loads_.gravity.norm();
  up_ = g > 0.0 ? Vec3(-loads_.gravity / g) : Vec3(Vec3::UnitZ());
  for (const ForceDescription& force : loads_.forces) {
    const Frame& frame = figure_.frame(figure_.frame(force.frame));
    Applied applied{.segment = frame.segment,
                    .against = {},
                    .point = frame.pose.translation,
                    .axes = frame.pose.rotation,
                    .place = Vec3::Zero(),
                    .force = Vec3::Zero(),
                    .torque = Vec3::Zero(),
                    .turning = Vec3::Zero(),
                    .turning_torque = Vec3::Zero()};
    if (!force.against.empty()) applied.against = figure_.frame(figure_.frame(force.against)).segment;
    applied_.push_back(applied);
  }
  double sum = 0.0;
  bool all_given = true;
  for (const SupportDescription& support : loads_.supports) {
    if (support.share) sum += *support.share;
    all_given = all_given && support.share.has_value();
  }
  const double sideways =
      loads_.distribution == Distribution::least_tangential ? sideways_cost : even_sideways_cost;
  for (std::size_t s = 0; s < loads_.supports.size(); ++s) {
    const SupportDescription& support = loads_.supports[s];
    const Frame& frame = figure_.frame(figure_.frame(support.frame));
    int share_row = -1;
    if (support.share) {
      share_row = 6 + static_cast<int>(shares_.size());
      shares_.push_back(all_given ? *support.share / sum : *support.share);
    }
    // A support costs the same however many corners it has.
    const auto corners = support.patch.empty() ? std::vector<Vec2>{Vec2::Zero()} : support.patch;
    for (const Vec2& corner : corners) {
      add_spot(corners_, support, static_cast<int>(s), frame, corner, share_row,
               static_cast<double>(corners.size()), sideways);
    }
    add_spot(middles_, support, static_cast<int>(s), frame, middle_of(support.patch), share_row, 1.0,
             sideways_cost);
  }
  for (SupportModel* model : {&corners_, &middles_}) {
    model->problem.up = up_;
    model->problem.set_row_count(6 + static_cast<int>(shares_.size()));
    model->places.resize(model->spots.size());
  }
  middles_.problem.moment_softness = not_asked * (Mat3::Identity() - up_ * up_.transpose());
  for (SupportModel* model : {&corners_, &middles_}) {
    model->nearest = model->problem;
    model->nearest.set_row_count(6);  // where nothing balances, shares are not asked
    model->nearest.softness.setOnes();
  }
}

void Statics::forget() noexcept {
  corners_.is_warm = middles_.is_warm = false;
}

void Statics::gather(const Kinematics& kinematics, const MassDistribution& masses) noexcept {
  const FigureData& data = data_of(figure_);
  for (const SegmentId s : figure_.segments())
    at(mass_places_, s) = kinematics.segment_pose(s) * at(data.masses, s).center;
  load_ = {};
  const double mass = masses.total_mass();
  if (mass > 0.0) load_.add(masses.center(), mass * loads_.gravity);
  double size = mass * loads_.gravity.norm();
  for (std::size_t i = 0; i < applied_.size(); ++i) {
    Applied& applied = applied_[i];
    const ForceDescription& force = loads_.forces[i];
    const Transform pose = kinematics.segment_pose(applied.segment);
    applied.place = pose * applied.point;
    const bool turns = force.in == ForceAxes::body;
    const Mat3 axes = pose.rotation * applied.axes;
    applied.force = turns ? Vec3(axes * force.force) : force.force;
    applied.torque = turns ? Vec3(axes * force.torque) : force.torque;
    applied.turning = turns ? applied.force : Vec3::Zero();
    applied.turning_torque = turns ? applied.torque : Vec3::Zero();
    applied.force += force.mass * loads_.gravity;
    if (applied.against.is_valid()) continue;  // the two parts push each other: nothing is left outside
    load_.add(applied.place, applied.force);
    load_.moment += applied.torque;
    size += applied.force.norm() + applied.torque.norm();  // a pure torque counts with an arm of 1 m
  }
  load_size_ = size > 0.0 ? size : 1.0;
  carried_load_ = -up_.dot(load_.force);
}

void Statics::place(SupportModel& model, const Kinematics& kinematics) noexcept {
  for (std::size_t i = 0; i < model.spots.size(); ++i) {
    const SupportModel::Spot& spot = model.spots[i];
    const Transform pose = kinematics.segment_pose(spot.segment);
    model.places[i] = pose * spot.point;
    model.problem.contacts[i].normal = spot.normal_turns ? Vec3(pose.rotation * spot.normal) : spot.normal;
  }
}

bool Statics::solve_warm(ConeProblem& problem) noexcept {
  problem.softness.tail(problem.row_count() - 6).setConstant(share_softness);
  return problem.solve(true) == ConeStatus::met;
}

// First with shares kept only roughly, then ever better, as far as that goes.
bool Statics::solve_cold(ConeProblem& problem) noexcept {
  problem.softness.tail(problem.row_count() - 6).setConstant(rough_share_softness);
  if (problem.solve(false) != ConeStatus::met) return false;
  if (problem.row_count() == 6) return true;
  for (double softness = rough_share_softness; softness > share_softness * 1.5;) {
    const Rows last = problem.multipliers;
    problem.softness.tail(problem.row_count() - 6).setConstant(0.01 * softness);
    if (problem.solve(true) != ConeStatus::met) {
      problem.softness.tail(problem.row_count() - 6).setConstant(softness);
      problem.multipliers = last;
      return problem.solve(true) == ConeStatus::met;
    }
    softness *= 0.01;
  }
  return true;
}

void Statics::solve(SupportModel& model) noexcept {
  ConeProblem& problem = model.problem;
  for (std::size_t i = 0; i < model.spots.size(); ++i) {
    problem.contacts[i].arm = (model.places[i] - center_) / length_size_;
    problem.contacts[i].reference.setZero();
  }
  const Vec3 moment = load_.moment - center_.cross(load_.force);
  problem.right_side.head<3>() = -load_.force / load_size_;
  problem.right_side.segment<3>(3) = -moment / (load_size_ * length_size_);
  for (std::size_t k = 0; k < shares_.size(); ++k)
    problem.right_side[6 + static_cast<Eigen::Index>(k)] = shares_[k] * carried_load_ / load_size_;
  const bool is_met = (model.is_warm && solve_warm(problem)) || solve_cold(problem);
  const ConeStatus status = is_met ? ConeStatus::met : ConeStatus::not_met;
  model.is_balanced = status == ConeStatus::met;
  model.is_warm = model.is_balanced;
  if (!model.is_balanced) find_nearest(model);
}

// The forces nearest to balance: the miss of force and moment in the units of the load is what is minimised,
// by rounds in which moving on from the forces of the last round costs ever less.
void Statics::find_nearest(SupportModel& model) noexcept {
  ConeProblem& nearest = model.nearest;
  nearest.right_side = model.problem.right_side.head<6>();
  double cost = first_cost;
  nearest.multipliers.setZero();
  for (std::size_t i = 0; i < nearest.contacts.size(); ++i) {
    ConeContact& contact = nearest.contacts[i];
    contact = model.problem.contacts[i];
    contact.share_row = -1;
    contact.cost = cost;
    contact.tangential_cost = 1.0;
    contact.reference.setZero();
  }
  for (int round = 0; round < most_rounds; ++round) {
    nearest.accuracy = 2e-13 + 1e-17 / cost;  // what rounding leaves of 1 where forces cost so little
    nearest.solve(true);
    if (nearest.right_side.dot(nearest.multipliers) > proof * gap_of(nearest)) return;
    if (round < rounds_with_falling_cost) cost *= cost_falls;
    for (ConeContact& contact : nearest.contacts) {
      contact.reference = contact.force;
      contact.cost = cost;
    }
  }
  if (nearest.multipliers.head<6>().norm() > balanced) return;
  approach_from_nearest(model);
}

// So near that forces must balance after all: from the balanced forces nearest to these to the cheapest ones,
// by letting go of the reference little by little. Newton's method does not get there at once from far away.
void Statics::approach_from_nearest(SupportModel& model) noexcept {
  ConeProblem& problem = model.problem;
  problem.multipliers.setZero();
  problem.softness.tail(static_cast<Eigen::Index>(shares_.size())).setConstant(rough_share_softness);
  double kept = 1.0;
  for (const double part : {1.0, 0.7, 0.4, 0.2, 0.1, 0.03, 0.0}) {
    const Rows last = problem.multipliers;
    for (std::size_t i = 0; i < model.nearest.contacts.size(); ++i)
      problem.contacts[i].reference = part * model.nearest.contacts[i].force;
    if (problem.solve(true) == ConeStatus::met) {
      model.is_balanced = true;
      kept = part;
      continue;
    }
    if (!model.is_balanced) return;
    // Keep the last that balanced.
    problem.multipliers = last;
    for (std::size_t i = 0; i < model.nearest.contacts.size(); ++i)
      problem.contacts[i].reference = kept * model.nearest.contacts[i].force;
    problem.solve(true);
    return;
  }
  model.is_warm = true;
}

void Statics::update(const Kinematics& kinematics, const MassDistribution& masses) noexcept {
  gather(kinematics, masses);
  place(corners_, kinematics);
  place(middles_, kinematics);
  if (corners_.spots.empty()) {
    corners_.is_balanced = middles_.is_balanced = false;
    return;
  }
  center_.setZero();
  for (const Vec3& spot : corners_.places) center_ += spot / static_cast<double>(corners_.places.size());
  if (masses.total_mass() > 0.0) center_ = masses.center();
  length_size_ = largest_length(corners_.places, center_);
  solve(corners_);
  solve(middles_);
}

Wrench Statics::supported() const {
  Wrench sum;
  for (int i = 0; i < contact_count(); ++i) sum.add(place(i), force(i));
  return sum;
}

Wrench Statics::unmet() const {
  const Wrench held = supported();
  return {-(load_.force + held.force), -(load_.moment + held.moment)};
}

Statics::Motion Statics::motion() const {
  if (is_balanced() || contact_count() == 0) return {};
  const Rows& y = corners_.nearest.multipliers;
  const double size = y.head<6>().norm();
  if (!(size > 0.0)) return {};
  Motion motion{-y.head<3>() / size, -y.segment<3>(3) / (size * length_size_)};
  motion.move -= motion.turn.cross(center_);
  return motion;
}

Vec3 Statics::left_to_posture() const {
  const ConeProblem& problem = middles_.answer();
  Vec3 moment = problem.right_side.segment<3>(3);
  for (const ConeContact& contact : problem.contacts) moment -= contact.arm.cross(contact.force);
  return load_size_ * length_size_ * (moment - up_.dot(moment) * up_);
}

void Statics::add_wrenches(std::span<Wrench> on_segment) const noexcept {
  const FigureData& data = data_of(figure_);
  for (const SegmentId s : figure_.segments()) {
    const MassProperties& body = at(data.masses, s);
    if (body.mass > 0.0) at(on_segment, s).add(at(mass_places_, s), body.mass * loads_.gravity);
  }
  for (const Applied& applied : applied_) {
    Wrench& here = at(on_segment, applied.segment);
    here.add(applied.place, applied.force);
    here.moment += applied.torque;
    if (!applied.against.is_valid()) continue;
    Wrench& there = at(on_segment, applied.against);
    there.add(applied.place, -applied.force);
    there.moment -= applied.torque;
  }
  for (int i = 0; i < contact_count(); ++i) at(on_segment, segment_of(i)).add(place(i), force(i));
}

// The forces solve  E(y, q) = sum A_i f_i + s y - b = 0,  f_i = f(v_i, n_i),  v_i = A_i^T y. In a motion (w,
// u) of a segment a contact moves by dr = u + w x E and, if its normal turns, by
//
//   df = P (y_M x dr) + w x f - P (w x v)       beside P A^T dy: turning cone and pull together turns the
//                                               force
//
// For a number with d = sum l . df, and g from  H g = sum A P l,  the unknown dy drops out (the adjoint
// method):
//
//   d = sum l' . (P (y_M x dr) + w x f - P (w x v)) - g_M . (dr x f) + g . db,      l' = l - A^T g
void Statics::add_rates(const SupportModel& model, const Rows& g, const Vec3* l, double factor,
                        statics::BranchRates& rates) const noexcept {
  const ConeProblem& problem = model.answer();
  const Vec3 y_moment = problem.multipliers.segment<3>(3), g_force = g.head<3>(), g_moment = g.segment<3>(3);
  for (std::size_t i = 0; i < model.spots.size(); ++i) {
    const ConeContact& contact = problem.contacts[i];
    Vec3 rest = -problem.transposed(contact, g);
    if (l != nullptr) rest += l[i];
    const Vec3 pulled = contact.rate * rest;
    const Vec3 by_place = pulled.cross(y_moment) - contact.force.cross(g_moment);
    const SegmentId segment = model.spots[i].segment;
    rates.add_point(segment, model.places[i], (factor / length_size_) * by_place);
    if (!model.spots[i].normal_turns) continue;
    rates.add_turn(segment, factor * (contact.force.cross(rest) - contact.pull.cross(pulled)));
  }
  // db = -(dF, dM, ...): the weight, then the forces.
  const double by_force = factor / load_size_, by_moment = factor / (load_size_ * length_size_);
  Vec3 share_pull = g_force;  // what a unit of load force does, through force balance and shares
  for (std::size_t k = 0; k < shares_.size() && g.size() > 6; ++k)
    share_pull += g[6 + static_cast<Eigen::Index>(k)] * shares_[k] * up_;
  const FigureData& data = data_of(figure_);
  for (std::size_t s = 0; s < data.masses.size(); ++s) {
    const MassProperties& body = data.masses[s];
    if (body.mass == 0.0) continue;
    // -g_M . (dr x W) = -dr . (W x g_M), with dr the motion of this segment's own centre of mass.
    rates.add_point(SegmentId{s}, mass_places_[s], -by_moment * body.mass * loads_.gravity.cross(g_moment));
  }
  for (const Applied& applied : applied_) {
    if (applied.against.is_valid()) continue;
    rates.add_point(applied.segment, applied.place, -by_moment * applied.force.cross(g_moment));
    // dF = w x F for the part that turns: -share_pull . (w x F) - g_M . (r x (w x F)) - g_M . (w x T)
    const Vec3 pull = by_force * share_pull + by_moment * g_moment.cross(applied.place - center_);
    rates.add_turn(applied.segment, -applied.turning.cross(pull));
    rates.add_turn(applied.segment, -by_moment * applied.turning_torque.cross(g_moment));
  }
}

void Statics::add_force_rates(std::span<const Vec3> l, statics::BranchRates& rates) noexcept {
  if (!corners_.is_balanced) return;
  ConeProblem& problem = corners_.problem;
  Rows g = Rows::Zero(problem.row_count());
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ConeContact& contact = problem.contacts[i];
    problem.add_rows(contact, contact.rate * l[i], g);
  }
  problem.factorise();
  problem.solve_with_factor(g);
  add_rates(corners_, g, l.data(), load_size_, rates);
}

// What is left is the softness of those moments times y: its derivative is g . dE with H g = softness * axis.
void Statics::add_left_to_posture_rates(const Vec3& axis, statics::BranchRates& rates) noexcept {
  ConeProblem& problem = middles_.is_balanced ? middles_.problem : middles_.nearest;
  Rows g = Rows::Zero(problem.row_count());
  g.segment<3>(3) = problem.moment_softness * axis;
  problem.factorise();
  problem.solve_with_factor(g);
  add_rates(middles_, g, nullptr, load_size_ * length_size_, rates);
}

}  // namespace limber
