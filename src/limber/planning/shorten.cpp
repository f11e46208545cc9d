#include "limber/planning/shorten.h"

#include <algorithm>

namespace limber {

namespace {

// A place on the way: `share` of the motion that starts at `edge`.
struct Spot {
  std::size_t edge = 0;
  Posture posture = {};
};

Spot place_at(const ClearMotion& motion, const std::vector<Posture>& way, double at) {
  for (std::size_t k = 0; k + 1 < way.size(); ++k) {
    const double length = motion.length(way[k], way[k + 1]);
    if (at <= length || k + 2 == way.size()) {
      Spot place{.edge = k};
      motion.between(way[k], way[k + 1], length > 0.0 ? std::clamp(at / length, 0.0, 1.0) : 0.0,
                     place.posture);
      return place;
    }
    at -= length;
  }
  return {.edge = 0, .posture = way.front()};
}

}  // namespace

double length_of(const ClearMotion& motion, const std::vector<Posture>& way) {
  double length = 0.0;
  for (std::size_t k = 0; k + 1 < way.size(); ++k) length += motion.length(way[k], way[k + 1]);
  return length;
}

void take_shortcuts(ClearMotion& motion, std::vector<Posture>& way, int tries, PostureRandom& random,
                    const std::function<bool()>& stop) {
  for (int n = 0; n < tries && way.size() > 2 && !stop(); ++n) {
    const double length = length_of(motion, way);
    // First the whole way, then anything.
    double first = n == 0 ? 0.0 : random.between(0.0, length),
           last = n == 0 ? length : random.between(0.0, length);
    if (first > last) std::swap(first, last);
    const Spot from = place_at(motion, way, first), to = place_at(motion, way, last);
    if (from.edge == to.edge) continue;
    if (motion.length(from.posture, to.posture) > 0.999 * (last - first)) continue;
    if (!motion.is_clear(from.posture, to.posture)) continue;
    std::vector<Posture> shorter(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(from.edge) + 1);
    const auto add = [&](const Posture& posture) {
      if (!(posture == shorter.back())) shorter.push_back(posture);
    };
    add(from.posture);
    add(to.posture);
    for (std::size_t k = to.edge + 1; k < way.size(); ++k) add(way[k]);
    way = std::move(shorter);
  }
}

void cut_corners(ClearMotion& motion, std::vector<Posture>& way, int times,
                 const std::function<bool()>& stop) {
  for (int round = 0; round < times && way.size() > 2; ++round) {
    std::vector<Posture> rounder = {way.front()};
    for (std::size_t k = 1; k + 1 < way.size(); ++k) {
      Posture before, after;
      motion.between(way[k], way[k - 1], 0.25, before);
      motion.between(way[k], way[k + 1], 0.25, after);
      if (!stop() && motion.is_clear(before, after)) {
        rounder.push_back(before);
        rounder.push_back(after);
      } else {
        rounder.push_back(way[k]);
      }
    }
    rounder.push_back(way.back());
    way = std::move(rounder);
  }
}

}  // namespace limber
