// Intervals of frames, told by two thresholds so that noise at one of them does not make and break contacts.

#include "limber/retargeting/contacts.h"

#include <algorithm>
#include <optional>

namespace limber {

namespace {

// Lengths by that of a leg (0.87 m of a grown person).
constexpr double reach_to_touch = 0.15;  // 13 cm from wrist to bone: a hand on a thigh, not an arm that hangs
constexpr double reach_to_leave = 0.18;
constexpr double resting_speed = 0.12;                       // [1/s]
constexpr double shortest_touch = 0.1, shortest_rest = 0.3;  // [s]
constexpr double coming_time = 0.2;                          // [s] over which `share` grows

struct Interval {
  std::size_t first, last;
};

// Of at least `shortest` seconds.
std::vector<Interval> intervals_of(const std::vector<bool>& holds, const std::vector<double>& times,
                                   double shortest) {
  std::vector<Interval> found;
  for (std::size_t f = 0; f < holds.size(); ++f) {
    if (!holds[f]) continue;
    const std::size_t first = f;
    while (f + 1 < holds.size() && holds[f + 1]) ++f;
    if (times[f] - times[first] >= shortest) found.push_back({first, f});
  }
  return found;
}

struct OnBone {
  double distance, along;
  Vec3 offset;
};

OnBone nearest_on(const BonePath& bone, const Vec3& hand, std::size_t f) {
  const Vec3 &a = (*bone.from)[f], way = (*bone.to)[f] - a;
  const double length2 = way.squaredNorm();
  const double along = length2 > 0.0 ? std::clamp(way.dot(hand - a) / length2, 0.0, 1.0) : 0.0;
  const Vec3 offset = hand - (a + along * way);
  return {offset.norm(), along, offset};
}

double smooth(double x) {
  const double t = std::clamp(x, 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

}  // namespace

std::vector<Touch> touches_of(const Path& hand, const std::vector<BonePath>& bones,
                              const std::vector<double>& times, double leg) {
  std::vector<Touch> touches(hand.size());
  if (bones.empty()) return touches;
  std::vector<double> nearest(hand.size());
  std::vector<int> which(hand.size(), -1);
  std::vector<bool> touches_now(hand.size(), false);
  for (std::size_t f = 0; f < hand.size(); ++f) {
    for (std::size_t b = 0; b < bones.size(); ++b) {
      const double distance = nearest_on(bones[b], hand[f], f).distance;
      if (which[f] >= 0 && distance >= nearest[f]) continue;
      nearest[f] = distance;
      which[f] = static_cast<int>(b);
    }
    const bool did = f > 0 && touches_now[f - 1];
    touches_now[f] = nearest[f] < (did ? reach_to_leave : reach_to_touch) * leg;
  }
  for (const Interval& interval : intervals_of(touches_now, times, shortest_touch)) {
    // One bone for as long as it lasts: the one it comes nearest to.
    const auto at = [&](std::size_t f) { return nearest.begin() + static_cast<std::ptrdiff_t>(f); };
    const auto closest = static_cast<std::size_t>(
        std::min_element(at(interval.first), at(interval.last + 1)) - nearest.begin());
    const int bone = which[closest];
    const auto begin =
        std::lower_bound(times.begin(), times.end(), times[interval.first] - coming_time) - times.begin();
    for (auto f = static_cast<std::size_t>(begin);
         f < hand.size() && times[f] < times[interval.last] + coming_time; ++f) {
      const double early = times[interval.first] - times[f], late = times[f] - times[interval.last];
      const double share = smooth(1.0 - std::max(early, late) / coming_time);
      if (!(share > touches[f].share)) continue;
      const OnBone there = nearest_on(bones[static_cast<std::size_t>(bone)], hand[f], f);
      touches[f] = {share, bone, there.along, there.offset};
    }
  }
  return touches;
}

std::vector<bool> rests_of(const Path& hand, const std::vector<double>& times, double leg) {
  std::vector<bool> slow(hand.size(), false), rests(hand.size(), false);
  for (std::size_t f = 0; f < hand.size(); ++f) {
    const std::size_t before = f > 0 ? f - 1 : f, after = std::min(f + 1, hand.size() - 1);
    const double time = times[after] - times[before];
    slow[f] = time > 0.0 && (hand[after] - hand[before]).norm() < resting_speed * leg * time;
  }
  for (const Interval& interval : intervals_of(slow, times, shortest_rest)) {
    for (std::size_t f = interval.first; f <= interval.last; ++f) rests[f] = true;
  }
  return rests;
}

}  // namespace limber
