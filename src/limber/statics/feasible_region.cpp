// Projects points around the centre of mass on the region.

#include "limber/statics/feasible_region.h"

#include <cmath>
#include <numbers>

#include "limber/figure/compiled.h"
#include "limber/math/portable.h"

namespace limber {

using statics::ConeContact;
using statics::ConeStatus;
using statics::FreeNumber;

namespace {

// e: begins where the forces are found easily, and falls to where they hardly count.
constexpr double first_force_cost = 1e-2, cost_falls_by = 0.03, force_cost = 1e-6;
// Three are enough in most cases; forces of hundreds of times the load, as where a figure is jammed, need
// more.
constexpr int most_free_rounds = 150;
constexpr double settled = 1e-10;     // [lengths] by which the last round changed the distance
constexpr double on_the_edge = 1e-7;  // [lengths] a point nearer to the region than this is inside
constexpr double far = 4.0;           // of the supports' size: where points to project are taken
constexpr int directions = 8;
constexpr int refinements = 60;
constexpr double beyond = 1.2;  // times the depth: from where the nearest tangent is looked at again
constexpr double least_part = 0.1,
                 most_turn = 0.3;            // of one turn to the last; [rad] of a sum that is trusted
constexpr double same_normal = 1e-8 * 1e-8;  // [rad^2] the depth is then known to as many digits as there are

// What rounding leaves of 1 where forces cost so little.
double accuracy_at(double cost) {
  return 2e-13 + 1e-16 / cost;
}

}  // namespace

FeasibleRegion::FeasibleRegion(const Statics& statics) {
  problem_ = statics.corners().problem;
  problem_.set_row_count(6);
  problem_.numbers.resize(2);
  axes_[0] = statics.up().unitOrthogonal();
  if (std::abs(statics.up().z()) > 0.999) axes_[0] = Vec3::UnitX();
  axes_[1] = statics.up().cross(axes_[0]).normalized();
  axes_[0] = axes_[1].cross(statics.up());
}

void FeasibleRegion::set_up(const Statics& statics, const MassDistribution& masses) noexcept {
  const statics::ConeProblem& now = statics.corners().problem;
  problem_.right_side = now.right_side.head<6>();
  for (std::size_t i = 0; i < now.contacts.size(); ++i) {
    ConeContact& contact = problem_.contacts[i];
    contact = now.contacts[i];
    contact.share_row = -1;
    contact.cost = first_force_cost;
    contact.tangential_cost = 1.0;
    contact.reference.setZero();
  }
  const Vec3 weight = masses.total_mass() / statics.load_size() * statics.loads().gravity;
  for (int k = 0; k < 2; ++k) {
    FreeNumber& number = problem_.numbers[static_cast<std::size_t>(k)];
    number.column.setZero();
    number.column.tail<3>() = axes_[k].cross(weight);
    number.cost = 1.0;
  }
}

FeasibleRegion::Edge FeasibleRegion::nearest(const Statics& statics, const MassDistribution& masses,
                                             const Vec3& target) noexcept {
  set_up(statics, masses);
  const double length = statics.length_size();
  for (std::size_t k = 0; k < 2; ++k) problem_.numbers[k].wanted = axes_[k].dot(target) / length;
  problem_.accuracy = accuracy_at(first_force_cost);
  if (problem_.solve(false) != ConeStatus::met) return {};
  let_forces_be_free();
  const Vec3 point = problem_.numbers[0].value * axes_[0] + problem_.numbers[1].value * axes_[1];
  const Vec3 away = problem_.numbers[0].wanted * axes_[0] + problem_.numbers[1].wanted * axes_[1] - point;
  distance_ = away.norm();
  if (!(distance_ > on_the_edge)) return {};
  return {length * point, away / distance_, true};
}

// The cost of the forces is taken off by rounds in which only their change from the last round costs (the
// proximal point method): where they no longer change they cost nothing, and d is the nearest point of the
// region itself.
void FeasibleRegion::let_forces_be_free() noexcept {
  double cost = first_force_cost;
  for (int round = 0; round < most_free_rounds; ++round) {
    const double last = distance_squared();
    const bool is_least = cost == force_cost;
    cost = std::max(cost_falls_by * cost, force_cost);
    problem_.accuracy = accuracy_at(cost);
    for (ConeContact& contact : problem_.contacts) {
      contact.reference = contact.force;
      contact.cost = cost;
    }
    if (problem_.solve(true) != ConeStatus::met) return;
    if (is_least && std::sqrt(last) - std::sqrt(distance_squared()) <= settled) return;
  }
}

double FeasibleRegion::distance_squared() const noexcept {
  double sum = 0.0;
  for (const FreeNumber& number : problem_.numbers)
    sum += (number.wanted - number.value) * (number.wanted - number.value);
  return sum;
}

FeasibleRegion::Edge FeasibleRegion::worst(const Statics& statics, const MassDistribution& masses) noexcept {
  const double length = statics.length_size(), reach = far * length;
  // Seen from far away along the normal it is the same point, and what the forces cost counts for nothing.
  const auto from_far = [&](const Edge& edge) {
    return nearest(statics, masses, (edge.depth() + length) * edge.normal);
  };
  // Outside, the nearest point is the answer.
  if (const Edge edge = nearest(statics, masses, Vec3::Zero()); edge.exists) return from_far(edge);
  Edge worst;
  for (int k = 0; k < directions; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / directions;
    const Edge edge =
        nearest(statics, masses, reach * (portable::cos(angle) * axes_[0] + portable::sin(angle) * axes_[1]));
    if (edge.exists && (!worst.exists || edge.depth() < worst.depth())) worst = edge;
  }
  if (!worst.exists) return worst;
  // Straight out through the nearest tangent, until that is where it leads. On a straight side that is at
  // once; along a round one each turn is a part of the one before, and their sum is known after two
  // (Aitken).
  Vec3 way = worst.normal;
  double last_turn = 0.0;
  for (int k = 0; k < refinements; ++k) {
    const double just_outside = beyond * std::max(worst.depth(), 1e-3 * length);
    const Edge edge = nearest(statics, masses, just_outside * way);
    if (!edge.exists) return {};
    const double turn = statics.up().dot(way.cross(edge.normal));
    worst = edge;
    if (turn * turn < same_normal) break;
    const double part = last_turn != 0.0 ? turn / last_turn : 0.0;
    const bool is_round = part > least_part && part < 1.0;
    const double more = is_round ? std::min(part / (1.0 - part) * std::abs(turn), most_turn) : 0.0;
    const double signed_more = turn > 0.0 ? more : -more;
    way = (edge.normal + signed_more * statics.up().cross(edge.normal)).normalized();
    last_turn = is_round ? 0.0 : turn;
  }
  return from_far(worst);
}

void FeasibleRegion::outline(const Statics& statics, const MassDistribution& masses,
                             std::vector<Edge>& edges) noexcept {
  const double reach = far * statics.length_size(), count = static_cast<double>(edges.size());
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(k) / count;
    edges[k] =
        nearest(statics, masses, reach * (portable::cos(angle) * axes_[0] + portable::sin(angle) * axes_[1]));
  }
}

