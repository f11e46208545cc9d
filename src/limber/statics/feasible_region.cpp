// Projects points around the centre of mass on the region.

#include "limber/statics/feasible_region.h"

#include <array>
#include <cmath>
#include <limits>
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
constexpr int directions = 4;         // the region is looked at from, first
constexpr int most_corners = 48;      // of the polygon between its tangents
constexpr double known = 1e-6;        // [lengths] the least depth lies between bounds that are this close
constexpr double same_point = 1e-8;   // [lengths]
constexpr double gives = 1e-3;        // of the fastest: slower contacts stay where they are
constexpr double same_force = 1e-6;   // of the larger
constexpr double wide = 2.0;          // [lengths] a margin beyond that is not looked for
// If something is missing, forces are at the edges of all cones: what they give is met only nearly, and they
// cost a little more.
constexpr double softness = 1e-6, force_cost_of_less = 1e-4;
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
  lean_ = problem_;
  const Vec3& up = statics.up();
  lean_.softness.setOnes();
  problem_.numbers.resize(2);
  axes_[0] = up.unitOrthogonal();
  if (std::abs(up.z()) > 0.999) axes_[0] = Vec3::UnitX();
  axes_[1] = up.cross(axes_[0]).normalized();
  axes_[0] = axes_[1].cross(up);
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

// The moments about level axes are left out: the centre of mass could bring these.
void FeasibleRegion::find_missing(const Statics& statics) noexcept {
  const Mat3 upright = statics.up() * statics.up().transpose();
  lean_.right_side = problem_.right_side;
  lean_.right_side.segment<3>(3) = upright * problem_.right_side.segment<3>(3);
  for (std::size_t i = 0; i < lean_.contacts.size(); ++i) {
    lean_.contacts[i] = problem_.contacts[i];
    lean_.contacts[i].lever = upright * problem_.contacts[i].lever;
  }
  lean_.solve_nearest();
  missing_ = lean_.multipliers.norm();
  fall_ = -lean_.multipliers;
}

// Whether the region has points is asked at the centre of mass, which is what most want to know first.
FeasibleRegion::Edge FeasibleRegion::begin(const Statics& statics, const MassDistribution& masses) noexcept {
  is_less_ = false;
  missing_ = 0.0;
  const Edge edge = project(statics, masses, Vec3::Zero());
  if (is_met_) return edge;
  find_missing(statics);
  is_less_ = true;
  return project(statics, masses, Vec3::Zero());
}

FeasibleRegion::Edge FeasibleRegion::nearest(const Statics& statics, const MassDistribution& masses,
                                             const Vec3& target) noexcept {
  begin(statics, masses);
  return project(statics, masses, target);
}

FeasibleRegion::Edge FeasibleRegion::project(const Statics& statics, const MassDistribution& masses,
                                             const Vec3& target) noexcept {
  set_up(statics, masses);
  problem_.softness.setZero();
  problem_.moment_softness.setZero();
  if (is_less_) {
    problem_.right_side -= lean_.multipliers;
    problem_.softness.head<3>().setConstant(softness);
    problem_.moment_softness = softness * statics.up() * statics.up().transpose();
  }
  const double length = statics.length_size();
  for (std::size_t k = 0; k < 2; ++k) problem_.numbers[k].wanted = axes_[k].dot(target) / length;
  problem_.accuracy = accuracy_at(first_force_cost);
  is_met_ = problem_.solve(false) == ConeStatus::met;
  if (!is_met_) return {};
  let_forces_be_free(is_less_ ? force_cost_of_less : force_cost);
  const Vec3 point = problem_.numbers[0].value * axes_[0] + problem_.numbers[1].value * axes_[1];
  const Vec3 away = problem_.numbers[0].wanted * axes_[0] + problem_.numbers[1].wanted * axes_[1] - point;
  distance_ = away.norm();
  if (!(distance_ > on_the_edge)) return {};
  return {length * point, away / distance_, true};
}

