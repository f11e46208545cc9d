#include "limber/solver/clearance.h"

#include <algorithm>
#include <cmath>

#include "limber/solver/hard_constraints.h"
#include "limber/solver/lexicographic.h"

namespace limber {

namespace {

constexpr double usual_influence = 0.05;  // of the figure's reach
constexpr double touching = 1e-3;         // of the influence: so near it may well hold a step back
constexpr double negligible = 1e-9;       // of the figure's reach: touching is not overlapping
constexpr double skin = 2e-5;             // of the figure's reach: less than the tolerance of a task
constexpr double cautious = 0.8;          // of the room: displacements are judged by their first order
constexpr double least_room = 0.1;        // of the influence: parts without thickness would never move

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

ProximityOptions proximity_options(const ClearanceOptions& options) {
  ProximityOptions result;
  result.self = options.self;
  result.immovable = false;
  result.most_contacts = Clearance::most_contacts;
  return result;
}

}  // namespace

Clearance::Clearance(const Figure& figure, const ClearanceOptions& options, double reach)
    : figure_(figure),
      options_(options),
      influence_(options.influence > 0.0 ? options.influence : usual_influence * reach),
      skin_(skin * reach),
      rounding_(negligible * reach),
      proximity_(figure, proximity_options(options)) {
  influence_ = std::max(influence_, 2.0 * options.margin);
  const Body& body = proximity_.body();
  parts_.resize(at(body.count()));
  first_part_.assign(at(figure.segment_count()) + 1, 0);
  for (int i = 0; i < body.count(); ++i) ++first_part_[at(body.part(i).segment) + 1];
  for (std::size_t s = 1; s < first_part_.size(); ++s) first_part_[s] += first_part_[s - 1];
  twists_.resize(at(figure.segment_count()), Eigen::Matrix<double, 6, 1>::Zero());
  selected_.reserve(most_selected);
  start_below_.reserve(most_contacts);
  is_selected_.assign(most_contacts, 0);
  holding_.reserve(most_selected);
  in_way_.reserve(most_in_way);
  way_rows_ = RowMatrix::Zero(most_in_way, figure.dof_count());
  way_products_ = way_factor_ = Eigen::MatrixXd::Zero(most_in_way, most_in_way);
  way_gaps_ = way_forces_ = VecX::Zero(most_in_way);
}

void Clearance::surround(const World& world) {
  proximity_.prepare(world);
  is_surrounded_ = true;
  must_look_ = true;
  contacts_ = {};
}

void Clearance::let_touch(const TaskList& tasks) {
  const auto pairs = segments_held_together(figure_, tasks);
  proximity_.let_touch(pairs);
}

void Clearance::move_obstacle(int obstacle, const Shape& shape, const Vec3& velocity) noexcept {
  proximity_.move_obstacle(obstacle, shape, velocity);
  must_look_ = true;
}

void Clearance::look(const Kinematics& kinematics) noexcept {
  contacts_ = proximity_.find(kinematics, influence_);
  must_look_ = false;
}

const Contact* Clearance::nearest() const noexcept {
  const auto least =
      std::min_element(contacts_.begin(), contacts_.end(),
                       [](const Contact& a, const Contact& b) { return a.clearance < b.clearance; });
  return least == contacts_.end() ? nullptr : &*least;
}

double Clearance::least() const noexcept {
  const Contact* contact = nearest();
  return contact ? contact->clearance : std::numeric_limits<double>::infinity();
}

double Clearance::room(const Contact& contact) const noexcept {
  const double all = contact.clearance - options_.margin - skin_;
  if (all > 0.0) return row_damping_ * all;
  // Inside the skin nothing must be done at once: to stay as near costs no step, to be pushed out would.
  return contact.clearance >= options_.margin ? 0.0 : all;
}

std::uint64_t Clearance::name(const Contact& c) const noexcept {
  const auto part = [&](int segment, int shape) {
    return static_cast<std::uint64_t>(first_part_[at(segment)] + shape);
  };
  constexpr std::uint64_t own = std::uint64_t{1} << 31;
  const std::uint64_t other =
      c.obstacle >= 0 ? static_cast<std::uint64_t>(c.obstacle) : own | part(c.other_segment, c.other_shape);
  return (part(c.segment, c.shape) + 1) << 32 | other;
}

void Clearance::select_touching(double damping) noexcept {
  row_damping_ = damping;
  selected_.clear();
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const bool counts = room(contacts_[i]) < touching * influence_ ||
                        std::find(holding_.begin(), holding_.end(), name(contacts_[i])) != holding_.end();
    is_selected_[i] = counts && selected_.size() < most_selected;
    if (is_selected_[i] != 0) selected_.push_back(static_cast<int>(i));
  }
}

