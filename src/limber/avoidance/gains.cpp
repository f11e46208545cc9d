// How strongly an obstacle pushes: gains by distance and by speed of approach (gains.h).

#include "limber/avoidance/gains.h"

#include <cmath>
#include <utility>

#include "limber/math/portable.h"

namespace limber {

double counting_gain(double clearance, const GainDistances& distances) noexcept {
  if (clearance <= distances.full) return 1.0;
  if (clearance >= distances.influence) return 0.0;
  const double t = (clearance - distances.full) / (distances.influence - distances.full);
  return 1.0 - t * t * (3.0 - 2.0 * t);
}

double pushing_gain(double clearance, const GainDistances& distances, double fastest) noexcept {
  if (clearance <= distances.abort) return fastest;
  if (clearance >= distances.full) return 0.0;
  const double t = (distances.full - clearance) / (distances.full - distances.abort);
  return fastest * t * t;
}

double approach_gain(double clearance, double speed, const Braking& braking, double fastest) noexcept {
  if (!(speed > 0.0)) return 0.0;
  const double room = 2.0 * clearance * braking.deceleration - speed * speed;
  if (clearance <= 0.0 || room <= 0.0) return fastest;
  const double danger = braking.deceleration * speed / room;
  return -portable::expm1(-danger * braking.time_constant) * fastest;
}

double share_of_worst(double first, double second) noexcept {
  const double ratio = first / second;
  return 1.0 / (1.0 + ratio * ratio);
}

double blending_weight(double distance, double sum, int count) noexcept {
  return count == 1 ? 1.0 : (sum - distance) / ((count - 1) * sum);
}

Urgency::Urgency(const PushOptions& push, const ContactOptions& contacts)
    : distances_{push.abort_distance, push.full_distance, push.influence},
      fastest_(push.push),
      by_approach_(push.approach_push),
      braking_{push.deceleration, push.time_constant},
      step_time_(push.step_time) {
  const auto most = static_cast<std::size_t>(contacts.most_obstacles * contacts.contacts_per_obstacle);
  last_.reserve(most);
  now_.reserve(most);
}

void Urgency::begin(std::span<const Contact> contacts) noexcept {
  if (!by_approach_) return;
  std::swap(last_, now_);
  now_.clear();
  for (const Contact& contact : contacts) {
    if (now_.size() == now_.capacity()) break;
    now_.push_back(
        {contact.obstacle, contact.other_segment, contact.segment, contact.shape, contact.clearance});
  }
}

// For an obstacle that was not near in the last step, only its own motion is known.
double Urgency::speed(const Contact& contact) const noexcept {
  const Seen* found = nullptr;
  for (const Seen& seen : last_) {
    if (seen.obstacle != contact.obstacle || seen.other_segment != contact.other_segment) continue;
    if (found == nullptr) found = &seen;  // the nearest part of the figure, unless the same part is found
    if (seen.segment == contact.segment && seen.shape == contact.shape) found = &seen;
  }
  return found ? (found->clearance - contact.clearance) / step_time_ : closing_speed(contact);
}

double Urgency::pushing(const Contact& contact) const noexcept {
  return by_approach_ ? approach_gain(contact.clearance, speed(contact), braking_, fastest_)
                      : pushing_gain(contact.clearance, distances_, fastest_);
}

}  // namespace limber