// The cost of the forces is taken off by rounds in which only their change from the last round costs (the
// proximal point method): where they no longer change they cost nothing, and d is the nearest point of the
// region itself.
void FeasibleRegion::let_forces_be_free(double least_cost) noexcept {
  double cost = first_force_cost;
  for (int round = 0; round < most_free_rounds; ++round) {
    const double last = distance_squared();
    const bool is_least = cost == least_cost;
    cost = std::max(cost_falls_by * cost, least_cost);
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
  const double length = statics.length_size();
  Edge worst = begin(statics, masses);
  // Outside, the nearest point is the answer.
  if (!worst.exists) {
    worst = worst_around(statics, masses);
    if (worst.exists) worst = refined(statics, masses, worst);
  }
  if (!worst.exists) return {};
  // Seen from far away along the normal it is the same point, and what the forces cost counts for nothing.
  return project(statics, masses, (worst.depth() + length) * worst.normal);
}

// The polygon of points that are found touches the region from inside, their tangents from outside: between
// two neighbours the depth is at least the distance of the line through them, or that of one of their
// tangents. So the side that is nearest is looked at from outside, over its middle, until no side is nearer
// than the nearest tangent.
FeasibleRegion::Edge FeasibleRegion::worst_around(const Statics& statics,
                                                  const MassDistribution& masses) noexcept {
  const double length = statics.length_size();
  struct Corner {
    Edge edge;
    double nearer = 0.0;  // than its tangents: the distance of the side that begins here
    Vec3 way = Vec3::Zero();
  };
  std::array<Corner, most_corners> corners;
  int count = 0;
  const Vec3& up = statics.up();
  constexpr double nothing = std::numeric_limits<double>::infinity();
  // The region goes on where there is no edge: the point itself is one of it.
  const auto look = [&](const Vec3& target, const Vec3& way) {
    const Edge edge = project(statics, masses, target);
    return edge.exists ? edge : Edge{target, way, false};
  };
  const auto measure = [&](int i) {
    Corner& here = at(corners, i);
    const Vec3 side = at(corners, (i + 1) % count).edge.point - here.edge.point;
    here.nearer = nothing;
    if (!(side.norm() > same_point * length)) return;
    here.way = side.cross(up).normalized();
    here.nearer = here.way.dot(here.edge.point);
  };
  for (int k = 0; k < directions; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / directions;
    const Vec3 way = portable::cos(angle) * axes_[0] + portable::sin(angle) * axes_[1];
    at(corners, count++).edge = look(far * length * way, way);
  }
  for (int i = 0; i < count; ++i) measure(i);
  while (true) {
    int nearest = 0;
    Edge worst;
    for (int i = 0; i < count; ++i) {
      const Corner& corner = at(corners, i);
      if (corner.nearer < at(corners, nearest).nearer) nearest = i;
      if (corner.edge.exists && (!worst.exists || corner.edge.depth() < worst.depth())) worst = corner.edge;
    }
    Corner& side = at(corners, nearest);
    if (side.nearer > wide * length || count == most_corners) return worst;
    if (worst.exists && side.nearer >= worst.depth() - known * length) return worst;
    const Vec3 middle = 0.5 * (side.edge.point + at(corners, (nearest + 1) % count).edge.point);
    const Edge found = look(middle + length * side.way, side.way);
    const bool is_side = found.exists && found.depth() <= side.nearer + same_point * length;
    if (is_side && worst.exists && found.depth() >= worst.depth()) {
      side.nearer = nothing;
      continue;
    }
    // A side of the region itself needs no corner, but its tangent counts.
    for (int i = count; i > nearest + 1; --i) at(corners, i) = at(corners, i - 1);
    ++count;
    at(corners, nearest + 1).edge = found;
    if (is_side) {
      at(corners, nearest).nearer = at(corners, nearest + 1).nearer = nothing;
    } else {
      measure(nearest);
      measure(nearest + 1);
    }
  }
}

// Straight out through the nearest tangent, until that is where it leads. On a straight side that is at once;
// along a round one each turn is a part of the one before, and their sum is known after two (Aitken).
FeasibleRegion::Edge FeasibleRegion::refined(const Statics& statics, const MassDistribution& masses,
                                             const Edge& edge) noexcept {
  const double length = statics.length_size();
  Edge worst = edge;
  Vec3 way = worst.normal;
  double last_turn = 0.0;
  for (int k = 0; k < refinements; ++k) {
    const double just_outside = beyond * std::max(worst.depth(), 1e-3 * length);
    const Edge next = project(statics, masses, just_outside * way);
    if (!next.exists || next.depth() > edge.depth() + known * length) return edge;
    const double turn = statics.up().dot(way.cross(next.normal));
    worst = next;
    if (turn * turn < same_normal) break;
    const double part = last_turn != 0.0 ? turn / last_turn : 0.0;
    const bool is_round = part > least_part && part < 1.0;
    const double more = is_round ? std::min(part / (1.0 - part) * std::abs(turn), most_turn) : 0.0;
    const double signed_more = turn > 0.0 ? more : -more;
    way = (next.normal + signed_more * statics.up().cross(next.normal)).normalized();
    last_turn = is_round ? 0.0 : turn;
  }
  return worst;
}

// A contact that moves gives way: the one among them that carries most, since it slips, else the first, since
// it lifts.
int FeasibleRegion::gives_way(const Statics& statics) const noexcept {
  const auto speed = [&](const ConeContact& contact) { return lean_.transposed(contact, fall_).norm(); };
  double fastest = 0.0, most = 0.0;
  for (const ConeContact& contact : lean_.contacts) fastest = std::max(fastest, speed(contact));
  int first = -1;
  for (int i = 0; i < statics.contact_count(); ++i) {
    const ConeContact& contact = at(lean_.contacts, i);
    const double carried = contact.force.norm();
    if (speed(contact) <= gives * fastest || (first >= 0 && carried <= (1.0 + same_force) * most)) continue;
    most = std::max(carried, statics::missing_tolerance);
    first = statics.support_of(i);
  }
  return first;
}

// Half of the least width, from tangents on both sides.
double FeasibleRegion::half_width(const Statics& statics, const MassDistribution& masses) noexcept {
  const double reach = far * statics.length_size();
  const Edge here = worst(statics, masses);
  if (!here.exists) return std::numeric_limits<double>::infinity();
  const Edge there = project(statics, masses, here.point - reach * here.normal);
  return there.exists ? 0.5 * std::max(0.0, here.depth() + there.depth())
                      : std::numeric_limits<double>::infinity();
}

void FeasibleRegion::outline(const Statics& statics, const MassDistribution& masses,
                             std::vector<Edge>& edges) noexcept {
  const double reach = far * statics.length_size(), count = static_cast<double>(edges.size());
  begin(statics, masses);
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(k) / count;
    edges[k] =
        project(statics, masses, reach * (portable::cos(angle) * axes_[0] + portable::sin(angle) * axes_[1]));
  }
}