double Clearance::gain(const Contact& contact) const noexcept {
  const auto velocity = [&](int segment, const Vec3& point) -> Vec3 {
    const auto& twist = twists_[at(segment)];
    return twist.tail<3>() + twist.head<3>().cross(point);
  };
  Vec3 moves = velocity(contact.segment, contact.point);
  if (contact.obstacle < 0) moves -= velocity(contact.other_segment, contact.other_point);
  return contact.normal.dot(moves);
}

bool Clearance::select_broken(const Kinematics& kinematics, const VecX& displacement) noexcept {
  const std::size_t before = selected_.size();
  find_twists(kinematics, displacement);
  for (std::size_t i = 0; i < contacts_.size() && selected_.size() < most_selected; ++i) {
    if (is_selected_[i] != 0 || -gain(contacts_[i]) <= room(contacts_[i])) continue;
    is_selected_[i] = 1;
    selected_.push_back(static_cast<int>(i));
  }
  return selected_.size() > before;
}

template <class Problem>
void Clearance::add_to(Problem& problem, const Kinematics& kinematics, const VecX& scale) noexcept {
  for (const int i : selected_) {
    const Contact& contact = contacts_[at(i)];
    Eigen::Map<Eigen::RowVectorXd> row(problem.add_at_most(room(contact)), scale.size());
    clearance_row(kinematics, contact, row);
    row = -row.cwiseProduct(scale.transpose());
    problem.name_last_row(name(contact));
  }
}
template void Clearance::add_to(Lexicographic&, const Kinematics&, const VecX&) noexcept;
template void Clearance::add_to(ProjectorConstraints&, const Kinematics&, const VecX&) noexcept;

// min |dq|^2 with row_i . dq >= gap_i, by its dual: dq = sum of force_i row_i with forces >= 0 on contacts
// that hold with equality. Contacts join as dq breaks them and leave when they would have to pull.
bool Clearance::shortest_way_out(const Kinematics& kinematics, VecX& displacement) noexcept {
  in_way_.clear();
  const auto lacks = [&](const Contact& contact) {
    const double target = required(contact);
    return contact.clearance < target ? target + skin_ - contact.clearance
                                      : std::min(0.0, target + skin_ - contact.clearance);
  };
  const auto join = [&](std::size_t i) {
    const int last = static_cast<int>(in_way_.size());
    if (last == most_in_way) return false;
    in_way_.push_back(static_cast<int>(i));
    clearance_row(kinematics, contacts_[i], way_rows_.row(last));
    way_gaps_[last] = lacks(contacts_[i]);
    for (int j = 0; j <= last; ++j) {
      way_products_(last, j) = way_products_(j, last) = way_rows_.row(last).dot(way_rows_.row(j));
    }
    way_products_(last, last) *= 1.0 + 1e-9;  // several contacts may say the same
    return true;
  };
  const auto leave = [&](int k) {
    const int last = static_cast<int>(in_way_.size()) - 1;
    in_way_[at(k)] = in_way_[at(last)];
    way_rows_.row(k) = way_rows_.row(last);
    way_gaps_[k] = way_gaps_[last];
    way_products_.row(k).swap(way_products_.row(last));
    way_products_.col(k).swap(way_products_.col(last));
    in_way_.pop_back();
  };
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    if (contacts_[i].clearance < required(contacts_[i]) && !join(i)) return false;
  }
  for (int round = 0; round < 3 * most_in_way && !in_way_.empty(); ++round) {
    const auto count = static_cast<Eigen::Index>(in_way_.size());
    auto factor = way_factor_.topLeftCorner(count, count);
    factor = way_products_.topLeftCorner(count, count);
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> solver(factor);
    if (solver.info() != Eigen::Success) return false;
    auto forces = way_forces_.head(count);
    forces = way_gaps_.head(count);
    solver.solveInPlace(forces);
    Eigen::Index pulling = 0;
    if (forces.minCoeff(&pulling) < 0.0) {
      leave(static_cast<int>(pulling));
      continue;
    }
    displacement.noalias() = way_rows_.topRows(count).transpose().lazyProduct(forces);
    find_twists(kinematics, displacement);
    double worst = 0.5 * skin_;
    std::size_t broken = contacts_.size();
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      const double left = lacks(contacts_[i]) - gain(contacts_[i]);
      if (left > worst) worst = left, broken = i;
    }
    if (broken == contacts_.size()) return true;
    if (std::find(in_way_.begin(), in_way_.end(), static_cast<int>(broken)) != in_way_.end() || !join(broken))
      return false;
  }
  return false;
}

