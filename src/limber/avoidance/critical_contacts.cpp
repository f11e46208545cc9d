// Which contacts of a chain count, worst first (critical_contacts.h).

#include "limber/avoidance/critical_contacts.h"

#include <algorithm>
#include <tuple>

namespace limber {

namespace {

constexpr int most_pairs = 4096;  // of a part and an obstacle, nearest first; far more than are near at once

auto urgency(const Contact& contact) {
  return std::make_tuple(contact.clearance, contact.obstacle, contact.segment, contact.shape,
                         contact.other_segment, contact.other_shape);
}

// The same contact seen from the other part.
Contact turned_round(Contact contact) {
  std::swap(contact.segment, contact.other_segment);
  std::swap(contact.shape, contact.other_shape);
  std::swap(contact.point, contact.other_point);
  contact.normal = -contact.normal;
  return contact;
}

}  // namespace

CriticalContacts::CriticalContacts(const Figure& figure, const ContactOptions& options, OwnParts own)
    : figure_(figure),
      most_obstacles_(options.most_obstacles),
      contacts_per_obstacle_(options.contacts_per_obstacle),
      own_(own),
      proximity_(figure, {.self = own == OwnParts::are_obstacles,
                          .immovable = false,
                          .most_contacts = most_pairs,
                          .sample_ellipsoids = options.sample_ellipsoids}) {
  by_clearance_.reserve(most_pairs);
  critical_.reserve(static_cast<std::size_t>(most()));
  counted_.assign(static_cast<std::size_t>(figure.segment_count()), 0);
}

void CriticalContacts::surround(const World& world) {
  proximity_.prepare(world);
  counted_.assign(world.obstacles.size() + static_cast<std::size_t>(figure_.segment_count()), 0);
}

std::uint64_t CriticalContacts::pair_of(const Contact& contact) const noexcept {
  const Body& body = proximity_.body();
  return pair_name(body.number(contact.segment, contact.shape), ObstacleId{},
                   body.number(contact.other_segment, contact.other_shape));
}

void CriticalContacts::prepare_own(const TaskList& tasks, double distance) {
  if (own_ == OwnParts::ignored) return;
  constexpr double nearest = 0.05;  // of D: parts that nearly touch at rest count as being this far there
  proximity_.let_touch(segments_held_together(figure_, tasks));
  proximity_.let_move({});
  proximity_.set_self_margin(distance);
  own_distance_ = distance;
  at_rest_.clear();
  Kinematics kinematics(figure_);
  kinematics.update(figure_.rest_posture());
  for (const Contact& contact : proximity_.find(kinematics, distance)) {
    if (contact.obstacle.is_valid()) continue;
    at_rest_.push_back({pair_of(contact), distance / std::max(contact.clearance, nearest * distance)});
  }
  std::sort(at_rest_.begin(), at_rest_.end(),
            [](const AtRest& a, const AtRest& b) { return a.pair < b.pair; });
}

double CriticalContacts::stretched(const Contact& contact) const noexcept {
  if (contact.obstacle.is_valid() || contact.clearance <= 0.0) return contact.clearance;
  const std::uint64_t pair = pair_of(contact);
  const auto found =
      std::lower_bound(at_rest_.begin(), at_rest_.end(), pair,
                       [](const AtRest& one, std::uint64_t other) { return one.pair < other; });
  const bool is_near_at_rest = found != at_rest_.end() && found->pair == pair;
  return is_near_at_rest ? contact.clearance * found->stretch : contact.clearance;
}

void CriticalContacts::follow(const TaskChain& chain) noexcept {
  chain_ = &chain;
  proximity_.let_move(chain.joints());
}

// Whether a contact is one of the chain with something else, and from which side. Of two parts of the chain,
// the one nearer to the root is the obstacle.
CriticalContacts::Side CriticalContacts::side(const Contact& contact) const noexcept {
  const auto is_own = [&](SegmentId segment) { return chain_ == nullptr || chain_->has(segment); };
  const bool first = is_own(contact.segment);
  if (contact.obstacle.is_valid()) return first ? Side::first : Side::neither;
  const bool second = is_own(contact.other_segment);
  if (chain_ == nullptr || (!first && !second)) return Side::neither;
  const bool is_second = first && second ? contact.segment < contact.other_segment : second;
  return is_second ? Side::second : Side::first;
}

std::span<const Contact> CriticalContacts::find(const Kinematics& kinematics, double distance) noexcept {
  by_clearance_.clear();
  worst_.reset();
  for (const Contact& contact : proximity_.find(kinematics, distance)) {
    if (!worst_ || urgency(contact) < urgency(*worst_)) worst_ = contact;
    const Side own = side(contact);
    if (own == Side::neither) continue;
    const double clearance = stretched(contact);
    if (contact.obstacle.is_valid() || clearance < own_distance_)
      by_clearance_.push_back({&contact, own, clearance});
  }
  std::sort(by_clearance_.begin(), by_clearance_.end(), [](const Seen& a, const Seen& b) {
    if (a.clearance != b.clearance) return a.clearance < b.clearance;
    return urgency(*a.contact) < urgency(*b.contact);
  });
  std::fill(counted_.begin(), counted_.end(), std::uint8_t{0});
  critical_.clear();
  int solids = 0;
  for (const Seen& seen : by_clearance_) {
    const SegmentId own_obstacle =
        seen.side == Side::first ? seen.contact->other_segment : seen.contact->segment;
    std::uint8_t& counted =
        at(counted_, seen.contact->obstacle.is_valid() ? figure_.segment_count() + int{seen.contact->obstacle}
                                                       : int{own_obstacle});
    if (counted >= contacts_per_obstacle_ || (counted == 0 && solids == most_obstacles_)) continue;
    if (counted++ == 0) ++solids;
    critical_.push_back(*seen.contact);
    critical_.back().clearance = seen.clearance;
    if (seen.side == Side::first) continue;
    Contact& turned = critical_.back();
    turned = turned_round(turned);
    turned.local = kinematics.segment_pose(turned.segment).inverse() * turned.point;
  }
  return critical_;
}

}  // namespace limber
