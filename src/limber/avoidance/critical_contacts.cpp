#include "limber/avoidance/critical_contacts.h"

#include <algorithm>
#include <tuple>

namespace limber {

namespace {

constexpr int most_pairs = 4096;  // of a part and an obstacle, nearest first; far more than are near at once

auto urgency(const Contact& contact) {
  return std::make_tuple(contact.clearance, contact.obstacle, contact.segment, contact.shape);
}

}  // namespace

CriticalContacts::CriticalContacts(const Figure& figure, const ContactOptions& options)
    : most_obstacles_(options.most_obstacles),
      contacts_per_obstacle_(options.contacts_per_obstacle),
      proximity_(figure, {.self = false, .immovable = false, .most_contacts = most_pairs}) {
  by_clearance_.reserve(most_pairs);
  critical_.reserve(static_cast<std::size_t>(most()));
}

void CriticalContacts::surround(const World& world) {
  proximity_.prepare(world);
  counted_.assign(world.obstacles.size(), 0);
}

std::span<const Contact> CriticalContacts::find(const Kinematics& kinematics, double distance) noexcept {
  by_clearance_.clear();
  for (const Contact& contact : proximity_.find(kinematics, distance)) by_clearance_.push_back(&contact);
  std::sort(by_clearance_.begin(), by_clearance_.end(),
            [](const Contact* a, const Contact* b) { return urgency(*a) < urgency(*b); });
  std::fill(counted_.begin(), counted_.end(), std::uint8_t{0});
  critical_.clear();
  int obstacles = 0;
  for (const Contact* contact : by_clearance_) {
    std::uint8_t& counted = at(counted_, contact->obstacle);
    if (counted >= contacts_per_obstacle_ || (counted == 0 && obstacles == most_obstacles_)) continue;
    if (counted++ == 0) ++obstacles;
    critical_.push_back(*contact);
  }
  return critical_;
}

}  // namespace limber
