// Looks for contacts, and compares them with what they must keep.

#include "limber/solver/step/clearance.h"

#include <algorithm>

namespace limber {

namespace {

constexpr double usual_influence = 0.05;  // of the figure's reach
constexpr double negligible = 1e-9;       // of the figure's reach: touching is not overlapping
constexpr double usual_skin = 2e-5;       // of the figure's reach: less than the tolerance of a task
constexpr double least_room = 0.1;        // of the influence: parts without thickness would never move

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
      skin_(usual_skin * reach),
      rounding_(negligible * reach),
      proximity_(figure, proximity_options(options)),
      motion_(figure, proximity_.body()) {
  influence_ = std::max(influence_, 2.0 * options.margin);
  start_below_.reserve(most_contacts);
}

void Clearance::surround(const World& world) {
  proximity_.prepare(world);
  obstacle_count_ = static_cast<int>(world.obstacles.size());
  is_surrounded_ = true;
  must_look_ = true;
  contacts_ = {};
}

void Clearance::let_touch(const TaskList& tasks) {
  const auto pairs = segments_held_together(figure_, tasks);
  proximity_.let_touch(pairs);
}

void Clearance::move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept {
  if (!obstacle.is_valid() || obstacle >= obstacle_count_) return;
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

std::uint64_t Clearance::name(const Contact& c) const noexcept {
  const auto part = [&](SegmentId segment, int shape) {
    return static_cast<std::uint64_t>(motion_.part_number(segment, shape));
  };
  constexpr std::uint64_t own = std::uint64_t{1} << 31;
  const std::uint64_t other = c.obstacle.is_valid() ? static_cast<std::uint64_t>(int{c.obstacle})
                                                    : own | part(c.other_segment, c.other_shape);
  return (part(c.segment, c.shape) + 1) << 32 | other;
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
  double farthest = influence_;  // what is not among the contacts is at least so far away
  if (proximity_.left_out() > 0) {
    farthest = 0.0;
    for (const Contact& contact : contacts_) farthest = std::max(farthest, contact.clearance);
  }
  motion_.start(proximity_.body(), {.contacts = contacts_,
                                    .farthest = farthest,
                                    .least_room = least_room * influence_,
                                    .self = options_.self});
}

}  // namespace limber