// With L = 1/2 |d - p|^2 + e/2 |f|^2 - y . (A f + B d - b), dV = -y . (dA f - db) - v . (w x f), by the
// envelope theorem; the depth falls as the distance sqrt(2 V) grows.
void FeasibleRegion::add_depth_rates(const Statics& statics, double factor,
                                     statics::BranchRates& rates) const noexcept {
  const double scale = factor * statics.length_size() / std::max(distance_, 1e-12);
  Vec3 y_force = problem_.multipliers.head<3>(), y_moment = problem_.multipliers.segment<3>(3);
  if (is_less_) {  // no posture mends what is missing: only the level moments count
    y_force.setZero();
    y_moment -= y_moment.dot(statics.up()) * statics.up();
  }
  const auto& spots = statics.corners().spots;
  for (std::size_t i = 0; i < spots.size(); ++i) {
    const ConeContact& contact = problem_.contacts[i];
    // y_M . (dr x f) = dr . (f x y_M)
    rates.add_point(spots[i].segment, statics.place(static_cast<int>(i)),
                    scale / statics.length_size() * contact.force.cross(y_moment));
    const Vec3 pull = is_less_ ? Vec3(contact.lever.transpose() * y_moment) : contact.pull;
    if (spots[i].normal_turns) rates.add_turn(spots[i].segment, scale * contact.force.cross(pull));
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
