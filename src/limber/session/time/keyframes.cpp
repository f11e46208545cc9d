// The spline through the keys, and edits of the list of keys.

#include "limber/session/time/keyframes.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "limber/base/number_text.h"
#include "limber/scene/limits.h"

namespace limber {

namespace {

std::vector<double> times_of(std::span<const Keyframe> keys) {
  std::vector<double> times;
  for (const Keyframe& key : keys) times.push_back(key.time);
  return times;
}

// Index of the quaternion among a joint's values; -1: it has none.
int quaternion_of(JointType type) {
  return type == JointType::ball ? 0 : type == JointType::free ? 3 : -1;
}

Quat quaternion_at(const Posture& posture, int first) {
  const double* v = posture.values.data() + first;
  return Quat(v[3], v[0], v[1], v[2]).normalized();
}

}  // namespace

KeyframeMotion::KeyframeMotion(Figure figure, std::span<const Keyframe> keys)
    : figure_(std::move(figure)), times_(times_of(keys)) {
  for (const Keyframe& key : keys) {
    if (key.posture.values.size() != figure_.value_count() || !is_finite(key.posture))
      throw std::invalid_argument("key " + std::to_string(key.number) + " is not a posture of the figure");
    postures_.push_back(key.posture);
  }
  for (const JointId joint : figure_.joints()) {
    const int place = quaternion_of(figure_.joint(joint).type);
    if (place < 0) continue;
    const int first = figure_.first_value(joint) + place;
    std::vector<Quat> orientations;
    for (const Posture& posture : postures_) orientations.push_back(quaternion_at(posture, first));
    turning_.push_back({first, orientations.front(), turns_between(orientations)});
  }
}

Posture KeyframeMotion::at(double time) const {
  const SplineWeights weights = times_.weights(time);
  Posture posture{VecX::Zero(figure_.value_count())};
  for (std::size_t k = 0; k < postures_.size(); ++k) posture.values += weights.value[k] * postures_[k].values;
  for (const TurningJoint& joint : turning_) {
    const Quat orientation = spline_orientation(weights, joint.first, joint.turns);
    posture.values.segment<4>(joint.first_value) = orientation.coeffs();
  }
  return inside_limits(figure_, std::move(posture));
}

namespace {

void require_time(double time) {
  if (!(time >= 0.0) || time > latest_key)
    throw std::invalid_argument("a key must be at 0 to " + exact_text(latest_key) + " s");
}

auto key_numbered(std::vector<Keyframe>& keys, int number) {
  const auto found =
      std::find_if(keys.begin(), keys.end(), [&](const Keyframe& key) { return key.number == number; });
  if (found == keys.end()) throw std::invalid_argument("there is no key " + std::to_string(number));
  return found;
}

auto key_at(std::vector<Keyframe>& keys, double time) {
  return std::find_if(keys.begin(), keys.end(),
                      [&](const Keyframe& key) { return std::abs(key.time - time) < shortest_key_step; });
}

void sort_by_time(std::vector<Keyframe>& keys) {
  std::sort(keys.begin(), keys.end(), [](const Keyframe& a, const Keyframe& b) { return a.time < b.time; });
}

}  // namespace

int add_key(std::vector<Keyframe>& keys, double time, Posture posture) {
  require_time(time);
  if (const auto same = key_at(keys, time); same != keys.end()) {
    same->posture = std::move(posture);
    return same->number;
  }
  if (keys.size() >= most_scene_keys)
    throw std::invalid_argument("there are " + std::to_string(most_scene_keys) +
                                " keys already, which is the most");
  int number = 1;
  for (const Keyframe& key : keys) number = std::max(number, key.number + 1);
  keys.push_back({number, time, std::move(posture)});
  sort_by_time(keys);
  return number;
}

void move_key(std::vector<Keyframe>& keys, int number, double time) {
  require_time(time);
  const auto key = key_numbered(keys, number);
  const auto there = key_at(keys, time);
  if (there != keys.end() && there->number != number)
    throw std::invalid_argument("key " + std::to_string(there->number) + " is there already");
  key->time = time;
  sort_by_time(keys);
}

void remove_key(std::vector<Keyframe>& keys, int number) {
  keys.erase(key_numbered(keys, number));
}

}  // namespace limber
