// Shortcuts and corner cutting.

#include "limber/planning/shorten.h"

#include <algorithm>

namespace limber {

namespace {

// A point of the path, on the motion that starts at `edge`.
struct Spot {
  std::size_t edge = 0;
  Posture posture = {};
};

Spot place_at(const ClearMotion& motion, const std::vector<Posture>& path, double at) {
  for (std::size_t k = 0; k + 1 < path.size(); ++k) {
    const double length = motion.length(path[k], path[k + 1]);
    if (at <= length || k + 2 == path.size()) {
      Spot place{.edge = k};
      motion.between(path[k], path[k + 1], length > 0.0 ? std::clamp(at / length, 0.0, 1.0) : 0.0,
                     place.posture);
      return place;
    }
    at -= length;
  }
  return {.edge = 0, .posture = path.front()};
}

}  // namespace

double length_of(const ClearMotion& motion, const std::vector<Posture>& path) {
  double length = 0.0;
  for (std::size_t k = 0; k + 1 < path.size(); ++k) length += motion.length(path[k], path[k + 1]);
  return length;
}

void take_shortcuts(ClearMotion& motion, std::vector<Posture>& path, int tries, PostureRandom& random,
                    const std::function<bool()>& stop) {
  for (int n = 0; n < tries && path.size() > 2 && !stop(); ++n) {
    const double length = length_of(motion, path);
    // First the whole path, then random parts.
    double first = n == 0 ? 0.0 : random.between(0.0, length),
           last = n == 0 ? length : random.between(0.0, length);
    if (first > last) std::swap(first, last);
    const Spot from = place_at(motion, path, first), to = place_at(motion, path, last);
    if (from.edge == to.edge) continue;
    if (motion.length(from.posture, to.posture) > 0.999 * (last - first)) continue;
    if (!motion.is_clear(from.posture, to.posture)) continue;
    std::vector<Posture> shorter(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(from.edge) + 1);
    const auto add = [&](const Posture& posture) {
      if (!(posture == shorter.back())) shorter.push_back(posture);
    };
    add(from.posture);
    add(to.posture);
    for (std::size_t k = to.edge + 1; k < path.size(); ++k) add(path[k]);
    path = std::move(shorter);
  }
}

void cut_corners(ClearMotion& motion, std::vector<Posture>& path, int times,
                 const std::function<bool()>& stop) {
  for (int round = 0; round < times && path.size() > 2; ++round) {
    std::vector<Posture> rounder = {path.front()};
    for (std::size_t k = 1; k + 1 < path.size(); ++k) {
      Posture before, after;
      motion.between(path[k], path[k - 1], 0.25, before);
      motion.between(path[k], path[k + 1], 0.25, after);
      if (!stop() && motion.is_clear(before, after)) {
        rounder.push_back(before);
        rounder.push_back(after);
      } else {
        rounder.push_back(path[k]);
      }
    }
    rounder.push_back(path.back());
    path = std::move(rounder);
  }
}

}  // namespace limber
