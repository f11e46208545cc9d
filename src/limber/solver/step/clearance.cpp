// Looks for contacts, and compares them with what they must keep.

#include "limber/solver/step/clearance.h"

#include <algorithm>

#include "limber/shapes/contact_patch.h"

namespace limber {

namespace {

constexpr double usual_influence = 0.05;  // of the figure's reach
constexpr double negligible = 1e-9;       // of the figure's reach: touching is not overlapping
constexpr double usual_skin = 2e-5;       // of the figure's reach: less than the tolerance of a task
constexpr double least_row = 1e-7;        // of the figure's reach: a two-hundredth of the skin
constexpr double on_the_way = 5e-5;       // of the figure's reach: what corners may be cut by

constexpr double exact_below = 0.25;  // of the influence: farther away a lower bound of distances will do

// Links of a long chain are near many others; they must not crowd out what is near elsewhere.
constexpr int least_contacts = 256, contacts_per_part = 16;

int most_contacts_of(const Figure& figure) {
  int parts = 0;
  for (const SegmentId s : figure.segments()) parts += static_cast<int>(figure.shapes(s).size());
  return std::max(least_contacts, contacts_per_part * parts);
}

ProximityOptions proximity_options(const ClearanceOptions& options, int most_contacts) {
  ProximityOptions result;
  result.self = options.self;
  result.immovable = false;
  result.most_contacts = most_contacts;
  result.exact_below = exact_below;
  return result;
}

// The numbers of the two parts of the body that are near each other; -1: the second is an obstacle.
struct PartPair {
  int part, other;
};
PartPair parts_of(const Contact& contact, const Body& body) noexcept {
  return {body.number(contact.segment, contact.shape),
          contact.other_segment.is_valid() ? body.number(contact.other_segment, contact.other_shape) : -1};
}

}  // namespace

Clearance::Clearance(const Figure& figure, const ClearanceOptions& options, double reach)
    : figure_(figure),
      options_(options),
      influence_(options.influence > 0.0 ? options.influence : usual_influence * reach),
      skin_(usual_skin * reach),
      rounding_(negligible * reach),
      least_row_(least_row * reach),
      most_contacts_(most_contacts_of(figure)),
      proximity_(figure, {.self = false, .most_contacts = 0}),
      motion_(figure, proximity_.body(), options.self, on_the_way * reach) {
  influence_ = std::max(influence_, 2.0 * options.margin);
}

// Room is made only where there are surroundings: it is most of the memory of a solver.
void Clearance::make_room() {
  const auto most = static_cast<std::size_t>(most_contacts_);
  proximity_ = Proximity(figure_, proximity_options(options_, most_contacts_));
  proximity_.let_touch(touching_);
  start_below_.reserve(most);
  corners_.reserve(most_corners);
  names_of_corners_.reserve(most_corners);
  motion_.start().near.reserve(most);
  motion_.end().near.reserve(most);
}

void Clearance::surround(const World& world) {
  if (!is_surrounded_) make_room();
  proximity_.prepare(world);
  obstacle_count_ = static_cast<int>(world.obstacles.size());
  has_solid_obstacles_ = std::any_of(world.obstacles.begin(), world.obstacles.end(),
                                     [](const Obstacle& obstacle) { return obstacle.is_solid; });
  is_surrounded_ = true;
  must_look_ = true;
  contacts_ = {};
  corners_.clear();
}

void Clearance::let_touch(const TaskList& tasks) {
  touching_ = segments_held_together(figure_, tasks);
  proximity_.let_touch(touching_);
}

void Clearance::move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept {
  if (!obstacle.is_valid() || obstacle >= obstacle_count_) return;
  proximity_.move_obstacle(obstacle, shape, velocity);
  must_look_ = true;
}

void Clearance::look(const Kinematics& kinematics) noexcept {
  contacts_ = proximity_.find(kinematics, influence_);
  find_corners();
  must_look_ = false;
}

// Of what is measured, not only bounded.
void Clearance::find_corners() noexcept {
  corners_.clear();
  names_of_corners_.clear();
  const Body& body = proximity_.body();
  for (const Contact& contact : contacts_) {
    if (contact.clearance > exact_below * influence_) continue;
    const auto [part, other] = parts_of(contact, body);
    const Solid& second = other >= 0 ? body.solid(other) : proximity_.obstacles().solid(contact.obstacle);
    const ContactPatch patch = contact_patch(
        body.solid(part), second, {contact.point, contact.other_point, contact.normal, contact.clearance});
    for (int i = 0; i < patch.count && corners_.size() < most_corners; ++i) {
      Contact corner = contact;
      corner.point = patch.corners[i].on_a;
      corner.other_point = patch.corners[i].on_b;
      corner.clearance = patch.corners[i].gap;
      corners_.push_back(corner);
      // Parts are fewer than 2^24.
      names_of_corners_.push_back(pair_name(part, contact.obstacle, other) |
                                  (std::uint64_t{1} + static_cast<std::uint64_t>(i)) << 56);
    }
  }
}

const Contact* Clearance::nearest() const noexcept {
  const auto least =
      std::min_element(contacts_.begin(), contacts_.end(),
                       [](const Contact& a, const Contact& b) { return a.clearance < b.clearance; });
  return least == contacts_.end() ? nullptr : &*least;
}

std::uint64_t Clearance::name(int witness) const noexcept {
  const int contacts = static_cast<int>(contacts_.size());
  if (witness >= contacts) return at(names_of_corners_, witness - contacts);
  const Contact& c = at(contacts_, witness);
  const auto [part, other] = parts_of(c, proximity_.body());
  return pair_name(part, c.obstacle, other);
}

bool Clearance::write_row(const Kinematics& kinematics, const Contact& contact,
                          Eigen::Ref<Eigen::RowVectorXd> row) const noexcept {
  clearance_row(kinematics, contact, row);
  if (row.lpNorm<Eigen::Infinity>() > least_row_) return true;
  row.setZero();
  return false;
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

void Clearance::list(SafeMotion::Surroundings& surroundings) const noexcept {
  surroundings.near.clear();
  surroundings.farthest = influence_;  // what is not among the contacts is at least so far away
  if (proximity_.left_out() > 0) surroundings.farthest = 0.0;
  for (const Contact& c : contacts_) {
    const auto [part, other] = parts_of(c, proximity_.body());
    surroundings.near.push_back(
        {pair_name(part, c.obstacle, other), part, other, c.obstacle, c.clearance, required(c)});
    if (proximity_.left_out() > 0) surroundings.farthest = std::max(surroundings.farthest, c.clearance);
  }
}

void Clearance::start_step(const Posture& posture, const Kinematics& kinematics) noexcept {
  start_below_.clear();
  for (const Contact& c : contacts_) {
    if (c.clearance >= options_.margin - rounding_) continue;
    start_below_.push_back({c.segment, c.shape, c.obstacle, c.other_segment, c.other_shape, c.clearance});
  }
  list(motion_.start());
  motion_.start_step({posture, kinematics}, proximity_.body());
}

bool Clearance::holds(const Posture& posture, const Kinematics& kinematics) noexcept {
  if (missing() > 0.0) return false;
  list(motion_.end());
  return motion_.is_clear({posture, kinematics}, proximity_, options_.margin);
}

}  // namespace limber