// With L = 1/2 |d - p|^2 + e/2 |f|^2 - y . (A f + B d - b), dV = -y . (dA f - db) - v . (w x f), by the
// envelope theorem; the depth falls as the distance sqrt(2 V) grows.
void FeasibleRegion::add_depth_rates(const Statics& statics, double factor,
                                     statics::BranchRates& rates) const noexcept {
  const double scale = factor * statics.length_size() / std::max(distance_, 1e-12);
  const Vec3 y_force = problem_.multipliers.head<3>(), y_moment = problem_.multipliers.segment<3>(3);
  const auto& spots = statics.corners().spots;
  for (std::size_t i = 0; i < spots.size(); ++i) {
    const ConeContact& contact = problem_.contacts[i];
    // y_M . (dr x f) = dr . (f x y_M)
    rates.add_point(spots[i].segment, statics.place(static_cast<int>(i)),
                    scale / statics.length_size() * contact.force.cross(y_moment));
    if (spots[i].normal_turns) rates.add_turn(spots[i].segment, scale * contact.force.cross(contact.pull));
  }
  // -y . db = y . d load: the same for what the load does.
  const double by_moment = scale / (statics.load_size() * statics.length_size());
  const double by_force = scale / statics.load_size();
  const FigureData& data = data_of(statics.figure());
  for (const SegmentId s : statics.figure().segments()) {
    const MassProperties& body = at(data.masses, s);
    if (body.mass == 0.0) continue;
    rates.add_point(s, statics.mass_place(s),
                    by_moment * body.mass * statics.loads().gravity.cross(y_moment));
  }
  for (const Statics::Applied& applied : statics.applied()) {
    if (applied.against.is_valid()) continue;
    rates.add_point(applied.segment, applied.place, by_moment * applied.force.cross(y_moment));
    const Vec3 pull = by_force * y_force + by_moment * y_moment.cross(applied.place - statics.center());
    rates.add_turn(applied.segment, applied.turning.cross(pull));
    rates.add_turn(applied.segment, by_moment * applied.turning_torque.cross(y_moment));
  }
}

}  // namespace limber
