// Sets up the two models of the supports, gathers the loads of a posture, and reads the answer.
// distribution.cpp finds the forces, force_rates.cpp their derivatives.

#include "limber/statics/statics.h"

#include <algorithm>
#include <cmath>

#include "limber/figure/compiled.h"

namespace limber {

using statics::ConeContact;
using statics::ConeProblem;
using statics::SupportModel;

namespace {

// Least_tangential: sideways force counts a hundred times as long.
constexpr double sideways_cost = 1e4, even_sideways_cost = 1.0;

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
  // One point alone resists no turn about the vertical either.
  middles_.moment_asked = loads_.supports.size() > 1 ? Mat3(up_ * up_.transpose()) : Mat3(Mat3::Zero());
  middles_.problem.moment_softness = Mat3::Identity() - middles_.moment_asked;
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
    // The same in every posture, so that errors divided by it have no derivative of their own; a pure
    // torque counts with an arm of 1 m.
    size += force.force.norm() + force.mass * loads_.gravity.norm() + force.torque.norm();
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
  find_what_touches();
  solve(corners_);
  solve(middles_);
}

// A support whose patch touches with a corner counts in the middle, too.
void Statics::find_what_touches() noexcept {
  if (!surfaces_) return;
  for (ConeContact& middle : middles_.problem.contacts) middle.carries = false;
  for (int i = 0; i < contact_count(); ++i) {
    const auto support = static_cast<std::size_t>(support_of(i));
    const SupportDescription& description = loads_.supports[support];
    bool& carries = at(corners_.problem.contacts, i).carries;
    carries = description.grip || description.anywhere ||
              surfaces_->are_touched_at(place(i), up_, statics::touching * length_size_);
    if (carries) middles_.problem.contacts[support].carries = true;
  }
}

bool Statics::touches(int support) const noexcept {
  return at(middles_.problem.contacts, support).carries;
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
  const auto& y = corners_.nearest.multipliers;
  const double size = y.head<6>().norm();
  if (!(size > 0.0)) return {};
  Motion motion{-y.head<3>() / size, -y.segment<3>(3) / (size * length_size_)};
  motion.move -= motion.turn.cross(center_);
  return motion;
}

Vec3 Statics::left_to_posture() const {
  Vec3 moment = center_.cross(load_.force) - load_.moment;
  for (const ConeContact& contact : middles_.answer().contacts)
    moment -= load_size_ * length_size_ * contact.arm.cross(contact.force);
  return moment - up_.dot(moment) * up_;
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

}  // namespace limber