void Clearance::find_movers(const Kinematics& kinematics, VecX& movers) noexcept {
  movers.setZero();
  for (const Contact& contact : contacts_) {
    if (contact.clearance >= required(contact)) continue;
    clearance_row(kinematics, contact, way_rows_.row(0));
    for (Eigen::Index i = 0; i < movers.size(); ++i) {
      if (way_rows_(0, i) != 0.0) movers[i] = 1.0;
    }
  }
}

double Clearance::required(const Contact& c) const noexcept {
  if (c.clearance >= options_.margin) return options_.margin;
  for (const Pair& pair : start_below_) {
    if (pair.segment == c.segment && pair.shape == c.shape && pair.obstacle == c.obstacle &&
        pair.other_segment == c.other_segment && pair.other_shape == c.other_shape)
      return pair.clearance;
  }
  return options_.margin;
}

double Clearance::missing() const noexcept {
  double most = 0.0;
  for (const Contact& contact : contacts_) most = std::max(most, required(contact) - contact.clearance);
  return most > rounding_ ? most : 0.0;
}

void Clearance::start_step() noexcept {
  start_below_.clear();
  for (const Contact& c : contacts_) {
    if (c.clearance >= options_.margin - rounding_) continue;
    start_below_.push_back({c.segment, c.shape, c.obstacle, c.other_segment, c.other_shape, c.clearance});
  }
  const Body& body = proximity_.body();
  double farthest = influence_;  // what is not among the contacts is at least so far away
  if (proximity_.left_out() > 0) {
    farthest = 0.0;
    for (const Contact& contact : contacts_) farthest = std::max(farthest, contact.clearance);
  }
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Solid& solid = body.solid(static_cast<int>(i));
    // Two parts of the figure may come towards each other: half of the way each.
    parts_[i] = {reach(solid), thickness(solid), solid.center, solid.axes,
                 options_.self ? 0.5 * farthest : farthest};
  }
  const auto take_room = [&](int segment, int shape, double room) {
    Part& part = parts_[at(first_part_[at(segment)] + shape)];
    part.room = std::min(part.room, room);
  };
  for (const Contact& contact : contacts_) {
    const double room = std::max(0.0, contact.clearance);
    take_room(contact.segment, contact.shape, contact.obstacle >= 0 ? room : 0.5 * room);
    if (contact.obstacle < 0) take_room(contact.other_segment, contact.other_shape, 0.5 * room);
  }
  for (Part& part : parts_) {
    part.room = std::max({part.room, 0.5 * part.thickness, least_room * influence_});
  }
}

void Clearance::find_twists(const Kinematics& kinematics, const VecX& displacement) noexcept {
  for (int s = 0; s < figure_.segment_count(); ++s) {
    auto& twist = twists_[at(s)];
    if (figure_.parent(s) >= 0) {
      twist = twists_[at(figure_.parent(s))];
    } else {
      twist.setZero();
    }
    const int first = figure_.first_dof(s), count = dof_count(figure_.joint(s).type);
    for (int i = first; i < first + count; ++i) twist += displacement[i] * kinematics.screws().col(i);
  }
}

double Clearance::safe_fraction(const Kinematics& kinematics, const VecX& displacement) noexcept {
  double most = 1.0;  // of motion over room
  find_twists(kinematics, displacement);
  for (int s = 0; s < figure_.segment_count(); ++s) {
    const auto& twist = twists_[at(s)];
    for (int p = first_part_[at(s)]; p < first_part_[at(s) + 1]; ++p) {
      const Part& part = parts_[at(p)];
      const double motion =
          (twist.tail<3>() + twist.head<3>().cross(part.center)).norm() + twist.head<3>().norm() * part.reach;
      most = std::max(most, motion / (cautious * part.room));
    }
  }
  return 1.0 / most;
}

bool Clearance::moved_too_far() const noexcept {
  const Body& body = proximity_.body();
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const Solid& now = body.solid(static_cast<int>(i));
    // |R - R'| of a turn by an angle a is 2 sqrt(2) sin(a / 2).
    const double motion =
        (now.center - part.center).norm() + part.reach * (now.axes - part.axes).norm() / std::sqrt(2.0);
    if (motion > 2.0 * part.room) return true;
  }
  return false;
}

}  // namespace limber
